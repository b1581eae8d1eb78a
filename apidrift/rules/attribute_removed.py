"""A class or its instances lack an attribute they had.

## What it reports

A method, property, class variable or instance attribute that the class had, inherited ones included, and that it
has no more. Only members the consumer touches are looked at.

## Why it breaks callers

Reading it raises `AttributeError: '…' object has no attribute '…'`.

## When it does not

It moved to a parent class. The class answers unknown names at run time (`__getattr__`): then the verdict is
unknown.

## Example

```python
# prov, old
class C:
    def go(self): return 1
```

```python
# prov, new
class C:
    def run(self): return 2
```

```python
# consumer
from prov import C

C().go()
```

Outcome: `AttributeError: 'C' object has no attribute 'go'`

## Remedy

Use what replaced it.

## Known gaps

Attributes set from outside the class, or through `setattr` with a computed name, are not seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure
from apidrift.rules._facts import fact, member_kind
from apidrift.rules._members import is_enum, lost_member
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a class or its instances lack an attribute they had."""
    name = lost_member(pair)
    if name and not is_enum(pair.old_owner):
        yield fact(pair, "AD501", symbol=pair.path, old=member_kind(pair.old))


RULE = Rule(
    code="AD501",
    name="attribute-removed",
    title="attribute removed",
    aspect=Aspect.ATTRIBUTE,
    action=Action.REMOVED,
    check=check,
    explains=frozenset({Failure.MISSING_ATTRIBUTE}),
    remedy="sometimes",
    mirror="attribute-added",
)
