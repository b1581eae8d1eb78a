"""A method no longer calls a method of its own object that it called.

## What it reports

A method whose old body called another method on its own receiver, by name or through a text, and whose new body does
not, nor does a method that the new body calls; the other method is still there and nobody in its class calls it.

## Why it breaks callers

What that step did is not done any more: silent.

## When it does not

The consumer takes the step itself. The provider's callers take it now: that is `follow-up-needed`.

## Example

```python
# prov, old
class Engine:
    warm = False

    def start(self): self.warm_up()

    def warm_up(self): self.warm = True
```

```python
# prov, new
class Engine:
    warm = False

    def start(self): ...

    def warm_up(self): self.warm = True
```

```python
# consumer
from prov import Engine

engine = Engine()
engine.start()
assert engine.warm
```

Outcome: `AssertionError`

## Remedy

Take the step where it is wanted.

## Known gaps

What is inlined counts as left out where the method stays behind unused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Relevance
from apidrift.rules._bodies import left_out
from apidrift.rules._facts import fact
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change for each step that a method no longer takes."""
    for name in left_out(pair):
        yield fact(pair, "AD033", subject=name, old=f"calls {name}()", new="does not")


RULE = Rule(
    code="AD033",
    name="step-left-out",
    title="no longer does one of its steps",
    aspect=Aspect.BEHAVIOUR,
    action=Action.REMOVED,
    check=check,
    relevance=Relevance.ANY,
    weight=1,
    remedy="sometimes",
    mirror="A step that is new is what a body rewritten is about; hook-called tells it to whoever overrides it.",
)
