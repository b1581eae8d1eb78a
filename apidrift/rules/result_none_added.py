"""A call may give back None.

## What it reports

A function whose result did not allow None and does now.

## Why it breaks callers

The first attribute or item taken from the result raises `AttributeError: 'NoneType' object has no attribute …` or
`TypeError` where the answer is None.

## When it does not

The consumer tests the result first. The result is not used.

## Example

```python
# prov, old
def name() -> str: return 'a'
```

```python
# prov, new
from typing import Optional


def name() -> Optional[str]: return None
```

```python
# consumer
from prov import name

name().upper()
```

Outcome: `AttributeError: 'NoneType' object has no attribute 'upper'`

## Remedy

Handle None.

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
    """Yield a change where a call may give back None."""
    found = results(pair)
    if found is not None and found.none_added:
        yield fact(pair, "AD402", old=found.old_text, new=found.new_text)


RULE = Rule(
    code="AD402",
    name="result-none-added",
    title="result may be None now",
    aspect=Aspect.RESULT,
    action=Action.CHANGED,
    check=check,
    explains=ON_USE,
    relevance=Relevance.RESULT,
    remedy="sometimes",
    mirror="result-type-narrowed",
)
