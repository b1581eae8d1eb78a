"""A field is kept, but cannot be passed any more.

## What it reports

A field of a data class or model that is declared `init=False` in the new version.

## Why it breaks callers

Passing it raises `TypeError: … got an unexpected keyword argument`; the positional arguments after it land one
field too early.

## When it does not

It is not passed.

## Example

```python
# prov, old
from dataclasses import dataclass


@dataclass
class T:
    a: int = 0
```

```python
# prov, new
from dataclasses import dataclass, field


@dataclass
class T:
    a: int = field(init=False, default=0)
```

```python
# consumer
from prov import T

T(a=1)
```

Outcome: `TypeError: T.__init__() got an unexpected keyword argument 'a'`

## Remedy

Set the attribute after making the instance, if the class allows it.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.rules._facts import fact
from apidrift.rules._fields import excluded, has_field
from apidrift.rules._members import both_classes
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a field is kept, but cannot be passed any more."""
    both = both_classes(pair)
    if both is None:
        return
    for each in both[1].fields:
        if excluded(both[1], each.name) and not excluded(both[0], each.name) and has_field(both[0], each.name):
            yield fact(pair, "AD601", subject=each.keyword, old="init=True", new="init=False")


RULE = Rule(
    code="AD601",
    name="field-init-excluded",
    title="field is no longer a constructor argument",
    aspect=Aspect.CONSTRUCTOR,
    action=Action.CHANGED,
    check=check,
    explains=frozenset({Failure.UNEXPECTED_KEYWORD, Failure.TOO_MANY_POSITIONAL, Failure.FORBIDDEN_EXTRA}),
    relevance=Relevance.SHIFTED,
    weight=3,
    remedy="sometimes",
    mirror="field-init-included",
    claims=frozenset({"parameter-removed"}),
)
