"""A call gives another kind of result where one argument is given.

## What it reports

A parameter that decides what a call gives (`return xs[0] if rank is not None else xs`), where the result with that
argument is of another kind than it was. The body tells: the parameter is followed through the branches, through
functions defined inside and through objects built around them, all other parameters left to their defaults.

## Why it breaks callers

The consumer treats the result as it was: it indexes, unpacks or loops over what is one item now.

## When it does not

The argument is left out, or is the default. The result is not used.

## Example

```python
# prov, old
def collect(xs, rank=None): return [xs[rank]] if rank is not None else list(xs)
```

```python
# prov, new
def collect(xs, rank=None):
    found = list(xs)
    return found[rank] if rank is not None else found
```

```python
# consumer
from prov import collect

assert collect([[1], [2]], rank=1)[0] == [2]
```

Outcome: `AssertionError`

## Remedy

Take the result as it is where the argument is given.

## Known gaps

A parameter whose default is neither None nor a truth value is not followed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Relevance
from apidrift.rules._bodies import GIVEN, decided
from apidrift.rules._facts import fact
from apidrift.rules._failures import ON_USE
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change for each parameter with which a call gives another kind of result."""
    for name, old, new in decided(pair, GIVEN):
        yield fact(pair, "AD412", subject=name, old=old, new=new)


RULE = Rule(
    code="AD412",
    name="result-where-given",
    title="another result where the argument is given",
    aspect=Aspect.RESULT,
    action=Action.CHANGED,
    check=check,
    explains=ON_USE,
    relevance=Relevance.RESULT,
    weight=3,
    remedy="sometimes",
    mirror="result-where-omitted",
    tags=frozenset({"owner"}),
)
