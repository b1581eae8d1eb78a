"""A class or method must not be extended any more.

## What it reports

A class or method that is declared `typing.final`, or a class that refuses subclasses, in the new version; a value
declared `Final`.

## Why it breaks callers

Type checkers refuse the subclass or override; the provider gives no promise for it. Some classes raise `TypeError`
when subclassed.

## When it does not

The consumer does not subclass or override it.

## Example

```python
# prov, old
class C: ...
```

```python
# prov, new
from typing import final


@final
class C: ...
```

```python
# consumer
from prov import C


class D(C): ...
```

Outcome: silent

## Remedy

Wrap instances instead of subclassing.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.rules._facts import fact
from apidrift.rules._hierarchy import is_final
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a class or method must not be extended any more."""
    if is_final(pair.new) and not is_final(pair.old) and pair.old is not None:
        yield fact(pair, "AD706", new="final")


RULE = Rule(
    code="AD706",
    name="final-added",
    title="declared final",
    aspect=Aspect.HIERARCHY,
    action=Action.ADDED,
    check=check,
    explains=frozenset({Failure.FINAL}),
    relevance=Relevance.OVERRIDDEN,
    remedy="sometimes",
    mirror="final-removed",
)
