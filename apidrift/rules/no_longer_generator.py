"""A generator function returns instead of yielding.

## What it reports

A generator function whose new body does not yield.

## Why it breaks callers

`next()`, `send()` and `close()` on the result fail, and all work is done at once.

## When it does not

The result is iterated, and the function returns something to iterate over.

## Example

```python
# prov, old
def rows(): yield 1
```

```python
# prov, new
def rows(): return [1]
```

```python
# consumer
from prov import rows

next(rows())
```

Outcome: `TypeError: 'list' object is not an iterator`

## Remedy

Wrap the call in `iter(…)`; that is right for both versions.

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
    """Yield a change where a generator function returns instead of yielding."""
    both = both_functions(pair)
    if both and both[0].is_generator and not both[1].is_generator and not both[0].context_manager:
        yield fact(pair, "AD210", old="generator", new="function")


RULE = Rule(
    code="AD210",
    name="no-longer-generator",
    title="no longer a generator",
    aspect=Aspect.KIND,
    action=Action.CHANGED,
    check=check,
    explains=frozenset(
        {Failure.MISSING_SPECIAL_METHOD, Failure.NOT_ITERABLE, Failure.MISSING_ATTRIBUTE, Failure.WRONG_RESULT}
    ),
    relevance=Relevance.RESULT,
    remedy="always",
    mirror="became-generator",
    claims=RESULT_RULES,
)
