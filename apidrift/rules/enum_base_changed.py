"""An enum's members are of another type.

## What it reports

An enum whose data type differs: `Enum` to `IntEnum` or `StrEnum`, one with a `str` mix-in to one without, or the
reverse; also an enum that became a plain class, or the reverse.

## Why it breaks callers

Comparison with plain values, formatting, serialisation and arithmetic depend on it: mostly silent.

## When it does not

Members are compared with members only.

## Example

```python
# prov, old
import enum


class E(str, enum.Enum):
    A = 'a'
```

```python
# prov, new
import enum


class E(enum.Enum):
    A = 'a'
```

```python
# consumer
from prov import E

assert E.A == 'a'
```

Outcome: `AssertionError`

## Remedy

Compare with `E.A.value`, or with members.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.rules._facts import fact
from apidrift.rules._members import both_classes, is_enum
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where an enum's members are of another type."""
    both = both_classes(pair)
    if both and any(map(is_enum, both)) and set(both[0].mro) != set(both[1].mro):
        yield fact(pair, "AD805", old=", ".join(both[0].bases), new=", ".join(both[1].bases))


RULE = Rule(
    code="AD805",
    name="enum-base-changed",
    title="enum of another kind",
    aspect=Aspect.ENUM,
    action=Action.CHANGED,
    check=check,
    explains=frozenset(
        {Failure.WRONG_RESULT, Failure.MISSING_SPECIAL_METHOD, Failure.MISSING_ATTRIBUTE, Failure.NOT_ITERABLE}
    ),
    relevance=Relevance.READ,
    remedy="sometimes",
    mirror="Changing back is the same change.",
    claims=frozenset({"base-removed", "base-added"}),
)
