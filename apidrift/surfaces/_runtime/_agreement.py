"""Static against runtime: the same questions to both surfaces, and a cause for every difference."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from apidrift.model.agreement import Agreement, Cause, Disagreement
from apidrift.model.signature import ParameterKind, Signature
from apidrift.model.surface import Found, Missing, Unsure, resolve
from apidrift.model.symbols import Attribute, Binding, Class, Flavour, Function, Variants

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from apidrift.model.signature import Parameter
    from apidrift.model.surface import Resolution, Surface
    from apidrift.model.symbols import Symbol

ABSENT = "absent"
_CALLED = frozenset({Binding.FUNCTION, Binding.STATIC, Binding.CLASS})
_OF_THE_LANGUAGE = frozenset({Flavour.ENUM, Flavour.TYPEDDICT, Flavour.PROTOCOL})
"""Flavours whose constructor is Python's own and differs between its versions."""


def compare_surfaces(static: Surface, runtime: Surface, paths: Iterable[str]) -> Agreement:
    """Compare every signature behind some paths.

    Args:
        static: what the sources say.
        runtime: what the interpreter says.
        paths: modules and top-level names; a module stands for all its public names.
    """
    comparison = _Comparison(static, runtime)
    for path in paths:
        comparison.look(path)
    return comparison.result()


class _Comparison:
    def __init__(self, static: Surface, runtime: Surface) -> None:
        self.static = static
        self.runtime = runtime
        self.seen: set[str] = set()
        self.compared = 0
        self.found: dict[str, Disagreement] = {}
        self.skipped: dict[str, str] = {}

    def result(self) -> Agreement:
        return Agreement(
            self.compared,
            self.compared - len(self.found),
            tuple(self.found[path] for path in sorted(self.found)),
            tuple(f"{name}: {why}" for name, why in sorted(self.skipped.items())),
        )

    def look(self, path: str) -> None:
        """Compare a module's public names, or one symbol."""
        module = self.static.module(path)
        if module is None:
            self.symbol(path)
            return
        theirs = self.runtime.module(path)
        if module.problem or theirs is None or theirs.problem:
            reason = module.problem or (theirs.problem if theirs else "the interpreter finds no such module")
            self.skipped[path] = " ".join(reason.split())
            return
        for name in dict.fromkeys((*module.index, *theirs.index)):
            if _public(name):
                self.symbol(f"{path}.{name}")

    def symbol(self, path: str) -> None:
        """Compare what a path leads to on both surfaces."""
        ours, theirs = resolve(self.static, path), resolve(self.runtime, path)
        if isinstance(ours, Unsure) and ours.external:
            return
        if isinstance(theirs, Unsure) or (isinstance(ours, Unsure) and not isinstance(theirs, Found)):
            return
        canonical = ours.path if isinstance(ours, Found) else path
        if canonical in self.seen:
            return
        self.seen.add(canonical)
        left, right = _symbol(ours), _symbol(theirs)
        if isinstance(left, Variants):
            left = self._chosen(left, right)
        if isinstance(ours, Found) and isinstance(theirs, Found) and _elsewhere(ours.path, theirs.path, path):
            self.compared += 1
            self.found[path] = Disagreement(path, Cause.CONDITIONAL, False, ours.path, theirs.path)
        elif isinstance(left, Class) and isinstance(right, Class):
            self._class(canonical, left, right)
        elif isinstance(left, Function) and isinstance(right, Function):
            self._function(canonical, left, right)
        elif _is_callable(right) or _is_callable(left):
            self._kinds(canonical, ours, theirs, left, right)

    def _kinds(
        self, path: str, ours: Resolution, theirs: Resolution, left: Symbol | None, right: Symbol | None
    ) -> None:
        """One of the two is a function or class, the other something else or nothing."""
        if left is None and isinstance(theirs, Found) and not theirs.path.startswith(path.partition(".")[0]):
            return
        self.compared += 1
        cause = Cause.RUN_TIME if right is not None else Cause.CONDITIONAL
        opaque = isinstance(ours, Unsure) or (isinstance(left, Function) and bool(left.opaque))
        if isinstance(left, Function | Class) and left.decorators:
            cause = Cause.DECORATOR
        if isinstance(ours, Missing) and ours.gap.value == "type_checking":
            cause = Cause.CONDITIONAL
        self.found[path] = Disagreement(
            path,
            cause,
            opaque or isinstance(left, Attribute),
            "not certain" if isinstance(ours, Unsure) else _kind(left),
            _kind(right),
        )

    @staticmethod
    def _chosen(variants: Variants, right: Symbol | None) -> Symbol:
        """The option of a conditional definition that the environment took, as far as its signature tells."""
        same_kind = [one for one in variants.options if type(one) is type(right)]
        for option in same_kind:
            if isinstance(option, Function) and isinstance(right, Function):
                if _text(option.signature) == _text(right.signature):
                    return option
            elif isinstance(option, Class) and isinstance(right, Class) and set(option.members) >= set(right.members):
                return option
        return same_kind[0] if same_kind else variants

    # Classes and functions -------------------------------------------------------------------------------------------

    def _class(self, path: str, left: Class, right: Class) -> None:
        self._constructor(path, left, right)
        for name, ours in left.members.items():
            if not _public(name) or name in self._reserved(left):
                continue
            theirs = right.members.get(name)
            option = self._chosen(ours, theirs) if isinstance(ours, Variants) else ours
            self._member(f"{path}.{name}", option, theirs)

    @staticmethod
    def _reserved(symbol: Class) -> frozenset[str]:
        return frozenset({"Config"}) if symbol.flavour is Flavour.PYDANTIC else frozenset()

    def _member(self, path: str, left: Symbol, right: Symbol | None) -> None:
        if isinstance(left, Class) and isinstance(right, Class):
            self._class(path, left, right)
        elif isinstance(left, Function) and isinstance(right, Function):
            if left.binding in _CALLED or right.binding in _CALLED:
                self._function(path, left, right)
        elif isinstance(left, Function) and left.binding in _CALLED:
            self.compared += 1
            cause = Cause.DECORATOR if left.opaque or left.decorators else Cause.CONDITIONAL
            self.found[path] = Disagreement(path, cause, bool(left.opaque), _kind(left), _kind(right))

    def _constructor(self, path: str, left: Class, right: Class) -> None:
        if left.flavour in _OF_THE_LANGUAGE or right.constructor_opaque.startswith("it has no signature"):
            return
        if left.constructor_opaque.startswith(("its constructor comes from", "its metaclass")):
            return
        self.compared += 1
        if not _agree(left.constructor, right.constructor) and not self._own(path, right):
            ours, theirs = _text(left.constructor), _text(right.constructor)
            cause = Cause.DECORATOR if left.constructor_opaque or left.decorators else Cause.FAULT
            if cause is Cause.FAULT and left.constructor_name and left.constructor_name != right.constructor_name:
                cause = Cause.RUN_TIME  # another function was put in its place
            name = f"{path}()"
            self.found[name] = Disagreement(name, cause, bool(left.constructor_opaque), ours, theirs)

    def _own(self, path: str, right: Class) -> bool:
        """Whether the constructor that hands `**kwargs` on is the same, link by link.

        The static agent follows such a chain to its end, `inspect` stops at its first link; the next one is compared
        where it stands.
        """
        taken = right.constructor.parameters if right.constructor else ()
        if not any(one.kind is ParameterKind.VAR_KEYWORD for one in taken):
            return False
        own = resolve(self.static, f"{path}.{right.constructor_name.rpartition('.')[2]}")
        return (
            isinstance(own, Found)
            and isinstance(own.symbol, Function)
            and _agree(own.symbol.signature, right.constructor)
        )

    def _function(self, path: str, left: Function, right: Function) -> None:
        if right.opaque.startswith("it has no signature"):
            return
        self.compared += 1
        bound = left.binding is right.binding
        if bound and (_agree(left.signature, right.signature) or _agree(left.signature, _without(left.takes, right))):
            return
        ours, theirs = _text(left.signature), _text(right.signature)
        if not bound:
            ours, theirs = f"{left.binding.value} {ours}", f"{right.binding.value} {theirs}"
        self.found[path] = Disagreement(path, _cause(left), bool(left.opaque), ours, theirs)


def _symbol(found: Resolution) -> Symbol | None:
    return found.symbol if isinstance(found, Found) else None


def _elsewhere(ours: str, theirs: str, asked: str) -> bool:
    """Whether a name leads to two different definitions: another branch of a condition was taken."""
    return ours != theirs and asked not in {ours, theirs} and ours.rpartition(".")[2] != theirs.rpartition(".")[2]


def _is_callable(symbol: Symbol | None) -> bool:
    return isinstance(symbol, Class | Function)


def _public(name: str) -> bool:
    return not name.startswith("_") and name.isidentifier()


def _cause(left: Function) -> Cause:
    """A difference of a decorated function is its decorator's doing."""
    if left.opaque and not left.decorators:
        return Cause.RUN_TIME
    return Cause.DECORATOR if left.opaque or left.decorators else Cause.FAULT


def _kind(symbol: Symbol | None) -> str:
    if isinstance(symbol, Function):
        return f"{symbol.binding.value} {_text(symbol.signature)}"
    return ABSENT if symbol is None else type(symbol).__name__.lower()


# Signatures ----------------------------------------------------------------------------------------------------------


def _agree(left: Signature | None, right: Signature | None) -> bool:
    """The same names, kinds and order, the same ones required, the same defaults where both know the value."""
    ours = left.parameters if left else ()
    theirs = right.parameters if right else ()
    return len(ours) == len(theirs) and all(map(_same, ours, theirs))


def _without(taken: tuple[str, ...], function: Function) -> Signature:
    """A signature without the optional keywords that the static agent keeps apart: those that wrappers take out."""
    return Signature(
        tuple(
            one
            for one in function.signature.parameters
            if one.kind is not ParameterKind.KEYWORD_ONLY or one.required or one.name not in taken
        )
    )


def _same(left: Parameter, right: Parameter) -> bool:
    if (left.keyword, left.kind, left.required) != (right.keyword, right.kind, right.required):
        # How `*args` and `**kwargs` are called concerns nobody.
        variadic = left.kind in {ParameterKind.VAR_POSITIONAL, ParameterKind.VAR_KEYWORD}
        return variadic and left.kind is right.kind
    return _equal(left.default_value, right.default_value)


def _equal(left: str | None, right: str | None) -> bool:
    if left == right or left is None or right is None:
        return True
    try:
        return bool(ast.literal_eval(left) == ast.literal_eval(right))
    except (ValueError, TypeError, SyntaxError, MemoryError):
        return True


def _text(signature: Signature | None) -> str:
    """A signature without annotations."""
    return f"({', '.join(_spelled(signature.parameters))})" if signature else "()"


def _spelled(parameters: tuple[Parameter, ...]) -> Iterator[str]:
    marks = {ParameterKind.VAR_POSITIONAL: "*", ParameterKind.VAR_KEYWORD: "**"}
    previous: ParameterKind | None = None
    for one in parameters:
        if previous is ParameterKind.POSITIONAL_ONLY and one.kind is not ParameterKind.POSITIONAL_ONLY:
            yield "/"
        if one.kind is ParameterKind.KEYWORD_ONLY and previous not in {one.kind, ParameterKind.VAR_POSITIONAL}:
            yield "*"
        default = f"={one.default_value}" if one.default_value is not None else ""
        yield f"{marks.get(one.kind, '')}{one.keyword}{default}"
        previous = one.kind
    if previous is ParameterKind.POSITIONAL_ONLY:
        yield "/"
