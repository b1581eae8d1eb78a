"""Walking an access path over a surface."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from apidrift.impact._attributes import attribute, raising_problem
from apidrift.impact._elements import element, unpacked
from apidrift.impact._items import item
from apidrift.impact._kin import narrowed
from apidrift.impact._results import result
from apidrift.impact._steps import awaited, entered
from apidrift.impact._types import names, parse_type
from apidrift.impact._values import Failed, Problem, Unknown, Value
from apidrift.model.change import Failure
from apidrift.model.paths import (
    Attr,
    Awaited,
    Called,
    Entered,
    Imported,
    Item,
    Iterated,
    Narrowed,
    Path,
    Shape,
    Step,
    Typed,
    Unpacked,
)
from apidrift.model.surface import Gap, Missing

if TYPE_CHECKING:
    from apidrift.impact._world import World
    from apidrift.model.paths import Root


def evaluate(world: World, path: Path) -> Value:
    """The value at the end of a path, remembered per surface."""
    value, _ = walk(world, path)
    return value


def walk(world: World, path: Path) -> tuple[Value, int]:
    """The value at the end of a path, and how many steps were taken when it failed."""
    key: object = root_key(path.root)
    value = world.paths.get(key)
    if value is None:
        value = world.paths[key] = root_value(world, path.root)
    for position, step in enumerate(path.steps):
        if isinstance(value, Failed):
            return value, position
        key = (key, step_key(step))
        found = world.paths.get(key)
        if found is None:
            found = world.paths[key] = take(world, value, step)
        value = found
    return value, len(path.steps)


def take(world: World, value: Value, step: Step) -> Value:  # noqa: PLR0911 -- one return per kind of step
    """One step from a value."""
    match step:
        case Attr(name):
            return attribute(world, value, name)
        case Called(shape):
            return result(world, value, shape)
        case Item(key):
            return item(world, value, key)
        case Iterated():
            return element(world, value)
        case Awaited():
            return awaited(world, value)
        case Entered(is_async):
            return entered(world, value, is_async=is_async)
        case Unpacked(index, count):
            return unpacked(world, value, index, count)
        case Narrowed(by):
            return narrowed(world, value, by)
        case _ as never:
            assert_never(never)


# Roots ----------------------------------------------------------------------------------------------------------------


def root_value(world: World, root: Root) -> Value:
    """What a path starts from."""
    match root:
        case Typed(type=text):
            value = world.typed(text)
            return value if not isinstance(value, Failed) else Unknown(value.problem.message)
        case Imported(module, name):
            return imported(world, module, name)


def imported(world: World, module: str, name: str) -> Value:
    """What `from module import name` or `import module` binds, or the exception it raises."""
    gone = missing_module(world, module)
    if gone is not None:
        return gone
    if not name or name == "*":
        return world.found_value(world.resolve(module))
    path = f"{module}.{name}"
    found = world.resolve(path)
    if not isinstance(found, Missing):
        return world.found_value(found)
    if found.gap is Gap.RAISES and found.raising is not None and found.raising.exception != "AttributeError":
        return Failed(raising_problem(found.raising, name, path))
    if found.gap in {Gap.RAISES, Gap.TYPE_CHECKING} or found.at == module:
        text = f"cannot import name {name!r} from {module!r}"
        return Failed(Problem(Failure.MISSING_NAME, name, "ImportError", text, path))
    return Unknown(f"{path} leads to {found.at}, which has no {found.name}", doubtful=True)


def missing_module(world: World, module: str) -> Failed | None:
    """The exception of importing a module that does not exist; None where it does, or where that is not known."""
    parts = module.split(".")
    if not world.owns(module):
        return None
    for length in range(1, len(parts) + 1):
        name = ".".join(parts[:length])
        if world.surface.module(name) is None:
            parent = ".".join(parts[: length - 1])
            return None if _may_have(world, parent) else _no_module(world, name, parent)
    return None


def _may_have(world: World, name: str) -> bool:
    """Whether a package may have modules that are not seen: it cannot be read, or it searches other folders too."""
    module = world.surface.module(name) if name else None
    return module is not None and (bool(module.problem) or module.open_path)


def _no_module(world: World, name: str, parent: str) -> Failed:
    text = f"No module named {name!r}"
    above = world.surface.module(parent) if parent else None
    if above is not None and not above.package:
        text += f"; {parent!r} is not a package"
    return Failed(Problem(Failure.MISSING_MODULE, name, "ModuleNotFoundError", text, name))


# Keys -----------------------------------------------------------------------------------------------------------------


def root_key(root: Root) -> tuple[str, ...]:
    """A hashable key of a root."""
    return (root.module, root.name) if isinstance(root, Imported) else (root.type,)


def step_key(step: Step) -> object:
    """A hashable key of a step; calls of different shapes are different steps."""
    return shape_key(step.shape) if isinstance(step, Called) else step


def shape_key(shape: Shape) -> tuple[object, ...]:
    """A hashable key of a call's shape."""
    return ("()", shape.positional, tuple(shape.keywords.items()), shape.maybe, shape.star, shape.double_star)


def path_key(path: Path) -> object:
    """A hashable key of a path, equal for equal paths, nested prefix by prefix."""
    key: object = root_key(path.root)
    for step in path.steps:
        key = (key, step_key(step))
    return key


def home(path: Path) -> str:
    """The top package of a path's root; empty where a type names none."""
    if isinstance(path.root, Imported):
        return path.root.module.partition(".")[0]
    return next((name.partition(".")[0] for name in names(parse_type(path.root.type)) if "." in name), "")
