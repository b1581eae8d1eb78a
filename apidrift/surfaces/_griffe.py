"""griffe reads definitions: parameters, annotations, decorators.

griffe's loader visits whole modules and keeps one definition per name. Here its visitor is given one definition at a
time, out of the syntax tree that was parsed anyway, so that only what is asked for is visited and conditional
definitions survive.
"""

from __future__ import annotations

import ast
import functools
import logging
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from apidrift.model.signature import ParameterKind

if TYPE_CHECKING:
    from types import ModuleType

    from apidrift.surfaces._binding import FunctionNode


@dataclass(frozen=True, slots=True)
class RawParameter:
    """A parameter as it stands in the source."""

    name: str
    kind: ParameterKind
    annotation: str
    default: str | None


@functools.cache
def _griffe() -> ModuleType:
    import griffe  # noqa: PLC0415 -- 60 ms that a check from snapshots must not pay

    logging.getLogger("griffe").addHandler(logging.NullHandler())
    return griffe


@functools.cache
def _kinds() -> dict[Any, ParameterKind]:
    kind = _griffe().ParameterKind
    return {
        kind.positional_only: ParameterKind.POSITIONAL_ONLY,
        kind.positional_or_keyword: ParameterKind.POSITIONAL_OR_KEYWORD,
        kind.var_positional: ParameterKind.VAR_POSITIONAL,
        kind.keyword_only: ParameterKind.KEYWORD_ONLY,
        kind.var_keyword: ParameterKind.VAR_KEYWORD,
    }


def read_parameters(node: FunctionNode | ast.Lambda) -> list[RawParameter]:
    """The parameters of a definition, `self` included, spelled as griffe spells them."""
    if isinstance(node, ast.Lambda):
        node = ast.FunctionDef("lambda", node.args, [ast.Pass()], [], lineno=1, col_offset=0, end_lineno=1)
    bare = ast.FunctionDef(node.name, node.args, [ast.Pass()], [], lineno=node.lineno, end_lineno=node.end_lineno)
    function = _visit(bare).members[node.name]
    return [_parameter(parameter) for parameter in function.parameters]


def _visit(node: ast.stmt) -> Any:
    griffe = _griffe()
    visitor = griffe.Visitor("module", PurePosixPath("module.py"), "", griffe.Extensions())
    visitor.visit(ast.Module(body=[node], type_ignores=[]))
    return visitor.current


def _parameter(parameter: Any) -> RawParameter:
    kind = _kinds()[parameter.kind]
    variadic = kind in {ParameterKind.VAR_POSITIONAL, ParameterKind.VAR_KEYWORD}
    default = None if variadic or parameter.default is None else str(parameter.default)
    annotation = "" if parameter.annotation is None else str(parameter.annotation)
    return RawParameter(parameter.name.lstrip("*"), kind, annotation, default)


def spell_expression(node: ast.expr | None) -> str:
    """An expression as griffe spells it: the same text on every Python version."""
    if node is None:
        return ""
    griffe = _griffe()
    expression = griffe.safe_get_expression(node, parent=_parent(), parse_strings=False)
    return ast.unparse(node) if expression is None else str(expression)


@functools.cache
def _parent() -> Any:
    return _griffe().Module("module", filepath=PurePosixPath("module.py"))
