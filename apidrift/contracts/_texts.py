"""Texts that mean something to the provider: environment variables, flags of its programs, names of its loggers."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from apidrift.contracts._atoms import UNKNOWN
from apidrift.contracts._scan import place_of
from apidrift.contracts._values import Seq, providers, text
from apidrift.model import contract as c

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.contracts._arguments import Arguments
    from apidrift.contracts._atoms import Value
    from apidrift.contracts._infos import ModuleInfo
    from apidrift.contracts._interp import Interp
    from apidrift.contracts._project import Project
    from apidrift.model.hints import Command, Hints

FLAG = re.compile(r"--[A-Za-z][\w-]*")
SETTERS = frozenset({"setdefault", "putenv", "setenv"})
"""Functions and methods that set the variable their first argument names."""
PARSES = frozenset({"parse_args", "parse_known_args"})
"""Methods of a parser that are given a command line."""
DECLARES = re.compile(r"argument|option|flag", re.IGNORECASE)
"""Names of functions whose flags are those of a parser of the consumer's own: `add_argument`, `Option`, helpers."""


class Texts:
    """What to look for in one consumer, from the hints and the providers' names."""

    def __init__(self, project: Project, hints: Hints) -> None:
        self.prefixes = hints.environment.prefixes or tuple(f"{name.upper()}_" for name in project.providers)
        self.modules = hints.environment.modules or project.providers
        self.commands = hints.commands
        self._programs: dict[str, tuple[Command, ...]] = {}
        self._declared: dict[str, frozenset[int]] = {}

    def patterns(self) -> list[bytes]:
        """What a file holds that is worth reading for its texts alone, as regular expressions."""
        found = [rb"\b" + re.escape(prefix.encode()) + rb"[A-Z0-9]" for prefix in self.prefixes]
        for command in self.commands:
            found += [between_words(program) for program in command.programs]
        return found

    def programs(self, module: ModuleInfo, source: bytes) -> tuple[Command, ...]:
        """The commands a file starts."""
        if module.path not in self._programs:
            self._programs[module.path] = tuple(
                command
                for command in self.commands
                if any(re.search(between_words(program), source) for program in command.programs)
            )
        return self._programs[module.path]

    def declared(self, module: ModuleInfo) -> frozenset[int]:
        """The constants, by `id`, that name flags of a parser of the consumer's own."""
        if module.path not in self._declared:
            calls = (node for node in ast.walk(module.tree) if isinstance(node, ast.Call))
            self._declared[module.path] = frozenset(
                id(argument) for call in calls if DECLARES.search(_called(call)) for argument in call.args
            )
        return self._declared[module.path]


def between_words(program: str) -> bytes:
    """A program's words as they stand in a shell's line, a list of strings, or a list of YAML."""
    words = [re.escape(word.encode()) for word in program.split()]
    return rb"(?<![\w.-])" + rb"[\s\"',\[\]-]+".join(words) + rb"(?![\w-])"


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def variable(it: Interp, name: object, node: ast.expr) -> None:
    """Record an environment variable of the provider's that the consumer sets."""
    if isinstance(name, str) and name.startswith(it.world.texts.prefixes) and name.isupper():
        _record(it, c.Named("env", name, scopes=it.world.texts.modules), node)


def called(it: Interp, found: Arguments, node: ast.Call) -> None:
    """Look at a call for environment variables: `setenv("X", …)`, `update(X=…)`, `dict(os.environ, X=…)`."""
    if node.args and _called(node) in SETTERS:
        variable(it, text(found.get(0)), node.args[0])
    for keyword in node.keywords:
        if keyword.arg is not None:
            variable(it, keyword.arg, keyword.value)


def parsed(it: Interp, callee: Value, found: Arguments, node: ast.Call) -> None:
    """Record the flags that a parser of the provider's is given: `parser().parse_args(["--fast"])`."""
    if not isinstance(node.func, ast.Attribute) or node.func.attr not in PARSES or not providers(callee):
        return
    value = found.get(0, "args")
    given = value[0] if len(value) == 1 and isinstance(value[0], Seq) else None
    for position, item in enumerate(given.items or () if given is not None else ()):
        word = text(item)
        flag = FLAG.match(word) if word else None
        if flag is not None and not (it.quiet or it.inline_depth):
            elements = getattr(node.args[0], "elts", ()) if node.args else ()
            spot = elements[position] if position < len(elements) else node
            it.emit_at(c.Named("flag", flag[0]), callee, place_of(spot))


def logger(it: Interp, found: Arguments, node: ast.expr) -> Value:
    """`logging.getLogger("prov.core")`: a logger of the provider's by its name."""
    name = text(found.get(0, "name"))
    if name is not None and it.world.project.is_provider(name) and isinstance(node, ast.Call) and node.args:
        spot = node.args[0]
        it.unit.uses = {key: use for key, use in it.unit.uses.items() if not _names(use, name, spot)}
        _record(it, c.Named("logger", name, scopes=(name.partition(".")[0],)), spot)
    return UNKNOWN


def _names(use: c.Use, name: str, spot: ast.expr) -> bool:
    """Whether a use takes a text at a place for the path of an object."""
    here = (use.place.line, use.place.column) == (spot.lineno, spot.col_offset)
    return here and use.operation == c.Named("dotted", name)


def constant(it: Interp, value: str, node: ast.expr) -> None:
    """Record the flags that a constant of a file which starts one of the provider's programs holds."""
    texts = it.world.texts
    if "--" not in value or not texts.commands:
        return
    commands = texts.programs(it.module, it.world.project.source(it.module.path))
    if not commands or id(node) in texts.declared(it.module):
        return
    for command in commands:
        for flag in flags(value, command):
            _record(it, c.Named("flag", flag, scopes=command.modules), node)


def flags(value: str, command: Command) -> Iterator[str]:
    """The flags in a text: one that is a flag, or those of a whole command line."""
    words = value.split()
    line = any(re.search(between_words(program), value.encode()) for program in command.programs)
    for word in words if line or len(words) == 1 else ():
        found = FLAG.match(word)
        if found is not None and word[found.end() :][:1] in {"", "=", "."}:
            yield found[0]


def _record(it: Interp, operation: c.Named, node: ast.expr) -> None:
    if not (it.quiet or it.inline_depth):
        place = (node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0)
        it.record(operation, [], place, it.guards)
