"""A decorator that might have changed a signature is gone.

## What it reports

A function or constructor whose signature could not be told from the source and now can.

## Why it breaks callers

What the decorator accepted or changed is not known; the plain signature may take other arguments.

## When it does not

The decorator kept the signature.

## Example

```python
# prov, old
WRAPPERS = [lambda function: lambda: function(0)]


@WRAPPERS[0]
def f(a): return a
```

```python
# prov, new
def f(a): return a
```

```python
# consumer
from prov import f

f()
```

Outcome: `TypeError: f() missing 1 required positional argument: 'a'`

## Remedy

Call it by its own signature.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.rules._facts import callable_now, fact, uncertain
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a decorator that might have changed a signature is gone."""
    if callable_now(pair.old) and callable_now(pair.new) and uncertain(pair.old) and not uncertain(pair.new):
        yield fact(pair, "AD214", old=uncertain(pair.old), new="certain")


RULE = Rule(
    code="AD214",
    name="signature-undecorated",
    title="no longer wrapped by an unknown decorator",
    aspect=Aspect.KIND,
    action=Action.CHANGED,
    check=check,
    explains=frozenset({Failure.TOO_MANY_POSITIONAL, Failure.UNEXPECTED_KEYWORD, Failure.MISSING_ARGUMENT}),
    relevance=Relevance.NEVER,
    remedy="never",
    mirror="signature-decorated",
)
