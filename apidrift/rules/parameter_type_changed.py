"""A parameter's annotation means something else.

## What it reports

A parameter whose annotation differs in meaning, and is neither narrower nor wider than it was; also one that was
added or dropped.

## Why it breaks callers

The value passed may be of a kind the provider no longer works with.

## When it does not

Another spelling of the same type (`Optional[int]` and `int | None`).

## Example

```python
# prov, old
def f(size: int): return size + 1
```

```python
# prov, new
def f(size: str): return size + 'px'
```

```python
# consumer
from prov import f

f(1)
```

Outcome: `TypeError: unsupported operand type(s) for +: 'int' and 'str'`

## Remedy

Pass a value of the new type.

## Known gaps

Annotations are promises, not checks: this explains a failure and announces none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.rules._facts import fact
from apidrift.rules._parameters import both_types
from apidrift.rules._rule import Rule
from apidrift.rules._views import signatures

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a parameter's annotation means something else."""
    views = signatures(pair)
    for before, after in views.shared if views else ():
        old, new = both_types(before, after)
        if old != new and not (old and new and (old < new or new < old)):
            yield fact(pair, "AD317", subject=after.keyword, old=before.annotation, new=after.annotation)


RULE = Rule(
    code="AD317",
    name="parameter-type-changed",
    title="parameter has another type",
    aspect=Aspect.PARAMETER,
    action=Action.CHANGED,
    check=check,
    explains=frozenset({Failure.BAD_ARGUMENT}),
    relevance=Relevance.NEVER,
    remedy="sometimes",
    mirror="A type that changes back is the same change.",
)
