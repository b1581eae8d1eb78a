"""A parameter is gone, and its keyword is taken without complaint.

## What it reports

A parameter that the new version does not have, while `**kwargs`, or a model that ignores extra fields, still
accepts the keyword.

## Why it breaks callers

The call runs and the value is ignored, or handed on to something else: silent.

## When it does not

The call does not pass it by keyword.

## Example

```python
# prov, old
def f(a, scale=1): return a * scale
```

```python
# prov, new
def f(a, **kwargs): return a
```

```python
# consumer
from prov import f

assert f(2, scale=3) == 6
```

Outcome: `AssertionError`

## Remedy

Drop the argument, and find out where the setting went.

## Known gaps

A function that only hands its `**kwargs` on is not followed further than one call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.model.signature import render_parameter
from apidrift.model.symbols import Class
from apidrift.rules._facts import fact, uncertain
from apidrift.rules._rule import Rule
from apidrift.rules._views import signatures, still_taken

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a parameter is gone, and its keyword is taken without complaint."""
    views = signatures(pair)
    if views is None or not views.new.swallows or _made_elsewhere(pair):
        return
    for parameter in views.removed:
        if parameter.keyword in views.old.named and parameter.keyword not in still_taken(pair):
            yield fact(pair, "AD302", subject=parameter.keyword, old=render_parameter(parameter))


def _made_elsewhere(pair: Pair) -> bool:
    """Whether the constructor is now made by code not read: what it does with a keyword is not known."""
    return isinstance(pair.new, Class) and bool(uncertain(pair.new)) and not uncertain(pair.old)


RULE = Rule(
    code="AD302",
    name="parameter-removed-swallowed",
    title="parameter removed but still accepted",
    aspect=Aspect.PARAMETER,
    action=Action.REMOVED,
    check=check,
    explains=frozenset({Failure.WRONG_RESULT}),
    relevance=Relevance.SWALLOWED,
    weight=3,
    remedy="sometimes",
    mirror="parameter-added-optional",
)
