"""A name is gone from its module and found in another.

## What it reports

A name that a module no longer offers while another module of the new version defines one that matches: by name, by
body or by signature. The score says how sure the match is.

## Why it breaks callers

The old import raises `ImportError`; nothing but its path is wrong.

## When it does not

The old module re-exports the name: then nothing is reported. Candidates below a score of 0.5 are not stated.

## Example

```python
# prov, old
# file: prov/utils.py
def parse_address(text): return text.split(':')
```

```python
# prov, new
# file: prov/network.py
def parse_address(text): return text.split(':')
# file: prov/utils.py
```

```python
# consumer
from prov.utils import parse_address

parse_address('a:1')
```

Outcome: `ImportError: cannot import name 'parse_address' from 'prov.utils'`

## Remedy

Import the name from its new module. To support both versions, try the new place first and fall back to the old one.

## Known gaps

Moves to another distribution are not followed.
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
    """Yield a change where a name is gone from its module and found in another."""
    move = best_move(pair)
    if move is not None and lost(pair) and not pair.old_is_module:
        yield fact(
            pair,
            "AD103",
            symbol=pair.path,
            old=pair.path,
            new=move.path,
            moved_to=move.path,
            score=move.score,
        )


RULE = Rule(
    code="AD103",
    name="name-moved",
    title="name moved",
    aspect=Aspect.EXISTENCE,
    action=Action.MOVED,
    check=check,
    explains=frozenset({Failure.MISSING_NAME, Failure.MISSING_ATTRIBUTE, Failure.MISSING_MODULE}),
    remedy="always",
    mirror="A move has no opposite; moving back is a move.",
    claims=frozenset({"name-removed", "private-name-removed"}),
)
