"""A function does something else behind the same signature.

## What it reports

A function whose body differs, docstring and layout aside, while its signature is the same.

## Why it breaks callers

It may behave otherwise. For a consumer that replaces it, copies it or relies on what it does beyond its promise,
that is worth a look.

## When it does not

Nearly always, for callers: bodies change in every release.

## Example

```python
# prov, old
def f(a): return a + 1
```

```python
# prov, new
def f(a): return a + 2
```

```python
# consumer
from prov import f

assert f(1) == 2
```

Outcome: `AssertionError`

## Remedy

Compare both bodies.

## Known gaps

What the body calls is not followed.
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
    """Yield a change where a function does something else behind the same signature."""
    both = both_functions(pair)
    if both is None or not both[0].body or not both[1].body:
        return
    if both[0].body != both[1].body and both[0].signature == both[1].signature:
        yield fact(pair, "AD030", old=both[0].body, new=both[1].body)


RULE = Rule(
    code="AD030",
    name="body-rewritten",
    title="body rewritten",
    aspect=Aspect.BEHAVIOUR,
    action=Action.CHANGED,
    check=check,
    explains=frozenset({Failure.WRONG_RESULT}),
    relevance=Relevance.NEVER,
    weight=1,
    remedy="never",
    mirror="A body that changes back is the same change.",
)
