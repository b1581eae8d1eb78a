"""A function no longer raises an exception it raised.

## What it reports

An exception type that the old body raises by name and the new body does not; one that is no longer of a kind it was.

## Why it breaks callers

An `except` clause around the call waits for an exception that does not come, while another one passes through.

## When it does not

The consumer does not catch it. The new body raises a subclass or base that the clause catches too.

## Example

```python
# prov, old
def f(): raise KeyError('x')
```

```python
# prov, new
def f(): raise RuntimeError('x')
```

```python
# consumer
from prov import f

try:
    f()
except KeyError:
    pass
```

Outcome: `RuntimeError: x`

## Remedy

Catch both.

## Known gaps

Exceptions raised further down, or through a variable, are not seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.rules._bodies import lost_kinds
from apidrift.rules._facts import fact
from apidrift.rules._members import both_functions
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a function no longer raises an exception it raised."""
    both = both_functions(pair)
    if both:
        for name in sorted(set(both[0].raises) - set(both[1].raises)):
            new = ", ".join(sorted(set(both[1].raises) - set(both[0].raises)))
            yield fact(pair, "AD901", subject=name, old=name, new=new)
    for name, lost in lost_kinds(pair):
        yield fact(pair, "AD901", subject=name, old=lost, new=name)


RULE = Rule(
    code="AD901",
    name="raised-type-changed",
    title="raises another exception",
    aspect=Aspect.EXCEPTION,
    action=Action.REMOVED,
    check=check,
    explains=frozenset({Failure.NOT_CAUGHT, Failure.ALWAYS_RAISES}),
    relevance=Relevance.CAUGHT,
    remedy="always",
    mirror="raised-type-added",
    tags=frozenset({"owner"}),
)
