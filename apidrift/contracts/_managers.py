"""Context managers and `try`."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from apidrift.contracts._atoms import UNKNOWN, ClassAtom, Ext, Prov, Value, merge_guards
from apidrift.contracts._env import Env
from apidrift.contracts._interp import Interp
from apidrift.contracts._project import relative
from apidrift.contracts._scan import always_raises
from apidrift.contracts._values import Seq, Wrapped, guarded, join, providers
from apidrift.model import contract as c
from apidrift.model.paths import Entered

if TYPE_CHECKING:
    from apidrift.model.paths import Path

IMPORT_ERRORS = {"ImportError", "ModuleNotFoundError", "Exception", "BaseException", "AttributeError"}


def enter(it: Interp, node: ast.expr, *, is_async: bool) -> tuple[Value, c.Guard | None]:
    """What `with node as x` binds, and the guard it puts around its body (`contextlib.suppress`)."""
    from apidrift.contracts._calls import special  # noqa: PLC0415

    value = it.eval(node)
    it.emit(c.Enter(is_async), value, node)
    parts: list[Value] = [it.step(value, Entered(is_async))]
    for atom in value:
        if isinstance(atom, Wrapped) and atom.kind == "enter":
            parts.append(atom.value)
        elif isinstance(atom, Ext) and atom.name.endswith("()"):
            parts.append((atom,))
        elif not isinstance(atom, Prov):
            parts.append(special(it, atom, "__aenter__" if is_async else "__enter__"))
    return join(*parts) or UNKNOWN, _suppressed(it, node)


def _suppressed(it: Interp, node: ast.expr) -> c.Guard | None:
    if not isinstance(node, ast.Call):
        return None
    with it.silence():
        callee = it.eval(node.func)
    if not any(isinstance(atom, Ext) and atom.name == "contextlib.suppress" for atom in callee):
        return None
    names = tuple(name for argument in node.args for name in exception_names(it, argument))
    return it.world.guard(c.Attempt(node.lineno, "body", names))


def exception_names(it: Interp, node: ast.expr | None) -> list[str]:
    """The exceptions an `except` clause names, qualified; a bare one is `BaseException`."""
    if node is None:
        return ["BaseException"]
    with it.silence():
        value = it.eval(node)
    return _names(value) or [ast.unparse(part) for part in (node.elts if isinstance(node, ast.Tuple) else [node])]


def _names(value: Value) -> list[str]:
    found: list[str] = []
    for atom in value:
        match atom:
            case Ext(name=name):
                found.append(name.removeprefix("builtins."))
            case Prov(node=node) if node.dotted():
                found.append(node.dotted())
            case ClassAtom(info=info):
                found.append(f"{info.module.name}.{info.qualname}")
            case Seq() as seq:
                for item in seq.items if seq.items is not None else [seq.element]:
                    found += _names(item)
            case _:
                pass
    return list(dict.fromkeys(found))


def _try(it: Interp, node: ast.stmt) -> bool:
    assert isinstance(node, ast.Try | ast.TryStar)
    handled = [(handler, tuple(exception_names(it, handler.type))) for handler in node.handlers]
    catches = tuple(dict.fromkeys(name for _, names in handled for name in names))
    reraises = tuple(dict.fromkeys(n for handler, names in handled if always_raises(handler.body) for n in names))
    swallowed = {n for handler, names in handled if not always_raises(handler.body) for n in names}
    reraises = tuple(name for name in reraises if name not in swallowed)
    block = node.lineno
    body = it.world.guard(c.Attempt(block, "body", catches, reraises))
    imports, layer, ended = _body(it, node, body if node.handlers else None, catches)
    ends, layers = [ended], [layer]
    fallback = _fallback(it, imports)
    sound = bool(set(catches) & IMPORT_ERRORS) and _own_imports(it, node.body)
    for handler, names in handled:
        guard = it.world.guard(c.Attempt(block, "handler", names))
        idle = sound and set(names) <= IMPORT_ERRORS
        it.idle += idle
        with it.branch(guard, env=_partly(it, layer)) as inner:
            before, it.implied = it.implied, (*it.implied, *fallback)
            _check(it, handler.type, node)
            if handler.name:
                it.bind(handler.name, _caught(it, handler.type))
            left = it.run(handler.body)
            it.implied = before
        it.idle -= idle
        ends.append(left or idle)
        layers.append(inner)
    it.env.merge(layer for layer, end in zip(layers, ends, strict=True) if not end)
    if not ended and all(ends[1:]) and not any(always_raises(handler.body) for handler, _ in handled):
        it.implied = (*it.implied, *imports)
    final = it.run(node.finalbody)
    return final or all(ends)


def _body(
    it: Interp, node: ast.Try | ast.TryStar, guard: c.Guard | None, catches: tuple[str, ...]
) -> tuple[list[c.Guard], Env, bool]:
    """Run body and `else` in one layer. Returns the imports that worked, the layer, and whether it ended."""
    watched = bool(set(catches) & IMPORT_ERRORS)
    saved_implied, saved_tries = it.implied, it.in_import_try
    it.in_import_try = [*it.in_import_try, []] if watched else []
    layer = Env(it.env)
    with it.branch(*([guard] if guard else []), env=layer):
        ended = it.run(node.body)
    imports = it.in_import_try[-1] if watched else []
    it.in_import_try = saved_tries
    if not ended and node.orelse:
        other = it.world.guard(c.Attempt(node.lineno, "else", catches))
        with it.branch(other, env=layer):
            ended = it.run(node.orelse)
    it.implied = saved_implied
    return imports, layer, ended


def _own_imports(it: Interp, body: list[ast.stmt]) -> bool:
    """Whether a body does nothing but import names that the consumer's own modules certainly have."""
    return all(_is_own_import(it, statement) for statement in body)


def _is_own_import(it: Interp, node: ast.stmt) -> bool:
    project = it.world.project
    match node:
        case ast.Try(handlers=handlers, body=body):
            names = {name for handler in handlers for name in exception_names(it, handler.type)}
            return bool(names & IMPORT_ERRORS) or _own_imports(it, body)
        case ast.Import(names=aliases):
            return all(alias.name in project.paths for alias in aliases)
        case ast.ImportFrom(names=aliases):
            target = relative(it.module.name, package=it.module.package, level=node.level, target=node.module or "")
            module = project.module(target)
            return module is not None and all(
                alias.name in module.bound or f"{target}.{alias.name}" in project.paths for alias in aliases
            )
        case _:
            return False


def _fallback(it: Interp, imports: list[c.Guard]) -> tuple[c.Guard, ...]:
    """In a handler: the one import of the body did not work."""
    if len(imports) != 1:
        return ()
    guard = imports[0]
    assert isinstance(guard, c.HasName)
    return (it.world.guard(c.HasName(guard.path, guard.name, negated=True)),)


def _partly(it: Interp, layer: Env) -> Env:
    """The environment of a handler: each binding of the body may or may not have happened."""
    inner = Env(it.env)
    for name, value in layer.values.items():
        if "." not in name:
            before = it.env.get(name)
            if before:
                inner.values[name] = join(before, value)
    return inner


def _check(it: Interp, node: ast.expr | None, attempt: ast.Try | ast.TryStar) -> None:
    if node is None:
        return
    for part in node.elts if isinstance(node, ast.Tuple) else [node]:
        value = it.eval(part)
        if providers(value):
            it.emit(c.Check("except", _around(it, attempt)), tuple(providers(value)), part)


def _around(it: Interp, attempt: ast.Try | ast.TryStar) -> tuple[Path, ...]:
    """The provider callables called in the body of a `try`."""
    found: dict[int, Path] = {}
    with it.silence():
        for statement in attempt.body:
            for inner in ast.walk(statement):
                if isinstance(inner, ast.Call):
                    for atom in providers(it.eval(inner.func)):
                        found.setdefault(id(atom.node), atom.node.path())
    return tuple(found.values())


def _caught(it: Interp, node: ast.expr | None) -> Value:
    from apidrift.contracts._annotations import instances  # noqa: PLC0415

    if node is None:
        return UNKNOWN
    with it.silence():
        value = it.eval(node)
    inner = [item for atom in value if isinstance(atom, Seq) for item in (atom.items or ())]
    return instances(it, join(*inner) if inner else value)


Interp.EXEC.update({ast.Try: _try, ast.TryStar: _try})
__all__ = ["enter", "guarded", "merge_guards"]
