"""An enum member has another name.

## What it reports

A member that is gone while the enum gained exactly one of the same value.

## Why it breaks callers

`E.NAME` raises `AttributeError`.

## When it does not

The enum is used by value.

## Example

```python
# prov, old
import enum


class E(enum.Enum):
    OLD = 'x'
```

```python
# prov, new
import enum


class E(enum.Enum):
    NEW = 'x'
```

```python
# consumer
from prov import E

E.OLD
```

Outcome: `AttributeError: OLD`

## Remedy

Use the new name.

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
    """Yield a change where an enum member has another name."""
    name = lost_member(pair)
    if not name or not is_enum(pair.old_owner) or not is_enum(pair.new_owner):
        return
    old, new = enum_members(pair.old_owner), enum_members(pair.new_owner)
    twins = [each for each, value in new.items() if value and value == old.get(name) and each not in old]
    if len(twins) == 1:
        path = f"{pair.path.rpartition('.')[0]}.{twins[0]}"
        yield fact(pair, "AD802", symbol=pair.path, old=name, new=twins[0], moved_to=path, score=0.9)


RULE = Rule(
    code="AD802",
    name="enum-member-renamed",
    title="enum member renamed",
    aspect=Aspect.ENUM,
    action=Action.RENAMED,
    check=check,
    explains=frozenset({Failure.MISSING_MEMBER, Failure.MISSING_ATTRIBUTE, Failure.MISSING_KEY}),
    remedy="always",
    mirror="A rename has no opposite; renaming back is a rename.",
    claims=frozenset({"enum-member-removed"}),
)
