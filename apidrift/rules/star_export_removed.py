"""`from module import *` no longer binds a name.

## What it reports

A name that a star import of the module bound and no longer binds: dropped from `__all__`, or left out of an
`__all__` that is new, while the module still has it.

## Why it breaks callers

The consumer's use of the bare name raises `NameError`, far from the import that used to bind it.

## When it does not

The name is imported by its own name. A name that is gone altogether is `name-removed`.

## Example

```python
# prov, old
def f(): return 1


def g(): return 2
```

```python
# prov, new
__all__ = ['f']


def f(): return 1


def g(): return 2
```

```python
# consumer
from prov import *

g()
```

Outcome: `NameError: name 'g' is not defined`

## Remedy

Import the name explicitly.

## Known gaps

Modules whose names are not all known are left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure
from apidrift.rules._facts import fact
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.model.surface import Module
    from apidrift.rules._rule import Pair


def starred(module: Module | None) -> frozenset[str] | None:
    """The names a star import of a module binds; None where they are not all known."""
    if module is None or module.dynamic or module.problem:
        return None
    if module.exports is not None:
        return frozenset(module.exports)
    return frozenset(name for name in module.index if not name.startswith("_"))


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where `from module import *` no longer binds a name."""
    if not (pair.old_is_module and pair.new_is_module):
        return
    before, after = starred(pair.old_home), starred(pair.new_home)
    if before is None or after is None:
        return
    for name in sorted((before - after) & set(pair.new_home.index if pair.new_home else ())):
        yield fact(pair, "AD110", subject=name, old="exported")


RULE = Rule(
    code="AD110",
    name="star-export-removed",
    title="name no longer exported by a star import",
    aspect=Aspect.EXISTENCE,
    action=Action.REMOVED,
    check=check,
    explains=frozenset({Failure.MISSING_NAME}),
    remedy="sometimes",
    mirror="A name that a star import binds besides is harmless unless it shadows the consumer's own; not reported.",
)
