"""What a block of statements binds: names with all their possible definitions, as the block would run.

Branches that the source decides are taken or left; where it does not decide, every possible definition is kept. The
same walk serves modules and class bodies. Function bodies are not entered.
"""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from apidrift.surfaces._binding import Binding, Entry
from apidrift.surfaces._branches import caught, leaves, merge
from apidrift.surfaces._decide import decide, is_type_checking
from apidrift.surfaces._functional import class_of_call
from apidrift.surfaces._globals import named_sources
from apidrift.surfaces._text import dotted, spell

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from apidrift.surfaces._binding import FunctionNode

_ABSENCE = frozenset(
    {"ImportError", "ModuleNotFoundError", "AttributeError", "NameError", "Exception", "BaseException", "OSError", ""}
)


class Flow:
    """The walk over one block.

    Args:
        module: the module's dotted name.
        package: whether it is a package's `__init__`, for relative imports.
        star: gives the names a star import of a module binds, and whether these are all.
        stub: annotations alone bind names, as they do in `.pyi` files.
    """

    def __init__(
        self,
        module: str,
        *,
        package: bool,
        star: Callable[[str], tuple[Iterable[str], bool]],
        stub: bool = False,
        lookup: Callable[[str], ast.expr | None] | None = None,
    ) -> None:
        self.module = module
        self.entries: dict[str, Entry] = {}
        self.dynamic = ""
        self.opaque_stars: list[str] = []
        """Modules imported whole whose names are not all known."""
        self.replaced: ast.expr | None = None
        """What the module puts in its own place in `sys.modules`."""
        self.typing_stars: list[str] = []
        """Modules that a type checker sees imported whole."""
        self._words: dict[str, list[str]] = {}
        """Loop variables that run over words spelled out."""
        self._package = package
        self._star = star
        self._stub = stub
        self._outer = lookup
        self._typing = False
        self._condition: tuple[str, ...] = ()

    def run(self, body: list[ast.stmt]) -> None:
        """Walk statements in order."""
        for statement in body:
            self._statement(statement)

    # Statements ------------------------------------------------------------------------------------------------------

    def _statement(self, node: ast.stmt) -> None:  # noqa: C901, PLR0912 -- one arm per statement
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._function(node)
            case ast.ClassDef():
                self._bind(node.name, Binding(node))
            case ast.Import():
                self._import(node)
            case ast.ImportFrom():
                self._import_from(node)
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    self._assign(node, target, value)
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation, value=value):
                self._annotated(node, name, annotation, value)
            case ast.AugAssign(target=ast.Name(id=name)):
                self._augment(node, name)
            case ast.Delete(targets=targets):
                for target in targets:
                    if isinstance(target, ast.Name) and not self._typing:
                        self.entries.pop(target.id, None)
            case ast.If():
                self._if(node)
            case ast.Try() | ast.TryStar():
                self._try(node)
            case ast.With(items=items, body=body) | ast.AsyncWith(items=items, body=body):
                for item in items:
                    if item.optional_vars is not None:
                        self._assign(node, item.optional_vars, None)
                self.run(body)
            case (
                ast.For(target=target, body=body, orelse=orelse) | ast.AsyncFor(target=target, body=body, orelse=orelse)
            ):
                self._loop(node, target)
                self.run(body)
                self.run(orelse)
            case ast.While(body=body, orelse=orelse):
                self.run(body)
                self.run(orelse)
            case ast.Match(cases=cases):
                self._branches([(case.body, "a match case") for case in cases])
            case ast.Expr(value=ast.Call() as call):
                self._call(call)
            case _:
                self._type_alias(node)

    def _augment(self, node: ast.AugAssign, name: str) -> None:
        # A table that grows stays the same table: what is added is replayed when its value is asked for.
        if not isinstance(self.given(name), ast.List | ast.Dict | ast.Set):
            self._bind(name, Binding(node))

    def _loop(self, node: ast.stmt, target: ast.expr) -> None:
        self._assign(node, target, None)
        if (
            isinstance(node, ast.For)
            and isinstance(target, ast.Name)
            and isinstance(node.iter, ast.List | ast.Tuple | ast.Set)
        ):
            words = [e.value for e in node.iter.elts if isinstance(e, ast.Constant) and isinstance(e.value, str)]
            if len(words) == len(node.iter.elts):
                self._words[target.id] = words

    def _type_alias(self, node: ast.stmt) -> None:
        # `type X = …` exists in the syntax from Python 3.12 on.
        if type(node).__name__ == "TypeAlias":
            self._bind(node.name.id, Binding(node, value=node.value))  # type: ignore[attr-defined]

    def _function(self, node: FunctionNode) -> None:
        old = self.entries.get(node.name)
        before = old.best if old else None
        names = [dotted(d.func if isinstance(d, ast.Call) else d) for d in node.decorator_list]
        if before and any(name == f"{node.name}.{part}" for name in names for part in ("setter", "deleter", "getter")):
            setter = before.setter or f"{node.name}.setter" in names
            self._bind(node.name, replace(before, setter=setter))
            return
        overloads = self._overloads(before)
        if any(name.rpartition(".")[2] == "overload" for name in names):
            overloads = (*overloads, node)
        self._bind(node.name, Binding(node, overloads=overloads))

    @staticmethod
    def _overloads(before: Binding | None) -> tuple[FunctionNode, ...]:
        # Overloads end with the implementation: a later definition of the name starts anew.
        if before is None or not before.overloads or before.node is not before.overloads[-1]:
            return ()
        return before.overloads

    def _import(self, node: ast.Import) -> None:
        for alias in node.names:
            name = alias.asname or alias.name.partition(".")[0]
            self._bind(name, Binding(node, target=alias.name if alias.asname else name))

    def _import_from(self, node: ast.ImportFrom) -> None:
        source = self.absolute(node.module or "", node.level)
        for alias in node.names:
            if alias.name == "*":
                self._star_import(node, source)
            else:
                self._bind(alias.asname or alias.name, Binding(node, target=f"{source}.{alias.name}"))

    def absolute(self, module: str, level: int) -> str:
        """A possibly relative module name, made absolute."""
        if not level:
            return module
        parts = self.module.split(".")
        keep = len(parts) - level + (1 if self._package else 0)
        return ".".join([*parts[: max(keep, 0)], *([module] if module else [])])

    def _star_import(self, node: ast.ImportFrom, source: str) -> None:
        if self._typing:
            self.typing_stars.append(source)
            return
        names, complete = self._star(source)
        if not complete:
            self.opaque_stars.append(source)
        for name in names:
            self._bind(name, Binding(node, target=f"{source}.{name}", star=True))

    def _annotated(self, node: ast.stmt, name: str, annotation: ast.expr, value: ast.expr | None) -> None:
        declared = value is None and not self._stub
        if declared and (old := self.entries.get(name)) and old.best:
            return
        self._bind(name, Binding(node, value=value, annotation=annotation, declared=declared))

    def _assign(self, node: ast.stmt, target: ast.expr, value: ast.expr | None) -> None:
        match target:
            case ast.Name(id=name):
                made = class_of_call(value, name)
                self._bind(name, Binding(made) if made else Binding(node, value=value))
            case ast.Tuple(elts=elts) | ast.List(elts=elts):
                parts: list[ast.expr | None] = [None] * len(elts)
                if isinstance(value, ast.Tuple | ast.List) and len(value.elts) == len(elts):
                    parts = [None if isinstance(e, ast.Starred) else e for e in value.elts]
                for element, part in zip(elts, parts, strict=True):
                    self._assign(node, element, part)
            case ast.Starred(value=inner):
                self._assign(node, inner, None)
            case ast.Subscript(value=owner, slice=key):
                self._item(node, owner, key, value)

    def _item(self, node: ast.stmt, owner: ast.expr, key: ast.expr, value: ast.expr | None) -> None:
        text = spell(owner)
        if text in {"globals()", "vars()", "locals()"}:
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                self._bind(key.value, Binding(node, value=value))
            elif isinstance(key, ast.Name) and key.id in self._words:
                for word in self._words[key.id]:
                    self._bind(word, Binding(node))
            else:
                self.dynamic = self.dynamic or f"it assigns to {text} by computed names"
        elif text == "sys.modules" and spell(key) == "__name__":
            self.dynamic = self.dynamic or "it replaces itself in sys.modules"
            self.replaced = value

    def _call(self, call: ast.Call) -> None:
        text = spell(call.func)
        if text in {"globals().update", "vars().update", "locals().update", "globals().setdefault"}:
            self.dynamic = self.dynamic or f"it calls {text}"
        elif text == "setattr" and call.args and spell(call.args[0]) == "sys.modules[__name__]":
            self.dynamic = self.dynamic or "it sets attributes on itself"
        elif any(spell(argument) == "globals()" for argument in call.args):
            self._handed_on(call, text)

    def _handed_on(self, call: ast.Call, function: str) -> None:
        statement = ast.copy_location(ast.Expr(call), call)
        told = list(named_sources(call))
        for name, source in told:
            path = source.lstrip(".")
            module = self.absolute(path, len(source) - len(path))
            self._bind(name, Binding(statement, target=f"{module}.{name}", lazy="served"))
        if not told:
            self.dynamic = self.dynamic or f"it hands its names to {function}"

    # Branches --------------------------------------------------------------------------------------------------------

    def _if(self, node: ast.If) -> None:
        if is_type_checking(node.test):
            self._under_typing(node.body)
            self.run(node.orelse)
            return
        if (
            isinstance(node.test, ast.UnaryOp)
            and isinstance(node.test.op, ast.Not)
            and is_type_checking(node.test.operand)
        ):
            self.run(node.body)
            self._under_typing(node.orelse)
            return
        verdict = decide(node.test, self.given)
        if verdict is not None:
            self.run(node.body if verdict else node.orelse)
            return
        text = spell(node.test)
        self._branches([(node.body, text), (node.orelse, f"not ({text})")])

    def given(self, name: str) -> ast.expr | None:
        """The expression a name was last given, when there is just one possibility."""
        entry = self.entries.get(name)
        if entry is None:
            return self._outer(name) if self._outer else None
        return entry.runtime[0].value if len(entry.runtime) == 1 else None

    def _under_typing(self, body: list[ast.stmt]) -> None:
        before, self._typing = self._typing, True
        self.run(body)
        self._typing = before

    def _try(self, node: ast.Try | ast.TryStar) -> None:
        bodies = [([*node.body, *node.orelse], "")]
        for handler in node.handlers:
            names = caught(handler)
            if names & _ABSENCE and not leaves(handler.body):
                bodies.append((handler.body, f"except {', '.join(sorted(names)) or 'anything'}"))
        self._branches(bodies)
        self.run(node.finalbody)

    def _branches(self, bodies: list[tuple[list[ast.stmt], str]]) -> None:
        start, outer = self.entries, self._condition
        ends: list[dict[str, Entry]] = []
        for body, condition in bodies:
            self.entries = dict(start)
            self._condition = (*outer, condition) if condition else outer
            self.run(body)
            if not leaves(body):
                ends.append(self.entries)
        self._condition = outer
        self.entries = merge(start, ends)

    def _bind(self, name: str, binding: Binding) -> None:
        if self._condition:
            binding = replace(binding, condition=" and ".join(self._condition))
        old = self.entries.get(name)
        if self._typing:
            self.entries[name] = Entry(old.runtime if old else (), binding)
        else:
            self.entries[name] = Entry((binding,), old.typing if old and not old.runtime else None)
