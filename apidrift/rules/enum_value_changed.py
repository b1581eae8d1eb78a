"""An enum member's value differs.

## What it reports

A member of an enum whose value, as far as the source gives it, is another one.

## Why it breaks callers

`E(value)` raises `ValueError` or gives another member; stored or transmitted values mean something else.

## When it does not

The enum is used by name only, and its values are never stored or sent. Values made by `enum.auto()` say that nobody
should rely on them.

## Example

```python
# prov, old
import enum


class E(enum.Enum):
    A = 1
```

```python
# prov, new
import enum


class E(enum.Enum):
    A = 2
```

```python
# consumer
from prov import E

E(1)
```

Outcome: `ValueError: 1 is not a valid E`

## Remedy

Use the name instead of the value.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.rules._facts import fact
from apidrift.rules._members import both_enums, enum_members
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


AUTO = "enum.auto()"
"""A value the enum itself makes up."""


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where an enum member's value differs."""
    both = both_enums(pair)
    if both:
        old, new = map(enum_members, both)
        for name, value in old.items():
            if AUTO not in {value, new.get(name, value)} and new.get(name, value) != value:
                yield fact(pair, "AD803", subject=name, old=value, new=new[name])


RULE = Rule(
    code="AD803",
    name="enum-value-changed",
    title="enum member has another value",
    aspect=Aspect.ENUM,
    action=Action.CHANGED,
    check=check,
    explains=frozenset({Failure.MISSING_MEMBER, Failure.WRONG_RESULT, Failure.BAD_ARGUMENT}),
    relevance=Relevance.READ,
    remedy="sometimes",
    mirror="Changing back is the same change.",
)
