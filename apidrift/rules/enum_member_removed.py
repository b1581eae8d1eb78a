"""An enum lacks a member it had.

## What it reports

A member of an enum that the new version does not have. Only members the consumer names are looked at.

## Why it breaks callers

`E.NAME` raises `AttributeError`, `E['NAME']` raises `KeyError`, `E(value)` raises `ValueError`.

## When it does not

The consumer does not name it.

## Example

```python
# prov, old
import enum


class E(enum.Enum):
    A = 1
    B = 2
```

```python
# prov, new
import enum


class E(enum.Enum):
    A = 1
```

```python
# consumer
from prov import E

E.B
```

Outcome: `AttributeError: B`

## Remedy

Use the member that replaced it.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure
from apidrift.rules._facts import fact
from apidrift.rules._members import enum_members, is_enum, lost_member
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where an enum lacks a member it had."""
    name = lost_member(pair)
    if name and is_enum(pair.old_owner):
        yield fact(pair, "AD801", symbol=pair.path, old=enum_members(pair.old_owner).get(name, ""))


RULE = Rule(
    code="AD801",
    name="enum-member-removed",
    title="enum member removed",
    aspect=Aspect.ENUM,
    action=Action.REMOVED,
    check=check,
    explains=frozenset({Failure.MISSING_MEMBER, Failure.MISSING_ATTRIBUTE, Failure.MISSING_KEY}),
    remedy="sometimes",
    mirror="enum-member-added",
)
