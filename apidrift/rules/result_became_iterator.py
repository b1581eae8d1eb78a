"""A call gives back an iterator instead of a sequence.

## What it reports

A function whose result was a list, tuple or other sequence and is an iterator or iterable now.

## Why it breaks callers

It cannot be indexed or measured (`TypeError`), and a second loop over it finds nothing.

## When it does not

It is iterated once.

## Example

```python
# prov, old
def rows() -> list[int]: return [1]
```

```python
# prov, new
from collections.abc import Iterator


def rows() -> Iterator[int]: return iter([1])
```

```python
# consumer
from prov import rows

rows()[0]
```

Outcome: `TypeError: 'list_iterator' object is not subscriptable`

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
from apidrift.rules._results import results
from apidrift.rules._rule import Rule
from apidrift.rules._types import ITERATORS, SEQUENCES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a call gives back an iterator instead of a sequence."""
    found = results(pair)
    if found is not None and found.crossed(SEQUENCES, ITERATORS):
        yield fact(pair, "AD406", old=found.old_text, new=found.new_text)


RULE = Rule(
    code="AD406",
    name="result-became-iterator",
    title="result can be iterated only once now",
    aspect=Aspect.RESULT,
    action=Action.CHANGED,
    check=check,
    explains=ON_USE,
    relevance=Relevance.RESULT,
    remedy="always",
    mirror="result-became-sequence",
)
