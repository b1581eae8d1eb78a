"""A constructor refuses keywords it used to ignore.

## What it reports

A model or data class whose configuration forbids unknown fields in the new version (pydantic `extra="forbid"`,
msgspec `forbid_unknown_fields`, a decorator that sets either).

## Why it breaks callers

A misspelt or outdated keyword that was ignored raises `ValidationError: Extra inputs are not permitted`.

## When it does not

All keywords of the call are fields.

## Example

```python
# prov, old
from pydantic import BaseModel


class T(BaseModel):
    a: int
```

```python
# prov, new
from pydantic import BaseModel, ConfigDict


class T(BaseModel):
    model_config = ConfigDict(extra='forbid')
    a: int
```

```python
# consumer
from prov import T

T(a=1, z=2)
```

Outcome: `ValidationError: Extra inputs are not permitted`

## Remedy

Drop the keyword: it had no effect.

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
    """Yield a change where a constructor refuses keywords it used to ignore."""
    both = both_classes(pair)
    if both and both[1].extra == "forbid" and both[0].extra in {"ignore", "allow"}:
        yield fact(pair, "AD603", old=both[0].extra, new=both[1].extra)


RULE = Rule(
    code="AD603",
    name="extra-forbidden",
    title="unknown keywords are refused",
    aspect=Aspect.CONSTRUCTOR,
    action=Action.CHANGED,
    check=check,
    explains=frozenset({Failure.FORBIDDEN_EXTRA, Failure.UNEXPECTED_KEYWORD}),
    relevance=Relevance.NEVER,
    remedy="always",
    mirror="extra-allowed",
)
