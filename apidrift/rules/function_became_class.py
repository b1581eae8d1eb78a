"""A function is a class now.

## What it reports

A name that was a function and is a class now.

## Why it breaks callers

Calling it works and gives an instance of that class. What the function returned is another rule's matter; as a
function (`__code__`, `functools.wraps`, binding as a method) it is none any more.

## When it does not

The consumer only calls it and the instance does what the result did.

## Example

```python
# prov, old
def make(): return [1]
```

```python
# prov, new
class make: ...
```

```python
# consumer
from prov import make

make()[0]
```

Outcome: `TypeError: 'make' object is not subscriptable`

## Remedy

Check what the consumer does with the result.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.model.symbols import Class
from apidrift.rules._facts import fact, is_method
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a function is a class now."""
    if is_method(pair.old) and isinstance(pair.new, Class):
        yield fact(pair, "AD203", old="function", new="class")


RULE = Rule(
    code="AD203",
    name="function-became-class",
    title="function became a class",
    aspect=Aspect.KIND,
    action=Action.CHANGED,
    check=check,
    explains=frozenset(
        {
            Failure.WRONG_RESULT,
            Failure.NOT_SUBSCRIPTABLE,
            Failure.NOT_ITERABLE,
            Failure.MISSING_ATTRIBUTE,
            Failure.NOT_AWAITABLE,
        }
    ),
    relevance=Relevance.RESULT,
    remedy="sometimes",
    mirror="class-became-function",
)
