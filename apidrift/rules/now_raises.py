"""A function raises whatever it is given.

## What it reports

A function, constructor or `__init_subclass__` whose new body ends every call with an exception, raised by name, and
whose old body did not.

## Why it breaks callers

Every call fails: the name is kept to tell what to use instead.

## When it does not

A method that is there to be overridden: `NotImplementedError`, `abstractmethod`. Something around the call catches
the exception.

## Example

```python
# prov, old
def old_way(x): return x
```

```python
# prov, new
def old_way(x): raise RuntimeError('old_way was removed, use new_way')
```

```python
# consumer
from prov import old_way

old_way(1)
```

Outcome: `RuntimeError: old_way was removed, use new_way`

## Remedy

Use what the message names.

## Known gaps

A method of an object whose class is known by its annotation alone may be overridden, and is not looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure
from apidrift.rules._facts import fact
from apidrift.rules._members import both_functions
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a function raises whatever it is given."""
    both = both_functions(pair)
    if both and both[1].always and not both[0].always:
        yield fact(pair, "AD907", old="returns", new=both[1].always)


RULE = Rule(
    code="AD907",
    name="now-raises",
    title="does nothing but raise now",
    aspect=Aspect.EXCEPTION,
    action=Action.ADDED,
    check=check,
    explains=frozenset({Failure.ALWAYS_RAISES}),
    remedy="sometimes",
    mirror="A function that works again breaks nobody.",
)
