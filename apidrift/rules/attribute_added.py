"""A class has an attribute it lacked.

## What it reports

A member that the consumer names (under a guard, in a subclass, or for another version) and that only the new
version has.

## Why it breaks callers

It breaks no caller. A subclass that defines a member of that name now overrides the provider's.

## When it does not

Members the consumer does not name are not reported, but those of a protocol it tests for are. A member that is abstract
is meant to be overridden.

## Example

```python
# prov, old
class C: ...
```

```python
# prov, new
class C:
    def go(self): return 1
```

```python
# consumer
from prov import C

if hasattr(C(), 'go'):
    C().go()
```

Outcome: silent

## Remedy

Check subclasses that define a member of that name.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.model.surface import Gap
from apidrift.model.symbols import Flavour, Function
from apidrift.rules._facts import fact, member_kind
from apidrift.rules._members import DATA, is_enum
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a class has an attribute it lacked."""
    missing = pair.old_missing
    if missing is None or missing.gap is not Gap.MEMBER or missing.name in DATA:
        return
    if isinstance(pair.new, Function) and pair.new.abstract:
        return  # meant to be overridden
    if pair.new is not None and not is_enum(pair.new_owner):
        asked = pair.new_owner is not None and pair.new_owner.flavour is Flavour.PROTOCOL
        yield fact(pair, "AD508", symbol=pair.path, new="protocol " * asked + member_kind(pair.new))


RULE = Rule(
    code="AD508",
    name="attribute-added",
    title="attribute added",
    aspect=Aspect.ATTRIBUTE,
    action=Action.ADDED,
    check=check,
    explains=frozenset({Failure.BAD_OVERRIDE}),
    relevance=Relevance.OVERRIDDEN,
    remedy="never",
    mirror="attribute-removed",
)
