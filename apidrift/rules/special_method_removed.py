"""Instances lost an operation: iteration, length, context, call.

## What it reports

A special method (`__iter__`, `__len__`, `__enter__`, `__call__`, `__getitem__`, `__eq__` …) that the class had,
inherited ones included, and has no more.

## Why it breaks callers

The operation that needs it raises `TypeError`, or falls back to what `object` does.

## When it does not

The consumer does not use that operation. An ancestor outside the provider may supply it: then nothing is said.

## Example

```python
# prov, old
class C:
    def __iter__(self): return iter([1])
```

```python
# prov, new
class C: ...
```

```python
# consumer
from prov import C

list(C())
```

Outcome: `TypeError: 'C' object is not iterable`

## Remedy

Use the method or attribute that replaced it.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.rules._facts import fact
from apidrift.rules._members import both_classes, special_methods
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where instances lost an operation: iteration, length, context, call."""
    both = both_classes(pair)
    if both is None or (both[1].opaque_bases and both[0].opaque_bases != both[1].opaque_bases):
        return
    old, new = special_methods(both[0], pair.old_ancestors), special_methods(both[1], pair.new_ancestors)
    for name in sorted(old - new):
        yield fact(pair, "AD708", subject=name, old=name)


RULE = Rule(
    code="AD708",
    name="special-method-removed",
    title="special method removed",
    aspect=Aspect.HIERARCHY,
    action=Action.REMOVED,
    check=check,
    explains=frozenset(
        {
            Failure.MISSING_SPECIAL_METHOD,
            Failure.NOT_ITERABLE,
            Failure.NOT_SUBSCRIPTABLE,
            Failure.NOT_A_CONTEXT_MANAGER,
            Failure.NOT_CALLABLE,
            Failure.NOT_AWAITABLE,
            Failure.MISSING_ATTRIBUTE,
            Failure.UNPACK_COUNT,
        }
    ),
    relevance=Relevance.NEVER,
    remedy="sometimes",
    mirror="special-method-added",
)
