"""From a found module to a mended one: the loader that compiles the mended source instead of the one on disk.

Tracebacks and debuggers read the mended text: code is compiled under the name of a copy in the user's cache folder
(`apidrift-shim/DIGEST/…`), which is written for that purpose alone and never executed. Where it cannot be written, the
name is the real one with a remark, and Python takes the text from the loader. `__file__` stays the real file.
No byte code is written for mended modules, so the caches on disk hold what is on disk.
"""

from __future__ import annotations

import hashlib
import linecache
import os
import sys
from importlib.machinery import ModuleSpec
from importlib.util import decode_source
from typing import TYPE_CHECKING, Any

from ._facts import NAME, STUBS
from ._finder import LOCK, ShimError
from ._plan import Refusal, plan_for

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import CodeType, ModuleType

    from ._finder import ShimFinder

_SHOWN: set[str] = set()


class MendedLoader:
    """Wraps the loader of a module: all it knows, but with the mended source."""

    def __init__(self, loader: Any, source: bytes, real: str, path: str) -> None:
        self._loader = loader
        self._source = source
        self._real = real
        self._path = path

    def __getattr__(self, name: str) -> Any:
        if name == "_loader":
            raise AttributeError(name)
        return getattr(self._loader, name)

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """As the wrapped loader does."""
        create = getattr(self._loader, "create_module", None)
        return create(spec) if create else None

    def exec_module(self, module: ModuleType) -> None:
        """Run the mended source in the module."""
        code = self.get_code(module.__name__)
        self._show()
        exec(code, module.__dict__)

    def get_code(self, fullname: str = "") -> CodeType:  # noqa: ARG002 -- the protocol's signature
        """The mended source, compiled; neither read from nor written to a byte code cache."""
        shown = _copy(self._source, self._path) or f"{self._real} (as {NAME} mends it)"
        return compile(self._source, shown, "exec", dont_inherit=True)

    def get_source(self, fullname: str = "") -> str:  # noqa: ARG002 -- the protocol's signature
        """The mended source."""
        return decode_source(self._source)

    def _show(self) -> None:
        """Let `inspect` find the mended text under the real name too: that is how it looks for classes and modules."""
        text = self.get_source()
        linecache.cache[self._real] = (len(text), None, text.splitlines(keepends=True), self._real)
        _SHOWN.add(self._real)


class StubLoader:
    """Serves a file of adapter functions as a module of the consumer's."""

    def __init__(self, file: str) -> None:
        self._file = file

    def create_module(self, spec: ModuleSpec) -> None:
        """The default will do."""

    def exec_module(self, module: ModuleType) -> None:
        """Run the stubs in the module."""
        exec(self.get_code(), module.__dict__)

    def get_code(self, fullname: str = "") -> CodeType:  # noqa: ARG002 -- the protocol's signature
        """The stubs, compiled under the name of their file."""
        return compile(self.get_source(), self._file, "exec", dont_inherit=True)

    def get_source(self, fullname: str = "") -> str:  # noqa: ARG002 -- the protocol's signature
        """The text of the stubs."""
        with open(self._file, encoding="utf-8") as file:
            return file.read()


def find(finder: ShimFinder, name: str, path: Sequence[str] | None, target: ModuleType | None) -> ModuleSpec | None:
    """The spec of a module to be mended, as another finder gives it, with the loader wrapped.

    Raises:
        ShimError: the shim does not fit and `APIDRIFT_SHIM` is `strict`.
    """
    if name in STUBS:
        file = os.path.join(os.path.dirname(os.path.abspath(__file__)), STUBS[name])
        return ModuleSpec(name, StubLoader(file), origin=file)  # type: ignore[arg-type] # duck-typed
    spec = _found(finder, name, path, target)
    if spec is None or spec.loader is None or spec.origin is None:
        return spec
    with LOCK:
        plan = plan_for(name, spec.origin, spec.loader)
    if isinstance(plan, Refusal):
        if os.environ.get("APIDRIFT_SHIM") == "strict":
            raise ShimError(f"{NAME} does not fit: {plan.reason}", name=name)
        return spec
    mended = plan.get(name)
    if mended is not None:
        spec.loader = MendedLoader(spec.loader, mended.source, spec.origin, mended.path)  # type: ignore[assignment]
        spec.cached = None
    return spec


def forget() -> None:
    """Let `inspect` and tracebacks read the files on disk again."""
    for name in _SHOWN:
        linecache.cache.pop(name, None)
    _SHOWN.clear()


def _found(finder: ShimFinder, name: str, path: Sequence[str] | None, target: ModuleType | None) -> ModuleSpec | None:
    for other in list(sys.meta_path):
        if other is finder or not hasattr(other, "find_spec"):
            continue
        spec = other.find_spec(name, path, target)
        if spec is not None:
            return spec
    return None


def _copy(source: bytes, path: str) -> str:
    """The path of a copy of the mended source, for people and debuggers to read; empty where none can be written."""
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    digest = hashlib.sha256(source).hexdigest()[:12]
    copy = os.path.join(cache, "apidrift-shim", digest, *path.split("/"))
    try:
        with open(copy, "rb") as file:
            if file.read() == source:
                return copy
    except OSError:
        pass
    aside = f"{copy}.{os.getpid()}"
    try:
        os.makedirs(os.path.dirname(copy), exist_ok=True)
        with open(aside, "wb") as file:
            file.write(source)
        os.replace(aside, copy)
    except OSError:
        return ""
    return copy
