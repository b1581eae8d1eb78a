"""A function must be entered with `with` now.

## What it reports

A function that is decorated with `contextlib.contextmanager` (or its async twin) in the new version.

## Why it breaks callers

The call returns a context manager and runs nothing of the body until it is entered.

## When it does not

The caller uses `with` already.

## Example

```python
# prov, old
def session(): return [1]
```

```python
# prov, new
from contextlib import contextmanager


@contextmanager
def session(): yield [1]
```

```python
# consumer
from prov import session

session()[0]
```

Outcome: `TypeError: '_GeneratorContextManager' object is not subscriptable`

## Remedy

Enter the call with `with`.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Relevance
from apidrift.rules._facts import fact
from apidrift.rules._failures import ON_USE
from apidrift.rules._members import both_functions
from apidrift.rules._results import RESULT_RULES
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a function must be entered with `with` now."""
    both = both_functions(pair)
    if both and both[1].context_manager and not both[0].context_manager:
        yield fact(pair, "AD211", old="function", new="context manager")


RULE = Rule(
    code="AD211",
    name="context-manager-added",
    title="became a context manager",
    aspect=Aspect.KIND,
    action=Action.CHANGED,
    check=check,
    explains=ON_USE,
    relevance=Relevance.ANY,
    remedy="sometimes",
    mirror="context-manager-removed",
    claims=RESULT_RULES,
)
