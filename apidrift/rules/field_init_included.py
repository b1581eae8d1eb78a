"""A field that could not be passed can be now.

## What it reports

A field of a data class or model that was declared `init=False` and is a constructor argument in the new version.

## Why it breaks callers

Passed by keyword it does not break. Standing before other fields, it takes the positional argument that was meant
for the next one.

## When it does not

The fields behind it are passed by keyword.

## Example

```python
# prov, old
from dataclasses import dataclass, field


@dataclass
class T:
    a: int = field(init=False, default=0)
    b: int = 0
```

```python
# prov, new
from dataclasses import dataclass


@dataclass
class T:
    a: int = 0
    b: int = 0
```

```python
# consumer
from prov import T

assert T(5).b == 5
```

Outcome: `AssertionError`

## Remedy

Pass the fields by keyword; that is right for both versions.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.rules._facts import fact
from apidrift.rules._fields import excluded
from apidrift.rules._members import both_classes
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a field that could not be passed can be now."""
    both = both_classes(pair)
    if both is None:
        return
    for each in both[1].fields:
        if excluded(both[0], each.name) and not excluded(both[1], each.name):
            yield fact(pair, "AD611", subject=each.keyword, old="init=False", new="init=True")


RULE = Rule(
    code="AD611",
    name="field-init-included",
    title="field can be passed to the constructor",
    aspect=Aspect.CONSTRUCTOR,
    action=Action.CHANGED,
    check=check,
    explains=frozenset({Failure.WRONG_RESULT, Failure.MISSING_ARGUMENT}),
    relevance=Relevance.NEVER,
    remedy="always",
    mirror="field-init-excluded",
)
