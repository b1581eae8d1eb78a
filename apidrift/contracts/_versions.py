"""Version and platform gates: comparisons of a distribution's, Python's or the platform's version."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from apidrift.contracts._atoms import Atom, Ext, Lit, Prov, Specifier, Unknown, Value, Version, VersionLiteral
from apidrift.contracts._values import Seq, literal, text
from apidrift.model import contract as c

if TYPE_CHECKING:
    from apidrift.contracts._arguments import Arguments
    from apidrift.contracts._interp import Interp

SYMBOLS: dict[type, str] = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}
FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
PYTHON = "python"
PLATFORMS = {"sys.platform", "os.name", "platform.system"}
Facts = tuple[tuple[c.Guard, ...], tuple[c.Guard, ...]]


def gate(it: Interp, op: ast.cmpop, left: Value, right: Value) -> Facts | None:
    """The facts for both outcomes of comparing a version; None where no version is compared."""
    platform = _platform(it, op, left, right)
    if platform is not None:
        return platform
    symbol = SYMBOLS.get(type(op))
    for one, two, flip in ((left, right, False), (right, left, True)):
        version = _version(one)
        if version is None:
            continue
        if symbol is None:
            return _among(it, op, version, two) if not flip else None
        number = _number(version, two)
        if number is not None:
            if symbol in {"==", "!="} and _is_part(version):
                number = f"{number.rstrip('.')}.*"
            return facts(it, version.distribution, FLIPPED[symbol] if flip else symbol, number, exact=not version.parts)
    return None


def _is_part(version: Version) -> bool:
    """Whether only the first numbers are compared, so that every release that begins with them is meant."""
    return version.distribution != PYTHON and bool(version.parts or version.part in {"major", "[0]"})


def _version(value: Value) -> Version | None:
    for atom in value:
        if isinstance(atom, Version):
            return atom
        if isinstance(atom, Seq) and any(isinstance(part, Version) for part in atom.element):
            return _version(atom.element)
        if isinstance(atom, Ext) and atom.name.startswith("sys.version_info"):
            part = atom.name.removeprefix("sys.version_info").removeprefix(".")
            return Version(PYTHON, 0, part)
    return None


def _number(version: Version, value: Value) -> str | None:
    """The constant a version is compared with, as PEP 440 text."""
    atom: Atom | None = value[0] if len(value) == 1 else None
    match atom:
        case VersionLiteral(text=text):
            return text
        case Lit(value=str(text)) if text[:1].isdigit():
            return text
        case Lit(value=int(number)) if version.part in {"major", "[0]"}:
            return str(number)
        case Lit(value=int(number)) if version.part in {"minor", "[1]"} and version.distribution == PYTHON:
            return f"3.{number}"
        case Seq(items=items) if items:
            found = [literal(item) for item in items]
            if all(f is not None and isinstance(f.value, int) for f in found):
                return ".".join(str(f.value) for f in found if f is not None)
        case _:
            pass
    return None


def facts(it: Interp, distribution: str, symbol: str, number: str, *, exact: bool = True) -> Facts:
    """Guards for a comparison and for its opposite."""
    if distribution == PYTHON:
        yes, no = _python(symbol, number)
        return (it.world.guard(c.PythonGate(yes)),), (it.world.guard(c.PythonGate(no)),)
    del exact
    yes, no = f"{symbol}{number}", f"{OPPOSITE[symbol]}{number}"
    return (it.world.guard(c.VersionGate(distribution, yes)),), (it.world.guard(c.VersionGate(distribution, no)),)


def _python(symbol: str, number: str) -> tuple[str, str]:
    """`sys.version_info > (3, 8)` holds on 3.8.0 too, `== (3, 8)` on no release: tuples compare item by item."""
    if symbol == ">" and number.count(".") < 2:  # noqa: PLR2004 -- major.minor
        symbol = ">="
    elif symbol == "<=" and number.count(".") < 2:  # noqa: PLR2004
        symbol = "<"
    elif symbol in {"==", "!="}:
        return f"{symbol}{number}.*", f"{OPPOSITE[symbol]}{number}.*"
    return f"{symbol}{number}", f"{OPPOSITE[symbol]}{number}"


def _among(it: Interp, op: ast.cmpop, version: Version, value: Value) -> Facts | None:
    if not isinstance(op, ast.In | ast.NotIn) or version.distribution == PYTHON:
        return None
    if len(value) == 1 and isinstance(value[0], Specifier):
        yes, no = within(it, version, value[0])
        return (yes, no) if isinstance(op, ast.In) else (no, yes)
    items = value[0].items if len(value) == 1 and isinstance(value[0], Seq) else None
    numbers = [_number(version, item) for item in items or ()]
    if not numbers or None in numbers:
        return None
    none_of = ",".join(f"!={number}" for number in numbers)
    inside = (it.world.guard(c.VersionGate(version.distribution, none_of, negated=True)),)
    outside = (it.world.guard(c.VersionGate(version.distribution, none_of)),)
    return (inside, outside) if isinstance(op, ast.In) else (outside, inside)


def within(it: Interp, version: Version, specifier: Specifier) -> Facts:
    """`version in SpecifierSet(…)`, `SpecifierSet(…).contains(version)`."""
    yes = it.world.guard(c.VersionGate(version.distribution, specifier.text))
    return (yes,), (it.world.guard(c.VersionGate(version.distribution, specifier.text, negated=True)),)


def starts_with(it: Interp, version: Version, prefix: str) -> Facts:
    """`vllm.__version__.startswith("0.11")`."""
    number = prefix.rstrip(".") + ".*"
    return facts(it, version.distribution, "==", number)


def _starts_with_one_of(it: Interp, version: Version, prefixes: Value) -> Facts | None:
    """`startswith(("0.10", "0.11"))`."""
    items = prefixes[0].items if len(prefixes) == 1 and isinstance(prefixes[0], Seq) else None
    numbers = [text(item) for item in items or ()]
    if not numbers or not all(numbers):
        return None
    none_of = ",".join(f"!={(number or '').rstrip('.')}.*" for number in numbers)
    inside = (it.world.guard(c.VersionGate(version.distribution, none_of, negated=True)),)
    return inside, (it.world.guard(c.VersionGate(version.distribution, none_of)),)


def parsed(function: Prov, found: Arguments) -> Value:
    """What a parser of versions that the provider hands on gives (`sklearn.utils.fixes.parse_version`)."""
    value = found.get(0)
    if len(value) != 1 or not isinstance(value[0], Version | Lit):
        return ()
    spelled = text(value) or ""
    if not isinstance(value[0], Version) and not spelled[:1].isdigit():
        return ()
    if function.node.dotted().rpartition(".")[2] not in PARSERS:
        return ()
    return (VersionLiteral(spelled),) if spelled else (value[0],)


PARSERS = {"parse_version", "parse", "Version", "LooseVersion", "StrictVersion"}


def call(it: Interp, version: Version, found: Arguments) -> Value:
    """The result of a method of a version string: `startswith`, `split`."""
    prefix = text(found.get(0))
    if version.part == "startswith":
        decided = starts_with(it, version, prefix) if prefix else _starts_with_one_of(it, version, found.get(0))
        return (Lit(True, decided[0]), Lit(False, decided[1])) if decided else (Unknown(),)
    if version.part.startswith(("split", "rsplit", "partition", "strip", "replace")):
        return (Version(version.distribution),)
    return (Unknown(),)


def _platform(it: Interp, op: ast.cmpop, left: Value, right: Value) -> Facts | None:
    names = [atom.name.removesuffix("()") for atom in left if isinstance(atom, Ext)]
    found = literal(right)
    if not isinstance(op, ast.Eq | ast.NotEq) or len(names) != 1 or names[0] not in PLATFORMS or found is None:
        return None
    test = f"{names[0]} == {found.value!r}"
    yes, no = it.world.guard(c.PlatformGate(test)), it.world.guard(c.PlatformGate(test, negated=True))
    return ((yes,), (no,)) if isinstance(op, ast.Eq) else ((no,), (yes,))
