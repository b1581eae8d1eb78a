"""An attribute is read-only now.

## What it reports

A plain attribute, or a property with a setter, that is a property without a setter in the new version.

## Why it breaks callers

Assigning to it raises `AttributeError: property '…' of '…' object has no setter`.

## When it does not

The consumer only reads it.

## Example

```python
# prov, old
class C:
    def __init__(self): self.size = 1
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

c = C()
c.size = 2
```

Outcome: `AttributeError: property 'size' of 'C' object has no setter`

## Remedy

Set it through the constructor or the method that is meant for it.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.rules._facts import fact, is_property, writable
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where an attribute is read-only now."""
    if writable(pair.old) and is_property(pair.new) and not writable(pair.new):
        yield fact(pair, "AD503", old="can be set", new="read-only property")


RULE = Rule(
    code="AD503",
    name="attribute-became-read-only",
    title="attribute can no longer be set",
    aspect=Aspect.ATTRIBUTE,
    action=Action.CHANGED,
    check=check,
    explains=frozenset({Failure.READ_ONLY}),
    relevance=Relevance.INSTANCE_WRITTEN,
    remedy="sometimes",
    mirror="attribute-became-writable",
)
