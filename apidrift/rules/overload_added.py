"""A new overload.

## What it reports

A `typing.overload` signature that the old version did not declare.

## Why it breaks callers

It does not break.

## When it does not

Always.

## Example

```python
# prov, old
from typing import Any, overload


@overload
def f(x: int) -> int: ...
@overload
def f(x: str) -> str: ...
def f(x: Any) -> Any: return x
```

```python
# prov, new
from typing import Any, overload


@overload
def f(x: int) -> int: ...
@overload
def f(x: str) -> str: ...
@overload
def f(x: bytes) -> bytes: ...
def f(x: Any) -> Any: return x
```

```python
# consumer
from prov import f

f("a")
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
from apidrift.model.symbols import Function
from apidrift.rules._facts import fact
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a new overload."""
    if isinstance(pair.old, Function) and isinstance(pair.new, Function):
        known = {str(each) for each in pair.old.overloads} or {str(pair.old.signature)}
        for each in pair.new.overloads:
            if str(each) not in known:
                yield fact(pair, "AD318", subject=str(each), new=str(each))


RULE = Rule(
    code="AD318",
    name="overload-added",
    title="overload added",
    aspect=Aspect.PARAMETER,
    action=Action.ADDED,
    check=check,
    relevance=Relevance.NEVER,
    remedy="never",
    mirror="overload-removed",
)
