"""Instances have a `__dict__` now.

## What it reports

A class that was confined to its `__slots__` and is not any more.

## Why it breaks callers

It does not break.

## When it does not

Always.

## Example

```python
# prov, old
class C:
    __slots__ = ()
```

```python
# prov, new
class C: ...
```

```python
# consumer
from prov import C

C()
```

Outcome: silent

## Remedy

None needed.

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
    """Yield a change where instances have a `__dict__` now."""
    both = both_classes(pair)
    if both and both[0].slots is not None and both[1].slots is None:
        yield fact(pair, "AD510", old=f"__slots__ = ({', '.join(both[0].slots)})", new="any attribute")


RULE = Rule(
    code="AD510",
    name="slots-removed",
    title="instances take new attributes",
    aspect=Aspect.ATTRIBUTE,
    action=Action.CHANGED,
    check=check,
    relevance=Relevance.NEVER,
    remedy="never",
    mirror="slots-added",
)
