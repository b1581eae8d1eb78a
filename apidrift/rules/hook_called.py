"""The class itself calls a method that it did not call.

## What it reports

A method that no other method of its class called in the old version and that one of them calls in the new one.

## Why it breaks callers

An override runs at times it did not run before.

## When it does not

The consumer does not override it.

## Example

```python
# prov, old
class C:
    def run(self): return 0

    def hook(self): return 1
```

```python
# prov, new
class C:
    def run(self): return self.hook()

    def hook(self): return 1
```

```python
# consumer
from prov import C


class D(C):
    def hook(self): return 7


assert D().run() == 0
```

Outcome: `AssertionError`

## Remedy

Check that the override may run there.

## Known gaps

Of a library that is read over the network only calls through `self` within the class are seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Relevance
from apidrift.rules._bodies import gained_callers
from apidrift.rules._facts import fact, is_method
from apidrift.rules._rule import Direction, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where the class itself calls a method that it did not call."""
    if is_method(pair.old) and is_method(pair.new):
        new = gained_callers(pair)
        if new:
            yield fact(pair, "AD012", old="not called", new=f"called by {', '.join(new)}")


RULE = Rule(
    code="AD012",
    name="hook-called",
    title="method called now",
    aspect=Aspect.REVERSE,
    action=Action.ADDED,
    check=check,
    relevance=Relevance.OVERRIDDEN,
    direction=Direction.PROVIDER_CALLS,
    remedy="sometimes",
    mirror="hook-no-longer-called",
    tags=frozenset({"owner"}),
)
