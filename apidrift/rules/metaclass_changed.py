"""A class has another metaclass.

## What it reports

A class whose metaclass, own or inherited, differs.

## Why it breaks callers

A subclass that also inherits from a class with a metaclass of its own may raise `TypeError: metaclass conflict`;
what can be done with the class object itself (iteration, `in`, calling) may differ.

## When it does not

The consumer neither subclasses it nor uses the class object as a container.

## Example

```python
# prov, old
class C: ...
```

```python
# prov, new
class Meta(type): ...


class C(metaclass=Meta): ...
```

```python
# consumer
from prov import C


class Own(type): ...


class Mine(metaclass=Own): ...


class D(C, Mine): ...
```

Outcome: `TypeError: metaclass conflict`

## Remedy

Derive the consumer's metaclass from the provider's.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Relevance
from apidrift.rules._facts import fact
from apidrift.rules._members import both_classes
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a class has another metaclass."""
    both = both_classes(pair)
    if both and both[0].metaclass != both[1].metaclass:
        yield fact(pair, "AD710", old=both[0].metaclass or "type", new=both[1].metaclass or "type")


RULE = Rule(
    code="AD710",
    name="metaclass-changed",
    title="another metaclass",
    aspect=Aspect.HIERARCHY,
    action=Action.CHANGED,
    check=check,
    relevance=Relevance.NEVER,
    remedy="sometimes",
    mirror="Changing back is the same change.",
)
