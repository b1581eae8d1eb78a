"""An environment variable is no longer read.

## What it reports

A variable that the old version spelled, to read it from the environment, and that the new version spells nowhere
any more.

## Why it breaks callers

Setting it does nothing, and nothing says so: the default is back.

## When it does not

The variable is the consumer's own: it only begins like the provider's. Another module of those looked at reads it now.

## Example

```python
# prov, old
import os


def level(): return os.environ.get("PROV_LEVEL", "0")
```

```python
# prov, new
import os


def level(): return os.environ.get("PROV_LOG_LEVEL", "0")
```

```python
# consumer
import os

os.environ["PROV_LEVEL"] = "9"

from prov import level

assert level() == "9"
```

Outcome: `AssertionError`

## Remedy

Set the variable that took its place, or the option of the same meaning.

## Known gaps

A name put together at run time is not seen. Of a large library read over the network only the modules that its
profile names, and those named like settings, are looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure
from apidrift.rules._facts import fact
from apidrift.rules._rule import Rule
from apidrift.rules._words import is_variable, lost_word

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where the new version no longer spells an environment variable."""
    word = lost_word(pair)
    if is_variable(word):
        yield fact(pair, "AD020", subject=word, old="read", new="not read")


RULE = Rule(
    code="AD020",
    name="environment-variable-removed",
    title="environment variable no longer read",
    aspect=Aspect.STRING,
    action=Action.REMOVED,
    check=check,
    explains=frozenset({Failure.MISSING_WORD}),
    remedy="sometimes",
    mirror="A variable that is read now changes nothing for who never set it.",
)
