"""A function yields instead of returning.

## What it reports

A function whose new body yields: the call returns a generator and runs nothing yet.

## Why it breaks callers

A generator cannot be indexed or measured (`TypeError`), it can be iterated once only, and the function's effects
happen while it is iterated, or never.

## When it does not

The caller iterates over the result exactly once.

## Example

```python
# prov, old
def rows(): return [1]
```

```python
# prov, new
def rows(): yield 1
```

```python
# consumer
from prov import rows

rows()[0]
```

Outcome: `TypeError: 'generator' object is not subscriptable`

## Remedy

Wrap the call in `list(…)`; that is right for both versions.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Relevance
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
    """Yield a change where a function yields instead of returning."""
    both = both_functions(pair)
    if both and both[1].is_generator and not both[0].is_generator and not both[1].context_manager:
        yield fact(pair, "AD209", old="function", new="generator")


RULE = Rule(
    code="AD209",
    name="became-generator",
    title="became a generator",
    aspect=Aspect.KIND,
    action=Action.CHANGED,
    check=check,
    explains=ON_USE,
    relevance=Relevance.ANY,
    remedy="always",
    mirror="no-longer-generator",
    claims=RESULT_RULES,
)
