"""A flag of a command line is no longer taken.

## What it reports

A flag (`--name`) that the old version spelled, or whose option it had, and that the new version does not.

## Why it breaks callers

The program ends at once: `error: unrecognized arguments`.

## When it does not

The flag is one of the consumer's own parser. The option it sets is still there and flags are made of options.

## Example

```python
# prov, old
import argparse


def parser():
    made = argparse.ArgumentParser()
    made.add_argument("--fast", action="store_true")
    return made
```

```python
# prov, new
import argparse


def parser():
    made = argparse.ArgumentParser()
    made.add_argument("--quick", action="store_true")
    return made
```

```python
# consumer
from prov import parser

known, _ = parser().parse_known_args(["--fast"])
assert known.fast
```

Outcome: `AttributeError: 'Namespace' object has no attribute 'fast'`

## Remedy

Drop the flag, or write the one that took its place.

## Known gaps

Flags built from parts are not seen, and neither are those in scripts that do not name the program.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure
from apidrift.rules._facts import fact
from apidrift.rules._rule import Rule
from apidrift.rules._words import is_flag, lost_word

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where the new version no longer spells a flag."""
    word = lost_word(pair)
    if is_flag(word):
        yield fact(pair, "AD021", subject=word, old="taken", new="not taken")


RULE = Rule(
    code="AD021",
    name="command-line-flag-removed",
    title="command-line flag removed",
    aspect=Aspect.STRING,
    action=Action.REMOVED,
    check=check,
    explains=frozenset({Failure.MISSING_WORD}),
    remedy="sometimes",
    mirror="A new flag changes nothing for who never passes it.",
)
