"""Witnesses: the smallest program that shows one finding, made of the provider's names alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.impact._spelling import spelled
from apidrift.model import contract as c
from apidrift.model.guards import Attempt
from apidrift.model.paths import Attr, Called, Typed

if TYPE_CHECKING:
    from apidrift.model.contract import Use
    from apidrift.model.finding import Finding
    from apidrift.model.guards import Guard
    from apidrift.model.paths import Path, Shape, Step


def witness_program(use: Use, finding: Finding, old: str, new: str, *, on_instances: bool = False) -> str:
    """A program that runs to its end on the old version and raises on the new one; empty where none can be made.

    It does what the use does where every argument on the way is a constant. Else arguments are bound to the callable's
    signature and names are read from the class, and nothing is called: what the consumer passes is not known.

    Args:
        use: the use of the finding.
        finding: what is to be shown.
        old: the version that works, for the head; empty where none is known.
        new: the version that fails.
        on_instances: what the finding's symbol names is set on instances only, so that the class does not show it.
    """
    if any(isinstance(guard, Attempt) and guard.part == "handler" for guard in use.guards):
        return ""  # it takes the failure of another statement to come there
    if isinstance(use.operation, c.Call) and _hands_over(use.operation.shape) and not _of_callee(finding):
        return ""  # what fails is a function of the consumer's own
    done = spelled(use)
    if done is not None:
        lines = [*done.imports, "", *_awaited(_caught(list(done.lines), use.guards))]
    else:
        lines = [] if on_instances and not isinstance(use.operation, c.Call) else _statements(use)
    head = f'"""{finding.id} {finding.title}: works on {old or "the old version"}, raises on {new}."""'
    return "\n".join([head, "", *lines, "", 'print("works")']) + "\n" if lines else ""


def _hands_over(shape: Shape) -> bool:
    """Whether a function or class of the consumer's own is among the arguments."""
    return any(argument.takes is not None for argument in (*shape.positional, *shape.keywords.values()))


def _of_callee(finding: Finding) -> bool:
    """Whether the call that fails, as its message names it, is that of the finding's symbol."""
    head, call, _ = finding.message.partition("(")
    return not call or head.partition(".")[0] in finding.symbol.split(".")


def _caught(lines: list[str], guards: tuple[Guard, ...]) -> list[str]:
    """The statements in the `try` that the consumer has around them: what it catches is no failure."""
    tries = [each for each in guards if isinstance(each, Attempt) and each.part == "body"]
    names = [name for each in tries for name in each.catches if name not in each.reraises]
    if not names or not all(part.isidentifier() for name in names for part in name.split(".")):
        return lines
    caught = ", ".join(name if "." not in name else f"resolve_name({name!r})" for name in names)
    start = ["from pkgutil import resolve_name", ""] if any("." in name for name in names) else []
    return [*start, "try:", *(f"    {line}" for line in lines), f"except ({caught},):", "    pass"]


def _awaited(lines: list[str]) -> list[str]:
    """The statements inside a coroutine where they need one."""
    if not any(word in line for line in lines for word in ("await ", "async ")):
        return lines
    return [
        "import asyncio",
        "",
        "async def main():",
        *(f"    {line}" for line in lines),
        "",
        "asyncio.run(main())",
    ]


def _statements(use: Use) -> list[str]:
    match use.operation:
        case c.Import(module, name):
            return [f"from {module} import {name}" if name else f"import {module}"]
        case c.Call(shape):
            return _bound(use.receivers, shape)
        case c.Read(name) | c.Delete(name):
            return _read(use.receivers, name)
        case c.Subclass():
            return _subclass(use.receivers)
        case c.Named("dotted", text):
            return ["from pkgutil import resolve_name", "", f"resolve_name({text!r})"]
        case _:
            return []


def _bound(receivers: tuple[Path, ...], shape: Shape) -> list[str]:
    found = _thing(receivers)
    if found is None or shape.star or shape.double_star:
        return []
    start, expression, is_method = found
    words = ["None"] * is_method + [one.literal or "None" for one in shape.positional]
    words += [f"{name}={one.literal or 'None'}" for name, one in shape.keywords.items()]
    return ["import inspect", start, "", f"inspect.signature({expression}).bind({', '.join(words)})"]


def _read(receivers: tuple[Path, ...], name: str) -> list[str]:
    """The name as the class has it, where the value is an instance."""
    found = _thing(tuple(path.then(Attr(name)) for path in receivers[:1]))
    return [found[0], "", found[1]] if found else []


def _subclass(receivers: tuple[Path, ...]) -> list[str]:
    found = _thing(receivers)
    return [found[0], "", f"class Derived({found[1]}):", "    pass"] if found else []


def _thing(receivers: tuple[Path, ...]) -> tuple[str, str, bool] | None:
    """The import, the expression, and whether it is a method read from an instance, for a path that can be spelled.

    `Class(…).method` is spelled `Class.method`: no instance is made. A name in lower case is taken for a function, of
    whose result nothing can be read that way.
    """
    path = receivers[0] if receivers else None
    if path is None:
        return None
    if isinstance(path.root, Typed):
        return _of_type(path.root.type, path.steps)
    names: list[str] = []
    called = 0
    for step in path.steps:
        match step:
            case Attr(name):
                names.append(name)
            case Called() if not called and (names or [path.root.name])[-1][:1].isupper():
                called = len(names) + 1
            case _:
                return None
    if called and called != len(names):
        return None  # the class itself is the value, or more than one name follows the instance
    root = path.root
    start = f"from {root.module} import {root.name}" if root.name else f"import {root.module}"
    return start, ".".join([root.name or root.module, *names]), bool(called)


def _of_type(type_: str, steps: tuple[Step, ...]) -> tuple[str, str, bool] | None:
    """The same for a value known by its class alone."""
    match steps:
        case (Attr(name),) if all(part.isidentifier() for part in type_.split(".")):
            return "from pkgutil import resolve_name", f'resolve_name("{type_}").{name}', True
        case _:
            return None
