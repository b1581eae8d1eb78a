"""`match` patterns."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from apidrift.contracts._atoms import UNKNOWN, ClassAtom, Prov, Value, merge_guards
from apidrift.contracts._env import reference
from apidrift.contracts._tests import test
from apidrift.contracts._values import join, providers
from apidrift.model import contract as c

if TYPE_CHECKING:
    from apidrift.contracts._interp import Interp


def run_case(it: Interp, case: ast.match_case, subject: Value, node: ast.expr) -> bool:
    """Run one case of a `match` statement. Returns whether control does not come out of it."""
    narrowed = bind(it, case.pattern, subject)
    key = reference(node)
    if key and narrowed is not subject:
        it.env.set(key, narrowed)
    if case.guard is not None:
        it.guards = merge_guards(it.guards, test(it, case.guard).true)
    return it.run(case.body)


def bind(it: Interp, pattern: ast.pattern, subject: Value) -> Value:  # noqa: C901 -- one arm per kind
    """Bind a pattern's captures. Returns what the subject is when it matches."""
    match pattern:
        case ast.MatchClass(cls=cls):
            return _class(it, pattern, cls, subject)
        case ast.MatchAs(pattern=inner, name=name):
            value = bind(it, inner, subject) if inner is not None else subject
            if name is not None:
                it.bind(name, value)
            return value
        case ast.MatchOr(patterns=patterns):
            return join(*(bind(it, part, subject) for part in patterns))
        case ast.MatchValue(value=value):
            it.spread(value)
        case ast.MatchSequence(patterns=patterns):
            for part in patterns:
                bind(it, part, UNKNOWN)
        case ast.MatchMapping(patterns=patterns):
            for part in patterns:
                bind(it, part, UNKNOWN)
        case ast.MatchStar(name=str(name)):
            it.bind(name, UNKNOWN)
        case _:
            pass
    return subject


def _class(it: Interp, pattern: ast.MatchClass, cls: ast.expr, subject: Value) -> Value:
    from apidrift.contracts._annotations import instances  # noqa: PLC0415
    from apidrift.contracts._attributes import attribute  # noqa: PLC0415

    value = it.eval(cls)
    it.emit(c.Check("match"), tuple(providers(value)), cls)
    known = any(isinstance(atom, Prov | ClassAtom) for atom in value)
    matched = instances(it, value) if known else subject
    for part in pattern.patterns:
        bind(it, part, UNKNOWN)
    for name, part in zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True):
        it.emit(c.Read(name, matched=True), tuple(providers(matched)), cls)
        bind(it, part, attribute(it, matched, name, cls, silent=True))
    return matched
