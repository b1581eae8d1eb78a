"""A module that the old version lacked is there.

## What it reports

A module the consumer names (under a guard, or for another version) that only the new version has.

## Why it breaks callers

It does not break: it may mend. A guarded import that failed succeeds now, and the code behind it runs for the first
time.

## When it does not

Modules the consumer does not name are not reported.

## Example

```python
# prov, old
LIMIT = 1
```

```python
# prov, new
# file: prov/fast.py
def f(): return 1
# file: prov/__init__.py
LIMIT = 1
```

```python
# consumer
try:
    import prov.fast
except ImportError:
    pass
```

Outcome: silent

## Remedy

None needed; the guard can go once the old version is no longer supported.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Relevance
from apidrift.rules._facts import fact
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a module that the old version lacked is there."""
    if pair.new_is_module and pair.old_missing is not None:
        yield fact(pair, "AD108", symbol=pair.path, new="module")


RULE = Rule(
    code="AD108",
    name="module-added",
    title="module added",
    aspect=Aspect.EXISTENCE,
    action=Action.ADDED,
    check=check,
    relevance=Relevance.NEVER,
    remedy="never",
    mirror="module-removed",
)
