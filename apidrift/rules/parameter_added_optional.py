"""A new parameter with a default.

## What it reports

A parameter that the old version did not have and that need not be passed.

## Why it breaks callers

It does not break a caller. An override or replacement of the function may be called with it.

## When it does not

It stands before others: then `parameter-inserted` speaks of positional callers.

## Example

```python
# prov, old
def f(a): return a
```

```python
# prov, new
def f(a, b=1): return a
```

```python
# consumer
from prov import f

f(1)  # not reported: b has a default
```

Outcome: silent

## Remedy

None needed.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.model.signature import render_parameter
from apidrift.rules._facts import fact
from apidrift.rules._rule import Rule
from apidrift.rules._views import signatures

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a new parameter with a default."""
    views = signatures(pair)
    for parameter in views.added if views else ():
        if not parameter.required:
            yield fact(pair, "AD315", subject=parameter.keyword, new=render_parameter(parameter))


RULE = Rule(
    code="AD315",
    name="parameter-added-optional",
    title="optional parameter added",
    aspect=Aspect.PARAMETER,
    action=Action.ADDED,
    check=check,
    explains=frozenset({Failure.BAD_OVERRIDE}),
    relevance=Relevance.NEVER,
    remedy="never",
    mirror="parameter-removed",
)
