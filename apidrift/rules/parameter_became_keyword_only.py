"""A parameter can no longer be passed positionally.

## What it reports

A parameter that could be passed positionally and is keyword-only now.

## Why it breaks callers

Passed positionally, it raises `TypeError: … takes … positional arguments but … were given`; with `*args` before it,
it disappears in there.

## When it does not

It is passed by keyword, or not at all.

## Example

```python
# prov, old
def f(a, b=1): return a
```

```python
# prov, new
def f(a, *, b=1): return a
```

```python
# consumer
from prov import f

f(1, 2)
```

Outcome: `TypeError: f() takes 1 positional argument but 2 were given`

## Remedy

Pass it by keyword; that is right for both versions, unless the old one was positional-only.

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
from apidrift.rules._views import POSITIONAL, signatures

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a parameter can no longer be passed positionally."""
    views = signatures(pair)
    for before, after in views.shared if views else ():
        if after.kind is ParameterKind.KEYWORD_ONLY and before.kind in POSITIONAL:
            yield fact(pair, "AD308", subject=after.keyword, old=KINDS[before.kind], new=KINDS[after.kind])


RULE = Rule(
    code="AD308",
    name="parameter-became-keyword-only",
    title="parameter became keyword-only",
    aspect=Aspect.PARAMETER,
    action=Action.CHANGED,
    check=check,
    explains=frozenset({Failure.TOO_MANY_POSITIONAL, Failure.MISSING_ARGUMENT}),
    relevance=Relevance.SHIFTED,
    weight=3,
    remedy="always",
    mirror="parameter-kind-relaxed",
)
