"""A call gives another kind of result where one argument is left out.

## What it reports

A parameter that decides what a call gives, where the result without that argument is of another kind than it was.
The body tells, as for `result-where-given`.

## Why it breaks callers

The consumer treats the result as it was.

## When it does not

The argument is given. The result is not used.

## Example

```python
# prov, old
def collect(xs, single=False):
    found = list(xs)
    if single:
        return found[0]
    return found
```

```python
# prov, new
def collect(xs, single=True):
    found = list(xs)
    if single:
        return found[0]
    return found
```

```python
# consumer
from prov import collect

for each in collect([1, 2]):
    pass
```

Outcome: `TypeError: 'int' object is not iterable`

## Remedy

Give the argument.

## Known gaps

A parameter whose default is neither None nor a truth value is not followed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Relevance
from apidrift.rules._bodies import OMITTED, decided
from apidrift.rules._facts import fact
from apidrift.rules._failures import ON_USE
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change for each parameter without which a call gives another kind of result."""
    for name, old, new in decided(pair, OMITTED):
        yield fact(pair, "AD413", subject=name, old=old, new=new)


RULE = Rule(
    code="AD413",
    name="result-where-omitted",
    title="another result where the argument is left out",
    aspect=Aspect.RESULT,
    action=Action.CHANGED,
    check=check,
    explains=ON_USE,
    relevance=Relevance.RESULT,
    weight=3,
    remedy="sometimes",
    mirror="result-where-given",
    tags=frozenset({"owner"}),
)
