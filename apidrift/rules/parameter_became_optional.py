"""A parameter got a default.

## What it reports

A parameter that had to be passed and need not be any more.

## Why it breaks callers

It does not break.

## When it does not

Always.

## Example

```python
# prov, old
def f(a, b): return a
```

```python
# prov, new
def f(a, b=1): return a
```

```python
# consumer
from prov import f

f(1, 2)
```

Outcome: silent

## Remedy

None needed.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Relevance
from apidrift.model.signature import render_parameter
from apidrift.rules._facts import fact
from apidrift.rules._rule import Rule
from apidrift.rules._views import signatures

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a parameter got a default."""
    views = signatures(pair)
    for before, after in views.shared if views else ():
        if before.required and not after.required:
            yield fact(
                pair,
                "AD316",
                subject=after.keyword,
                old=render_parameter(before),
                new=render_parameter(after),
            )


RULE = Rule(
    code="AD316",
    name="parameter-became-optional",
    title="parameter became optional",
    aspect=Aspect.PARAMETER,
    action=Action.CHANGED,
    check=check,
    relevance=Relevance.NEVER,
    remedy="never",
    mirror="parameter-became-required",
)
