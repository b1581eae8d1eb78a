"""Instances gained an operation.

## What it reports

A special method that the class lacked and has now, inherited ones included.

## Why it breaks callers

Some change what was possible before: `__len__` and `__bool__` make instances false, `__eq__` makes them compare by
value and takes their hash away, `__iter__` makes them unpackable, `__getattr__` and `__setattr__` change attribute
access.

## When it does not

The consumer does not use the operation.

## Example

```python
# prov, old
class C: ...
```

```python
# prov, new
class C:
    def __len__(self): return 0
```

```python
# consumer
from prov import C

assert C()
```

Outcome: `AssertionError`

## Remedy

Test with `is not None` where that was meant.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.rules._facts import fact
from apidrift.rules._members import both_classes, special_methods
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where instances gained an operation."""
    both = both_classes(pair)
    if both is None or (both[0].opaque_bases and both[0].opaque_bases != both[1].opaque_bases):
        return
    old, new = special_methods(both[0], pair.old_ancestors), special_methods(both[1], pair.new_ancestors)
    for name in sorted(new - old):
        yield fact(pair, "AD709", subject=name, new=name)


RULE = Rule(
    code="AD709",
    name="special-method-added",
    title="special method added",
    aspect=Aspect.HIERARCHY,
    action=Action.ADDED,
    check=check,
    explains=frozenset({Failure.WRONG_RESULT}),
    relevance=Relevance.NEVER,
    remedy="sometimes",
    mirror="special-method-removed",
)
