"""A method that only subclasses can supply was added, and is called.

## What it reports

A new method whose body does nothing but raise NotImplementedError, and which another method of the class calls.

## Why it breaks callers

A subclass written for the old version lacks it: NotImplementedError when the class calls it.

## When it does not

The subclass, or a class beside it, has a method of that name, or overrides every method that calls it.

## Example

```python
# prov, old
class C:
    def go(self): raise NotImplementedError

    def run(self): return self.go()
```

```python
# prov, new
class C:
    def go(self): raise NotImplementedError

    def prepare(self): raise NotImplementedError

    def run(self):
        self.prepare()
        return self.go()
```

```python
# consumer
from prov import C


class D(C):
    def go(self): return 1


D().run()
```

Outcome: `NotImplementedError`

## Remedy

Implement the method.

## Known gaps

Calls from outside the class are not counted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Relevance
from apidrift.model.symbols import Function
from apidrift.rules._facts import fact
from apidrift.rules._members import both_classes, own_and_inherited
from apidrift.rules._rule import Direction, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where subclasses are expected to have one more method."""
    both = both_classes(pair)
    if both is None:
        return
    known = own_and_inherited(both[0], pair.old_ancestors)
    members = both[1].members
    for name, member in sorted(members.items()):
        if name in known or not isinstance(member, Function) or not member.placeholder or member.abstract:
            continue
        callers = [
            other for other, each in sorted(members.items()) if isinstance(each, Function) and name in each.calls
        ]
        if callers:
            yield fact(pair, "AD016", subject=name, new=f"called by {', '.join(callers)}")


RULE = Rule(
    code="AD016",
    name="placeholder-added",
    title="method to be supplied added",
    aspect=Aspect.REVERSE,
    action=Action.ADDED,
    check=check,
    relevance=Relevance.OVERRIDDEN,
    direction=Direction.PROVIDER_CALLS,
    remedy="sometimes",
    mirror="What need not be supplied any more breaks nobody.",
)
