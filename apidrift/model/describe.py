"""How a use reads as one short line. Rebuilt from the contract, never copied from the consumer's source."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from apidrift.model import contract as c
from apidrift.model.paths import Attr, Imported, render_path, render_shape

if TYPE_CHECKING:
    from apidrift.model.paths import Path


def short_name(path: Path) -> str:
    """The last one or two names of a path, enough to recognise it in a line of its own."""
    text = render_path(path).replace("<", "").replace(">", "")
    if isinstance(path.root, Imported) and not path.steps:
        return path.root.name or path.root.module
    if path.steps and isinstance(path.steps[-1], Attr):
        owner = text[: -len(path.steps[-1].name) - 1]
        return f"{_tail(owner)}.{path.steps[-1].name}"
    return _tail(text)


def _tail(text: str) -> str:
    head, bracket, rest = text.partition("(")
    return head.rpartition(".")[2] + bracket + rest


def describe_use(use: c.Use) -> str:  # noqa: C901, PLR0911, PLR0912 -- one arm per operation, nothing else
    """The line for one use: `SchedulerConfig(max_num_seqs=…)`, `from vllm.config import CacheConfig`."""
    subject = short_name(use.receivers[0]) if use.receivers else ""
    match use.operation:
        case c.Import(module, ""):
            return f"import {module}"
        case c.Import(module, name):
            return f"from {module} import {name}"
        case c.Call(shape):
            return f"{subject}{render_shape(shape)}"
        case c.Read(name):
            return f"{subject}.{name}"
        case c.Write(name):
            return f"{subject}.{name} = …"
        case c.Delete(name):
            return f"del {subject}.{name}"
        case c.Subclass(name):
            return f"class {name.rpartition('.')[2]}({subject})"
        case c.Subscript(key):
            return f"{subject}[{key or '…'}]"
        case c.Iterate():
            return f"for … in {subject}"
        case c.Unpack(count, starred):
            return f"{', '.join(['…'] * count)}{', *…' if starred else ''} = {subject}"
        case c.Truth():
            return f"bool({subject})"
        case c.Await():
            return f"await {subject}"
        case c.Enter():
            return f"with {subject}"
        case c.Operate("is"):
            return f"{subject} is …"
        case c.Operate(method):
            return f"{subject}.{method}(…)"
        case c.Check("except"):
            return f"except {subject}"
        case c.Check(where):
            return f"{where}(…, {subject})"
        case c.Decorate():
            return f"@{subject}"
        case c.Replace(name):
            return f"{subject}.{name} = <replacement>"
        case c.Named(kind, text):
            return f"{kind} {text!r}"
        case _ as never:
            assert_never(never)
