"""A parameter's annotation admits more values.

## What it reports

A parameter whose annotation gained an alternative.

## Why it breaks callers

It does not break a caller. An override of the function may be handed values it does not expect.

## When it does not

The consumer only calls it.

## Example

```python
# prov, old
def f(size: int): return size
```

```python
# prov, new
def f(size: int | None): return size
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
from apidrift.rules._facts import fact
from apidrift.rules._parameters import both_types
from apidrift.rules._rule import Rule
from apidrift.rules._views import signatures

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a parameter's annotation admits more values."""
    views = signatures(pair)
    for before, after in views.shared if views else ():
        old, new = both_types(before, after)
        if old and old < new:
            yield fact(pair, "AD320", subject=after.keyword, old=before.annotation, new=after.annotation)


RULE = Rule(
    code="AD320",
    name="parameter-type-widened",
    title="parameter accepts more",
    aspect=Aspect.PARAMETER,
    action=Action.CHANGED,
    check=check,
    explains=frozenset({Failure.BAD_OVERRIDE}),
    relevance=Relevance.NEVER,
    remedy="never",
    mirror="parameter-type-narrowed",
)
