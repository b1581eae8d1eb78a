"""A method the consumer may override takes other parameters.

## What it reports

A method whose parameters differ. The provider calls it by its new signature, an override in the consumer still has
the old one.

## Why it breaks callers

When the provider calls the override with an argument it does not take, or leaves out one it needs: `TypeError`.

## When it does not

The consumer only calls the method. The override takes `*args, **kwargs`. The provider is known never to pass what is
new.

## Example

```python
# prov, old
class C:
    def run(self): return self.hook(1)

    def hook(self, x): return x
```

```python
# prov, new
class C:
    def run(self): return self.hook(1, scale=2)

    def hook(self, x, scale=1): return x * scale
```

```python
# consumer
from prov import C


class D(C):
    def hook(self, x): return x


D().run()
```

Outcome: `TypeError: D.hook() got an unexpected keyword argument 'scale'`

## Remedy

Give the override the new signature; with defaults it fits both versions.

## Known gaps

Of a library that is read over the network not all callers are seen; then a new parameter counts as passed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure, Relevance
from apidrift.model.signature import render_signature
from apidrift.rules._bodies import never_passed
from apidrift.rules._facts import fact, is_method
from apidrift.rules._members import CONSTRUCTION
from apidrift.rules._rule import Direction, Rule
from apidrift.rules._views import signatures

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a method the consumer may override takes other parameters."""
    if pair.old_owner is None or not is_method(pair.old) or not is_method(pair.new):
        return
    if pair.old_path.rpartition(".")[2] in CONSTRUCTION:
        return  # whoever constructs the consumer's class knows its constructor
    views = signatures(pair)
    if views is None or not (views.added or views.removed):
        return
    added = frozenset(parameter.keyword for parameter in views.added)
    if views.removed or not never_passed(pair, added, len(views.old.positional)):
        yield fact(pair, "AD010", old=render_signature(views.old.signature), new=render_signature(views.new.signature))


RULE = Rule(
    code="AD010",
    name="hook-signature-changed",
    title="method called with other arguments",
    aspect=Aspect.REVERSE,
    action=Action.CHANGED,
    check=check,
    explains=frozenset({Failure.BAD_OVERRIDE}),
    relevance=Relevance.OVERRIDDEN,
    direction=Direction.PROVIDER_CALLS,
    remedy="sometimes",
    mirror="Changing back is the same change.",
)
