"""A function sorts its result, or no longer does.

## What it reports

A function that returns a list on every path and whose new body ends in `sorted(…)` where the old one did not, or the
reverse.

## Why it breaks callers

A consumer that goes by position, or pairs the items with its own, gets others: silent.

## When it does not

The result is not gone through, indexed, unpacked or compared.

## Example

```python
# prov, old
def rows(xs): return [x for x in xs]
```

```python
# prov, new
def rows(xs): return sorted(xs)
```

```python
# consumer
from prov import rows

assert rows([3, 1]) == [3, 1]
```

Outcome: `AssertionError`

## Remedy

Find items by their keys, not by their places.

## Known gaps

An order that comes from further down is not seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Relevance
from apidrift.rules._bodies import reordered
from apidrift.rules._facts import fact
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a function sorts its result, or no longer does."""
    order = reordered(pair)
    if order is not None:
        yield fact(pair, "AD034", old=order[0], new=order[1])


RULE = Rule(
    code="AD034",
    name="result-reordered",
    title="result in another order",
    aspect=Aspect.BEHAVIOUR,
    action=Action.CHANGED,
    check=check,
    relevance=Relevance.RESULT,
    weight=3,
    remedy="sometimes",
    mirror="Sorting no longer is the same change.",
)
