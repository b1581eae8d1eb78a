"""A parameter can be passed in more ways.

## What it reports

A keyword-only or positional-only parameter that can be passed both ways now.

## Why it breaks callers

It does not break a caller; where a keyword-only parameter became positional, too many positional arguments are no
longer found out.

## When it does not

Always, for calls that ran.

## Example

```python
# prov, old
def f(a, *, b=1): return a
```

```python
# prov, new
def f(a, b=1): return a
```

```python
# consumer
from prov import f

f(1, b=2)
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
    """Yield a change where a parameter can be passed in more ways."""
    views = signatures(pair)
    for before, after in views.shared if views else ():
        if after.kind is ParameterKind.POSITIONAL_OR_KEYWORD and before.kind is not after.kind:
            yield fact(pair, "AD319", subject=after.keyword, old=KINDS[before.kind], new=KINDS[after.kind])


RULE = Rule(
    code="AD319",
    name="parameter-kind-relaxed",
    title="parameter can be passed in more ways",
    aspect=Aspect.PARAMETER,
    action=Action.CHANGED,
    check=check,
    relevance=Relevance.NEVER,
    remedy="never",
    mirror="parameter-became-keyword-only",
)
