"""Something differs that no rule claims.

## What it reports

A difference in a symbol the consumer relies on that the structural comparison of both versions shows and no rule
accounts for.

## Why it breaks callers

Nobody has said that it does. It is shown so that nothing is dropped.

## When it does not

Another rule names the difference.

## Example

```python
# prov, old

```

```python
# prov, new

```

```python
# consumer

```

Outcome: not executed, because it has no pattern

## Remedy

Look at both versions; if the kind of change matters, it deserves a rule.

## Known gaps

The comparison looks at signatures, kinds, bases and values, not at bodies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Relevance
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield nothing: the structural comparison speaks for this rule."""
    del pair
    yield from ()


RULE = Rule(
    code="AD000",
    name="unclassified",
    title="differs in a way no rule knows",
    aspect=Aspect.OTHER,
    action=Action.CHANGED,
    check=check,
    relevance=Relevance.NEVER,
    remedy="never",
    mirror="A residue has no opposite.",
)
