"""A name stands for another kind of thing.

## What it reports

A name that was a function, class, value or module and is another of these now. Class to function, function to class
and everything about properties have rules of their own.

## Why it breaks callers

What one does with a function cannot be done with a value: `TypeError: 'int' object is not callable`, or an
`AttributeError` on what the module used to hold.

## When it does not

The consumer only imports it and hands it on.

## Example

```python
# prov, old
def limit(): return 3
```

```python
# prov, new
limit = 3
```

```python
# consumer
from prov import limit

limit()
```

Outcome: `TypeError: 'int' object is not callable`

## Remedy

Use the name as what it is now.

## Known gaps

A value that is callable (`f = partial(g, 1)`) counts as a value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.rules._facts import fact, kind
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


ELSEWHERE = frozenset(map(frozenset, ({"class", "function"}, {"function", "property"}, {"property", "value"})))
"""Pairs of kinds that other rules speak of: classes and factories, methods and properties, plain attributes."""


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a name stands for another kind of thing."""
    old, new = kind(pair.old, is_module=pair.old_is_module), kind(pair.new, is_module=pair.new_is_module)
    if old and new and old != new and frozenset({old, new}) not in ELSEWHERE:
        yield fact(pair, "AD201", old=old, new=new)


RULE = Rule(
    code="AD201",
    name="kind-changed",
    title="is another kind of thing now",
    aspect=Aspect.KIND,
    action=Action.CHANGED,
    check=check,
    explains=frozenset(
        {
            Failure.NOT_CALLABLE,
            Failure.NOT_A_CLASS,
            Failure.MISSING_ATTRIBUTE,
            Failure.MISSING_NAME,
            Failure.WRONG_RESULT,
            Failure.NOT_SUBSCRIPTABLE,
            Failure.NOT_ITERABLE,
        }
    ),
    relevance=Relevance.READ,
    remedy="sometimes",
    mirror="Changing back is the same change.",
)
