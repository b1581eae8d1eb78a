"""A parameter has another name.

## What it reports

A parameter that is gone while one of the same type (or, without annotations, of the same default) was added in its
place.

## Why it breaks callers

Passed by the old keyword, it raises `TypeError: … got an unexpected keyword argument`; with `**kwargs` there it is
swallowed instead.

## When it does not

The argument is passed positionally. The parameter is positional-only: its name is nobody's business.

## Example

```python
# prov, old
def f(width, height): return width
```

```python
# prov, new
def f(size, height): return size
```

```python
# consumer
from prov import f

f(width=1, height=2)
```

Outcome: `TypeError: f() got an unexpected keyword argument 'width'`

## Remedy

Use the new keyword, or pass the argument positionally where both versions allow it.

## Known gaps

A removal and an addition in one place that look alike are taken for a rename.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.model.signature import render_parameter
from apidrift.rules._facts import fact
from apidrift.rules._parameters import renames
from apidrift.rules._rule import Rule
from apidrift.rules._views import signatures, still_taken

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a parameter has another name."""
    views = signatures(pair)
    if views is None:
        return
    taken = still_taken(pair)
    for before, after in renames(views):
        if before.keyword in taken:
            continue  # the old name is handed on
        yield fact(
            pair,
            "AD303",
            subject=before.keyword,
            old=render_parameter(before),
            new=render_parameter(after),
            moved_to=after.keyword,
            score=0.9 if before.annotation else 0.7,
        )


RULE = Rule(
    code="AD303",
    name="parameter-renamed",
    title="parameter renamed",
    aspect=Aspect.PARAMETER,
    action=Action.RENAMED,
    check=check,
    explains=frozenset({Failure.UNEXPECTED_KEYWORD, Failure.MISSING_ARGUMENT, Failure.FORBIDDEN_EXTRA}),
    relevance=Relevance.SWALLOWED,
    weight=3,
    remedy="always",
    mirror="A rename has no opposite; renaming back is a rename.",
    claims=frozenset(
        {
            "parameter-removed",
            "parameter-removed-swallowed",
            "parameter-added-required",
            "parameter-added-optional",
            "parameter-inserted",
        }
    ),
)
