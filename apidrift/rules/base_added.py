"""A class inherits from another now.

## What it reports

An ancestor, direct or not, that the class did not have.

## Why it breaks callers

It breaks few: `isinstance` answers otherwise, a metaclass or an abstract method may come with it, and a subclass's
members may collide with the new ancestor's.

## When it does not

The consumer does not subclass it.

## Example

```python
# prov, old
class A: ...


class C: ...
```

```python
# prov, new
class A: ...


class C(A): ...
```

```python
# consumer
from prov import C

C()
```

Outcome: silent

## Remedy

Check subclasses for members of the same names.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.model.surface import TRANSPARENT_BASES
from apidrift.rules._facts import fact
from apidrift.rules._hierarchy import ancestry, last
from apidrift.rules._members import both_classes
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a class inherits from another now."""
    both = both_classes(pair)
    if both:
        known = ancestry(both[0])
        for name in both[1].mro:
            if last(name) not in known and name not in TRANSPARENT_BASES:
                yield fact(pair, "AD702", subject=name, new=name)


RULE = Rule(
    code="AD702",
    name="base-added",
    title="base class added",
    aspect=Aspect.HIERARCHY,
    action=Action.ADDED,
    check=check,
    explains=frozenset({Failure.BAD_OVERRIDE, Failure.ABSTRACT}),
    relevance=Relevance.NEVER,
    remedy="never",
    mirror="base-removed",
)
