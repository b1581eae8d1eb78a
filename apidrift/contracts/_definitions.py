"""Definitions: functions, lambdas, classes, comprehensions and `match`."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from apidrift.contracts._arguments import arguments, describe, shape_of
from apidrift.contracts._assign import assign
from apidrift.contracts._atoms import UNKNOWN, ClassAtom, Ext, Prov, Value, merge_guards
from apidrift.contracts._env import Env
from apidrift.contracts._interp import Interp
from apidrift.contracts._items import iterate
from apidrift.contracts._signatures import override
from apidrift.contracts._tests import test
from apidrift.contracts._values import FuncAtom, Mapping, Seq, guarded, providers
from apidrift.contracts._verdicts import hard
from apidrift.model import contract as c
from apidrift.model.paths import Argument, Called, Shape

if TYPE_CHECKING:
    from apidrift.contracts._infos import ClassInfo, FuncInfo
    from apidrift.contracts._nodes import Node

BINDINGS = {
    "staticmethod": "static",
    "classmethod": "class",
    "property": "property",
    "cached_property": "property",
    "abstractproperty": "property",
}
MANAGERS = {"contextmanager", "asynccontextmanager"}


def _function(it: Interp, node: ast.stmt) -> bool:
    assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    info = it.world.func(node, it.module, f"{it.scope}.{node.name}" if it.scope else node.name)
    _describe(it, info)
    made = _decorators(it, node, info)
    _signature_uses(it, node)
    it.bind(node.name, (FuncAtom(info, made_by=made),))
    if it.cls is not None:
        it.cls.methods[node.name] = info
    if info.unit is not None and it.module.wanted and not it.inline_depth:
        it.world.queue_new(info.unit)
    return False


def _describe(it: Interp, info: FuncInfo) -> None:
    info.cls = it.cls
    info.outers = (it.func, *it.func.outers) if it.func is not None else ()
    info.guards = it.hard


def _decorators(it: Interp, node: ast.FunctionDef | ast.AsyncFunctionDef, info: FuncInfo) -> Node | None:
    made: Node | None = None
    for decorator in reversed(node.decorator_list):
        name = (
            decorator.attr
            if isinstance(decorator, ast.Attribute)
            else decorator.id
            if isinstance(decorator, ast.Name)
            else ""
        )
        if name in {"setter", "deleter", "getter"}:
            info.binding = "accessor"
            continue
        value = decorate(it, decorator)
        found = providers(value)
        if found:
            made = found[0].node.then(Called(Shape((Argument(),))))
        elif any(isinstance(atom, Ext) for atom in value):
            info.binding = BINDINGS.get(name, info.binding)
            info.context_manager = info.context_manager or name in MANAGERS
    return made


def decorate(it: Interp, decorator: ast.expr) -> Value:
    """Evaluate a decorator; one of the provider is a use."""
    if isinstance(decorator, ast.Call):
        callee = it.eval(decorator.func)
        if providers(callee):
            shape = shape_of(arguments(it, decorator))
            it.emit(c.Decorate(shape), callee, decorator)
            return it.step(callee, Called(shape))
        it.eval(decorator)
        return callee
    value = it.eval(decorator)
    it.emit(c.Decorate(), value, decorator)
    return value


def _signature_uses(it: Interp, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
    """Defaults and (unless postponed) annotations are evaluated where the function is defined."""
    args = node.args
    for default in (*args.defaults, *args.kw_defaults):
        if default is not None:
            it.spread(default)
    if it.module.postponed:
        return
    for parameter in (*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg):
        if parameter is not None and parameter.annotation is not None:
            it.eval(parameter.annotation)
    if node.returns is not None:
        it.eval(node.returns)


def _lambda(it: Interp, node: ast.expr) -> Value:
    assert isinstance(node, ast.Lambda)
    info = it.world.func(node, it.module, it.scope)
    _describe(it, info)
    info.cls = None
    for default in (*node.args.defaults, *node.args.kw_defaults):
        if default is not None:
            it.spread(default)
    if info.unit is not None and it.module.wanted and not it.inline_depth:
        it.world.queue_new(info.unit)
    return (FuncAtom(info),)


def _class(it: Interp, node: ast.stmt) -> bool:
    assert isinstance(node, ast.ClassDef)
    info = it.world.cls(node, it.module, f"{it.scope}.{node.name}" if it.scope else node.name)
    info.decorated = tuple(_class_decorator(it, decorator) for decorator in node.decorator_list)
    bases = [(base, it.eval(base)) for base in node.bases]
    values = {str(keyword.arg): it.spread(keyword.value) for keyword in node.keywords}
    given = {name: describe(value) for name, value in values.items() if name not in {"None", "metaclass"}}
    _bases(it, info, [value for _, value in bases])
    it.bind(node.name, (ClassAtom(info),))
    layer = _class_body(it, info, node)
    if not it.inline_depth:
        for name, value in layer.values.items():
            if "." not in name:
                it.contribute(info.attribute(name), value)
    for name, value in layer.values.items():
        for atom in value:
            if isinstance(atom, FuncAtom) and atom.receiver is None:
                info.methods.setdefault(name, atom.info)
    _subclass(it, info, bases, Shape(keywords=given, double_star="None" in values))
    return False


def _class_decorator(it: Interp, decorator: ast.expr) -> str:
    decorate(it, decorator)
    return ast.unparse(decorator.func if isinstance(decorator, ast.Call) else decorator)


def _bases(it: Interp, info: ClassInfo, values: list[Value]) -> None:
    joined: Value = tuple(atom for value in values for atom in value)
    it.contribute(info.bases, joined)
    for atom in joined:
        if isinstance(atom, ClassAtom) and info not in atom.info.subclasses and atom.info is not info:
            atom.info.subclasses.append(info)


def _class_body(it: Interp, info: ClassInfo, node: ast.ClassDef) -> Env:
    saved = it.cls, it.scope
    it.cls, it.scope = info, info.qualname
    guards = it.guards
    with it.branch() as layer:
        it.run(node.body)
    it.guards = guards
    it.cls, it.scope = saved
    return layer


def _subclass(it: Interp, info: ClassInfo, bases: list[tuple[ast.expr, Value]], given: Shape) -> None:
    from apidrift.contracts._classes import lineage, outsiders, provider_bases  # noqa: PLC0415

    if it.quiet or it.inline_depth:
        return
    members = tuple(override(name, func, it) for name, func in info.methods.items() if func.binding != "accessor")
    name = f"{it.module.name}.{info.qualname}"
    bound = {bound for owner in lineage(it, info) for bound in owner.own} - {member.name for member in members}
    brings = tuple(sorted(one for one in bound if not (one.startswith("__") and one.endswith("__"))))
    made_by, beside = _made_by(it, info), outsiders(it, info)
    for node, value in bases:
        found: Value = tuple(providers(value))
        for atom in value:
            if isinstance(atom, ClassAtom):
                found = (*found, *provider_bases(it, atom.info))
        if found:
            operation = c.Subclass(name, members, keywords=given, brings=brings, made_by=made_by, beside=beside)
            it.emit(operation, found, node)


_MAKERS = frozenset({"dataclass", "define", "frozen", "mutable", "attrs", "attributes", "s"})


def _made_by(it: Interp, info: ClassInfo) -> str:
    """The ancestor whose constructor a class inherits, where that is the consumer's own and on a provider's class."""
    from apidrift.contracts._classes import lineage, provider_bases  # noqa: PLC0415

    made = {"__init__", "__new__"}
    if made & set(info.own) or any(name.rpartition(".")[2] in _MAKERS for name in info.decorated):
        return ""
    owner = next((each for each in lineage(it, info)[1:] if made & set(each.methods)), None)
    return f"{owner.module.name}.{owner.qualname}" if owner and provider_bases(it, owner) else ""


def _comprehension(it: Interp, node: ast.expr) -> Value:
    assert isinstance(node, ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp)
    it.loops += 1
    with it.branch() as layer:
        saved, it.scoped = it.scoped, True
        for generator in node.generators:
            iterable = it.eval(generator.iter)
            assign(
                it,
                generator.target,
                iterate(it, iterable, generator.iter, is_async=bool(generator.is_async)),
                generator.iter,
            )
            for condition in generator.ifs:
                verdict = test(it, condition)
                it.guards = merge_guards(it.guards, verdict.true)
                for key, value in verdict.narrow_true.items():
                    it.env.set(key, value)
        result = _comprehended(it, node)
        it.scoped = saved
    del layer
    it.loops -= 1
    return result


def _comprehended(it: Interp, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> Value:
    if isinstance(node, ast.DictComp):
        it.spread(node.key)
        return (Mapping({}, more=True, element=it.spread(node.value)),)
    kind = {ast.ListComp: "list", ast.SetComp: "set"}.get(type(node), "iterator")
    return (Seq(kind, None, it.spread(node.elt)),)


def _match(it: Interp, node: ast.stmt) -> bool:
    assert isinstance(node, ast.Match)
    from apidrift.contracts._patterns import run_case  # noqa: PLC0415

    subject = it.spread(node.subject)
    layers, ends = [], []
    for case in node.cases:
        with it.branch() as layer:
            ends.append(run_case(it, case, subject, node.subject))
        layers.append(layer)
    exhaustive = any(_irrefutable(case) for case in node.cases)
    survivors = [layer for layer, ended in zip(layers, ends, strict=True) if not ended]
    it.env.merge([*survivors, *([] if exhaustive else [Env(it.env)])])
    return exhaustive and all(ends)


def _irrefutable(case: ast.match_case) -> bool:
    return case.guard is None and isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None


Interp.EXEC.update(
    {ast.FunctionDef: _function, ast.AsyncFunctionDef: _function, ast.ClassDef: _class, ast.Match: _match}
)
Interp.EVAL.update(
    {
        ast.Lambda: _lambda,
        ast.ListComp: _comprehension,
        ast.SetComp: _comprehension,
        ast.GeneratorExp: _comprehension,
        ast.DictComp: _comprehension,
    }
)
__all__ = ["UNKNOWN", "Prov", "guarded", "hard"]
