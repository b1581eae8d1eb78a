"""A name that the old version lacked is there.

## What it reports

A name the consumer names (under a guard, or for another version) that only the new version has.

## Why it breaks callers

It does not break: it may mend, or make the code behind a guard run for the first time.

## When it does not

Names the consumer does not name are not reported; new members of classes are `attribute-added`.

## Example

```python
# prov, old
LIMIT = 1
```

```python
# prov, new
LIMIT = 1


def f(): return 1
```

```python
# consumer
try:
    from prov import f
except ImportError:
    f = None
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
from apidrift.model.surface import Gap
from apidrift.rules._facts import fact, kind
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a name that the old version lacked is there."""
    gap = pair.old_missing.gap if pair.old_missing else None
    if gap is not None and gap is not Gap.MEMBER and (pair.new is not None or pair.new_external):
        yield fact(pair, "AD109", symbol=pair.path, new=kind(pair.new) or pair.new_external)


RULE = Rule(
    code="AD109",
    name="name-added",
    title="name added",
    aspect=Aspect.EXISTENCE,
    action=Action.ADDED,
    check=check,
    relevance=Relevance.NEVER,
    remedy="never",
    mirror="name-removed",
)
