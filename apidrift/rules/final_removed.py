"""A class or method may be extended now.

## What it reports

A class, method or value that was declared final and is not any more.

## Why it breaks callers

It does not break.

## When it does not

Always.

## Example

```python
# prov, old
from typing import final


@final
class C: ...
```

```python
# prov, new
class C: ...
```

```python
# consumer
from prov import C

C()
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
from apidrift.rules._facts import fact
from apidrift.rules._hierarchy import is_final
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a class or method may be extended now."""
    if is_final(pair.old) and not is_final(pair.new) and pair.new is not None:
        yield fact(pair, "AD707", old="final")


RULE = Rule(
    code="AD707",
    name="final-removed",
    title="no longer declared final",
    aspect=Aspect.HIERARCHY,
    action=Action.REMOVED,
    check=check,
    relevance=Relevance.NEVER,
    remedy="never",
    mirror="final-added",
)
