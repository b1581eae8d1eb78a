"""Instances can no longer be changed.

## What it reports

A data class or model that is frozen in the new version.

## Why it breaks callers

Assigning to a field raises `FrozenInstanceError` (pydantic: `ValidationError`).

## When it does not

The consumer does not assign to fields.

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
from dataclasses import dataclass


@dataclass(frozen=True)
class T:
    a: int
```

```python
# consumer
from prov import T

t = T(a=1)
t.a = 2
```

Outcome: `FrozenInstanceError: cannot assign to field 'a'`

## Remedy

Make a new instance with `dataclasses.replace` or `model_copy`.

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
    """Yield a change where instances can no longer be changed."""
    both = both_classes(pair)
    if both and both[1].frozen and not both[0].frozen:
        yield fact(pair, "AD507", old="mutable", new="frozen")


RULE = Rule(
    code="AD507",
    name="class-frozen",
    title="instances are frozen",
    aspect=Aspect.ATTRIBUTE,
    action=Action.CHANGED,
    check=check,
    explains=frozenset({Failure.READ_ONLY}),
    relevance=Relevance.INSTANCE_WRITTEN,
    remedy="sometimes",
    mirror="class-unfrozen",
)
