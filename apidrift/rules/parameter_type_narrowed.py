"""A parameter's annotation admits fewer values.

## What it reports

A parameter whose annotation lost an alternative: a value of a `Literal`, a member of a union, None.

## Why it breaks callers

A value that the provider accepted is refused by its own checks, or mishandled, where it no longer expects it.

## When it does not

The value passed is still among those admitted. An annotation that was added, dropped or replaced is
`parameter-type-changed`.

## Example

```python
# prov, old
from typing import Literal


def f(mode: Literal["fast", "safe"] = "safe"): return {"fast": 1, "safe": 2}[mode]
```

```python
# prov, new
from typing import Literal


def f(mode: Literal["safe"] = "safe"): return {"safe": 2}[mode]
```

```python
# consumer
from prov import f

f("fast")
```

Outcome: `KeyError: 'fast'`

## Remedy

Pass one of the values that are left.

## Known gaps

Subclass relations are not known: replacing a class by its base is `parameter-type-changed`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.rules._facts import fact
from apidrift.rules._parameters import both_types
from apidrift.rules._rule import Rule
from apidrift.rules._views import signatures

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.model.signature import Parameter
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a parameter's annotation admits fewer values."""
    views = signatures(pair)
    for before, after in views.shared if views else ():
        old, new = both_types(before, after)
        if new and new < old:
            yield fact(pair, "AD313", subject=after.keyword, old=_shown(before), new=_shown(after))


def _shown(parameter: Parameter) -> str:
    """The annotation; where it lists literals the type, in which texts keep their quotes."""
    return parameter.type if "Literal" in parameter.annotation and parameter.type else parameter.annotation


RULE = Rule(
    code="AD313",
    name="parameter-type-narrowed",
    title="parameter accepts less",
    aspect=Aspect.PARAMETER,
    action=Action.CHANGED,
    check=check,
    explains=frozenset({Failure.BAD_ARGUMENT}),
    relevance=Relevance.PASSED,
    remedy="sometimes",
    mirror="parameter-type-widened",
)
