"""A call gives back a sequence instead of an iterator.

## What it reports

A function whose result was an iterator or iterable and is a list, tuple or other sequence now.

## Why it breaks callers

`next()` on it raises `TypeError`, and all work is done at once.

## When it does not

It is iterated.

## Example

```python
# prov, old
from collections.abc import Iterator


def rows() -> Iterator[int]: return iter([1])
```

```python
# prov, new
def rows() -> list[int]: return [1]
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

from apidrift.model.change import Action, Aspect, Relevance
from apidrift.rules._facts import fact
from apidrift.rules._failures import ON_USE
from apidrift.rules._results import results
from apidrift.rules._rule import Rule
from apidrift.rules._types import ITERATORS, SEQUENCES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a call gives back a sequence instead of an iterator."""
    found = results(pair)
    if found is not None and found.crossed(ITERATORS, SEQUENCES):
        yield fact(pair, "AD407", old=found.old_text, new=found.new_text)


RULE = Rule(
    code="AD407",
    name="result-became-sequence",
    title="result is a sequence instead of an iterator",
    aspect=Aspect.RESULT,
    action=Action.CHANGED,
    check=check,
    explains=ON_USE,
    relevance=Relevance.NEVER,
    remedy="always",
    mirror="result-became-iterator",
)
