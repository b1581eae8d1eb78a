"""An attribute holds something else.

## What it reports

A module variable, class or instance attribute, or property whose type differs, by annotation or by what is
assigned.

## Why it breaks callers

What the consumer does with the value may not work on the new type.

## When it does not

Another spelling of the same type; a type that lost alternatives.

## Example

```python
# prov, old
class C:
    def __init__(self): self.x: list = [1]
```

```python
# prov, new
class C:
    def __init__(self): self.x: dict = {'a': 1}
```

```python
# consumer
from prov import C

C().x[0]
```

Outcome: `KeyError: 0`

## Remedy

Adapt what is done with the value.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Relevance
from apidrift.rules._facts import fact
from apidrift.rules._failures import ON_USE
from apidrift.rules._members import value_type
from apidrift.rules._rule import Rule
from apidrift.rules._types import aligned

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where an attribute holds something else."""
    old, new = aligned(value_type(pair.old), value_type(pair.new))
    if old and new and not new <= old:
        yield fact(pair, "AD504", old=value_type(pair.old), new=value_type(pair.new))


RULE = Rule(
    code="AD504",
    name="attribute-type-changed",
    title="value has another type",
    aspect=Aspect.ATTRIBUTE,
    action=Action.CHANGED,
    check=check,
    explains=ON_USE,
    relevance=Relevance.READ,
    remedy="sometimes",
    mirror="Changing back is the same change.",
)
