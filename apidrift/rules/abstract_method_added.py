"""Subclasses must implement one more method.

## What it reports

A method that is abstract in the new version and was not there, or not abstract, in the old one.

## Why it breaks callers

A consumer's subclass without it cannot be instantiated: `TypeError: Can't instantiate abstract class`.

## When it does not

The subclass implements it, or is never instantiated.

## Example

```python
# prov, old
import abc


class C(abc.ABC): ...
```

```python
# prov, new
import abc


class C(abc.ABC):
    @abc.abstractmethod
    def g(self): ...
```

```python
# consumer
from prov import C


class D(C): ...


D()
```

Outcome: `TypeError: Can't instantiate abstract class D with abstract method g`

## Remedy

Implement the method.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure
from apidrift.rules._facts import fact
from apidrift.rules._members import both_classes
from apidrift.rules._rule import Direction, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where subclasses must implement one more method."""
    both = both_classes(pair)
    if both:
        for name in sorted(set(both[1].abstract) - set(both[0].abstract)):
            yield fact(pair, "AD704", subject=name, new="abstract")


RULE = Rule(
    code="AD704",
    name="abstract-method-added",
    title="abstract method added",
    aspect=Aspect.HIERARCHY,
    action=Action.ADDED,
    check=check,
    explains=frozenset({Failure.ABSTRACT}),
    direction=Direction.PROVIDER_CALLS,
    remedy="sometimes",
    mirror="abstract-method-removed",
)
