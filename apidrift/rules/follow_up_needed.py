"""The provider's own callers now follow a method with another one.

## What it reports

A method after which the provider's own callers call a new method on the same object, which they did not before, where
there is a sign that the second finishes what the first began: its result takes the place of the first one's, the first
one's result may be None now, or the old body of the first did itself what the new method is for.

## Why it breaks callers

A consumer that calls the first method alone gets half of what it got.

## When it does not

The consumer calls the second method too. Callers merely also call something. The second method is not new.

## Example

```python
# prov, old
class Engine:
    def execute(self, x): return x + 1


class Loop:
    def __init__(self, engine: Engine): self.engine = engine

    def step(self, x):
        out = self.engine.execute(x)
        return out
```

```python
# prov, new
class Engine:
    def execute(self, x):
        self.x = x
        return None

    def sample(self): return self.x + 1


class Loop:
    def __init__(self, engine: Engine): self.engine = engine

    def step(self, x):
        out = self.engine.execute(x)
        if out is None:
            out = self.engine.sample()
        return out
```

```python
# consumer
from prov import Engine

assert Engine().execute(1) == 2
```

Outcome: `AssertionError`

## Remedy

Call the second method after the first, as the provider does.

## Known gaps

Of a library that is read over the network only the modules read anyway, and those its profile names, are searched.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Relevance
from apidrift.rules._bodies import follow_ups
from apidrift.rules._facts import fact
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change for each new method that the provider's callers now call after this one."""
    for name, where in follow_ups(pair):
        yield fact(pair, "AD031", subject=name, old="not followed", new=f"followed by {name}() in {where}")


RULE = Rule(
    code="AD031",
    name="follow-up-needed",
    title="must be followed by another call",
    aspect=Aspect.BEHAVIOUR,
    action=Action.ADDED,
    check=check,
    relevance=Relevance.ANY,
    weight=3,
    remedy="sometimes",
    mirror="A second call that is no longer needed does no harm; where it is gone, attribute-removed speaks.",
    tags=frozenset({"owner"}),
)
