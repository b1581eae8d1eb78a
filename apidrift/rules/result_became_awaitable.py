"""A call gives back an awaitable.

## What it reports

A plain function whose result became an awaitable: a coroutine, a future, a task.

## Why it breaks callers

The result itself is not there yet; everything done with it fails or is done to the awaitable.

## When it does not

`async def` functions: that is `became-async`.

## Example

```python
# prov, old
def fetch() -> list[int]: return [1]
```

```python
# prov, new
from collections.abc import Awaitable


async def later(): return [1]


def fetch() -> Awaitable[list[int]]: return later()
```

```python
# consumer
from prov import fetch

result = fetch()
result[0]
```

Outcome: `TypeError: 'coroutine' object is not subscriptable`

## Remedy

Await the result.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.rules._facts import fact
from apidrift.rules._failures import ON_USE
from apidrift.rules._results import results
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a call gives back an awaitable."""
    found = results(pair)
    if found is not None and found.became_awaitable:
        yield fact(pair, "AD405", old=found.old_text, new=found.new_text)


RULE = Rule(
    code="AD405",
    name="result-became-awaitable",
    title="result must be awaited now",
    aspect=Aspect.RESULT,
    action=Action.CHANGED,
    check=check,
    explains=ON_USE | {Failure.NEVER_AWAITED},
    relevance=Relevance.RESULT,
    remedy="sometimes",
    mirror="result-type-changed",
)
