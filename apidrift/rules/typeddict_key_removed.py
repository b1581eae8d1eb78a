"""A `TypedDict` lacks a key it had.

## What it reports

A key that a `TypedDict` declared and no longer declares.

## Why it breaks callers

The provider no longer sets it, or no longer reads it: `KeyError`, or a value that is ignored.

## When it does not

The consumer does not use the key.

## Example

```python
# prov, old
from typing import TypedDict


class Info(TypedDict):
    name: str
    size: int


def info() -> Info: return {'name': 'a', 'size': 1}
```

```python
# prov, new
from typing import TypedDict


class Info(TypedDict):
    name: str


def info() -> Info: return {'name': 'a'}
```

```python
# consumer
from prov import Info, info

result: Info = info()
result['size']
```

Outcome: `KeyError: 'size'`

## Remedy

Read the value from where it is to be had now.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.rules._facts import fact
from apidrift.rules._fields import keys, typed_dicts
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a `TypedDict` lacks a key it had."""
    both = typed_dicts(pair)
    if both:
        for name in sorted(keys(both[0]) - keys(both[1])):
            yield fact(pair, "AD607", subject=name, old="key")


RULE = Rule(
    code="AD607",
    name="typeddict-key-removed",
    title="key of a typed dictionary removed",
    aspect=Aspect.CONSTRUCTOR,
    action=Action.REMOVED,
    check=check,
    explains=frozenset({Failure.MISSING_KEY}),
    relevance=Relevance.PASSED,
    remedy="sometimes",
    mirror="typeddict-key-added",
    claims=frozenset({"parameter-removed", "parameter-removed-swallowed"}),
)
