"""A function cannot be entered with `with` any more.

## What it reports

A function that was decorated with `contextlib.contextmanager` (or its async twin) and is not in the new version.

## Why it breaks callers

`with` raises `TypeError: '…' object does not support the context manager protocol`.

## When it does not

What it returns is a context manager itself.

## Example

```python
# prov, old
from contextlib import contextmanager


@contextmanager
def session(): yield [1]
```

```python
# prov, new
def session(): return [1]
```

```python
# consumer
from prov import session

with session() as rows:
    rows[0]
```

Outcome: `TypeError: 'list' object does not support the context manager protocol`

## Remedy

Call it without `with`.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.rules._facts import fact
from apidrift.rules._members import both_functions
from apidrift.rules._results import RESULT_RULES
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a function cannot be entered with `with` any more."""
    both = both_functions(pair)
    if both and both[0].context_manager and not both[1].context_manager:
        yield fact(pair, "AD212", old="context manager", new="function")


RULE = Rule(
    code="AD212",
    name="context-manager-removed",
    title="no longer a context manager",
    aspect=Aspect.KIND,
    action=Action.CHANGED,
    check=check,
    explains=frozenset({Failure.NOT_A_CONTEXT_MANAGER, Failure.WRONG_RESULT}),
    relevance=Relevance.NEVER,
    remedy="sometimes",
    mirror="context-manager-added",
    claims=RESULT_RULES,
)
