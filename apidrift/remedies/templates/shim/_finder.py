"""The import hook: stands first on `sys.meta_path` and answers for the modules it mends, no others."""

from __future__ import annotations

import sys
from _thread import RLock

from ._facts import DIGEST, MODULES, NAME, PACKAGE, STUBS, TITLE

TYPE_CHECKING = False  # as in `typing`, whose import would cost more than all of this file
if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType
    from typing import Any

LOCK = RLock()


class ShimError(ImportError):
    """The shim does not fit, or cannot be installed here; the text says why and what to do."""


class ShimFinder:
    """Finds a mended module where the others find it, and wraps its loader."""

    apidrift_shim = (PACKAGE, DIGEST, NAME)
    """How shims know each other."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The spec of a module the shim mends; None for every other module."""
        if name not in MODULES and name not in STUBS:
            return None
        from ._loader import find

        return find(self, name, path, target)

    def invalidate_caches(self) -> None:
        """Nothing is cached."""


def active() -> ShimFinder | None:
    """This shim's finder, where it is installed in this process."""
    return next((each for each in _shims() if each.apidrift_shim == ShimFinder.apidrift_shim), None)


def install(*, reload: bool = False) -> None:
    """Make the shim active in this process; nothing happens where it already is.

    Args:
        reload: modules that were imported before are executed again, mended. What others took from them by
            `from … import …` stays as it was.

    Raises:
        ShimError: another shim mends the same consumer, or a module was imported before and `reload` is not asked for.
    """
    with LOCK:
        if active() is not None:
            return
        for other in _shims():
            if other.apidrift_shim[0] == PACKAGE:
                raise ShimError(
                    f"{NAME} is not installed: {other.apidrift_shim[2]} already mends {TITLE} in this process; "
                    "build one shim for both: apidrift shim build REF REF"
                )
        before = [name for name in MODULES if name in sys.modules]
        if before and not reload:
            raise ShimError(
                f"{NAME} comes too late: {', '.join(sorted(before))} already imported; "
                "import it first, or call install(reload=True)"
            )
        sys.meta_path.insert(0, ShimFinder())
        _again(before)


def uninstall(*, reload: bool = False) -> None:
    """Make the shim inactive in this process; nothing happens where it is not active.

    Args:
        reload: mended modules are executed again as they are on disk; without it they stay mended until the process
            ends, and only modules imported from now on are as they are on disk.
    """
    with LOCK:
        finder = active()
        if finder is None:
            return
        sys.meta_path.remove(finder)
        if reload:
            _again([name for name in MODULES if name in sys.modules])
        from ._loader import forget

        forget()


def _shims() -> list[Any]:
    return [each for each in sys.meta_path if hasattr(each, "apidrift_shim")]


def _again(names: list[str]) -> None:
    """Execute modules again, in the order in which they were first imported."""
    if names:
        import importlib

        for name in [each for each in sys.modules if each in names]:
            importlib.reload(sys.modules[name])
