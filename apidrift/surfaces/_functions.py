"""Functions: signatures with qualified types and evaluated defaults, and what their bodies give away."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from msgspec.structs import replace

from apidrift.model.signature import Parameter, ParameterKind, Signature
from apidrift.model.symbols import Binding as Binds
from apidrift.model.symbols import Function
from apidrift.surfaces._bodies import gather, own_calls
from apidrift.surfaces._certain import always, leftovers, settled
from apidrift.surfaces._decorators import is_property
from apidrift.surfaces._effects import OPAQUE, Effect
from apidrift.surfaces._griffe import RawParameter, read_parameters, spell_expression
from apidrift.surfaces._handing import handed_on
from apidrift.surfaces._keywords import beyond, read_from_kwargs, renamed_by
from apidrift.surfaces._literals import UNKNOWN, literal
from apidrift.surfaces._text import body_hash, dotted, spell, without_docstring

if TYPE_CHECKING:
    from apidrift.surfaces._agent import Agent
    from apidrift.surfaces._binding import Binding, FunctionNode
    from apidrift.surfaces._bodies import Facts
    from apidrift.surfaces._literals import Env
    from apidrift.surfaces._scope import Scope

_VARIADIC = {ParameterKind.VAR_POSITIONAL, ParameterKind.VAR_KEYWORD}
_DEPRECATED = frozenset({"typing_extensions.deprecated", "warnings.deprecated"})


def build_function(agent: Agent, binding: Binding, scope: Scope, *, method: bool, env: Env | None = None) -> Function:
    """The symbol for one definition.

    Args:
        agent: the readers.
        binding: the definition, its overloads included.
        scope: where it stands.
        method: it stands in a class, so its first parameter may be the receiver.
        env: constants of the class body, for defaults.
    """
    node = binding.node
    assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    names = tuple(agent.decorators.name(d, scope) for d in node.decorator_list)
    remade = agent.classes.rewritten(scope.owner, node.name) if method and scope.owner else None
    effect = agent.decorators.effect(remade.maker, remade.scope) if remade and remade.maker else None
    binds = _binds(node.name, (*names, effect.binding) if effect else names, method=method)
    skip = 1 if method and binds is not Binds.STATIC else 0
    signature, opaque, added = effective(agent, node, scope, skip, env)
    if remade and effect and effect.node is not None:
        home = agent.scope_of(agent.decorators.name(remade.maker, remade.scope)) if remade.maker else None
        signature = read_signature(agent, effect.node, home or remade.scope, skip)
    elif remade and (effect is None or effect.kind == OPAQUE):
        opaque = opaque or f"its metaclass {remade.by} puts another one in its place"
    facts = gather(node)
    receiver = _receiver(node, skip)
    return Function(
        signature=signature,
        binding=binds,
        is_async=isinstance(node, ast.AsyncFunctionDef),
        is_generator=bool(facts.yields),
        context_manager=any(n.startswith("contextlib.") and n.endswith("contextmanager") for n in names),
        abstract=any(n.startswith("abc.abstract") for n in names),
        final=any(n in {"typing.final", "typing_extensions.final"} for n in names),
        settable=binding.setter,
        overloads=_overloads(agent, binding, scope, skip, env),
        decorators=names,
        opaque=opaque,
        takes=beyond([*added, *read_from_kwargs(node)], [p.name for p in signature.parameters]),
        result=agent.inference.result(node, scope),
        raises=_raises(facts, scope, leftovers(node)),
        always=always(node, facts, scope, method=method),
        placeholder=method and _is_placeholder(node),
        settles=settled(agent, node, scope),
        body=body_hash(node.body),
        forwards=_forwards(node, facts, scope),
        hands_on=handed_on(node, facts, scope),
        deprecated=_deprecated(node, names, scope),
        calls=own_calls(facts, receiver) if receiver else (),
        line=node.lineno,
    )


def _is_placeholder(node: FunctionNode) -> bool:
    body = without_docstring(node.body)
    last = body[0] if len(body) == 1 and isinstance(body[0], ast.Raise) else None
    raised = last.exc.func if last is not None and isinstance(last.exc, ast.Call) else last.exc if last else None
    return raised is not None and dotted(raised) == "NotImplementedError"


def _binds(name: str, decorators: tuple[str, ...], *, method: bool) -> Binds:
    if any(is_property(d) for d in decorators):
        return Binds.CACHED_PROPERTY if any("cached_property" in d for d in decorators) else Binds.PROPERTY
    if not method:
        return Binds.FUNCTION
    if "staticmethod" in decorators or "abc.abstractstaticmethod" in decorators or name == "__new__":
        return Binds.STATIC if name != "__new__" else Binds.CLASS
    if "classmethod" in decorators or "abc.abstractclassmethod" in decorators:
        return Binds.CLASS
    if name in {"__init_subclass__", "__class_getitem__"}:
        return Binds.CLASS
    return Binds.FUNCTION


def _receiver(node: FunctionNode, skip: int) -> str:
    plain = [*node.args.posonlyargs, *node.args.args]
    return plain[0].arg if skip and plain else ""


def effective(
    agent: Agent, node: FunctionNode, scope: Scope, skip: int, env: Env | None
) -> tuple[Signature, str, list[str]]:
    """What a caller meets after all decorators, innermost first.

    Returns:
        The signature, why it may not be that, and keywords that decorators take on top of it.
    """
    opaque, loose, added = "", False, []
    current = node
    for decorator in reversed(node.decorator_list):
        effect: Effect = agent.decorators.effect(decorator, scope)
        if effect.kind == OPAQUE:
            name = agent.decorators.name(decorator, scope)
            opaque = opaque or f"decorated with {name}, which may change its signature"
        elif effect.node is not None:
            current = effect.node
        loose = loose or effect.loose
        added += [*effect.adds, *renamed_by(agent.world, decorator, scope)]
    if current is not node:
        scope = agent.scope_of(agent.decorators.name(node.decorator_list[-1], scope)) or scope
    signature = read_signature(agent, current, scope, skip, env)
    return (_loosened(signature) if loose else signature), opaque, added


def _loosened(signature: Signature) -> Signature:
    """Keyword-only parameters in their order after the others, by position too."""
    return Signature(
        tuple(
            replace(p, kind=ParameterKind.POSITIONAL_OR_KEYWORD) if p.kind is ParameterKind.KEYWORD_ONLY else p
            for p in signature.parameters
        ),
        signature.returns,
        signature.returns_type,
    )


def read_signature(agent: Agent, node: FunctionNode, scope: Scope, skip: int = 0, env: Env | None = None) -> Signature:
    """A definition's own signature, the first `skip` positional parameters left out."""
    raw = read_parameters(node)
    drop = min(skip, sum(1 for r in raw[:skip] if r.kind not in _VARIADIC and r.kind is not ParameterKind.KEYWORD_ONLY))
    annotations = _annotations(node.args)
    defaults = _defaults(node.args)
    parameters = tuple(
        _parameter(
            each,
            _mangled(each.name, scope),
            agent.types.read(annotations.get(each.name), scope),
            agent.default_value(defaults[each.name], scope, env) if each.name in defaults else None,
        )
        for each in raw[drop:]
    )
    returns = spell_expression(node.returns) if node.returns is not None else ""
    returns_type = "Self" if skip and _gives_receiver(node) else agent.types.read(node.returns, scope)
    returns = (
        returns[1:-1] if isinstance(node.returns, ast.Constant) and isinstance(node.returns.value, str) else returns
    )
    return Signature(parameters, returns, returns_type if returns_type != returns else "")


def _gives_receiver(node: FunctionNode) -> bool:
    """Whether a method's annotations say by a variable that it gives its receiver's type (PEP 673: what `Self` says).

    `def m(self: T) -> T`, `def m(cls: type[T]) -> T`.
    """
    first = [*node.args.posonlyargs, *node.args.args][:1]
    match first[0].annotation if first else None, node.returns:
        case ast.Name(id=given) | ast.Subscript(value=ast.Name(id="type" | "Type"), slice=ast.Name(id=given)), ast.Name(
            id=returned
        ):
            return given == returned
        case _:
            return False


def _mangled(name: str, scope: Scope) -> str:
    """The name that the compiler gives a private parameter of a method (`__x` in class `C` is `_C__x`)."""
    private = name.startswith("__") and not name.endswith("__")
    owner = scope.owner.rpartition(".")[2].lstrip("_") if private else ""
    return f"_{owner}{name}" if owner else name


def _parameter(raw: RawParameter, name: str, type_: str, value: str | None) -> Parameter:
    return Parameter(
        name=name,
        kind=raw.kind,
        annotation=raw.annotation,
        type="" if type_ == raw.annotation else type_,
        default=raw.default,
        value=None if value == raw.default else value,
    )


def _annotations(arguments: ast.arguments) -> dict[str, ast.expr]:
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    return {a.arg: a.annotation for a in every if a is not None and a.annotation is not None}


def _defaults(arguments: ast.arguments) -> dict[str, ast.expr]:
    plain = [*arguments.posonlyargs, *arguments.args]
    found = dict(zip([a.arg for a in plain[len(plain) - len(arguments.defaults) :]], arguments.defaults, strict=True))
    named = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    found.update({a.arg: d for a, d in named if d is not None})
    return found


def _overloads(agent: Agent, binding: Binding, scope: Scope, skip: int, env: Env | None) -> tuple[Signature, ...]:
    return tuple(read_signature(agent, node, scope, skip, env) for node in binding.overloads)


def _raises(facts: Facts, scope: Scope, leftovers: frozenset[int]) -> tuple[str, ...]:
    names: set[str] = set()
    for raised in facts.raises:
        if id(raised) in leftovers:
            continue  # the body refuses unknown keywords, as a signature would
        head = raised.func if isinstance(raised, ast.Call) else raised
        name = dotted(head)
        if name and name.rpartition(".")[2][:1].isupper():
            names.add(scope.path(name) or name)
    return tuple(sorted(names))


def _forwards(node: FunctionNode, facts: Facts, scope: Scope) -> str:
    """Where `**kwargs` are handed on to, when it is one place."""
    if node.args.kwarg is None:
        return ""
    name = node.args.kwarg.arg
    targets = {
        _callee(call.func, scope)
        for call in facts.calls
        if any(k.arg is None and dotted(k.value) == name for k in call.keywords)
    }
    return targets.pop() if len(targets) == 1 else ""


def _callee(node: ast.expr, scope: Scope) -> str:
    match node:
        case ast.Attribute(value=ast.Call(func=ast.Name(id="super")), attr=attr):
            return f"super().{attr}"
        case _:
            return scope.node_path(node) or dotted(node)


def _deprecated(node: FunctionNode, decorators: tuple[str, ...], scope: Scope) -> str:
    for name, decorator in zip(decorators, node.decorator_list, strict=True):
        if name in _DEPRECATED or "deprecat" in name.rpartition(".")[2].lower():
            return _message(decorator) or "deprecated"
    for statement in without_docstring(node.body)[:4]:
        if isinstance(statement, ast.Expr) and (text := warned(statement.value, scope)):
            return text
    return ""


def _message(call: ast.expr) -> str:
    if isinstance(call, ast.Call):
        for argument in [*call.args, *(k.value for k in call.keywords)]:
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                return argument.value
    return ""


def warned(node: ast.expr, scope: Scope) -> str:
    """The message of a `warnings.warn(…, DeprecationWarning)`; empty if it is something else."""
    if not isinstance(node, ast.Call) or scope.node_path(node.func) != "warnings.warn":
        return ""
    kinds = [dotted(a) for a in [*node.args[1:], *(k.value for k in node.keywords)]]
    if not any(k.endswith(("DeprecationWarning", "FutureWarning")) for k in kinds):
        return ""
    return _message(node) or spell(node.args[0] if node.args else None) or "deprecated"


def value_text(agent: Agent, node: ast.expr, scope: Scope, env: Env | None) -> str | None:
    """An expression's value as a canonical literal, if it can be told."""
    value = agent.evaluator.evaluate(node, scope.unit, env)
    return None if value is UNKNOWN else literal(value)
