"""A field's alias was added, dropped or changed.

## What it reports

A field of the same name whose keyword in the constructor differs (pydantic `alias`, `populate_by_name`, msgspec
`rename`).

## Why it breaks callers

The old keyword is refused, or ignored and the field reported as missing: `ValidationError: Field required`.

## When it does not

The model takes the old keyword too.

## Example

```python
# prov, old
from pydantic import BaseModel


class T(BaseModel):
    size: int
```

```python
# prov, new
from pydantic import BaseModel, Field


class T(BaseModel):
    size: int = Field(alias='length')
```

```python
# consumer
from prov import T

T(size=1)
```

Outcome: `ValidationError: Field required`

## Remedy

Use the new keyword.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.rules._facts import fact
from apidrift.rules._rule import Rule
from apidrift.rules._views import signatures

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a field's alias was added, dropped or changed."""
    views = signatures(pair)
    for before, after in views.shared if views else ():
        if before.name == after.name and before.keyword != after.keyword and not after.also_by_name:
            yield fact(
                pair, "AD605", subject=before.keyword, old=before.keyword, new=after.keyword, moved_to=after.keyword
            )


RULE = Rule(
    code="AD605",
    name="field-alias-changed",
    title="field is passed under another keyword",
    aspect=Aspect.CONSTRUCTOR,
    action=Action.CHANGED,
    check=check,
    explains=frozenset({Failure.MISSING_ARGUMENT, Failure.UNEXPECTED_KEYWORD, Failure.FORBIDDEN_EXTRA}),
    relevance=Relevance.SWALLOWED,
    weight=3,
    remedy="always",
    mirror="Changing back is the same change.",
    claims=frozenset(
        {
            "parameter-removed",
            "parameter-removed-swallowed",
            "parameter-renamed",
            "parameter-added-required",
            "parameter-added-optional",
        }
    ),
)
