"""A call gives back a container of something else.

## What it reports

A function whose result is a container of the same kind with other element types.

## Why it breaks callers

The container works as before; what is taken from it does not.

## When it does not

The elements are not used.

## Example

```python
# prov, old
def names() -> list[str]: return ['a']
```

```python
# prov, new
def names() -> list[int]: return [1]
```

```python
# consumer
from prov import names

names()[0].upper()
```

Outcome: `AttributeError: 'int' object has no attribute 'upper'`

## Remedy

Adapt what is done with the elements.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Relevance
from apidrift.rules._facts import fact
from apidrift.rules._failures import ON_USE
from apidrift.rules._results import results
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a call gives back a container of something else."""
    found = results(pair)
    if found is not None and found.element_changed:
        yield fact(pair, "AD404", old=found.old_text, new=found.new_text)


RULE = Rule(
    code="AD404",
    name="result-element-changed",
    title="result holds other elements",
    aspect=Aspect.RESULT,
    action=Action.CHANGED,
    check=check,
    explains=ON_USE,
    relevance=Relevance.RESULT,
    remedy="sometimes",
    mirror="Changing back is the same change.",
)
