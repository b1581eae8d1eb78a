"""A text that meant something is no longer known.

## What it reports

The name of a logger, a field of a JSON text, or a key that a function looks up in a table which others fill (a
registry), that the old version spelled and the new version does not.

## Why it breaks callers

A handler on the logger hears nothing any more; reading the field or looking up the key raises KeyError.

## When it does not

A module of that name is there, whose logger is named after it.

## Example

```python
# prov, old
import logging

log = logging.getLogger("prov.talk")


def f(): log.warning("x")
```

```python
# prov, new
import logging

log = logging.getLogger("prov.speech")


def f(): log.warning("x")
```

```python
# consumer
import logging

seen = []


class Keeper(logging.Handler):
    def emit(self, record): seen.append(record)


logging.getLogger("prov.talk").addHandler(Keeper())

from prov import f

f()
assert seen
```

Outcome: `AssertionError`

## Remedy

Use the text that took its place.

## Known gaps

Texts put together at run time are not seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure
from apidrift.rules._facts import fact
from apidrift.rules._rule import Rule
from apidrift.rules._words import is_plain, lost_word

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where the new version no longer spells a text."""
    word = lost_word(pair)
    if is_plain(word):
        yield fact(pair, "AD022", subject=word, old="known", new="not known")


RULE = Rule(
    code="AD022",
    name="known-text-removed",
    title="text no longer known",
    aspect=Aspect.STRING,
    action=Action.REMOVED,
    check=check,
    explains=frozenset({Failure.MISSING_WORD}),
    remedy="sometimes",
    mirror="A new text changes nothing for who never uses it.",
)
