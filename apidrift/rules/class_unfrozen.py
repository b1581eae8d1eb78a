"""Instances can be changed.

## What it reports

A data class or model that was frozen and is not any more.

## Why it breaks callers

A frozen data class that compares by value can be hashed; an unfrozen one cannot, unless it says so: `TypeError:
unhashable type`.

## When it does not

Instances are not put into sets or used as keys.

## Example

```python
# prov, old
from dataclasses import dataclass


@dataclass(frozen=True)
class T:
    a: int
```

```python
# prov, new
from dataclasses import dataclass


@dataclass
class T:
    a: int
```

```python
# consumer
from prov import T

{T(a=1)}
```

Outcome: `TypeError: unhashable type: 'T'`

## Remedy

Use another key, such as a tuple of the fields.

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
    """Yield a change where instances can be changed."""
    both = both_classes(pair)
    if both and both[0].frozen and not both[1].frozen:
        yield fact(pair, "AD511", old="frozen", new="mutable")


RULE = Rule(
    code="AD511",
    name="class-unfrozen",
    title="instances are no longer frozen",
    aspect=Aspect.ATTRIBUTE,
    action=Action.CHANGED,
    check=check,
    explains=frozenset({Failure.MISSING_SPECIAL_METHOD}),
    relevance=Relevance.NEVER,
    remedy="sometimes",
    mirror="class-frozen",
)
