"""A call gives back an object where it gave a mapping, or the reverse.

## What it reports

A function whose result was a dict or other mapping and is of some class now, or the reverse.

## Why it breaks callers

`result['key']` raises `TypeError: … is not subscriptable`, `result.key` raises `AttributeError`.

## When it does not

The new class supports item access.

## Example

```python
# prov, old
def info() -> dict: return {'a': 1}
```

```python
# prov, new
class Info:
    a = 1


def info() -> Info: return Info()
```

```python
# consumer
from prov import info

info()['a']
```

Outcome: `TypeError: 'Info' object is not subscriptable`

## Remedy

Use attributes for keys, or the reverse.

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
    """Yield a change where a call gives back an object where it gave a mapping, or the reverse."""
    found = results(pair)
    if found is not None and found.mapping_changed:
        yield fact(pair, "AD408", old=found.old_text, new=found.new_text)


RULE = Rule(
    code="AD408",
    name="result-mapping-changed",
    title="result is an object instead of a mapping",
    aspect=Aspect.RESULT,
    action=Action.CHANGED,
    check=check,
    explains=ON_USE,
    relevance=Relevance.RESULT,
    remedy="sometimes",
    mirror="Changing back is the same change.",
)
