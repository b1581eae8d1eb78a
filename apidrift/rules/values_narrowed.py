"""A function refuses a constant that it admitted.

## What it reports

A parameter that the body compares with constants, raising on every other value (a chain of `if`, a `match`, a test for
membership, an enum made of it), of which the new version admits fewer.

## Why it breaks callers

The call raises what the body raises.

## When it does not

The call passes another value, or none.

## Example

```python
# prov, old
def load(mode):
    if mode not in ("fast", "slow"):
        raise ValueError(f"unknown mode {mode}")
    return mode
```

```python
# prov, new
def load(mode):
    if mode not in ("fast", "eager"):
        raise ValueError(f"unknown mode {mode}")
    return mode
```

```python
# consumer
from prov import load

load("slow")
```

Outcome: `ValueError: unknown mode slow`

## Remedy

Pass one of the values that are left.

## Known gaps

Tests that stand under another condition, and those of a helper that is called, are not read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Relevance
from apidrift.rules._facts import fact
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change for each parameter of which fewer constants are admitted."""
    if pair.old_body is None or pair.new_body is None:
        return
    for name, old in sorted(pair.old_body.admits.items()):
        new = pair.new_body.admits.get(name)
        if new is not None and not set(old) <= set(new):
            yield fact(pair, "AD321", subject=name, old=", ".join(old), new=", ".join(new))


RULE = Rule(
    code="AD321",
    name="values-narrowed",
    title="fewer values admitted",
    aspect=Aspect.PARAMETER,
    action=Action.CHANGED,
    check=check,
    relevance=Relevance.PASSED,
    weight=3,
    remedy="sometimes",
    mirror="Admitting more values breaks nobody.",
    tags=frozenset({"owner"}),
)
