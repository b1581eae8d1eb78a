"""A call that gave nothing gives something.

## What it reports

A function that returned None and returns something now.

## Why it breaks callers

It breaks no caller that ignored the result. The provider may come to rely on what an override returns.

## When it does not

The consumer does not override it.

## Example

```python
# prov, old
def run() -> None: ...
```

```python
# prov, new
def run() -> int: return 1
```

```python
# consumer
from prov import run

run()
```

Outcome: silent

## Remedy

Overrides: return what the provider expects now.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.rules._facts import fact
from apidrift.rules._results import results
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a call that gave nothing gives something."""
    found = results(pair)
    if found is not None and found.something:
        yield fact(pair, "AD410", old=found.old_text, new=found.new_text)


RULE = Rule(
    code="AD410",
    name="result-added",
    title="returns something now",
    aspect=Aspect.RESULT,
    action=Action.ADDED,
    check=check,
    explains=frozenset({Failure.BAD_OVERRIDE}),
    relevance=Relevance.OVERRIDDEN,
    remedy="never",
    mirror="result-now-nothing",
)
