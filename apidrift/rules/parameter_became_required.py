"""A parameter lost its default.

## What it reports

A parameter that had a default and has none any more.

## Why it breaks callers

A call that leaves it out raises `TypeError: … missing 1 required … argument` (pydantic: `ValidationError: Field
required`).

## When it does not

The call passes it.

## Example

```python
# prov, old
def f(a, b=1): return a
```

```python
# prov, new
def f(a, b): return a
```

```python
# consumer
from prov import f

f(1)
```

Outcome: `TypeError: f() missing 1 required positional argument: 'b'`

## Remedy

Pass the default it last had.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure
from apidrift.model.signature import render_parameter
from apidrift.rules._facts import fact
from apidrift.rules._rule import Rule
from apidrift.rules._views import signatures

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a parameter lost its default."""
    views = signatures(pair)
    for before, after in views.shared if views else ():
        if after.required and not before.required:
            yield fact(
                pair,
                "AD305",
                subject=after.keyword,
                old=render_parameter(before),
                new=render_parameter(after),
            )


RULE = Rule(
    code="AD305",
    name="parameter-became-required",
    title="parameter became required",
    aspect=Aspect.PARAMETER,
    action=Action.CHANGED,
    check=check,
    explains=frozenset({Failure.MISSING_ARGUMENT, Failure.NO_OVERLOAD}),
    remedy="always",
    mirror="parameter-became-optional",
)
