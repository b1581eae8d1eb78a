"""A class lacks a field that was not passed to its constructor.

## What it reports

A field that is gone, and that was no constructor argument (`init=False`). Fields that were arguments are
`parameter-removed`.

## Why it breaks callers

Reading it from an instance raises `AttributeError`.

## When it does not

The consumer does not read it.

## Example

```python
# prov, old
from dataclasses import dataclass, field


@dataclass
class T:
    a: int
    b: int = field(init=False, default=0)
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

T(a=1).b
```

Outcome: `AttributeError: 'T' object has no attribute 'b'`

## Remedy

Use what replaced it.

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
    """Yield a change where a class lacks a field that was not passed to its constructor."""
    both = both_classes(pair)
    if both and both[0].flavour is both[1].flavour and both[0].flavour is not Flavour.TYPEDDICT:
        for each in both[0].fields:
            if not has_field(both[1], each.name) and excluded(both[0], each.name):
                yield fact(pair, "AD614", subject=each.keyword, old=render_parameter(each))


RULE = Rule(
    code="AD614",
    name="field-removed",
    title="field removed that was no argument",
    aspect=Aspect.CONSTRUCTOR,
    action=Action.REMOVED,
    check=check,
    explains=frozenset({Failure.MISSING_ATTRIBUTE}),
    relevance=Relevance.NEVER,
    remedy="sometimes",
    mirror="field-added",
)
