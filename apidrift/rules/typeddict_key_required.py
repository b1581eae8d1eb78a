"""A `TypedDict` key must be there now, or may be missing.

## What it reports

A key that changed between required and not required.

## Why it breaks callers

A required key may be missing from what the consumer made; a key that may be missing raises `KeyError` where the
consumer reads it without asking.

## When it does not

The consumer sets it, or reads it with `get`.

## Example

```python
# prov, old
from typing import TypedDict


class Info(TypedDict):
    name: str


def info() -> Info: return {'name': 'a'}
```

```python
# prov, new
from typing import NotRequired, TypedDict


class Info(TypedDict):
    name: NotRequired[str]


def info() -> Info: return {}
```

```python
# consumer
from prov import Info, info

result: Info = info()
result['name']
```

Outcome: `KeyError: 'name'`

## Remedy

Read the key with `get`, or set it.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.rules._facts import fact
from apidrift.rules._fields import keys, required, typed_dicts
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


WORDS = {True: "required", False: "not required"}
"""How a key's requiredness reads."""


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a `TypedDict` key must be there now, or may be missing."""
    both = typed_dicts(pair)
    for name in sorted(keys(both[0]) & keys(both[1])) if both else ():
        assert both is not None
        old, new = (required(side, name) for side in both)
        if old is not new:
            yield fact(pair, "AD609", subject=name, old=WORDS[old], new=WORDS[new])


RULE = Rule(
    code="AD609",
    name="typeddict-key-required",
    title="key of a typed dictionary is required or may be missing",
    aspect=Aspect.CONSTRUCTOR,
    action=Action.CHANGED,
    check=check,
    explains=frozenset({Failure.MISSING_KEY, Failure.MISSING_ARGUMENT}),
    relevance=Relevance.READ,
    remedy="sometimes",
    mirror="Changing back is the same change.",
    claims=frozenset({"parameter-became-required", "parameter-became-optional"}),
)
