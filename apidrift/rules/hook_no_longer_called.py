"""The provider itself no longer calls a function that can be overridden or replaced.

## What it reports

A method or function that the provider called in the old version, through `self` or elsewhere, and does not call in the
new one.

## Why it breaks callers

An override or replacement of it never runs: silent.

## When it does not

It is called from elsewhere in the provider.

## Example

```python
# prov, old
class C:
    def run(self): return self.hook()

    def hook(self): return 1
```

```python
# prov, new
class C:
    def run(self): return 0

    def hook(self): return 1
```

```python
# consumer
from prov import C


class D(C):
    def hook(self): return 7


assert D().run() == 7
```

Outcome: `AssertionError`

## Remedy

Override what is called now.

## Known gaps

Of a library that is read over the network only calls through `self` within the class are seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Relevance
from apidrift.rules._bodies import lost_callers
from apidrift.rules._facts import fact, is_method
from apidrift.rules._rule import Direction, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where the provider no longer calls a function that can be overridden or replaced."""
    if is_method(pair.old) and is_method(pair.new):
        old = lost_callers(pair)
        if old:
            yield fact(pair, "AD011", old=f"called by {', '.join(old)}", new="not called")


RULE = Rule(
    code="AD011",
    name="hook-no-longer-called",
    title="no longer called",
    aspect=Aspect.REVERSE,
    action=Action.REMOVED,
    check=check,
    relevance=Relevance.OVERRIDDEN,
    direction=Direction.PROVIDER_CALLS,
    remedy="sometimes",
    mirror="A hook that is called now runs an override that did not run before; hook-called reports it.",
    tags=frozenset({"owner"}),
)
