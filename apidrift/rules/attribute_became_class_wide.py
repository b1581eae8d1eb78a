"""An instance attribute became a class attribute.

## What it reports

An attribute that was assigned on `self` only and is assigned in the class body in the new version.

## Why it breaks callers

Reading it does not break. A mutable value is shared by all instances now, and it is no longer in an instance's
`__dict__`.

## When it does not

The value is immutable and nobody looks into `__dict__`.

## Example

```python
# prov, old
class C:
    def __init__(self): self.rows = []
```

```python
# prov, new
class C:
    rows = []
```

```python
# consumer
from prov import C

C().rows.append(1)
assert C().rows == []
```

Outcome: `AssertionError`

## Remedy

Copy the value before changing it.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.rules._facts import fact
from apidrift.rules._members import both_values
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where an instance attribute became a class attribute."""
    both = both_values(pair)
    if both and both[0].instance and not both[1].instance:
        yield fact(pair, "AD514", old="instance attribute", new="class attribute")


RULE = Rule(
    code="AD514",
    name="attribute-became-class-wide",
    title="attribute exists on the class too",
    aspect=Aspect.ATTRIBUTE,
    action=Action.CHANGED,
    check=check,
    explains=frozenset({Failure.WRONG_RESULT}),
    relevance=Relevance.NEVER,
    remedy="sometimes",
    mirror="attribute-became-instance-only",
)
