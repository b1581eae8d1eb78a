"""A function cannot do without an argument that its signature leaves optional.

## What it reports

A parameter with a default of None that the new body uses on every call in a way None does not survive, and the old body
did not: it is called, indexed, looped over, or an attribute of it is read.

## Why it breaks callers

A call that leaves the argument out binds, and fails inside.

## When it does not

The argument is passed. The body tests it first.

## Example

```python
# prov, old
class Request:
    def __init__(self, n, hasher=None): self.n = n
```

```python
# prov, new
class Request:
    def __init__(self, n, hasher=None): self.n = hasher(n)
```

```python
# consumer
from prov import Request

Request(3)
```

Outcome: `TypeError: 'NoneType' object is not callable`

## Remedy

Pass the argument.

## Known gaps

A use behind any condition counts as tested.
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
    """Yield a change for each optional parameter that the body cannot do without any more."""
    if pair.old_body is not None and pair.new_body is not None:
        for name in pair.new_body.needs:
            if name not in pair.old_body.needs:
                yield fact(pair, "AD032", subject=name, old="optional", new="used on every call")


RULE = Rule(
    code="AD032",
    name="argument-needed",
    title="needed though optional",
    aspect=Aspect.BEHAVIOUR,
    action=Action.CHANGED,
    check=check,
    relevance=Relevance.OMITTED,
    remedy="sometimes",
    weight=3,
    mirror="An argument that is not needed any more breaks nobody.",
    tags=frozenset({"owner"}),
)
