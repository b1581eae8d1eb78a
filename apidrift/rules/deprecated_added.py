"""The provider announces that it will remove something.

## What it reports

A name, function or class that is marked as deprecated in the new version: a `deprecated` decorator, a warning at
the top of its body, a shim that warns.

## Why it breaks callers

It works still, and warns: `DeprecationWarning` is an error where warnings are errors, and the announcement will
come true.

## When it does not

The old version announced it already.

## Example

```python
# prov, old
def f(): return 1
```

```python
# prov, new
from typing_extensions import deprecated


@deprecated('use g')
def f(): return 1
```

```python
# consumer
from prov import f

f()  # not reported as a break: it only warns
```

Outcome: silent

## Remedy

Move to the replacement the message names.

## Known gaps

None known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Relevance
from apidrift.rules._facts import fact
from apidrift.rules._hierarchy import announced
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where the provider announces that it will remove something."""
    new = pair.new_deprecated or announced(pair.new)
    if new and not (pair.old_deprecated or announced(pair.old)) and pair.old is not None:
        yield fact(pair, "AD903", new=new)


RULE = Rule(
    code="AD903",
    name="deprecated-added",
    title="deprecated",
    aspect=Aspect.EXCEPTION,
    action=Action.ADDED,
    check=check,
    relevance=Relevance.NEVER,
    weight=1,
    remedy="sometimes",
    mirror="deprecated-removed",
)
