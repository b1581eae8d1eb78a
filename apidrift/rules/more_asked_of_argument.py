"""A function asks more of an argument than it did.

## What it reports

An attribute or method that the new body asks of a parameter without a declared type, and the old body did not.

## Why it breaks callers

An object of the consumer that was made for the old body lacks it: `AttributeError`.

## When it does not

The consumer's class has it. What is passed is no object of a class of the consumer's own.

## Example

```python
# prov, old
def drive(engine): return engine.start()
```

```python
# prov, new
def drive(engine):
    engine.check()
    return engine.start()
```

```python
# consumer
from prov import drive


class Mine:
    def start(self): return 1


drive(Mine())
```

Outcome: `AttributeError: 'Mine' object has no attribute 'check'`

## Remedy

Give the class what is asked of it.

## Known gaps

What a function that the argument is handed on to asks of it is not seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Relevance
from apidrift.rules._bodies import asked_more
from apidrift.rules._facts import fact
from apidrift.rules._rule import Direction, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change for each parameter of which more is asked."""
    for name, new in asked_more(pair):
        yield fact(pair, "AD015", subject=name, new=new)


RULE = Rule(
    code="AD015",
    name="more-asked-of-argument",
    title="more is asked of an argument",
    aspect=Aspect.REVERSE,
    action=Action.ADDED,
    check=check,
    relevance=Relevance.PASSED,
    direction=Direction.PROVIDER_CALLS,
    remedy="sometimes",
    mirror="Asking less breaks nobody.",
    tags=frozenset({"owner"}),
)
