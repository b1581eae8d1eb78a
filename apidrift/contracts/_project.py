"""The consumer's files as modules: which matter, where a dotted name lies, parsed when first asked for."""

from __future__ import annotations

import ast
import re
import warnings
from typing import TYPE_CHECKING

from apidrift.contracts._infos import ModuleInfo
from apidrift.errors import UnreadableFileError
from apidrift.model.contract import Skipped

if TYPE_CHECKING:
    from apidrift.model.tree import Tree

IMPORTS = re.compile(
    rb"^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import[ \t]*(\([^)]*\)|[^\n#;]*)|import[ \t]+([^\n#;]+))",
    re.MULTILINE,
)
ROOTS = ("src/", "lib/", "python/")
"""Folders that commonly hold the top package in a source tree, and are not packages themselves."""


class Project:
    """All Python files of a consumer."""

    def __init__(self, tree: Tree, providers: tuple[str, ...]) -> None:
        self.tree = tree
        self.providers = providers
        self.skipped: list[Skipped] = []
        self.sources: dict[str, bytes] = {}
        self.paths: dict[str, str] = {}
        self.names: dict[str, str] = {}
        self._modules: dict[str, ModuleInfo | None] = {}
        self._imports: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
        files = [path for path in tree.files() if path.endswith(".py")]
        tree.prefetch(files)
        for path in files:
            self._register(path)

    def _register(self, path: str) -> None:
        name = module_name(path)
        self.names[path] = name
        self.paths.setdefault(name, path)
        for root in ROOTS:
            if path.startswith(root):
                self.names[path] = module_name(path.removeprefix(root))
                self.paths.setdefault(self.names[path], path)

    def source(self, path: str) -> bytes:
        """A file's bytes; empty, and noted, where it cannot be read."""
        if path not in self.sources:
            try:
                self.sources[path] = self.tree.read(path)
            except (UnreadableFileError, KeyError, OSError) as error:
                self.skipped.append(Skipped(path, f"could not be read: {error}"))
                self.sources[path] = b""
        return self.sources[path]

    def is_provider(self, dotted: str) -> bool:
        """Whether a dotted name lies in one of the providers."""
        return any(dotted == name or dotted.startswith(f"{name}.") for name in self.providers)

    def mentioning(self, also: list[bytes] | None = None) -> list[str]:
        """Paths of the files that import a provider or name something inside it in a string.

        `also` are further regular expressions that make a file worth reading.
        """
        names = rb"(?:" + b"|".join(re.escape(name.encode()) for name in self.providers) + rb")"
        pattern = re.compile(
            rb"\b(?:import|from)[ \t][^\n]*\b" + names + rb"\b"
            rb"|[\"']" + names + rb"\.\w"
            rb"|import(?:_module|__)\(\s*[\"']" + names + rb"\b"
        )
        plain = [name.encode() for name in self.providers]
        further = re.compile(b"|".join(also)) if also else None
        return [
            path
            for path in self.names
            if (any(name in self.source(path) for name in plain) and pattern.search(self.source(path)))
            or (further is not None and further.search(self.source(path)))
        ]

    def module(self, dotted: str) -> ModuleInfo | None:
        """The consumer's module of this name, parsed; None where there is none or it cannot be parsed."""
        path = self.paths.get(dotted)
        return self.load(path) if path is not None else None

    def load(self, path: str) -> ModuleInfo | None:
        """A file as a module; None, and noted, where it cannot be parsed."""
        if path not in self._modules:
            self._modules[path] = self._parse(path)
        return self._modules[path]

    def known(self, dotted: str) -> ModuleInfo | None:
        """The module of this name, if it has been looked at."""
        path = self.paths.get(dotted)
        return self._modules.get(path) if path is not None else None

    def loaded(self, path: str) -> bool:
        """Whether the file has been looked at."""
        return path in self._modules

    def _parse(self, path: str) -> ModuleInfo | None:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                tree = ast.parse(self.source(path), path)
            return ModuleInfo(self.names[path], path, tree)
        except SyntaxError as error:
            self.skipped.append(Skipped(path, f"syntax error in line {error.lineno or 0}: {error.msg}"))
        except (ValueError, LookupError, UnicodeDecodeError) as error:
            self.skipped.append(Skipped(path, f"not Python text: {error}"))
        except (RecursionError, MemoryError):
            self.skipped.append(Skipped(path, "nested too deeply to be parsed"))
        return None

    def importers(self, module: str) -> list[tuple[str, tuple[str, ...]]]:
        """Files, not looked at yet, that import from a module of the consumer, and the names they take.

        An empty tuple of names stands for the module itself.
        """
        if not self._imports:
            for path in self.names:
                for target, names in imports_of(self.source(path), self.names[path], path.endswith("__init__.py")):
                    self._imports.setdefault(target, []).append((path, names))
        return [(path, names) for path, names in self._imports.get(module, ()) if not self.loaded(path)]


def module_name(path: str) -> str:
    """The dotted name of a file: `a/b/__init__.py` is `a.b`."""
    name = path.removesuffix(".py").replace("/", ".")
    return name.removesuffix(".__init__") if name != "__init__" else name


def relative(module: str, *, package: bool, level: int, target: str) -> str:
    """The absolute name of what `from ..target import` names inside a module."""
    if level == 0:
        return target
    parts = module.split(".")
    keep = len(parts) - level + (1 if package else 0)
    return ".".join([*parts[: max(keep, 0)], *([target] if target else [])])


def imports_of(source: bytes, module: str, package: bool) -> list[tuple[str, tuple[str, ...]]]:  # noqa: FBT001 -- a fact about the module
    """What a file imports, told from its text alone: (absolute module, names)."""
    found: list[tuple[str, tuple[str, ...]]] = []
    for match in IMPORTS.finditer(source):
        origin, names, plain = (group.decode("utf-8", "replace") if group else "" for group in match.groups())
        if not origin:
            found += [(part.split(" as ")[0].strip(), ()) for part in plain.split(",")]
            continue
        level = len(origin) - len(origin.lstrip("."))
        target = relative(module, package=package, level=level, target=origin.lstrip("."))
        taken = tuple(
            word.split()[0] for word in re.sub(r"#[^\n]*", "", names).strip("() \n").split(",") if word.strip()
        )
        found.append((target, taken))
        found += [(f"{target}.{name}", ()) for name in taken]
    return found
