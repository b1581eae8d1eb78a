"""A `TypedDict` has a key it lacked.

## What it reports

A key that a `TypedDict` did not declare and declares now.

## Why it breaks callers

A dictionary made by the consumer lacks a key the provider may read: `KeyError` inside the provider, where the key
is required.

## When it does not

The consumer only reads such dictionaries. The key is not required.

## Example

```python
# prov, old
from typing import TypedDict


class Info(TypedDict):
    name: str


def show(info: Info): return info['name']
```

```python
# prov, new
from typing import TypedDict


class Info(TypedDict):
    name: str
    size: int


def show(info: Info): return info['name'] * info['size']
```

```python
# consumer
from prov import Info, show

show(Info(name='a'))
```

Outcome: `KeyError: 'size'`

## Remedy

Set the key.

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


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a `TypedDict` has a key it lacked."""
    both = typed_dicts(pair)
    if both:
        for name in sorted(keys(both[1]) - keys(both[0])):
            yield fact(pair, "AD608", subject=name, new="required key" if required(both[1], name) else "key")


RULE = Rule(
    code="AD608",
    name="typeddict-key-added",
    title="key of a typed dictionary added",
    aspect=Aspect.CONSTRUCTOR,
    action=Action.ADDED,
    check=check,
    explains=frozenset({Failure.MISSING_ARGUMENT, Failure.MISSING_KEY}),
    relevance=Relevance.OMITTED,
    remedy="sometimes",
    mirror="typeddict-key-removed",
    claims=frozenset({"parameter-added-required", "parameter-added-optional"}),
)
