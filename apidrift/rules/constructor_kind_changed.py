"""A class became, or ceased to be, a data class or model.

## What it reports

A class whose constructor comes about in another way: plain, data class, pydantic model, msgspec struct, attrs,
named tuple, typed dictionary.

## Why it breaks callers

What the constructor checks, which helpers (`asdict`, `model_dump`, `replace`, indexing) work and how instances
compare depend on it.

## When it does not

The consumer only makes instances, with arguments that both constructors take and accept.

## Example

```python
# prov, old
from dataclasses import dataclass


@dataclass
class T:
    a: int
```

```python
# prov, new
from pydantic import BaseModel


class T(BaseModel):
    a: int
```

```python
# consumer
from prov import T

T(1)
```

Outcome: `TypeError: BaseModel.__init__() takes 1 positional argument but 2 were given`

## Remedy

Pass arguments by keyword and use the helpers of the new kind.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.rules._facts import fact
from apidrift.rules._members import both_classes
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a class became, or ceased to be, a data class or model."""
    both = both_classes(pair)
    if both and both[0].flavour is not both[1].flavour:
        yield fact(pair, "AD610", old=both[0].flavour.value, new=both[1].flavour.value)


RULE = Rule(
    code="AD610",
    name="constructor-kind-changed",
    title="class is built another way",
    aspect=Aspect.CONSTRUCTOR,
    action=Action.CHANGED,
    check=check,
    explains=frozenset(
        {
            Failure.TOO_MANY_POSITIONAL,
            Failure.MISSING_ATTRIBUTE,
            Failure.MISSING_SPECIAL_METHOD,
            Failure.NOT_SUBSCRIPTABLE,
            Failure.NOT_ITERABLE,
            Failure.BAD_ARGUMENT,
            Failure.UNPACK_COUNT,
        }
    ),
    relevance=Relevance.NEVER,
    remedy="sometimes",
    mirror="Changing back is the same change.",
)
