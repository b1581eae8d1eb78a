"""A method became an instance, class or static method.

## What it reports

A method whose binding differs: what is passed as its first argument, and whether it can be called on the class.

## Why it breaks callers

`C.f()` of a static or class method that became an instance method lacks `self`: `TypeError`. An instance method
that became a static one no longer receives the instance that `C.f(instance)` passes.

## When it does not

It is called on an instance: that works for all three.

## Example

```python
# prov, old
class C:
    @staticmethod
    def f(): return 1
```

```python
# prov, new
class C:
    def f(self): return 1
```

```python
# consumer
from prov import C

C.f()
```

Outcome: `TypeError: C.f() missing 1 required positional argument: 'self'`

## Remedy

Call it on an instance.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.rules._facts import fact, is_method
from apidrift.rules._members import both_functions
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a method became an instance, class or static method."""
    both = both_functions(pair)
    if both and is_method(both[0]) and is_method(both[1]) and both[0].binding is not both[1].binding:
        yield fact(pair, "AD206", old=both[0].binding.value, new=both[1].binding.value)


RULE = Rule(
    code="AD206",
    name="method-binding-changed",
    title="method binds differently",
    aspect=Aspect.KIND,
    action=Action.CHANGED,
    check=check,
    explains=frozenset(
        {
            Failure.MISSING_ARGUMENT,
            Failure.TOO_MANY_POSITIONAL,
            Failure.MULTIPLE_VALUES,
            Failure.UNEXPECTED_KEYWORD,
            Failure.BAD_OVERRIDE,
        }
    ),
    relevance=Relevance.OVERRIDDEN,
    remedy="sometimes",
    mirror="Changing back is the same change.",
)
