"""A function must not be awaited any more.

## What it reports

An `async def` function or method that is a plain one in the new version.

## Why it breaks callers

`await` of its result raises `TypeError: object … can't be used in 'await' expression`.

## When it does not

The plain function returns an awaitable itself.

## Example

```python
# prov, old
async def fetch(): return [1]
```

```python
# prov, new
def fetch(): return [1]
```

```python
# consumer
import asyncio

from prov import fetch


async def main(): return await fetch()


asyncio.run(main())
```

Outcome: `TypeError: object list can't be used in 'await' expression`

## Remedy

Drop the `await`.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.rules._facts import fact
from apidrift.rules._members import both_functions
from apidrift.rules._results import RESULT_RULES
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a function must not be awaited any more."""
    both = both_functions(pair)
    if both and both[0].is_async and not both[1].is_async:
        yield fact(pair, "AD208", old="async def", new="def")


RULE = Rule(
    code="AD208",
    name="became-sync",
    title="no longer a coroutine function",
    aspect=Aspect.KIND,
    action=Action.CHANGED,
    check=check,
    explains=frozenset(
        {Failure.NOT_AWAITABLE, Failure.WRONG_RESULT, Failure.NOT_A_CONTEXT_MANAGER, Failure.BAD_OVERRIDE}
    ),
    relevance=Relevance.NEVER,
    remedy="always",
    mirror="became-async",
    claims=RESULT_RULES,
)
