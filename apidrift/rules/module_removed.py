"""A module of the provider is gone.

## What it reports

A module or package that the old version has and the new one has not, at the path through which it is imported.

## Why it breaks callers

`import` and `from … import` of it, or of anything below it, raise `ModuleNotFoundError` as soon as the importing
module is loaded.

## When it does not

The path still imports because a package re-exports a module under the old name. A module that only became a
package, or the reverse, keeps its path.

## Example

```python
# prov, old
# file: prov/tools.py
def f(): return 1
```

```python
# prov, new
LIMIT = 1
```

```python
# consumer
import prov.tools

prov.tools.f()
```

Outcome: `ModuleNotFoundError: No module named 'prov.tools'`

## Remedy

Import from where the contents went; see `module-moved` and `name-moved` for what could be found out about that.

## Known gaps

Modules that are put into `sys.modules` by hand are not seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure
from apidrift.rules._facts import fact
from apidrift.rules._moves import lost
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a module of the provider is gone."""
    if pair.old_is_module and lost(pair):
        yield fact(pair, "AD101", symbol=pair.path, old="module")


RULE = Rule(
    code="AD101",
    name="module-removed",
    title="module removed",
    aspect=Aspect.EXISTENCE,
    action=Action.REMOVED,
    check=check,
    explains=frozenset({Failure.MISSING_MODULE, Failure.MISSING_NAME}),
    remedy="sometimes",
    mirror="module-added",
)
