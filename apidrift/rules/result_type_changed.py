"""A call gives back something else.

## What it reports

A function whose result, by its annotation or, without one, by what its body returns, differs in a way no narrower
rule speaks of.

## Why it breaks callers

What the consumer does with the result may not work on the new type: `AttributeError`, `TypeError`, or another
value.

## When it does not

The result is not used. The annotation is only spelled otherwise. The new type is one of those the old one allowed:
that is `result-type-narrowed`.

## Example

```python
# prov, old
def size() -> int: return 1
```

```python
# prov, new
def size() -> str: return '1'
```

```python
# consumer
from prov import size

size() + 1
```

Outcome: `TypeError: can only concatenate str (not "int") to str`

## Remedy

Adapt what is done with the result.

## Known gaps

Subclass relations are not known: a result that became a subclass is reported.
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
    """Yield a change where a call gives back something else."""
    found = results(pair)
    if found is not None and not found.narrowed and not found.special:
        yield fact(pair, "AD401", old=found.old_text, new=found.new_text)


RULE = Rule(
    code="AD401",
    name="result-type-changed",
    title="result has another type",
    aspect=Aspect.RESULT,
    action=Action.CHANGED,
    check=check,
    explains=ON_USE,
    relevance=Relevance.RESULT,
    remedy="sometimes",
    mirror="Changing back is the same change.",
)
