"""What the shim says of itself: for `status()`, `apidrift shim status` and `python -m`."""

from __future__ import annotations

import os
from importlib.util import find_spec

from ._facts import MODULES, NAME, PACKAGE, PROVIDERS, TITLE, VERSION
from ._finder import active
from ._plan import Refusal, counted, edits, installed_versions, make_plan


def status() -> dict[str, object]:
    """Facts about the shim and whether it fits what is installed here. Imports neither consumer nor provider."""
    reason, count = _fits()
    return {
        "shim": NAME,
        "version": VERSION,
        "consumer": TITLE,
        "providers": [f"{provider} {specifier.lstrip('=')}" for provider, _, specifier in PROVIDERS],
        "files": [file["path"] for file in edits()],
        "edits": count,
        "fits": not reason,
        "reason": reason,
        "active": active() is not None,
        "switch": os.environ.get("APIDRIFT_SHIM", ""),
    }


def _fits() -> tuple[str, int]:
    """Why it does not fit, empty where it does; and the number of edits."""
    _, wrong = installed_versions()
    if wrong:
        return wrong, 0
    spec = find_spec(PACKAGE)
    if spec is None or spec.origin is None or spec.loader is None:
        return f"{PACKAGE} is not installed here", 0
    loader = getattr(spec.loader, "_loader", spec.loader)
    end = next(end for end in (f"{PACKAGE}{os.sep}__init__.py", f"{PACKAGE}.py", "") if spec.origin.endswith(end))
    plan = make_plan(spec.origin[: len(spec.origin) - len(end)], loader)
    if isinstance(plan, Refusal):
        return plan.reason, 0
    try:
        for name, mended in plan.items():
            compile(mended.source, MODULES[name], "exec", dont_inherit=True)
    except SyntaxError as error:
        return f"it does not parse once mended: {error}", 0
    return "", counted(plan)
