"""A parameter's default has another value.

## What it reports

A parameter whose default evaluates to another value than before. Constants are followed to their values, so that
another spelling of the same value is no change.

## Why it breaks callers

A call that leaves the parameter out does something else than it did: silent.

## When it does not

The call passes the parameter. The value is the same, spelled otherwise.

## Example

```python
# prov, old
def f(a, retries=3): return retries
```

```python
# prov, new
def f(a, retries=5): return retries
```

```python
# consumer
from prov import f

assert f(1) == 3
```

Outcome: `AssertionError`

## Remedy

Pass the old default where the old behaviour is wanted.

## Known gaps

Defaults that neither version's source gives a value for are compared as spelled. A default of None that is resolved
later is followed only as far as the signature.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.rules._facts import fact
from apidrift.rules._rule import Rule
from apidrift.rules._values import effective, same_default, settles
from apidrift.rules._views import signature_of, signatures

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.model.signature import Parameter
    from apidrift.rules._rule import Pair


def shown(parameter: Parameter) -> str:
    """A default's value, with its spelling where that says more."""
    value, default = parameter.default_value or "", parameter.default or ""
    return value if value == default else f"{value} ({default})"


_NOT_TOLD = "..."
"""How a stub says that there is a default."""


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a parameter left out comes to another value."""
    views = signatures(pair)
    for before, after in views.shared if views else _unchanged(pair):
        if before.required or after.required or _NOT_TOLD in {before.default, after.default}:
            continue
        old, new = effective(pair.old, before), effective(pair.new, after)
        resolved = [old != (before.default_value or ""), new != (after.default_value or "")]
        if before.default_value == after.default_value and not all(resolved):
            continue  # what becomes of None in one of them is not known
        if old == new if any(resolved) else same_default(before, after):
            continue
        yield fact(pair, "AD312", subject=after.keyword, old=_told(before, old), new=_told(after, new))


def _unchanged(pair: Pair) -> list[tuple[Parameter, Parameter]]:
    """Parameters whose default is spelled alike and comes to something else."""
    old, new = settles(pair.old), settles(pair.new)
    signature = signature_of(pair.new) if signature_of(pair.old) is not None and (old or new) else None
    parameters = signature.parameters if signature is not None else ()
    return [(each, each) for each in parameters if each.name in old and each.name in new]


def _told(parameter: Parameter, value: str) -> str:
    """A default as it is shown, with what the body makes of it."""
    text = shown(parameter)
    return text if value == (parameter.default_value or "") else f"{text}, that is {value}"


RULE = Rule(
    code="AD312",
    name="parameter-default-changed",
    title="default changed",
    aspect=Aspect.PARAMETER,
    action=Action.CHANGED,
    check=check,
    explains=frozenset({Failure.WRONG_RESULT}),
    relevance=Relevance.OMITTED,
    remedy="always",
    mirror="A default that changes back is the same change.",
)
