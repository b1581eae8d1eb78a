"""A parameter is gone, and its keyword is taken without complaint.

## What it reports

A parameter that the new version does not have, while `**kwargs`, or a model that ignores extra fields, still
accepts the keyword; and a keyword that the old body read from `**kwargs` and the new one does not.

## Why it breaks callers

The call runs and the value is ignored, or handed on to something else: silent.

## When it does not

The call does not pass it by keyword.

## Example

```python
# prov, old
def f(a, scale=1): return a * scale
```

```python
# prov, new
def f(a, **kwargs): return a
```

```python
# consumer
from prov import f

assert f(2, scale=3) == 6
```

Outcome: `AssertionError`

## Remedy

Drop the argument, and find out where the setting went.

## Known gaps

Where `**kwargs` are handed on under a condition, or changed before, they are not followed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.model.signature import ParameterKind, render_parameter
from apidrift.model.symbols import Class, Function
from apidrift.rules._facts import fact, uncertain
from apidrift.rules._rule import Rule
from apidrift.rules._views import signatures, still_taken

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a parameter is gone, and its keyword is taken without complaint."""
    for name in _no_longer_read(pair):
        yield fact(pair, "AD302", subject=name, old=name)
    views = signatures(pair)
    if views is None or not views.new.swallows or _made_elsewhere(pair) or _told_by_stubs(pair):
        return
    for parameter in views.removed:
        if parameter.keyword in views.old.named and parameter.keyword not in still_taken(pair):
            yield fact(pair, "AD302", subject=parameter.keyword, old=render_parameter(parameter))


def _no_longer_read(pair: Pair) -> Iterator[str]:
    """Keywords that the old body read from `**kwargs`, which the new one takes and neither reads nor hands on."""
    old, new = pair.old, pair.new
    if not isinstance(old, Function) or not isinstance(new, Function) or new.forwards or uncertain(new):
        return
    kinds = {parameter.kind for parameter in new.signature.parameters}
    if ParameterKind.VAR_KEYWORD in kinds and not new.abstract:
        known = {parameter.keyword for parameter in new.signature.parameters} | set(new.takes)
        yield from (name for name in old.takes if name not in known)


def _told_by_stubs(pair: Pair) -> bool:
    """Whether a side is known by a stub, whose `**kwargs` may stand for keywords that it does not list."""
    return any(path.endswith(".pyi") for path in (pair.old_module_path, pair.new_module_path))


def _made_elsewhere(pair: Pair) -> bool:
    """Whether the constructor is now made by code not read: what it does with a keyword is not known."""
    return isinstance(pair.new, Class) and bool(uncertain(pair.new)) and not uncertain(pair.old)


RULE = Rule(
    code="AD302",
    name="parameter-removed-swallowed",
    title="parameter removed but still accepted",
    aspect=Aspect.PARAMETER,
    action=Action.REMOVED,
    check=check,
    explains=frozenset({Failure.WRONG_RESULT}),
    relevance=Relevance.SWALLOWED,
    weight=3,
    remedy="sometimes",
    mirror="parameter-added-optional",
)
