"""A name is gone and one of the same shape stands in its module.

## What it reports

A name that a module no longer offers while the same module gained exactly one name of the same public shape
(parameters, members, kind).

## Why it breaks callers

The old import raises `ImportError`; nothing but the name is wrong.

## When it does not

Another module offers the old name: that is `name-moved`. Several candidates: none is stated.

## Example

```python
# prov, old
def make_thing(width, height, depth=1): return (width, height, depth)
```

```python
# prov, new
def build_thing(width, height, depth=1): return (width, height, depth)
```

```python
# consumer
from prov import make_thing

make_thing(1, 2)
```

Outcome: `ImportError: cannot import name 'make_thing' from 'prov'`

## Remedy

Use the new name.

## Known gaps

Short signatures look alike by chance; the score stays below that of a move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure
from apidrift.rules._facts import fact
from apidrift.rules._moves import best_move, best_rename, lost, same_shape
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a name is gone and one of the same shape stands in its module."""
    if not lost(pair) or pair.old_is_module or best_move(pair) is not None:
        return
    twin, name = best_rename(pair), same_shape(pair)
    path = twin.path if twin else f"{pair.new_missing.at}.{name}" if name and pair.new_missing else ""
    if path:
        score = twin.score if twin else 0.6
        yield fact(pair, "AD111", symbol=pair.path, old=pair.path, new=path, moved_to=path, score=score)


RULE = Rule(
    code="AD111",
    name="name-renamed",
    title="name renamed",
    aspect=Aspect.EXISTENCE,
    action=Action.RENAMED,
    check=check,
    explains=frozenset({Failure.MISSING_NAME, Failure.MISSING_ATTRIBUTE}),
    remedy="always",
    mirror="A rename has no opposite; renaming back is a rename.",
    claims=frozenset({"name-removed", "private-name-removed"}),
)
