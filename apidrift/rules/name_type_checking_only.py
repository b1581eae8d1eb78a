"""A name is bound under `if TYPE_CHECKING:` only.

## What it reports

A name that could be imported at run time and is now imported by its module for type checkers alone.

## Why it breaks callers

Type checkers and editors still find the name, but importing it raises `ImportError`.

## When it does not

The consumer imports it under `TYPE_CHECKING` too.

## Example

```python
# prov, old
# file: prov/_impl.py
class Thing: ...
# file: prov/__init__.py
from prov._impl import Thing
```

```python
# prov, new
# file: prov/_impl.py
class Thing: ...
# file: prov/__init__.py
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from prov._impl import Thing
```

```python
# consumer
from prov import Thing
```

Outcome: `ImportError: cannot import name 'Thing' from 'prov'`

## Remedy

Import the name from where it is defined.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure
from apidrift.model.surface import Gap
from apidrift.rules._facts import fact, kind
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a name is bound under `if TYPE_CHECKING:` only."""
    gap = pair.new_missing.gap if pair.new_missing else None
    if gap is Gap.TYPE_CHECKING and pair.old_missing is None:
        yield fact(pair, "AD105", symbol=pair.path, old=kind(pair.old), new="TYPE_CHECKING")


RULE = Rule(
    code="AD105",
    name="name-type-checking-only",
    title="name exists for type checkers only",
    aspect=Aspect.EXISTENCE,
    action=Action.CHANGED,
    check=check,
    explains=frozenset({Failure.MISSING_NAME, Failure.MISSING_ATTRIBUTE, Failure.UNRESOLVED_ANNOTATION}),
    remedy="always",
    mirror="A name that can be imported at run time again breaks nobody.",
)
