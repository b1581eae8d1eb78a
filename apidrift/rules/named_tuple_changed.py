"""A named tuple's fields are others, or stand elsewhere.

## What it reports

A `NamedTuple` whose fields differ in number or order.

## Why it breaks callers

Unpacking it binds other values, silently, or raises `ValueError`; an index means another field.

## When it does not

Fields are read by name.

## Example

```python
# prov, old
from typing import NamedTuple


class T(NamedTuple):
    a: int
    b: int


def f(): return T(a=1, b=2)
```

```python
# prov, new
from typing import NamedTuple


class T(NamedTuple):
    b: int
    a: int


def f(): return T(a=1, b=2)
```

```python
# consumer
from prov import f

a, b = f()
assert a == 1
```

Outcome: `AssertionError`

## Remedy

Read the fields by name; that is right for both versions.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.model.symbols import Flavour
from apidrift.rules._facts import fact
from apidrift.rules._members import both_classes
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a named tuple's fields are others, or stand elsewhere."""
    both = both_classes(pair)
    if both is None or {each.flavour for each in both} != {Flavour.NAMEDTUPLE}:
        return
    old, new = ([each.name for each in side.fields] for side in both)
    if old != new:
        yield fact(pair, "AD606", old=f"({', '.join(old)})", new=f"({', '.join(new)})")


RULE = Rule(
    code="AD606",
    name="named-tuple-changed",
    title="fields of a named tuple changed places",
    aspect=Aspect.CONSTRUCTOR,
    action=Action.CHANGED,
    check=check,
    explains=frozenset({Failure.UNPACK_COUNT, Failure.WRONG_RESULT}),
    relevance=Relevance.UNPACKED,
    remedy="always",
    mirror="Changing back is the same change.",
)
