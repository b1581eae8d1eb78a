"""A module is gone and found at another path.

## What it reports

A module that the new version has at another path: its name, or what it holds, matches. The score says how sure that
is.

## Why it breaks callers

`import` of the old path raises `ModuleNotFoundError`.

## When it does not

The old path is kept as a shim.

## Example

```python
# prov, old
# file: prov/tools.py
def f(): return 1
```

```python
# prov, new
# file: prov/helpers/__init__.py

# file: prov/helpers/tools.py
def f(): return 1
```

```python
# consumer
from prov.tools import f

f()
```

Outcome: `ModuleNotFoundError: No module named 'prov.tools'`

## Remedy

Import from the new path.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure
from apidrift.rules._facts import fact
from apidrift.rules._moves import best_move, lost
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a module is gone and found at another path."""
    move = best_move(pair)
    if move is not None and pair.old_is_module and lost(pair):
        yield fact(
            pair,
            "AD107",
            symbol=pair.path,
            old=pair.path,
            new=move.path,
            moved_to=move.path,
            score=move.score,
        )


RULE = Rule(
    code="AD107",
    name="module-moved",
    title="module moved",
    aspect=Aspect.EXISTENCE,
    action=Action.MOVED,
    check=check,
    explains=frozenset({Failure.MISSING_MODULE, Failure.MISSING_NAME}),
    remedy="always",
    mirror="A move has no opposite; moving back is a move.",
    claims=frozenset({"module-removed"}),
)
