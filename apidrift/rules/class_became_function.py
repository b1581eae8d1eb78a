"""A class is a factory function now.

## What it reports

A name that was a class and is a function now, usually one that makes instances of something else.

## Why it breaks callers

Calling it still works, but subclassing it, `isinstance`, `except` and class attributes do not: `TypeError`, or an
`AttributeError`.

## When it does not

The consumer only calls it.

## Example

```python
# prov, old
class C: ...
```

```python
# prov, new
def C(): return object()
```

```python
# consumer
from prov import C


class D(C): ...
```

Outcome: `TypeError: function() argument 'code' must be code, not str`

## Remedy

Use the class that the factory makes.

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
    """Yield a change where a class is a factory function now."""
    if isinstance(pair.old, Class) and is_method(pair.new):
        yield fact(pair, "AD202", old="class", new="function")


RULE = Rule(
    code="AD202",
    name="class-became-function",
    title="class became a function",
    aspect=Aspect.KIND,
    action=Action.CHANGED,
    check=check,
    explains=frozenset({Failure.NOT_A_CLASS, Failure.MISSING_ATTRIBUTE, Failure.WRONG_RESULT}),
    relevance=Relevance.NEVER,
    remedy="sometimes",
    mirror="function-became-class",
)
