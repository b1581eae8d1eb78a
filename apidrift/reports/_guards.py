"""How a guard reads."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from apidrift.model import contract as c

if TYPE_CHECKING:
    from apidrift.model.contract import Guard


def describe_guard(guard: Guard) -> str:  # noqa: C901, PLR0911, PLR0912 -- one arm per kind of guard, nothing else
    """A guard as a short clause: `if vllm >=0.11`, `try, catches ImportError`."""
    match guard:
        case c.TypeChecking(negated):
            return _if("TYPE_CHECKING", negated)
        case c.VersionGate(distribution, specifier, negated):
            return _if(f"{distribution} {specifier}", negated)
        case c.PythonGate(specifier, negated):
            return _if(f"python {specifier}", negated)
        case c.PlatformGate(test, negated):
            return _if(test, negated)
        case c.HasName(path, "", negated):
            return _if(f"{path} can be imported", negated)
        case c.HasName(path, name, negated):
            return _if(f"{path} has {name}", negated)
        case c.HasParameter(path, name, negated):
            return _if(f"{path} takes {name}", negated)
        case c.HasValue(path, operator, literal, negated):
            return _if(f"{path} {operator} {literal}".strip(), negated)
        case c.Attempt(_, "body", catches):
            return f"try, catches {', '.join(catches)}" if catches else "try"
        case c.Attempt(_, "handler", catches):
            return f"except {', '.join(catches)}" if catches else "except"
        case c.Attempt():
            return "else of a try"
        case c.Sheltered():
            return "called where errors are caught"
        case c.Condition(text):
            return f"under a condition: {text}" if text else "under a condition"
        case _ as never:
            assert_never(never)


def _if(test: str, negated: bool) -> str:  # noqa: FBT001 -- a guard's own flag
    return f"if not {test}" if negated else f"if {test}"
