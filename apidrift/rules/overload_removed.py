"""An overload is gone.

## What it reports

A `typing.overload` signature of the old version that the new one does not declare.

## Why it breaks callers

The combination of arguments it described is no longer promised; the implementation may refuse it.

## When it does not

The call fits one of the overloads that are left. The remaining single signature says the same.

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
def f(x: int) -> int:
    if not isinstance(x, int):
        raise TypeError("x must be an int")
    return x
```

```python
# consumer
from prov import f

f("a")
```

Outcome: `TypeError: x must be an int`

## Remedy

Use a combination of arguments that is still declared.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.model.symbols import Function
from apidrift.rules._facts import fact
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where an overload is gone."""
    if isinstance(pair.old, Function) and isinstance(pair.new, Function):
        kept = {str(each) for each in pair.new.overloads} or {str(pair.new.signature)}
        for each in pair.old.overloads:
            if str(each) not in kept:
                yield fact(pair, "AD314", subject=str(each), old=str(each))


RULE = Rule(
    code="AD314",
    name="overload-removed",
    title="overload removed",
    aspect=Aspect.PARAMETER,
    action=Action.REMOVED,
    check=check,
    explains=frozenset({Failure.NO_OVERLOAD, Failure.BAD_ARGUMENT}),
    relevance=Relevance.NEVER,
    remedy="sometimes",
    mirror="overload-added",
)
