"""A value that states the version is another one.

## What it reports

`__version__` and its like: module variables whose purpose is to differ from release to release.

## Why it breaks callers

A version gate that compares it decides otherwise; that is what it is for.

## When it does not

The gate is written for both versions.

## Example

```python
# prov, old
__version__ = '1.0'
```

```python
# prov, new
__version__ = '2.0'
```

```python
# consumer
from prov import __version__

assert __version__ == '1.0'
```

Outcome: `AssertionError`

## Remedy

Compare parsed versions with an order, not with equality.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.rules._facts import fact
from apidrift.rules._members import VERSIONS, both_values
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a value that states the version is another one."""
    both = both_values(pair)
    if both is None or pair.path.rpartition(".")[2] not in VERSIONS:
        return
    old, new = (each.value or each.spelled for each in both)
    if old != new:
        yield fact(pair, "AD513", old=old, new=new)


RULE = Rule(
    code="AD513",
    name="version-changed",
    title="version changed",
    aspect=Aspect.ATTRIBUTE,
    action=Action.CHANGED,
    check=check,
    explains=frozenset({Failure.WRONG_RESULT}),
    relevance=Relevance.NEVER,
    remedy="never",
    mirror="Changing back is the same change.",
)
