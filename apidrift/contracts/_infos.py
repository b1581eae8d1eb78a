"""What the analysis knows of the consumer's modules, classes and functions, and the facts that flow between them."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, TypeAlias

from apidrift.contracts._scan import Scope, scan
from apidrift.contracts._values import join, same

if TYPE_CHECKING:
    from collections.abc import Callable

    from apidrift.contracts._atoms import Value
    from apidrift.model.contract import Guard, Use

FunctionNode: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


class Fact:
    """Something several units contribute to (a parameter, an attribute, a result) and others depend on."""

    __slots__ = ("contributions", "dependents", "value")

    def __init__(self) -> None:
        self.contributions: dict[int, Value] = {}
        self.dependents: dict[int, Unit] = {}
        self.value: Value = ()

    def put(self, unit: int, value: Value) -> bool:
        """Replace what a unit contributes. Returns whether the fact changed."""
        if same(self.contributions.get(unit, ()), value):
            return False
        self.contributions[unit] = value
        before, self.value = self.value, join(*(v for _, v in sorted(self.contributions.items())))
        return not same(before, self.value)


class Unit:
    """A body that is interpreted as a whole: a module's or a function's."""

    def __init__(self, serial: int, module: ModuleInfo, func: FuncInfo | None) -> None:
        self.serial = serial
        self.module = module
        self.func = func
        self.runs = 0
        self.running = False
        self.pending: dict[Fact, Value] = {}
        self.uses: dict[object, Use] = {}


class ModuleInfo:
    """One module of the consumer."""

    def __init__(self, name: str, path: str, tree: ast.Module) -> None:
        self.name = name
        self.path = path
        self.tree = tree
        self.package = path.endswith("__init__.py")
        self.scopes: dict[int, Scope] = scan(tree)
        self.bound = self.scopes[id(tree)].bound
        self.globals: dict[str, Fact] = {}
        self.stars: list[Value] = []
        self.imports: dict[tuple[str, int, int], None] = {}
        """What its import statements outside functions name of the consumer's own modules, with the places."""
        self.postponed = "annotations" in self.bound and _future_annotations(tree)
        self.wanted = False
        """Every function of it is of interest, not only those that are called from elsewhere."""
        self.unit: Unit | None = None

    def fact(self, name: str) -> Fact:
        """The fact of a module-level name."""
        return self.globals.setdefault(name, Fact())


def _future_annotations(tree: ast.Module) -> bool:
    return any(
        isinstance(node, ast.ImportFrom)
        and node.module == "__future__"
        and any(a.name == "annotations" for a in node.names)
        for node in tree.body[:5]
    )


class FuncInfo:
    """One function, method or lambda of the consumer."""

    def __init__(self, serial: int, node: FunctionNode, module: ModuleInfo, qualname: str) -> None:
        self.serial = serial
        self.node = node
        self.module = module
        self.qualname = qualname
        self.cls: ClassInfo | None = None
        self.binding = "function"
        """`function`, `static`, `class`, `property`."""
        self.context_manager = False
        self.outers: tuple[FuncInfo, ...] = ()
        self.guards: tuple[Guard, ...] = ()
        scope = module.scopes.get(id(node)) or Scope()
        self.is_async = isinstance(node, ast.AsyncFunctionDef)
        self.is_generator = scope.yields
        self.parameters = parameter_names(node.args)
        self.bound = scope.bound.union(self.parameters)
        self.size = scope.size
        self.sensitive = scope.sensitive
        self.params: dict[str, Fact] = {name: Fact() for name in self.parameters}
        self.returns = Fact()
        self.yields = Fact()
        self.cells: dict[str, Fact] = {}
        self.unit: Unit | None = None
        self.requested = False

    def cell(self, name: str) -> Fact:
        """The fact of a local variable, for the functions nested inside."""
        return self.cells.setdefault(name, Fact())

    @property
    def first(self) -> str:
        """The name of the parameter that receives the instance or class; empty for plain and static functions."""
        if self.cls is None or self.binding == "static" or not self.parameters:
            return ""
        args = self.node.args
        leading = [*args.posonlyargs, *args.args]
        return leading[0].arg if leading else ""


def parameter_names(args: ast.arguments) -> list[str]:
    """All parameters in the order of the signature."""
    names = [a.arg for a in (*args.posonlyargs, *args.args)]
    names += [args.vararg.arg] if args.vararg else []
    names += [a.arg for a in args.kwonlyargs]
    names += [args.kwarg.arg] if args.kwarg else []
    return names


class ClassInfo:
    """One class of the consumer."""

    def __init__(self, serial: int, node: ast.ClassDef, module: ModuleInfo, qualname: str) -> None:
        self.serial = serial
        self.node = node
        self.module = module
        self.qualname = qualname
        scope = module.scopes.get(id(node)) or Scope()
        self.own = scope.bound
        self.setters = scope.setters
        """Attributes set on the first parameter, and in which methods."""
        self.attributes: dict[str, Fact] = {}
        self.annotated: dict[str, tuple[ast.expr, Callable[[], Value]]] = {}
        """Annotated fields, each with a way to get the value of an instance of the annotation."""
        self.bases = Fact()
        self.hosted = Fact()
        """Provider classes that the provider itself mixes it into, each as an instance."""
        self.subclasses: list[ClassInfo] = []
        self.methods: dict[str, FuncInfo] = {}
        self.decorated: tuple[str, ...] = ()
        self.instantiated = False

    def defines(self, name: str) -> bool:
        """Whether its own body or methods set the attribute."""
        return name in self.own or name in self.setters

    def wanting(self) -> tuple[str, ...]:
        """What a class without bases reads of its instances and never sets, sorted."""
        if self.node.bases or self.node.keywords or self.node.decorator_list:
            return ()
        found: set[str] = set()
        for method in self.node.body:
            if isinstance(method, ast.FunctionDef | ast.AsyncFunctionDef) and method.args.args:
                found |= _reads(method, method.args.args[0].arg)
        return tuple(sorted(name for name in found if not self.defines(name) and not hasattr(object, name)))

    def offers(self) -> tuple[str, ...]:
        """What can be asked of the instances of a class without bases, sorted; nothing where that is open."""
        if self.node.bases or self.node.keywords or self.node.decorator_list or self.defines("__getattr__"):
            return ()
        return tuple(sorted({*self.own, *self.setters}))

    def attribute(self, name: str) -> Fact:
        """The fact of an attribute of the class or its instances."""
        return self.attributes.setdefault(name, Fact())


def _reads(method: ast.AST, receiver: str) -> set[str]:
    return {
        node.attr
        for node in ast.walk(method)
        if isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Load)
        and isinstance(node.value, ast.Name)
        and node.value.id == receiver
    }
