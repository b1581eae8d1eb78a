"""A function must be awaited now.

## What it reports

A plain function or method that is `async def` in the new version.

## Why it breaks callers

The call returns a coroutine that nobody awaits: the work is not done, and the result is of no use to the caller.

## When it does not

The caller awaits the result already.

## Example

```python
# prov, old
def fetch(): return [1]
```

```python
# prov, new
async def fetch(): return [1]
```

```python
# consumer
from prov import fetch

result = fetch()
result[0]
```

Outcome: `TypeError: 'coroutine' object is not subscriptable`

## Remedy

Await the call, or run it with `asyncio.run`.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.rules._facts import fact
from apidrift.rules._failures import ON_USE
from apidrift.rules._members import both_functions
from apidrift.rules._results import RESULT_RULES
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a function must be awaited now."""
    both = both_functions(pair)
    if both and both[1].is_async and not both[0].is_async:
        yield fact(pair, "AD207", old="def", new="async def")


RULE = Rule(
    code="AD207",
    name="became-async",
    title="became a coroutine function",
    aspect=Aspect.KIND,
    action=Action.CHANGED,
    check=check,
    explains=ON_USE | {Failure.NEVER_AWAITED, Failure.BAD_OVERRIDE},
    relevance=Relevance.ANY,
    remedy="sometimes",
    mirror="became-sync",
    claims=RESULT_RULES,
)
