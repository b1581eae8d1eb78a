"""Guards that are decided by facts: versions, platforms, names that exist or not."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

import msgspec

from apidrift.impact._attributes import attribute
from apidrift.impact._paths import evaluate, home, missing_module
from apidrift.impact._values import (
    Builtin,
    ClassValue,
    Either,
    Failed,
    Foreign,
    FunctionValue,
    InstanceValue,
    Unknown,
    Value,
)
from apidrift.model import contract as c
from apidrift.model.paths import Imported, Path

if TYPE_CHECKING:
    from collections.abc import Iterable

    from apidrift.impact._world import World


class Reach(msgspec.Struct, frozen=True):
    """Whether guarded code runs: True, False, or None where that is not known; and why."""

    runs: bool | None
    why: str = ""


REACHED = Reach(True)


def reach(world: World, guards: Iterable[c.Guard]) -> Reach:
    """Whether the code behind all guards but `try` runs."""
    doubt = REACHED
    for guard in guards:
        answer = _decide(world, guard)
        if answer.runs is False:
            return answer
        if answer.runs is None:
            doubt = answer
    return doubt


def _decide(world: World, guard: c.Guard) -> Reach:  # noqa: PLR0911 -- one return per kind of guard
    match guard:
        case c.TypeChecking(negated):
            return REACHED if negated else Reach(False, told(guard))
        case c.VersionGate(distribution, specifier, negated):
            return _turned(_version(world, distribution, specifier), told(guard), negated=negated)
        case c.PythonGate(specifier, negated):
            return _turned(_within(world.options.python, specifier), told(guard), negated=negated)
        case c.PlatformGate(test, negated):
            return _turned(_platform(world, test), told(guard), negated=negated)
        case c.HasName(path, name, negated):
            return _turned(has_name(world, path, name), told(guard), negated=negated)
        case c.HasParameter(path, name, negated):
            return _turned(_has_parameter(evaluate(world, path), name), told(guard), negated=negated)
        case c.HasValue(path, operator, literal, negated):
            answer = _compared(evaluate(world, path), operator, literal)
            return REACHED if answer is None else _turned(answer, told(guard), negated=negated)
        case c.Attempt() | c.Sheltered() | c.Condition():
            return REACHED
        case _ as never:
            assert_never(never)


def told(guard: c.Guard) -> str:  # noqa: PLR0911 -- one return per kind of guard
    """What a guard asks, in words."""
    match guard:
        case c.TypeChecking():
            return "under TYPE_CHECKING"
        case c.VersionGate(distribution, specifier):
            return f"gated on {distribution}{specifier}"
        case c.PythonGate(specifier):
            return f"gated on Python {specifier}"
        case c.PlatformGate(test):
            return f"gated on {test}"
        case c.HasName(path, name):
            return f"guarded by a test for {name or path}"
        case c.HasParameter(_, name):
            return f"guarded by a test for the parameter {name}"
        case c.HasValue(path):
            return f"guarded by the value of {path}"
        case c.Attempt() | c.Sheltered() | c.Condition():
            return ""
        case _ as never:
            assert_never(never)


def _turned(answer: bool | None, why: str, *, negated: bool) -> Reach:  # noqa: FBT001 -- a three-valued truth
    if answer is None:
        return Reach(None, f"{why}, which is not known here")
    return REACHED if answer is not negated else Reach(False, why)


# Versions and platforms -----------------------------------------------------------------------------------------------


def _version(world: World, distribution: str, specifier: str) -> bool | None:
    release = world.surface.release
    own = {release.name, release.distribution, *world.options.distributions}
    if distribution.lower().replace("_", "-") not in {name.lower().replace("_", "-") for name in own if name}:
        return None
    return _within(release.version, specifier)


def _within(version: str, specifier: str) -> bool | None:
    from packaging.specifiers import InvalidSpecifier, SpecifierSet  # noqa: PLC0415 -- only where a gate is met
    from packaging.version import InvalidVersion, Version  # noqa: PLC0415

    try:
        return SpecifierSet(specifier).contains(Version(version), prereleases=True)
    except (InvalidSpecifier, InvalidVersion):
        return None


_NAMES = {"linux": ("posix", "Linux"), "darwin": ("posix", "Darwin"), "win32": ("nt", "Windows")}


def _platform(world: World, test: str) -> bool | None:
    import re  # noqa: PLC0415 -- only where a gate is met

    platform = world.options.platform
    os_name, system = _NAMES.get(platform, ("posix", platform))
    facts = {"sys.platform": platform, "os.name": os_name, "platform.system()": system}
    match = re.fullmatch(r"\s*([\w.]+(?:\(\))?)\s*(==|!=|in|not in)\s*(.+?)\s*", test)
    if match and match[1] in facts:
        listed = re.findall(r"['\"]([^'\"]*)['\"]", match[3])
        return (facts[match[1]] in listed) is (match[2] in {"==", "in"})
    match = re.fullmatch(r"\s*([\w.]+(?:\(\))?)\.startswith\((.+)\)\s*", test)
    if match and match[1] in facts:
        return facts[match[1]].startswith(tuple(re.findall(r"['\"]([^'\"]*)['\"]", match[2])))
    return None


# Constants ------------------------------------------------------------------------------------------------------------


def _compared(value: Value, operator: str, other: str) -> bool | None:
    """Whether a constant compares so with a literal; None where its value is not certain."""
    if not isinstance(value, Builtin) or not value.exact or not value.literal:
        return None
    import ast  # noqa: PLC0415 -- only where a gate is met
    import operator as operators  # noqa: PLC0415

    names = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
    try:
        held = ast.literal_eval(value.literal)
        return bool(getattr(operators, names[operator])(held, ast.literal_eval(other)) if operator else held)
    except (ValueError, SyntaxError, TypeError):
        return None


# Names and parameters -------------------------------------------------------------------------------------------------


def has_name(world: World, path: Path, name: str) -> bool | None:
    """Whether a name exists on what a path leads to; with no name, whether the path's module can be imported."""
    if home(path) != world.top:
        return None
    if not name:
        return _importable(world, path)
    value = evaluate(world, path)
    return None if isinstance(value, Failed) else _has(world, value, name)


def _importable(world: World, path: Path) -> bool | None:
    if not isinstance(path.root, Imported):
        return None
    module = ".".join((path.root.module, *([path.root.name] if path.root.name else [])))
    if missing_module(world, module) is None:
        return True
    return not isinstance(evaluate(world, path), Failed)


def _has(world: World, value: Value, name: str) -> bool | None:
    if isinstance(value, Either):
        answers = {_has(world, option, name) for option in value.options}
        return answers.pop() if len(answers) == 1 else None
    if isinstance(value, Unknown | Foreign):
        return None
    found = attribute(world, value, name)
    if isinstance(found, Failed):
        return None if found.problem.likely and isinstance(value, FunctionValue) else False
    return _inexact(value, found)


def _inexact(value: Value, found: Value) -> bool | None:
    """Unknown values of known attributes count as there; attributes nobody can tell do not."""
    if isinstance(found, Unknown) and isinstance(value, InstanceValue | ClassValue):
        return None if found.doubtful else True
    return True


def _has_parameter(value: Value, name: str) -> bool | None:
    match value:
        case FunctionValue(symbol=symbol):
            return None if symbol.opaque else any(p.name == name for p in symbol.signature.parameters)
        case ClassValue(symbol=symbol) if symbol.constructor is not None:
            return None if symbol.constructor_opaque else any(p.name == name for p in symbol.constructor.parameters)
        case _:
            return None
