"""A constant has another value.

## What it reports

A module variable or class attribute whose value, as far as it can be evaluated from the source, differs.

## Why it breaks callers

Code that compares with it, stores it or repeats it elsewhere does something else: silent.

## When it does not

The consumer passes it back to the provider only. Values that are versions or counters of the provider are meant to
change.

## Example

```python
# prov, old
LIMIT = 1
```

```python
# prov, new
LIMIT = 2
```

```python
# consumer
from prov import LIMIT

assert LIMIT == 1
```

Outcome: `AssertionError`

## Remedy

Check where the consumer relies on the value.

## Known gaps

Long displays are compared by hash; values computed at run time are not compared. `__version__` and its like are
`version-changed`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.rules._facts import fact
from apidrift.rules._members import VERSIONS, both_values, is_enum
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a constant has another value."""
    both = both_values(pair)
    if both is None or pair.path.rpartition(".")[2] in VERSIONS or is_enum(pair.old_owner):
        return
    old, new = (each.value or each.spelled for each in both)
    if old and new and old != new and bool(both[0].value) is bool(both[1].value):
        yield fact(pair, "AD505", old=old, new=new)


RULE = Rule(
    code="AD505",
    name="constant-value-changed",
    title="value changed",
    aspect=Aspect.ATTRIBUTE,
    action=Action.CHANGED,
    check=check,
    explains=frozenset({Failure.WRONG_RESULT, Failure.MISSING_KEY}),
    relevance=Relevance.READ,
    remedy="never",
    mirror="Changing back is the same change.",
)
