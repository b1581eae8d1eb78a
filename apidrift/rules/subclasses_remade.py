"""A class now gives its subclasses another constructor.

## What it reports

A class whose `__init_subclass__`, its own or an ancestor's, makes every subclass a data class, and did not before.

## Why it breaks callers

A subclass without an `__init__` in its own body gets a new one, which sets the fields and calls no other. One that it
inherited from the consumer's own class between is then never called, without a word.

## When it does not

The subclass has an `__init__` of its own, or inherits the provider's.

## Example

```python
# prov, old
class C: ...
```

```python
# prov, new
from dataclasses import dataclass


class C:
    def __init_subclass__(cls, **more):
        super().__init_subclass__(**more)
        dataclass(cls, repr=False)
```

```python
# consumer
from prov import C


class Mine(C):
    def __init__(self):
        self.ready = True


class More(Mine): ...


More()
```

Outcome: silent

## Remedy

Give the subclass an `__init__` that calls the inherited one.

## Known gaps

Hooks that hand the class to a function which makes it over are not followed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.rules._facts import fact
from apidrift.rules._members import both_classes
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a class now has its subclasses made data classes."""
    both = both_classes(pair)
    if both and both[1].remakes and not both[0].remakes:
        yield fact(pair, "AD615", new=both[1].remakes)


RULE = Rule(
    code="AD615",
    name="subclasses-remade",
    title="subclasses get another constructor",
    aspect=Aspect.CONSTRUCTOR,
    action=Action.ADDED,
    check=check,
    explains=frozenset({Failure.CONSTRUCTOR_REPLACED}),
    relevance=Relevance.NEVER,
    remedy="always",
    mirror="A constructor that is called again breaks nobody.",
    weight=3,
)
