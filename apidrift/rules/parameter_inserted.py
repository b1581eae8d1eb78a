"""A new parameter stands before ones that were there.

## What it reports

A positional parameter that was added before parameters the old version already had.

## Why it breaks callers

Positional arguments for the ones behind it land one place too early: silently, if the types allow it.

## When it does not

Those parameters are passed by keyword, or not at all.

## Example

```python
# prov, old
def f(a, flag=False): return flag
```

```python
# prov, new
def f(a, size=1, flag=False): return flag
```

```python
# consumer
from prov import f

assert f(1, True) is True
```

Outcome: `AssertionError`

## Remedy

Pass the arguments from there on by keyword; that is right for both versions.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.model.signature import render_parameter
from apidrift.rules._facts import fact
from apidrift.rules._parameters import insertions, ordinal
from apidrift.rules._rule import Rule
from apidrift.rules._views import signatures

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a new parameter stands before ones that were there."""
    views = signatures(pair)
    for parameter in insertions(views) if views else ():
        assert views is not None
        place = views.new.position(parameter.name) or 0
        yield fact(
            pair, "AD307", subject=parameter.keyword, new=f"{ordinal(place)} parameter {render_parameter(parameter)}"
        )


RULE = Rule(
    code="AD307",
    name="parameter-inserted",
    title="parameter inserted before others",
    aspect=Aspect.PARAMETER,
    action=Action.ADDED,
    check=check,
    explains=frozenset(
        {Failure.MULTIPLE_VALUES, Failure.BAD_ARGUMENT, Failure.TOO_MANY_POSITIONAL, Failure.MISSING_ARGUMENT}
    ),
    relevance=Relevance.SHIFTED,
    weight=3,
    remedy="always",
    mirror="parameter-removed",
)
