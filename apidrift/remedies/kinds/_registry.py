"""Every kind of edit by its name."""

from __future__ import annotations

from apidrift.remedies.kinds import add_argument, drop_argument, rename_argument

KINDS = {
    kind.name: kind
    for kind in (
        add_argument.KIND,
        drop_argument.KIND,
        rename_argument.KIND,
    )
}
