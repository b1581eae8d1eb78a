"""A parameter can no longer be passed by keyword.

## What it reports

A parameter that could be passed by keyword and is positional-only now.

## Why it breaks callers

Passed by keyword, it raises `TypeError: … got some positional-only arguments passed as keyword arguments`.

## When it does not

It is passed positionally.

## Example

```python
# prov, old
def f(a): return a
```

```python
# prov, new
def f(a, /): return a
```

```python
# consumer
from prov import f

f(a=1)
```

Outcome: `TypeError: f() got some positional-only arguments passed as keyword arguments: 'a'`

## Remedy

Pass it positionally; that is right for both versions, unless the old one was keyword-only.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.model.signature import ParameterKind
from apidrift.rules._facts import fact
from apidrift.rules._parameters import KINDS
from apidrift.rules._rule import Rule
from apidrift.rules._views import signatures

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a parameter can no longer be passed by keyword."""
    views = signatures(pair)
    for before, after in views.shared if views else ():
        if after.kind is ParameterKind.POSITIONAL_ONLY and before.kind is not ParameterKind.POSITIONAL_ONLY:
            yield fact(pair, "AD309", subject=before.keyword, old=KINDS[before.kind], new=KINDS[after.kind])


RULE = Rule(
    code="AD309",
    name="parameter-became-positional-only",
    title="parameter became positional-only",
    aspect=Aspect.PARAMETER,
    action=Action.CHANGED,
    check=check,
    explains=frozenset({Failure.POSITIONAL_ONLY_KEYWORD, Failure.UNEXPECTED_KEYWORD, Failure.MISSING_ARGUMENT}),
    relevance=Relevance.SWALLOWED,
    weight=3,
    remedy="always",
    mirror="parameter-kind-relaxed",
)
