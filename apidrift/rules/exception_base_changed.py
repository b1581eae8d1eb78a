"""An exception class lost an ancestor.

## What it reports

An exception class that no longer derives from an exception it derived from.

## Why it breaks callers

`except` clauses for that ancestor no longer catch it: the exception passes through.

## When it does not

The consumer catches it by its own name.

## Example

```python
# prov, old
class Broken(ValueError): ...


def f(): raise Broken('x')
```

```python
# prov, new
class Broken(Exception): ...


def f(): raise Broken('x')
```

```python
# consumer
from prov import Broken, f

try:
    f()
except ValueError:
    pass
```

Outcome: `Broken: x`

## Remedy

Catch the exception by its own name; that is right for both versions.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.rules._facts import fact
from apidrift.rules._hierarchy import ancestry, exceptional, exceptional_name, last
from apidrift.rules._members import both_classes
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where an exception class lost an ancestor."""
    both = both_classes(pair)
    if both and exceptional(both[0]):
        kept = ancestry(both[1])
        for name in both[0].mro:
            if last(name) not in kept and exceptional_name(name):
                yield fact(pair, "AD902", subject=name, old=", ".join(both[0].bases), new=", ".join(both[1].bases))


RULE = Rule(
    code="AD902",
    name="exception-base-changed",
    title="exception caught by other clauses",
    aspect=Aspect.EXCEPTION,
    action=Action.CHANGED,
    check=check,
    explains=frozenset({Failure.NOT_CAUGHT}),
    relevance=Relevance.CAUGHT,
    remedy="always",
    mirror="An exception that gains an ancestor is caught by more clauses; base-added reports it.",
    claims=frozenset({"base-removed"}),
)
