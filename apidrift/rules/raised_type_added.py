"""A function may raise an exception it did not raise.

## What it reports

An exception type that the new body raises by name and the old body does not: usually a precondition that was not
checked before.

## Why it breaks callers

A call that worked may be refused now; an `except` clause written for the old exceptions does not catch it.

## When it does not

The call meets the precondition. Something around the call catches it. It takes the place of another exception: that
is `raised-type-changed`.

## Example

```python
# prov, old
def f(a): return a
```

```python
# prov, new
def f(a):
    if a < 0:
        raise ValueError('a must not be negative')
    return a
```

```python
# consumer
from prov import f

f(-1)
```

Outcome: `ValueError: a must not be negative`

## Remedy

Meet the precondition, or catch the exception.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.rules._facts import fact
from apidrift.rules._members import both_functions
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a function may raise an exception it did not raise."""
    both = both_functions(pair)
    if both:
        old = ", ".join(sorted(set(both[0].raises) - set(both[1].raises)))
        for name in sorted(set(both[1].raises) - set(both[0].raises)):
            yield fact(pair, "AD905", subject=name, old=old, new=name)


RULE = Rule(
    code="AD905",
    name="raised-type-added",
    title="raises an exception it did not",
    aspect=Aspect.EXCEPTION,
    action=Action.ADDED,
    check=check,
    explains=frozenset({Failure.NOT_CAUGHT, Failure.BAD_ARGUMENT}),
    relevance=Relevance.ANY,
    remedy="sometimes",
    mirror="raised-type-changed",
)
