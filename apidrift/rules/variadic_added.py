"""`*args` or `**kwargs` was added.

## What it reports

A callable that now takes any number of positional arguments, or any keyword.

## Why it breaks callers

It does not break a caller: but a misspelt or outdated keyword is no longer found out. A replacement or override
written for the old signature may be called with more than it takes.

## When it does not

The consumer only calls it, with arguments that have parameters of their own.

## Example

```python
# prov, old
def f(a): return a
```

```python
# prov, new
def f(a, **options): return a
```

```python
# consumer
from prov import f

f(1)
```

Outcome: silent

## Remedy

None needed for callers.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
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
    """Yield a change where `*args` or `**kwargs` was added."""
    views = signatures(pair)
    for each in VARIADIC if views else ():
        assert views is not None
        after = variadic(views.new.signature, each)
        if after is not None and variadic(views.old.signature, each) is None:
            yield fact(pair, "AD311", subject=after.name, new=render_parameter(after))


RULE = Rule(
    code="AD311",
    name="variadic-added",
    title="arbitrary arguments accepted",
    aspect=Aspect.PARAMETER,
    action=Action.ADDED,
    check=check,
    explains=frozenset({Failure.BAD_OVERRIDE}),
    relevance=Relevance.NEVER,
    remedy="never",
    mirror="variadic-removed",
)
