"""An `InitVar` became a field.

## What it reports

A constructor argument of a data class that was an `InitVar` and is a field in the new version.

## Why it breaks callers

It does not break a caller; comparison, `repr`, `asdict` and `replace` take the field into account now.

## When it does not

Nobody compares or converts instances.

## Example

```python
# prov, old
from dataclasses import InitVar, dataclass


@dataclass
class T:
    a: InitVar[int]
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

assert T(a=1) == T(a=2)
```

Outcome: `AssertionError`

## Remedy

Compare what is meant.

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
    """Yield a change where an `InitVar` became a field."""
    both = both_classes(pair)
    if both is None:
        return
    for name in sorted(flagged(both[0], "InitVar") - flagged(both[1], "InitVar")):
        if has_field(both[1], name):
            yield fact(pair, "AD612", subject=name, old="InitVar", new="field")


RULE = Rule(
    code="AD612",
    name="field-became-kept",
    title="constructor argument is kept as an attribute",
    aspect=Aspect.CONSTRUCTOR,
    action=Action.CHANGED,
    check=check,
    explains=frozenset({Failure.WRONG_RESULT}),
    relevance=Relevance.NEVER,
    remedy="sometimes",
    mirror="field-became-init-only",
)
