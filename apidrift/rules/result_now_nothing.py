"""A call gives back nothing.

## What it reports

A function that returned something and returns None now, by its annotation or by its body.

## Why it breaks callers

Whatever is done with the result is done to None: `AttributeError` or `TypeError`, or a test that is always false.

## When it does not

The result is not used.

## Example

```python
# prov, old
def run(): return [1]
```

```python
# prov, new
def run(): pass
```

```python
# consumer
from prov import run

run()[0]
```

Outcome: `TypeError: 'NoneType' object is not subscriptable`

## Remedy

Find out where the result is to be had now.

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
    """Yield a change where a call gives back nothing."""
    found = results(pair)
    if found is not None and found.nothing:
        yield fact(pair, "AD409", old=found.old_text, new=found.new_text)


RULE = Rule(
    code="AD409",
    name="result-now-nothing",
    title="returns nothing any more",
    aspect=Aspect.RESULT,
    action=Action.REMOVED,
    check=check,
    explains=ON_USE,
    relevance=Relevance.RESULT,
    weight=3,
    remedy="sometimes",
    mirror="result-added",
)
