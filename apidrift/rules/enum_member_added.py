"""An enum has a member it lacked.

## What it reports

A member of an enum that the old version did not have.

## Why it breaks callers

Code that handles every member (a table, a `match`, a chain of `if`) meets one it does not know: `KeyError`, or the
wrong branch.

## When it does not

The consumer does not go through the members, and the provider never hands it the new one.

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
    A = 1
    B = 2
```

```python
# consumer
from prov import E

{each: {'A': 1}[each.name] for each in E}
```

Outcome: `KeyError: 'B'`

## Remedy

Handle the new member.

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


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where an enum has a member it lacked."""
    both = both_enums(pair)
    if both:
        old, new = map(enum_members, both)
        for name, value in new.items():
            if name not in old:
                yield fact(pair, "AD804", subject=name, new=value)


RULE = Rule(
    code="AD804",
    name="enum-member-added",
    title="enum member added",
    aspect=Aspect.ENUM,
    action=Action.ADDED,
    check=check,
    explains=frozenset({Failure.MISSING_KEY, Failure.WRONG_RESULT}),
    relevance=Relevance.ITERATED,
    remedy="sometimes",
    mirror="enum-member-removed",
)
