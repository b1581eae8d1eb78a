"""A class has a new field that is not passed to its constructor.

## What it reports

A field that the old version did not have, and that is no constructor argument (`init=False`). Fields that are
arguments are `parameter-added-optional` and `parameter-added-required`.

## Why it breaks callers

It does not break a caller; comparison, `repr` and `asdict` take it into account.

## When it does not

Nobody compares or converts instances.

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
from dataclasses import dataclass, field


@dataclass
class T:
    a: int
    b: int = field(init=False, default=0)
```

```python
# consumer
from dataclasses import asdict

from prov import T

assert asdict(T(a=1)) == {'a': 1}
```

Outcome: `AssertionError`

## Remedy

Pick the fields that are meant.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.model.signature import render_parameter
from apidrift.model.symbols import Flavour
from apidrift.rules._facts import fact
from apidrift.rules._fields import excluded, has_field
from apidrift.rules._members import both_classes
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a class has a new field that is not passed to its constructor."""
    both = both_classes(pair)
    if both and both[0].flavour is both[1].flavour and both[1].flavour is not Flavour.TYPEDDICT:
        for each in both[1].fields:
            if not has_field(both[0], each.name) and excluded(both[1], each.name):
                yield fact(pair, "AD613", subject=each.keyword, new=render_parameter(each))


RULE = Rule(
    code="AD613",
    name="field-added",
    title="field added that is no argument",
    aspect=Aspect.CONSTRUCTOR,
    action=Action.ADDED,
    check=check,
    explains=frozenset({Failure.WRONG_RESULT}),
    relevance=Relevance.NEVER,
    remedy="sometimes",
    mirror="field-removed",
)
