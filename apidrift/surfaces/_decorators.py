"""What decorators do to a signature: nothing, replace it, or nobody can tell."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from apidrift.surfaces._bodies import gather
from apidrift.surfaces._effects import OPAQUE, Effect, any_of, wrapper_effect
from apidrift.surfaces._scope import Scope
from apidrift.surfaces._stand_in import method_of, stand_in
from apidrift.surfaces._text import dotted, spell

if TYPE_CHECKING:
    from apidrift.surfaces._binding import Binding, FunctionNode
    from apidrift.surfaces._world import World

TRANSPARENT = frozenset(
    [
        "property",
        "staticmethod",
        "classmethod",
        "functools.cached_property",
        "functools.lru_cache",
        "functools.cache",
        "functools.wraps",
        "functools.singledispatch",
        "functools.singledispatchmethod",
        "functools.total_ordering",
        "abc.abstractmethod",
        "abc.abstractproperty",
        "abc.abstractclassmethod",
        "abc.abstractstaticmethod",
        "contextlib.contextmanager",
        "contextlib.asynccontextmanager",
        "typing.override",
        "typing.final",
        "typing.overload",
        "typing.no_type_check",
        "typing.runtime_checkable",
        "typing.type_check_only",
        "typing.dataclass_transform",
        "typing_extensions.override",
        "typing_extensions.final",
        "typing_extensions.overload",
        "typing_extensions.deprecated",
        "typing_extensions.runtime_checkable",
        "typing_extensions.dataclass_transform",
        "warnings.deprecated",
        "atexit.register",
        "types.coroutine",
        "asyncio.coroutine",
        "enum.member",
        "enum.nonmember",
        "enum.property",
        "types.DynamicClassAttribute",
        "torch.no_grad",
        "torch.inference_mode",
        "torch.enable_grad",
        "torch.compile",
        "torch.jit.ignore",
        "torch.jit.unused",
        "torch.jit.export",
        "torch.compiler.disable",
        "torch._dynamo.disable",
        "torch.autograd.no_grad",
        "torch.utils._contextlib.context_decorator",
        "torch.jit.script",
        "torch.profiler.record_function",
        "numpy.errstate",
        "numba.jit",
        "numba.njit",
        "triton.jit",
        "pydantic.field_validator",
        "pydantic.model_validator",
        "pydantic.validator",
        "pydantic.root_validator",
        "pydantic.computed_field",
        "pydantic.field_serializer",
        "pydantic.model_serializer",
        "pydantic.validate_call",
        "pydantic.validate_arguments",
        "wrapt.decorator",
        "tenacity.retry",
        "cachetools.cached",
    ]
)
"""Decorators from outside the provider that leave the signature a caller meets as it is."""

_PROPERTY_LIKE = frozenset(
    {"property", "functools.cached_property", "enum.property", "types.DynamicClassAttribute", "abc.abstractproperty"}
)
_PROPERTY_WORDS = ("_property", "classproperty")
"""How decorators end that make a property of their own kind: `memoized_property`, `hybrid_property`."""
_DEPTH = 6


class DecoratorReader:
    """Looks into decorators.

    Args:
        world: the provider's names.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self._effects: dict[tuple[str, bool], Effect] = {}

    def name(self, node: ast.expr, scope: Scope) -> str:
        """A decorator's qualified name, its call taken off."""
        head = node.func if isinstance(node, ast.Call) else node
        return scope.node_path(head) or spell(head)

    def effect(self, node: ast.expr, scope: Scope) -> Effect:
        """What one decorator does."""
        path = self.name(node, scope)
        if path in TRANSPARENT:
            return Effect()
        if path.rpartition(".")[2] in {"setter", "getter", "deleter", "register"} and "." in path:
            return Effect()
        key = (path, isinstance(node, ast.Call))
        if key not in self._effects:
            self._effects[key] = Effect(OPAQUE)
            self._effects[key] = self._look(path, called=key[1])
        found = self._effects[key]
        return Effect(OPAQUE) if found.loose and isinstance(node, ast.Call) and _insists(node) else found

    def keeps(self, function: ast.expr, scope: Scope) -> bool:
        """Whether calling a function of the provider with another one gives something that takes the same arguments."""
        target = self.world.follow(scope.node_path(function) or "")
        definition = target.binding.node if target.binding and not target.rest else None
        return isinstance(definition, ast.FunctionDef) and self._direct(definition, 0) == Effect()

    def _look(self, path: str, *, called: bool) -> Effect:
        target = self.world.follow(path)
        if target.binding is None or target.rest or target.unit is None:
            return Effect(OPAQUE)
        entry = target.unit.entries.get(target.path.rpartition(".")[2])
        bindings = entry.runtime if entry and target.binding in entry.runtime else (target.binding,)
        scope = Scope(self.world, target.unit)
        return any_of([self._defined(binding, scope, called=called) for binding in bindings])

    def _defined(self, binding: Binding, scope: Scope, *, called: bool) -> Effect:
        """The effect of one definition of a decorator's name."""
        match binding.node:
            case ast.FunctionDef() as definition:
                return self._called(definition, 0) if called else self._direct(definition, 0)
            case ast.ClassDef() as definition:
                if (standing := stand_in(definition)) is not None:
                    return standing
                method = method_of(definition, "__call__") if called else None
                return self._direct(method, 0, skip=1) if method else Effect(OPAQUE)
            case _ if isinstance(binding.value, ast.Call):
                return self._made(binding.value, scope, called=called)
            case _:
                return Effect(OPAQUE)

    def _made(self, value: ast.Call, scope: Scope, *, called: bool) -> Effect:
        """The effect of `name = factory(…)`, then `@name`; of `name = partial(decorator, option=…)` with both uses."""
        match value.args:
            case [function] if scope.node_path(value.func) == "functools.partial":
                path = scope.node_path(function)
                return self._look(path, called=called) if path else Effect(OPAQUE)
            case _:
                return Effect(OPAQUE) if called else self.effect(value, scope)

    # Function as decorator -------------------------------------------------------------------------------------------

    def _direct(self, node: FunctionNode, depth: int, skip: int = 0) -> Effect:
        """`@decorator`: the function is given the decorated one."""
        parameters = [*node.args.posonlyargs, *node.args.args][skip:]
        if not parameters or depth > _DEPTH:
            return Effect(OPAQUE)
        subject = parameters[0].arg
        optional = _is_optional(node, skip)
        effects = []
        facts = gather(node)
        inner = {n.name: n for n in facts.inner if not isinstance(n, ast.ClassDef)}
        given = {t.id: v for t, _, v, _ in facts.assigns if isinstance(t, ast.Name) and isinstance(v, ast.Call)}
        # `return decorate(function)` beside `return decorate`: the latter serves `@decorator(…)`.
        made = {
            r.value.func.id
            for r in facts.returns
            if isinstance(r.value, ast.Call)
            and isinstance(r.value.func, ast.Name)
            and [dotted(a) for a in r.value.args] == [subject]
        }
        for value in (r.value for r in facts.returns if r.value is not None):
            if optional and ((isinstance(value, ast.Name) and value.id in made) or _is_itself(value, node)):
                continue
            if isinstance(value, ast.Name) and value.id in given and value.id not in inner and value.id != subject:
                value = given[value.id]  # noqa: PLW2901 -- what the name was last given
            if optional and isinstance(value, ast.Name | ast.Lambda) and _is_factory_return(node, value, subject):
                continue
            effects.append(self._returned(value, subject, inner, depth))
        return _agree(effects) or self._by_annotation(node, parameters[0])

    def _returned(  # noqa: PLR0911 -- one return per form
        self, value: ast.expr, subject: str, inner: dict[str, FunctionNode], depth: int
    ) -> Effect | None:
        match value:
            case ast.Name(id=name) if name == subject:
                return Effect()
            case ast.Name(id=name) if name in inner:
                return wrapper_effect(inner[name])
            case ast.Call(func=ast.Call(func=maker, args=[ast.Name(id=wrapped), *_])) if wrapped == subject and dotted(
                maker
            ).rpartition(".")[2] in {"wraps", "update_wrapper"}:
                return Effect()  # an object made to look like the function: a dispatcher, a compiled twin
            case ast.Call(func=ast.Name(id=name), args=[ast.Name(id=argument)]) if (
                name in inner and argument == subject
            ):
                return self._direct(inner[name], depth + 1)
            case ast.Call(func=func, args=args):
                last = dotted(func.func if isinstance(func, ast.Call) else func).rpartition(".")[2]
                if last in {
                    "cast",
                    "update_wrapper",
                    "wraps",
                    "lru_cache",
                    "cache",
                    "contextmanager",
                    "property",
                    "staticmethod",
                    "classmethod",
                }:
                    found = [e for a in args if (e := self._returned(a, subject, inner, depth + 1)) is not None]
                    return _bound(found[0], last) if found else None
                return None
            case _:
                return None

    def _called(self, node: FunctionNode, depth: int) -> Effect:
        """`@decorator(…)`: the function returns the one that is given the decorated one."""
        facts = gather(node)
        inner = {n.name: n for n in facts.inner if not isinstance(n, ast.ClassDef)}
        effects: list[Effect | None] = []
        for value in (r.value for r in facts.returns if r.value is not None):
            match value:
                case ast.Name(id=name) if name in inner:
                    effects.append(self._direct(inner[name], depth + 1))
                case ast.Lambda(args=args, body=ast.Name(id=name)) if args.args and args.args[0].arg == name:
                    effects.append(Effect())
                case ast.Call(func=ast.Name(id=name)) if name in inner and len(facts.returns) > 1:
                    continue
                case ast.Call() if _is_itself(value, node):
                    effects.append(self._direct(node, depth + 1))
                case ast.Name(id=name) if len(facts.returns) > 1 and name == _first(node):
                    continue  # what serves `@decorator`
                case _:
                    effects.append(None)
        return _agree(effects) or _by_factory_annotation(node)

    @staticmethod
    def _by_annotation(node: FunctionNode, parameter: ast.arg) -> Effect:
        """`def decorator(fn: F) -> F` keeps the signature by its own word."""
        given, returned = spell(parameter.annotation), spell(node.returns)
        if given and given == returned and given.rpartition(".")[2] not in {"Callable", "Any", "object"}:
            return Effect()
        return Effect(OPAQUE)


def _by_factory_annotation(node: FunctionNode) -> Effect:
    match node.returns:
        case ast.Subscript(value=head, slice=ast.Tuple(elts=[ast.List(elts=[given]), returned])):
            if (
                dotted(head).endswith("Callable")
                and spell(given) == spell(returned)
                and spell(given) not in {"Callable", "Any"}
            ):
                return Effect()
    return Effect(OPAQUE)


def _agree(effects: list[Effect | None]) -> Effect | None:
    """One effect for all returns; None when they differ or one is not understood."""
    first, *others = effects or [None]
    if first is None or any(other != first for other in others):
        return None
    return first


def _bound(effect: Effect, maker: str) -> Effect:
    return replace(effect, binding=maker) if maker in {"staticmethod", "classmethod"} else effect


def _insists(node: ast.Call) -> bool:
    """Whether an option switches something on (`error=True`): it may refuse what the decorator else lets pass."""
    return any(isinstance(a, ast.Constant) and a.value is True for a in [*node.args, *(k.value for k in node.keywords)])


def _is_itself(value: ast.expr, node: FunctionNode) -> bool:
    """Whether a decorator returns itself, its options filled in, to be given the function then."""
    match value:
        case ast.Call(func=func, args=[ast.Name(id=name)]):
            return name == node.name and dotted(func).rpartition(".")[2] == "partial"
        case _:
            return False


def _first(node: FunctionNode) -> str:
    plain = [*node.args.posonlyargs, *node.args.args]
    return plain[0].arg if plain else ""


def _is_optional(node: FunctionNode, skip: int) -> bool:
    plain = [*node.args.posonlyargs, *node.args.args][skip:]
    return bool(plain) and len(node.args.defaults) >= len(plain)


def _is_factory_return(node: FunctionNode, value: ast.expr, subject: str) -> bool:
    """The return under `if fn is None:`, which serves `@decorator(…)` and not `@decorator`."""
    for statement in ast.walk(node):
        if not isinstance(statement, ast.If) or spell(statement.test) not in {f"{subject} is None", f"not {subject}"}:
            continue
        if any(isinstance(n, ast.Return) and n.value is value for s in statement.body for n in ast.walk(s)):
            return True
    return False


def is_property(path: str) -> bool:
    """Whether a decorator makes a property."""
    return path in _PROPERTY_LIKE or path.rpartition(".")[2].endswith(_PROPERTY_WORDS)
