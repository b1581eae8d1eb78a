"""Which constants a body admits for a parameter, every other one being refused, and which it looks up in a table."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from apidrift.surfaces._bodies import falls_through
from apidrift.surfaces._given import unchanged
from apidrift.surfaces._literals import UNKNOWN
from apidrift.surfaces._refusals import plain_calls
from apidrift.surfaces._text import dotted, without_docstring

if TYPE_CHECKING:
    from collections.abc import Iterable

    from apidrift.surfaces._agent import Agent
    from apidrift.surfaces._binding import FunctionNode
    from apidrift.surfaces._frames import Frame

_PLAIN = (str, int, float, bool, type(None))
_ARGS = frozenset({"typing.get_args", "typing_extensions.get_args"})


class Admitted:
    """Reads one body.

    Args:
        agent: the readers.
        node: the function.
        frame: its inside.
    """

    def __init__(self, agent: Agent, node: FunctionNode, frame: Frame) -> None:
        self.agent = agent
        self.frame = frame
        self.node = node
        self.names = unchanged(node, frame)

    def read(self) -> dict[str, tuple[str, ...]]:
        """The admitted constants as literals, sorted, by parameter."""
        found: dict[str, set[object]] = {}
        pending: dict[str, set[object]] = {}
        for statement in without_docstring(self.node.body):
            if isinstance(statement, ast.Raise):
                found = pending | found
            kept = pending if isinstance(statement, ast.If | ast.Match) else {}
            pending = {}
            for name, values, closed in self._of(statement):
                known = values | kept.get(name, set())
                (found if closed else pending).setdefault(name, known)
        for call in plain_calls(self.node.body):
            match call:
                case ast.Call(args=[ast.Name(id=name)], keywords=[]) if name in self.names and name not in found:
                    if (members := self._enum(call.func)) is not None:
                        found[name] = members
        return {name: tuple(sorted(map(repr, values))) for name, values in sorted(found.items()) if values}

    def _of(self, statement: ast.stmt) -> Iterable[tuple[str, set[object], bool]]:
        """Parameters that a statement tests, with the constants that pass, and whether it refuses all others itself."""
        match statement:
            case ast.If(test=ast.Compare(left=ast.Name(id=name), ops=[ast.NotIn()], comparators=[table]), body=body):
                values = self._constants(table) if name in self.names and _refuses(body) else None
                if values is not None:
                    yield name, values, True
            case ast.Assert(test=ast.Compare(left=ast.Name(id=name), ops=[ast.In()], comparators=[table])):
                values = self._constants(table) if name in self.names else None
                if values is not None:
                    yield name, values, True
            case ast.If():
                yield from self._chain(statement)
            case ast.Match(subject=ast.Name(id=name), cases=cases) if name in self.names:
                yield from self._match(name, cases)

    def _chain(self, statement: ast.If) -> Iterable[tuple[str, set[object], bool]]:
        """`if p == "a": … elif p in ("b", "c"): … else: raise`, or without `else` where no branch goes on."""
        name = ""
        values: set[object] = set()
        bodies: list[list[ast.stmt]] = []
        rest: list[ast.stmt] = [statement]
        while len(rest) == 1 and isinstance(rest[0], ast.If):
            tested = self._tested(rest[0].test)
            if tested is None or (name and tested[0] != name):
                return
            name, found = tested
            values |= found
            bodies.append(rest[0].body)
            rest = rest[0].orelse
        if rest and _refuses(rest):
            yield name, values, True
        elif not rest and not any(map(falls_through, bodies)):
            yield name, values, False

    def _tested(self, test: ast.expr) -> tuple[str, set[object]] | None:
        """The parameter and the constants for which a test holds."""
        match test:
            case ast.Compare(left=ast.Name(id=name), ops=[ast.Eq()], comparators=[ast.Constant(value=value)]):
                return (name, {value}) if name in self.names else None
            case ast.Compare(left=ast.Name(id=name), ops=[ast.In()], comparators=[table]) if name in self.names:
                values = self._constants(table)
                return (name, values) if values is not None else None
            case ast.BoolOp(op=ast.Or(), values=parts):
                found = [self._tested(part) for part in parts]
                names = {each[0] for each in found if each is not None}
                if None in found or len(names) != 1:
                    return None
                return names.pop(), {value for each in found if each is not None for value in each[1]}
            case _:
                return None

    def _match(self, name: str, cases: list[ast.match_case]) -> Iterable[tuple[str, set[object], bool]]:
        values: set[object] = set()
        for case in cases:
            if isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None and case.guard is None:
                if _refuses(case.body):
                    yield name, values, True
                return
            found = _pattern(case.pattern)
            if found is None:
                return
            values |= found
        if not any(falls_through(case.body) for case in cases):
            yield name, values, False

    def _constants(self, node: ast.expr) -> set[object] | None:
        """The members of a container of constants; None where it is not known."""
        match node:
            case ast.Call(func=func, args=[alias]) if self.frame.scope.node_path(func) in _ARGS:
                return _plain(_literals(self.agent.types.read(alias, self.frame.scope)))
        value = self.agent.evaluator.evaluate(node, self.frame.scope.unit)
        if value is UNKNOWN or not isinstance(value, tuple | list | set | frozenset | dict):
            return None
        return _plain(value)

    def _enum(self, func: ast.expr) -> set[object] | None:
        """The values of the enum that is called; None where it is no enum, or knows how to make others."""
        info = self.agent.classes.info(self.frame.scope.node_path(func)) if dotted(func) else None
        if info is None or not any(name.startswith("enum.") for name in self.agent.classes.order_of(info)):
            return None
        if self.agent.classes.find(info.path, "_missing_") is not None:
            return None
        values = [
            statement.value.value if isinstance(statement.value, ast.Constant) else UNKNOWN
            for statement in info.node.body
            if isinstance(statement, ast.Assign) and not dotted(statement.targets[0]).startswith("_")
        ]
        return _plain(values) if values and UNKNOWN not in values else None


def _plain(values: Iterable[object] | None) -> set[object] | None:
    found = list(values or ())
    return set(found) if found and all(isinstance(value, _PLAIN) for value in found) else None


def _literals(text: str) -> tuple[object, ...]:
    """The constants of a type expression `Literal[…]`; none for any other."""
    if not text.partition("[")[0].endswith("Literal"):
        return ()
    node = ast.parse(text, mode="eval").body
    parts = node.slice.elts if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Tuple) else []
    parts = parts or ([node.slice] if isinstance(node, ast.Subscript) else [])
    return tuple(part.value if isinstance(part, ast.Constant) else UNKNOWN for part in parts)


def _pattern(pattern: ast.pattern) -> set[object] | None:
    match pattern:
        case ast.MatchValue(value=ast.Constant(value=value)):
            return {value}
        case ast.MatchSingleton(value=value):
            return {value}
        case ast.MatchOr(patterns=patterns):
            found = [_pattern(each) for each in patterns]
            return None if None in found else {value for each in found if each is not None for value in each}
        case _:
            return None


def _refuses(body: list[ast.stmt]) -> bool:
    return bool(body) and isinstance(body[-1], ast.Raise)


def looked_up(node: FunctionNode, frame: Frame) -> tuple[str, ...]:
    """Parameters that serve as the key of a table outside the function, sorted."""
    names = unchanged(node, frame)
    local = {target.id for target, *_ in frame.facts.assigns if isinstance(target, ast.Name)} | names
    found: set[str] = set()
    for each in ast.walk(node):
        match each:
            case ast.Subscript(value=table, slice=ast.Name(id=name), ctx=ast.Load()):
                pass
            case ast.Call(func=ast.Attribute(value=table, attr="get" | "pop"), args=[ast.Name(id=name), *_]):
                pass
            case ast.Compare(left=ast.Name(id=name), ops=[ast.In() | ast.NotIn()], comparators=[table]):
                pass
            case _:
                continue
        if name in names and dotted(table) and dotted(table).partition(".")[0] not in local:
            found.add(name)
    return tuple(sorted(found))
