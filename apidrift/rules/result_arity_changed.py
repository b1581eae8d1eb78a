"""A call gives back more or fewer values.

## What it reports

A function that returns a tuple of another length, or a tuple instead of a single value, or the reverse; by its
annotation, or by its return statements.

## Why it breaks callers

Unpacking raises `ValueError: too many values to unpack` or `not enough values to unpack`; an index means another
value; a tuple is true where a single value was not.

## When it does not

The result is not used.

## Example

```python
# prov, old
def bounds(): return 1, 2
```

```python
# prov, new
def bounds(): return 1, 2, 3
```

```python
# consumer
from prov import bounds

low, high = bounds()
```

Outcome: `ValueError: too many values to unpack (expected 2)`

## Remedy

Unpack as many values as there are now; `low, high, *_ = …` is right for both versions where values were added at
the end.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Relevance
from apidrift.rules._facts import fact
from apidrift.rules._failures import ON_USE
from apidrift.rules._results import results
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a call gives back more or fewer values."""
    found = results(pair)
    if found is not None and found.arity is not None:
        old, new = found.arity
        yield fact(pair, "AD403", old=found.old_text or str(old), new=found.new_text or str(new))


RULE = Rule(
    code="AD403",
    name="result-arity-changed",
    title="result is a tuple of another length",
    aspect=Aspect.RESULT,
    action=Action.CHANGED,
    check=check,
    explains=ON_USE,
    relevance=Relevance.RESULT,
    weight=3,
    remedy="sometimes",
    mirror="Changing back is the same change.",
)
