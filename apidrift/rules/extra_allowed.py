"""A constructor accepts keywords it used to refuse.

## What it reports

A model or data class that refused unknown fields and ignores or keeps them now; also one that ignored them and
keeps them, or the reverse.

## Why it breaks callers

It does not break, but a misspelt or outdated keyword is no longer found out; a field that was kept may be gone.

## When it does not

All keywords of the call are fields.

## Example

```python
# prov, old
from pydantic import BaseModel, ConfigDict


class T(BaseModel):
    model_config = ConfigDict(extra='forbid')
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

T(a=1)
```

Outcome: silent

## Remedy

None needed.

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
    """Yield a change where a constructor accepts keywords it used to refuse."""
    both = both_classes(pair)
    if both and both[0].extra and both[1].extra and both[1].extra not in {both[0].extra, "forbid"}:
        yield fact(pair, "AD604", old=both[0].extra, new=both[1].extra)


RULE = Rule(
    code="AD604",
    name="extra-allowed",
    title="unknown keywords are accepted",
    aspect=Aspect.CONSTRUCTOR,
    action=Action.CHANGED,
    check=check,
    explains=frozenset({Failure.MISSING_ATTRIBUTE}),
    relevance=Relevance.NEVER,
    remedy="never",
    mirror="extra-forbidden",
)
