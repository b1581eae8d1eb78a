"""A call gives back fewer kinds of things.

## What it reports

A function whose result type lost alternatives, None among them.

## Why it breaks callers

It breaks no caller: whoever could handle all alternatives can handle what is left.

## When it does not

Always, for callers. An override that returns what is no longer allowed may confuse the provider.

## Example

```python
# prov, old
def name() -> str | None: return 'a'
```

```python
# prov, new
def name() -> str: return 'a'
```

```python
# consumer
from prov import name

name()
```

Outcome: silent

## Remedy

None needed.

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
    """Yield a change where a call gives back fewer kinds of things."""
    found = results(pair)
    if found is not None and found.narrowed and not found.nothing:
        yield fact(pair, "AD411", old=found.old_text, new=found.new_text)


RULE = Rule(
    code="AD411",
    name="result-type-narrowed",
    title="result is one of fewer types",
    aspect=Aspect.RESULT,
    action=Action.CHANGED,
    check=check,
    explains=frozenset({Failure.BAD_OVERRIDE}),
    relevance=Relevance.NEVER,
    remedy="never",
    mirror="result-none-added",
)
