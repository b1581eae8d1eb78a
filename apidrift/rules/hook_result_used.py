"""The provider puts the result of a hook to use, which it ignored.

## What it reports

A method or function whose result the provider's own calls dropped or handed on, and that one of them operates on,
unpacks, awaits, loops over or reads attributes of now; a hook whose one result became a tuple that they unpack.

## Why it breaks callers

An override that returns nothing gives None, which none of that can be done with; one that returns a single value
cannot be unpacked.

## When it does not

The override returns something. Nothing of the consumer stands in for the hook.

## Example

```python
# prov, old
class C:
    def run(self):
        self.prepare()
        return 1

    def prepare(self): return 0
```

```python
# prov, new
class C:
    def run(self): return self.prepare() + 1

    def prepare(self): return 0
```

```python
# consumer
from prov import C


class D(C):
    def prepare(self): print('ready')


D().run()
```

Outcome: `TypeError: unsupported operand type(s) for +: 'NoneType' and 'int'`

## Remedy

Return what the hook returns.

## Known gaps

Of a library that is read over the network not all callers are seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Relevance
from apidrift.model.symbols import Function
from apidrift.rules._bodies import put_to_use
from apidrift.rules._facts import fact, is_method
from apidrift.rules._results import result_text
from apidrift.rules._rule import Direction, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.model.symbols import Symbol
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where the provider puts the result of a hook to use, which it ignored."""
    before, after = pair.old_callers, pair.new_callers
    if before is None or after is None or not before.sites or not is_method(pair.old) or not is_method(pair.new):
        return
    unpackers = [site.caller for site in after.sites if site.used.startswith("unpacked")]
    if unpackers and _is_tuple(pair.new) and not _is_tuple(pair.old):
        yield fact(pair, "AD013", old="one value", new=f"unpacked by {unpackers[0]}")
        return
    users = put_to_use(after.sites)
    if users and not put_to_use(before.sites):
        yield fact(pair, "AD013", old="not used", new=f"used by {users[0]}")


def _is_tuple(symbol: Symbol | None) -> bool:
    return isinstance(symbol, Function) and (symbol.result or result_text(symbol)).startswith("tuple")


RULE = Rule(
    code="AD013",
    name="hook-result-used",
    title="a hook's result is put to use",
    aspect=Aspect.REVERSE,
    action=Action.CHANGED,
    check=check,
    relevance=Relevance.OVERRIDDEN,
    direction=Direction.PROVIDER_CALLS,
    remedy="sometimes",
    mirror="A result that is no longer used does no harm.",
    tags=frozenset({"owner"}),
)
