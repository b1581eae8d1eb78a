"""Instances no longer have a `__dict__`.

## What it reports

A class whose instances could be given any attribute, and that is confined to its `__slots__` now.

## Why it breaks callers

Setting an attribute that is not among the slots raises `AttributeError`.

## When it does not

An ancestor gives instances a `__dict__` all the same.

## Example

```python
# prov, old
class C: ...
```

```python
# prov, new
class C:
    __slots__ = ()
```

```python
# consumer
from prov import C

C().x = 1
```

Outcome: `AttributeError: 'C' object has no attribute 'x'`

## Remedy

Keep the value elsewhere, in a dict or a subclass.

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
    """Yield a change where instances no longer have a `__dict__`."""
    both = both_classes(pair)
    if both and both[1].slots is not None and both[0].slots is None:
        yield fact(pair, "AD506", old="any attribute", new=f"__slots__ = ({', '.join(both[1].slots)})")


RULE = Rule(
    code="AD506",
    name="slots-added",
    title="instances take no new attributes",
    aspect=Aspect.ATTRIBUTE,
    action=Action.CHANGED,
    check=check,
    explains=frozenset({Failure.MISSING_ATTRIBUTE, Failure.READ_ONLY}),
    relevance=Relevance.INSTANCE_WRITTEN,
    remedy="sometimes",
    mirror="slots-removed",
)
