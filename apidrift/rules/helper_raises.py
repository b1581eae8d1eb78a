"""A function may raise an exception out of a helper it calls, which it did not.

## What it reports

An exception that a helper raises by name, where the new body calls the helper on its way through, outside branches,
loops and `try`, and the old body did not, or the helper did not raise it: usually a precondition, checked one call
deep. Of a class, an exception that its constructor raises by name and did not.

## Why it breaks callers

A call that worked may be refused now.

## When it does not

The call meets the precondition. The body raised the same exception before, itself or through a helper. Something
around the call catches it.

## Example

```python
# prov, old
class Config:
    layout = None


def plan(config: Config): return [config.layout]
```

```python
# prov, new
class Config:
    layout = None

    def resolved(self):
        if self.layout is None:
            raise ValueError('the layout has not been resolved yet')
        return self.layout


def plan(config: Config): return [config.resolved()]
```

```python
# consumer
from prov import Config, plan

plan(Config())
```

Outcome: `ValueError: the layout has not been resolved yet`

## Remedy

Meet the precondition first, or catch the exception.

## Known gaps

Helpers of helpers are not followed. Calls on values whose class is not known are not followed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.rules._bodies import new_refusals
from apidrift.rules._facts import fact
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change for each exception that comes out of a helper and did not."""
    for refusal in new_refusals(pair):
        text = f"{refusal.exception}: {refusal.message}" if refusal.message else refusal.exception
        yield fact(
            pair,
            "AD906",
            subject=refusal.exception,
            old="",
            new=f"{text} (from {refusal.via})" if refusal.via else text,
        )


RULE = Rule(
    code="AD906",
    name="helper-raises",
    title="a helper on the way raises what it did not",
    aspect=Aspect.EXCEPTION,
    action=Action.ADDED,
    check=check,
    explains=frozenset({Failure.NOT_CAUGHT}),
    relevance=Relevance.ANY,
    remedy="sometimes",
    mirror="A helper that no longer raises does no harm but to an except clause, which raised-type-changed is about.",
    tags=frozenset({"owner"}),
)
