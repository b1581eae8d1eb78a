"""The consumer uses something that no version at hand has.

## What it reports

An import, attribute, keyword or enum member that the version asked about lacks, as do the version the consumer was
written for and all versions looked at between them. Nothing was removed: the use is a slip, or waits for a version to
come.

## Why it breaks callers

The line fails on every version, so it cannot have run on any of them.

## When it does not

The version the consumer was written for has the name: then it was removed. Without such a version nothing is said of
the past.

## Example

```python
# prov, old
def load(path): return path
```

```python
# prov, new
def load(path): return path
```

```python
# consumer
from prov import load

def main():
    from prov import lode
    return lode("x")

assert load("x") == "x"
```

Outcome: not executed, because the slip lies on a path that no test runs

## Remedy

Correct the name, or require the version that has it.

## Known gaps

Versions outside the range looked at may have it.
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
    """Yield nothing: what no version has is no change. The verdicts of all versions speak for this rule."""
    del pair
    yield from ()


RULE = Rule(
    code="AD060",
    name="never-existed",
    title="in no version at hand",
    aspect=Aspect.CONSUMER,
    action=Action.CHANGED,
    check=check,
    relevance=Relevance.NEVER,
    remedy="never",
    mirror="What is in every version is no news.",
)
