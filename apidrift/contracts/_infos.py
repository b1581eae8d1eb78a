"""What the analysis knows of the consumer's modules, classes and functions, and the facts that flow between them."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, TypeAlias

from apidrift.contracts._scan import bound_names, contains_yield, self_attributes
from apidrift.contracts._values import Value, join, same

if TYPE_CHECKING:
    from collections.abc import Callable

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
        self.bound = bound_names(tree.body)
        self.globals: dict[str, Fact] = {}
        self.stars: list[Value] = []
        self.postponed = "annotations" in self.bound and _future_annotations(tree)
        self.wanted = False
        """Every function of it is of interest, not only those that are called from elsewhere."""
        self.unit: Unit | None = None

    def fact(self, name: str) -> Fact:
        """The fact of a module-level name."""
        return self.globals.setdefault(name, Fact())


def _future_annotations(tree: ast.Module) -> bool:
    return any(
        isinstance(node, ast.ImportFrom) and node.module == "__future__" and any(a.name == "annotations" for a in node.names)
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
        body: list[ast.stmt] = [] if isinstance(node, ast.Lambda) else node.body
        self.is_async = isinstance(node, ast.AsyncFunctionDef)
        self.is_generator = contains_yield(body)
        self.parameters = parameter_names(node.args)
        self.bound = bound_names(body) | set(self.parameters)
        self.size = sum(1 for statement in body for _ in ast.walk(statement)) if len(body) <= SMALL_BODY else LARGE
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


SMALL_BODY = 40
LARGE = 10_000


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
        self.own = bound_names(node.body)
        self.setters = self_attributes(node)
        """Attributes set on the first parameter, and in which methods."""
        self.attributes: dict[str, Fact] = {}
        self.annotated: dict[str, tuple[ast.expr, Callable[[], Value]]] = {}
        """Annotated fields, each with a way to get the value of an instance of the annotation."""
        self.bases = Fact()
        self.subclasses: list[ClassInfo] = []
        self.methods: dict[str, FuncInfo] = {}
        self.decorated: tuple[str, ...] = ()
        self.instantiated = False

    def defines(self, name: str) -> bool:
        """Whether its own body or methods set the attribute."""
        return name in self.own or name in self.setters

    def attribute(self, name: str) -> Fact:
        """The fact of an attribute of the class or its instances."""
        return self.attributes.setdefault(name, Fact())
