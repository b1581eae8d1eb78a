"""A class has an attribute under another name.

## What it reports

A member that is gone while the class gained exactly one of the same body, the same signature or the same value. The
score says how much alike they are.

## Why it breaks callers

Reading the old name raises `AttributeError`.

## When it does not

Several members could be meant: none is stated.

## Example

```python
# prov, old
class C:
    def get_input_embeddings(self, ids, mask=None): return [ids, mask]
```

```python
# prov, new
class C:
    def embed_input_ids(self, ids, mask=None): return [ids, mask]
```

```python
# consumer
from prov import C

C().get_input_embeddings(1)
```

Outcome: `AttributeError: 'C' object has no attribute 'get_input_embeddings'`

## Remedy

Use the new name.

## Known gaps

A short body or value may be the same by chance.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.change import Action, Aspect, Failure
from apidrift.rules._facts import fact
from apidrift.rules._members import is_enum, lost_member, renamed_member
from apidrift.rules._rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.model.change import Change
    from apidrift.rules._rule import Pair


def check(pair: Pair) -> Iterator[Change]:
    """Yield a change where a class has an attribute under another name."""
    twin = renamed_member(pair)
    if twin is not None and not is_enum(pair.old_owner):
        name, score = twin
        path = f"{pair.path.rpartition('.')[0]}.{name}"
        yield fact(pair, "AD502", symbol=pair.path, old=lost_member(pair), new=name, moved_to=path, score=score)


RULE = Rule(
    code="AD502",
    name="attribute-renamed",
    title="attribute renamed",
    aspect=Aspect.ATTRIBUTE,
    action=Action.RENAMED,
    check=check,
    explains=frozenset({Failure.MISSING_ATTRIBUTE}),
    remedy="always",
    mirror="A rename has no opposite; renaming back is a rename.",
    claims=frozenset({"attribute-removed"}),
)
