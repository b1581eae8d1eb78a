"""A field became an `InitVar`.

## What it reports

A field of a data class that is an `InitVar` in the new version: the constructor takes it, the instance does not
have it.

## Why it breaks callers

Reading it from an instance raises `AttributeError`, or gives its default.

## When it does not

It is only passed to the constructor.

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
from dataclasses import InitVar, dataclass


@dataclass
class T:
    a: InitVar[int]
```

```python
# consumer
from prov import T

T(a=1).a
```

Outcome: `AttributeError: 'T' object has no attribute 'a'`

## Remedy

Keep the value yourself.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.rules._facts import fact
from apidrift.rules._fields import flagged, has_field
from apidrift.rules._members import both_classes
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a field became an `InitVar`."""
    both = both_classes(pair)
    if both is None:
        return
    for name in sorted(flagged(both[1], "InitVar") - flagged(both[0], "InitVar")):
        if has_field(both[0], name):
            yield fact(pair, "AD602", subject=name, old="field", new="InitVar")


RULE = Rule(
    code="AD602",
    name="field-became-init-only",
    title="field is not kept as an attribute",
    aspect=Aspect.CONSTRUCTOR,
    action=Action.CHANGED,
    check=check,
    explains=frozenset({Failure.MISSING_ATTRIBUTE}),
    relevance=Relevance.NEVER,
    remedy="sometimes",
    mirror="field-became-kept",
)
