"""A read-only attribute can be set.

## What it reports

A property without a setter that has one, or is a plain attribute, in the new version.

## Why it breaks callers

It does not break.

## When it does not

Always.

## Example

```python
# prov, old
class C:
    @property
    def size(self): return 1
```

```python
# prov, new
class C:
    def __init__(self): self.size = 1
```

```python
# consumer
from prov import C

C().size
```

Outcome: silent

## Remedy

None needed.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Relevance
from apidrift.rules._facts import fact, is_property, writable
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a read-only attribute can be set."""
    if is_property(pair.old) and not writable(pair.old) and writable(pair.new):
        yield fact(pair, "AD509", old="read-only property", new="can be set")


RULE = Rule(
    code="AD509",
    name="attribute-became-writable",
    title="attribute can be set now",
    aspect=Aspect.ATTRIBUTE,
    action=Action.CHANGED,
    check=check,
    relevance=Relevance.NEVER,
    remedy="never",
    mirror="attribute-became-read-only",
)
