"""A function calls one of its arguments in a way it did not.

## What it reports

A parameter that the body calls with other positional arguments or keywords than the old body did.

## Why it breaks callers

A callback written for the old way is called with an argument it does not take, or without one it needs: `TypeError`.

## When it does not

The callback takes what it is called with now. What is passed is no function of the consumer.

## Example

```python
# prov, old
def each(fn): return [fn(i) for i in range(2)]
```

```python
# prov, new
def each(fn): return [fn(i, 2) for i in range(2)]
```

```python
# consumer
from prov import each


def show(i): return i


each(show)
```

Outcome: `TypeError: show() takes 1 positional argument but 2 were given`

## Remedy

Give the callback the parameters it is called with; with defaults it fits both versions.

## Known gaps

A callback that the body hands on to another function is not followed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.rules._bodies import called_otherwise
from apidrift.rules._facts import fact
from apidrift.rules._rule import Direction, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change for each way in which a parameter is called and was not."""
    for name, old, new in called_otherwise(pair):
        yield fact(pair, "AD014", subject=name, old=old, new=new)


RULE = Rule(
    code="AD014",
    name="callback-called-otherwise",
    title="an argument is called in another way",
    aspect=Aspect.REVERSE,
    action=Action.CHANGED,
    check=check,
    explains=frozenset({Failure.BAD_OVERRIDE}),
    relevance=Relevance.PASSED,
    direction=Direction.PROVIDER_CALLS,
    remedy="sometimes",
    mirror="Calling in the old way again is the same change.",
    tags=frozenset({"owner"}),
)
