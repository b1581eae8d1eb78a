"""A private name of a module is gone.

## What it reports

A name with a leading underscore that a module offered and no longer offers.

## Why it breaks callers

Python does not enforce privacy: importing the name worked, and raises `ImportError` now. The provider owes nobody a
warning for it, so it tends to happen in any release.

## When it does not

Names with two underscores on either side (`__version__`) are public and belong to `name-removed`.

## Example

```python
# prov, old
def _f(): return 1
```

```python
# prov, new
def g(a, b): return 1
```

```python
# consumer
from prov import _f

_f()
```

Outcome: `ImportError: cannot import name '_f' from 'prov'`

## Remedy

Ask the provider for a public way to do the same, or copy what the private function did.

## Known gaps

None known.
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
    """Yield a change where a private name of a module is gone."""
    if lost(pair) and not pair.old_is_module and is_private(pair):
        yield fact(pair, "AD104", symbol=pair.path, old=kind(pair.old) or pair.old_external)


RULE = Rule(
    code="AD104",
    name="private-name-removed",
    title="private name removed",
    aspect=Aspect.EXISTENCE,
    action=Action.REMOVED,
    check=check,
    explains=frozenset({Failure.MISSING_NAME, Failure.MISSING_ATTRIBUTE}),
    remedy="sometimes",
    mirror="Nobody is hurt by a new private name; name-added reports it.",
)
