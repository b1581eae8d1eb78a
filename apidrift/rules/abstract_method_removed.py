"""Subclasses need no longer implement a method.

## What it reports

A method that was abstract and is implemented, or gone, in the new version.

## Why it breaks callers

A subclass's implementation may no longer be called; `super()` may reach something now.

## When it does not

The provider still calls the method.

## Example

```python
# prov, old
import abc


class C(abc.ABC):
    @abc.abstractmethod
    def g(self): ...
```

```python
# prov, new
import abc


class C(abc.ABC): ...
```

```python
# consumer
from prov import C


class D(C):
    def g(self): return 1


D()
```

Outcome: silent

## Remedy

Check whether the method still has a purpose.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Relevance
from apidrift.rules._facts import fact
from apidrift.rules._members import both_classes
from apidrift.rules._rule import Direction, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where subclasses need no longer implement a method."""
    both = both_classes(pair)
    if both:
        for name in sorted(set(both[0].abstract) - set(both[1].abstract)):
            yield fact(pair, "AD705", subject=name, old="abstract")


RULE = Rule(
    code="AD705",
    name="abstract-method-removed",
    title="abstract method removed",
    aspect=Aspect.HIERARCHY,
    action=Action.REMOVED,
    check=check,
    relevance=Relevance.OVERRIDDEN,
    direction=Direction.PROVIDER_CALLS,
    remedy="never",
    mirror="abstract-method-added",
)
