"""Reading a name now raises on purpose.

## What it reports

A name that a module or class offered and that the new version answers with an error: a module `__getattr__` that
raises for it, usually to say where it went.

## Why it breaks callers

The import or attribute access raises the provider's own exception, which need not be an `ImportError`, so that a
guard written for one may miss it.

## When it does not

The access warns and still answers: that is `deprecated-added`.

## Example

```python
# prov, old
class Settings: ...
```

```python
# prov, new
def __getattr__(name):
    if name == 'Settings':
        raise RuntimeError('Settings has moved to prov-settings')
    raise AttributeError(name)
```

```python
# consumer
from prov import Settings
```

Outcome: `RuntimeError: Settings has moved to prov-settings`

## Remedy

The provider's message names the replacement.

## Known gaps

Only errors that a module's `__getattr__` spells out are seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure
from apidrift.rules._facts import fact, kind
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where reading a name now raises on purpose."""
    missing = pair.new_missing
    if missing is None or missing.raising is None or pair.old_missing is not None:
        return
    raising = missing.raising
    yield fact(
        pair, "AD106", symbol=pair.path, old=kind(pair.old), new=f"{raising.exception}: {raising.message}".rstrip(": ")
    )


RULE = Rule(
    code="AD106",
    name="access-raises",
    title="name raises on access",
    aspect=Aspect.EXISTENCE,
    action=Action.CHANGED,
    check=check,
    explains=frozenset({Failure.RAISES_ON_ACCESS, Failure.MISSING_NAME, Failure.MISSING_ATTRIBUTE}),
    remedy="sometimes",
    mirror="A name that answers again breaks nobody.",
)
