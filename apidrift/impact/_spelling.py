"""Paths and operations as the Python that does them, where every argument on the way is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.impact._specials import SAME
from apidrift.model import contract as c
from apidrift.model.paths import Attr, Awaited, Called, Entered, Imported, Item, Iterated, Narrowed, Unpacked
from apidrift.model.value import Value

if TYPE_CHECKING:
    from apidrift.model.paths import Path, Shape, Step


class Spelling(Value, frozen=True):
    """A piece of a program."""

    imports: tuple[str, ...]
    lines: tuple[str, ...]
    """Statements; for a value, the one expression."""


def spelled(use: c.Use) -> Spelling | None:
    """The statements that do what a use does; None where a value on the way is made while the consumer runs."""
    value = value_of(use.receivers[0]) if use.receivers else None
    if value is None:
        return None
    lines = _done(use.operation, value.lines[0])
    return Spelling(value.imports, tuple(lines)) if lines else None


def value_of(path: Path) -> Spelling | None:
    """The expression of a path from an import; None where a step of it cannot be spelled."""
    if not isinstance(path.root, Imported):
        return None
    root = path.root
    imports = [f"from {root.module} import {root.name}" if root.name else f"import {root.module}"]
    text = root.name or root.module
    for step in path.steps:
        if isinstance(step, Entered):
            imports.append(f"from contextlib import {_stack(step)}")
        text = _step(step, text)
        if not text:
            return None
    return Spelling(tuple(dict.fromkeys(imports)), (text,))


def arguments_of(shape: Shape | None) -> str:
    """`(1, b='x')`; empty where an argument is not a constant."""
    if shape is None or shape.star or shape.double_star or shape.maybe:
        return ""
    words = [("", one) for one in shape.positional] + [(f"{name}=", one) for name, one in shape.keywords.items()]
    if not all(one.literal for _, one in words):
        return ""
    return f"({', '.join(start + one.literal for start, one in words)})"


def _step(step: Step, text: str) -> str:  # noqa: PLR0911 -- one return per kind of step
    match step:
        case Attr(name):
            return f"{text}.{name}"
        case Called(shape):
            arguments = arguments_of(shape)
            return text + arguments if arguments else ""
        case Item(key):
            return f"{text}[{key}]" if key else ""
        case Iterated():
            return f"next(iter({text}))"
        case Awaited():
            return f"(await {text})"
        case Unpacked(index):
            return f"tuple({text})[{index}]"
        case Narrowed():
            return text
        case Entered(is_async):
            return f"(await {_stack(step)}().enter_async_context({text}))" if is_async else _entered(step, text)


def _entered(step: Entered, text: str) -> str:
    return f"{_stack(step)}().enter_context({text})"


def _stack(step: Entered) -> str:
    return "AsyncExitStack" if step.is_async else "ExitStack"


def _done(operation: c.Operation, value: str) -> list[str]:  # noqa: C901, PLR0911, PLR0912 -- one arm per operation
    match operation:
        case c.Call(shape):
            arguments = arguments_of(shape)
            return [value + arguments] if arguments else []
        case c.Read(name):
            return [f"{value}.{name}"]
        case c.Write(name):
            return [f"thing = {value}", f"thing.{name} = None"]
        case c.Delete(name):
            return [f"thing = {value}", f"del thing.{name}"]
        case c.Subclass():
            return _derived(operation, value)
        case c.Subscript(key):
            return [f"{value}[{key}]"] if key else []
        case c.Iterate(is_async, ()):
            return [f"{'async ' * is_async}for _ in {value}:", "    break"]
        case c.Unpack(count, starred):
            names = [f"item_{at}" for at in range(count)] + ["*rest"] * starred
            return [f"{', '.join(names)}{',' * (len(names) == 1)} = {value}"]
        case c.Truth():
            return [f"bool({value})"]
        case c.Await():
            return [f"await {value}"]
        case c.Enter(is_async):
            return [f"{'async ' * is_async}with {value}:", "    pass"]
        case c.Operate(method, operand):
            return _operated(method, value, operand)
        case c.Check("except", ()):
            return ["try:", "    raise ValueError", f"except {value}:", "    pass", "except ValueError:", "    pass"]
        case c.Check("isinstance"):
            return [f"isinstance(None, {value})"]
        case c.Check("issubclass"):
            return [f"issubclass(int, {value})"]
        case c.Decorate(shape):
            arguments = arguments_of(shape) if shape else ""
            return [f"@{value}{arguments}", "def decorated():", "    pass"] if arguments or not shape else []
        case _:
            return []


def _derived(operation: c.Subclass, value: str) -> list[str]:
    """The class with its members' names; making an instance without `__init__` shows what is left abstract."""
    keywords = arguments_of(operation.keywords)[1:-1]
    name = operation.name.rpartition(".")[2]
    head = f"class {name}({value}{', ' * bool(keywords)}{keywords}):"
    brought = sorted({each.name for each in operation.members} | set(operation.brings))
    body = [f"    def {each}(self, *args, **kwargs):\n        pass" for each in brought if not each.startswith("__")]
    made = ["", f"{name}.__new__({name})"] if operation.instantiated and brought else []
    return [head, *(body or ["    pass"]), *made]


_ONE = {"__len__": "len({})", "__hash__": "hash({})", "__bool__": "bool({})", "__iter__": "iter({})"} | {
    "__next__": "next({})",
    "__int__": "int({})",
    "__float__": "float({})",
    "__index__": "range({})",
    "__abs__": "abs({})",
    "__neg__": "-{}",
    "__pos__": "+{}",
    "__invert__": "~{}",
    "__reversed__": "reversed({})",
    "__str__": "str({})",
    "__bytes__": "bytes({})",
}
_SIGNS = (
    "add + sub - mul * truediv / floordiv // mod % pow ** matmul @ and & or | xor ^ lshift << rshift >> "
    "lt < le <= gt > ge >= eq == ne !="
)
_TWO = dict(zip(_SIGNS.split()[::2], _SIGNS.split()[1::2], strict=True))


def _operated(method: str, value: str, operand: str) -> list[str]:
    if method in _ONE:
        return [_ONE[method].format(value)]
    if method == "__contains__":
        return [f"{operand or None} in {value}"]
    sign = _TWO.get(method.strip("_"))
    other = value if operand == SAME else operand
    return [f"{value} {sign} {other}"] if sign and other else []
