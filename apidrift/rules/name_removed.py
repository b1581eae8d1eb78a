"""A public name of a module is gone.

## What it reports

A function, class or value that a module offered, by definition, by import or through a lazy `__getattr__` table,
and no longer offers.

## Why it breaks callers

`from prov import name` raises `ImportError` when the importing module is loaded; `prov.name` raises
`AttributeError` when it is reached.

## When it does not

The name is still reachable through a re-export, an `import *` or a module `__getattr__`. Private names are
`private-name-removed`.

## Example

```python
# prov, old
def f(): return 1


def g(): return 2
```

```python
# prov, new
def g(): return 2
```

```python
# consumer
from prov import f

f()
```

Outcome: `ImportError: cannot import name 'f' from 'prov'`

## Remedy

Use the new place or name where one was found (`name-moved`, `name-renamed`), else the replacement the provider's
release notes name.

## Known gaps

Modules that answer any name at run time make the verdict unknown instead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure
from apidrift.rules._facts import fact, kind
from apidrift.rules._moves import is_private, lost
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a public name of a module is gone."""
    if lost(pair) and not pair.old_is_module and not is_private(pair):
        yield fact(pair, "AD102", symbol=pair.path, old=kind(pair.old) or pair.old_external)


RULE = Rule(
    code="AD102",
    name="name-removed",
    title="name removed",
    aspect=Aspect.EXISTENCE,
    action=Action.REMOVED,
    check=check,
    explains=frozenset({Failure.MISSING_NAME, Failure.MISSING_ATTRIBUTE}),
    remedy="sometimes",
    mirror="name-added",
)
