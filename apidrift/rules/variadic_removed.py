"""`*args` or `**kwargs` is gone.

## What it reports

A callable that took any number of positional arguments, or any keyword, and no longer does.

## Why it breaks callers

What used to disappear in `*args` or `**kwargs` raises `TypeError` now.

## When it does not

All arguments of the call have parameters of their own.

## Example

```python
# prov, old
def f(**options): return options
```

```python
# prov, new
def f(): return {}
```

```python
# consumer
from prov import f

f(x=1)
```

Outcome: `TypeError: f() got an unexpected keyword argument 'x'`

## Remedy

Drop the argument, or use the parameter that replaced it.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure
from apidrift.model.signature import VARIADIC, render_parameter
from apidrift.rules._facts import fact
from apidrift.rules._parameters import variadic
from apidrift.rules._rule import Rule
from apidrift.rules._views import signatures

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where `*args` or `**kwargs` is gone."""
    views = signatures(pair)
    for each in VARIADIC if views else ():
        assert views is not None
        before = variadic(views.old.signature, each)
        if before is not None and variadic(views.new.signature, each) is None:
            yield fact(pair, "AD310", subject=before.name, old=render_parameter(before))


RULE = Rule(
    code="AD310",
    name="variadic-removed",
    title="arbitrary arguments no longer accepted",
    aspect=Aspect.PARAMETER,
    action=Action.REMOVED,
    check=check,
    explains=frozenset({Failure.UNEXPECTED_KEYWORD, Failure.TOO_MANY_POSITIONAL, Failure.FORBIDDEN_EXTRA}),
    remedy="sometimes",
    mirror="variadic-added",
)
