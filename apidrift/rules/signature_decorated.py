"""A decorator may have changed what a callable accepts.

## What it reports

A function or constructor whose signature was certain, and that is wrapped by a decorator now whose effect on the
signature cannot be told from the source.

## Why it breaks callers

The wrapper may take fewer or other arguments than the function it wraps.

## When it does not

The decorator is known to keep the signature (`functools.wraps` around `*args, **kwargs`, `functools.cache`,
`property` …).

## Example

```python
# prov, old
def f(a): return a
```

```python
# prov, new
WRAPPERS = [lambda function: lambda: function(0)]


@WRAPPERS[0]
def f(a): return a
```

```python
# consumer
from prov import f

f(1)
```

Outcome: `TypeError: <lambda>.<locals>.<lambda>() takes 0 positional arguments but 1 was given`

## Remedy

Look at the decorator.

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
    """Yield a change where a decorator may have changed what a callable accepts."""
    if callable_now(pair.old) and callable_now(pair.new) and uncertain(pair.new) and not uncertain(pair.old):
        yield fact(pair, "AD213", old="certain", new=uncertain(pair.new))


RULE = Rule(
    code="AD213",
    name="signature-decorated",
    title="wrapped by a decorator that may change its signature",
    aspect=Aspect.KIND,
    action=Action.CHANGED,
    check=check,
    explains=frozenset(
        {Failure.TOO_MANY_POSITIONAL, Failure.UNEXPECTED_KEYWORD, Failure.MISSING_ARGUMENT, Failure.NOT_CALLABLE}
    ),
    relevance=Relevance.ANY,
    remedy="never",
    mirror="signature-undecorated",
)
