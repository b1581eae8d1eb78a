"""A method is read, not called, now.

## What it reports

A method that is a property, cached property or plain attribute in the new version.

## Why it breaks callers

The call is applied to the value: `TypeError: 'int' object is not callable`.

## When it does not

The value is callable itself.

## Example

```python
# prov, old
class C:
    def size(self): return 1
```

```python
# prov, new
class C:
    @property
    def size(self): return 1
```

```python
# consumer
from prov import C

C().size()
```

Outcome: `TypeError: 'int' object is not callable`

## Remedy

Drop the parentheses.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure
from apidrift.rules._facts import fact, is_method, is_property, kind
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a method is read, not called, now."""
    if is_method(pair.old) and (is_property(pair.new) or (pair.old_owner is not None and kind(pair.new) == "value")):
        yield fact(pair, "AD204", old="method", new=kind(pair.new))


RULE = Rule(
    code="AD204",
    name="method-became-property",
    title="method became a property",
    aspect=Aspect.KIND,
    action=Action.CHANGED,
    check=check,
    explains=frozenset({Failure.NOT_CALLABLE}),
    remedy="always",
    mirror="property-became-method",
)
