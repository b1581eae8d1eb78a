"""A parameter is gone.

## What it reports

A parameter of a function, method or constructor that the new version does not have, and whose arguments nothing
takes in its stead. The fields of dataclasses and models count as parameters of their constructor.

## Why it breaks callers

Passed by keyword, it raises `TypeError: … got an unexpected keyword argument` (pydantic: a `ValidationError` where
extra keywords are forbidden). Passed positionally, there is one argument too many, or, worse, the arguments after
it land one place further to the front without an error.

## When it does not

The call does not pass it. `**kwargs` takes the keyword: that is `parameter-removed-swallowed`. It has only changed
its name: that is `parameter-renamed`.

## Example

```python
# prov, old
def f(a, b=1): return a
```

```python
# prov, new
def f(a): return a
```

```python
# consumer
from prov import f

f(1, b=2)
```

Outcome: `TypeError: f() got an unexpected keyword argument 'b'`

## Remedy

Drop the argument; look at what the provider does with the value now, if anything.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.model.signature import render_parameter
from apidrift.rules._facts import fact
from apidrift.rules._parameters import shifts
from apidrift.rules._rule import Rule
from apidrift.rules._views import signatures, still_taken

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a parameter is gone."""
    views = signatures(pair)
    if views is None:
        return
    for parameter in views.removed:
        named = parameter.keyword in views.old.named
        if not (named and (views.new.swallows or parameter.keyword in still_taken(pair))) or shifts(views, parameter):
            yield fact(pair, "AD301", subject=parameter.keyword, old=render_parameter(parameter))


RULE = Rule(
    code="AD301",
    name="parameter-removed",
    title="parameter removed",
    aspect=Aspect.PARAMETER,
    action=Action.REMOVED,
    check=check,
    explains=frozenset(
        {
            Failure.UNEXPECTED_KEYWORD,
            Failure.TOO_MANY_POSITIONAL,
            Failure.FORBIDDEN_EXTRA,
            Failure.MULTIPLE_VALUES,
            Failure.NO_OVERLOAD,
        }
    ),
    relevance=Relevance.SHIFTED,
    weight=3,
    remedy="always",
    mirror="parameter-added-optional",
)
