"""A class no longer inherits from another.

## What it reports

An ancestor, direct or not, that the class had and has no more.

## Why it breaks callers

`isinstance` and `issubclass` answer otherwise, `except` clauses for the ancestor no longer catch, and what was
inherited from it is gone (`AttributeError`).

## When it does not

The consumer neither tests for the ancestor nor uses what came from it. Ancestors that only serve typing (`Generic`,
`Protocol`, `ABC`) do not count.

## Example

```python
# prov, old
class A:
    def g(self): return 1


class C(A): ...
```

```python
# prov, new
class A:
    def g(self): return 1


class C: ...
```

```python
# consumer
from prov import C

C().g()
```

Outcome: `AttributeError: 'C' object has no attribute 'g'`

## Remedy

Use what the class offers itself.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.model.surface import TRANSPARENT_BASES
from apidrift.rules._facts import fact
from apidrift.rules._hierarchy import ancestry, last
from apidrift.rules._members import both_classes
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a class no longer inherits from another."""
    both = both_classes(pair)
    if both:
        kept = ancestry(both[1])
        for name in both[0].mro:
            if last(name) not in kept and name not in TRANSPARENT_BASES:
                yield fact(pair, "AD701", subject=name, old=name)


RULE = Rule(
    code="AD701",
    name="base-removed",
    title="base class removed",
    aspect=Aspect.HIERARCHY,
    action=Action.REMOVED,
    check=check,
    explains=frozenset(
        {
            Failure.MISSING_ATTRIBUTE,
            Failure.NOT_CAUGHT,
            Failure.MISSING_SPECIAL_METHOD,
            Failure.NOT_SUBSCRIPTABLE,
            Failure.NOT_ITERABLE,
            Failure.WRONG_RESULT,
            Failure.NOT_A_CONTEXT_MANAGER,
        }
    ),
    relevance=Relevance.NEVER,
    remedy="sometimes",
    mirror="base-added",
)
