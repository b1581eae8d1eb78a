"""The order in which ancestors are searched differs.

## What it reports

A class with the same ancestors in another order of method resolution.

## Why it breaks callers

A member that several of them define is taken from another one, and `super()` goes another way.

## When it does not

No member is defined by more than one of them.

## Example

```python
# prov, old
class A:
    def g(self): return 'A'


class B:
    def g(self): return 'B'


class C(A, B): ...
```

```python
# prov, new
class A:
    def g(self): return 'A'


class B:
    def g(self): return 'B'


class C(B, A): ...
```

```python
# consumer
from prov import C

assert C().g() == 'A'
```

Outcome: `AssertionError`

## Remedy

Call the ancestor that is meant by name.

## Known gaps

None known.
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
    """Yield a change where the order in which ancestors are searched differs."""
    both = both_classes(pair)
    if both and both[0].mro != both[1].mro and sorted(both[0].mro) == sorted(both[1].mro):
        yield fact(pair, "AD703", old=", ".join(both[0].mro), new=", ".join(both[1].mro))


RULE = Rule(
    code="AD703",
    name="bases-reordered",
    title="ancestors changed their order",
    aspect=Aspect.HIERARCHY,
    action=Action.CHANGED,
    check=check,
    explains=frozenset({Failure.WRONG_RESULT}),
    relevance=Relevance.OVERRIDDEN,
    remedy="sometimes",
    mirror="Changing back is the same change.",
)
