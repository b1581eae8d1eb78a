"""An attribute must be called now.

## What it reports

A property or plain attribute that is a method in the new version.

## Why it breaks callers

Reading it gives the bound method: always true, equal to nothing, and a `TypeError` in arithmetic.

## When it does not

The consumer only tests that it exists.

## Example

```python
# prov, old
class C:
    @property
    def size(self): return 1
```

```python
# prov, new
class C:
    def size(self): return 1
```

```python
# consumer
from prov import C

C().size + 1
```

Outcome: `TypeError: unsupported operand type(s) for +: 'method' and 'int'`

## Remedy

Call it.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Relevance
from apidrift.rules._facts import fact, is_method, is_property, kind
from apidrift.rules._failures import ON_USE
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where an attribute must be called now."""
    was_read = is_property(pair.old) or (pair.old_owner is not None and kind(pair.old) == "value")
    if was_read and is_method(pair.new):
        yield fact(pair, "AD205", old=kind(pair.old), new="method")


RULE = Rule(
    code="AD205",
    name="property-became-method",
    title="property became a method",
    aspect=Aspect.KIND,
    action=Action.CHANGED,
    check=check,
    explains=ON_USE,
    relevance=Relevance.READ,
    remedy="always",
    mirror="method-became-property",
)
