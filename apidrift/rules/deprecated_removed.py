"""The provider takes back the announcement that it will remove something.

## What it reports

A name, function or class that was marked as deprecated and is not any more.

## Why it breaks callers

It does not break.

## When it does not

Always.

## Example

```python
# prov, old
from typing_extensions import deprecated


@deprecated('use g')
def f(): return 1
```

```python
# prov, new
def f(): return 1
```

```python
# consumer
from prov import f

f()
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
from apidrift.rules._hierarchy import announced
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where the provider takes back the announcement that it will remove something."""
    old = pair.old_deprecated or announced(pair.old)
    if old and not (pair.new_deprecated or announced(pair.new)) and pair.new is not None:
        yield fact(pair, "AD904", old=old)


RULE = Rule(
    code="AD904",
    name="deprecated-removed",
    title="no longer deprecated",
    aspect=Aspect.EXCEPTION,
    action=Action.REMOVED,
    check=check,
    relevance=Relevance.NEVER,
    remedy="never",
    mirror="deprecated-added",
)
