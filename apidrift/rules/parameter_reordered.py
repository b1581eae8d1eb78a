"""Positional parameters changed places.

## What it reports

Parameters that both versions have, and whose order among themselves differs. Each one that now stands elsewhere is
reported.

## Why it breaks callers

Positional arguments land on other parameters: an error at best, a wrong result without one at worst.

## When it does not

They are passed by keyword. A parameter that is new or gone is another rule's.

## Example

```python
# prov, old
def f(width, height): return f'{width}x{height}'
```

```python
# prov, new
def f(height, width): return f'{width}x{height}'
```

```python
# consumer
from prov import f

assert f(1, 2) == '1x2'
```

Outcome: `AssertionError`

## Remedy

Pass the arguments by keyword; that is right for both versions.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.rules._facts import fact
from apidrift.rules._parameters import ordinal, reordered
from apidrift.rules._rule import Rule
from apidrift.rules._views import signatures

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where positional parameters changed places."""
    views = signatures(pair)
    for parameter, old_rank, new_rank in reordered(views) if views else ():
        yield fact(
            pair,
            "AD306",
            subject=parameter.keyword,
            old=f"{ordinal(old_rank)} parameter",
            new=f"{ordinal(new_rank)} parameter",
        )


RULE = Rule(
    code="AD306",
    name="parameter-reordered",
    title="parameters reordered",
    aspect=Aspect.PARAMETER,
    action=Action.CHANGED,
    check=check,
    explains=frozenset({Failure.MULTIPLE_VALUES, Failure.BAD_ARGUMENT, Failure.WRONG_RESULT}),
    relevance=Relevance.SHIFTED,
    weight=3,
    remedy="always",
    mirror="A reordering has no opposite; reordering back is one too.",
)
