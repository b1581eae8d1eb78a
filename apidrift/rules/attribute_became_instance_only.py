"""A class attribute is set on instances now.

## What it reports

A class variable or method that is assigned on `self` only in the new version.

## Why it breaks callers

Reading it from the class raises `AttributeError: type object '…' has no attribute '…'`.

## When it does not

It is read from an instance.

## Example

```python
# prov, old
class C:
    size = 1
```

```python
# prov, new
class C:
    def __init__(self): self.size = 1
```

```python
# consumer
from prov import C

C.size
```

Outcome: `AttributeError: type object 'C' has no attribute 'size'`

## Remedy

Read it from an instance.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure
from apidrift.rules._facts import fact
from apidrift.rules._members import both_values
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a class attribute is set on instances now."""
    both = both_values(pair)
    if both and both[1].instance and not both[0].instance:
        yield fact(pair, "AD512", old="class attribute", new="instance attribute")


RULE = Rule(
    code="AD512",
    name="attribute-became-instance-only",
    title="attribute exists on instances only",
    aspect=Aspect.ATTRIBUTE,
    action=Action.CHANGED,
    check=check,
    explains=frozenset({Failure.MISSING_ATTRIBUTE}),
    remedy="sometimes",
    mirror="attribute-became-class-wide",
)
