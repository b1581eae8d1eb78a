"""A new parameter must be passed.

## What it reports

A parameter without a default that the old version did not have, constructor fields included.

## Why it breaks callers

Every existing call raises `TypeError: … missing 1 required … argument` (pydantic: `ValidationError: Field
required`).

## When it does not

The call hands on a `*iterable` or `**mapping` that may contain it.

## Example

```python
# prov, old
def f(a): return a
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

Pass the argument. Where older versions computed the value themselves, that is the value to pass.

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
    """Yield a change where a new parameter must be passed."""
    views = signatures(pair)
    if views is None:
        return
    for parameter in views.added:
        if parameter.required:
            yield fact(pair, "AD304", subject=parameter.keyword, new=render_parameter(parameter))


RULE = Rule(
    code="AD304",
    name="parameter-added-required",
    title="required parameter added",
    aspect=Aspect.PARAMETER,
    action=Action.ADDED,
    check=check,
    explains=frozenset({Failure.MISSING_ARGUMENT, Failure.NO_OVERLOAD, Failure.BAD_OVERRIDE}),
    remedy="sometimes",
    mirror="parameter-removed",
)
