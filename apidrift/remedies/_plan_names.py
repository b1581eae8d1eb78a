"""Names that are not where they were."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from apidrift.model.contract import Call, Delete, Import, Named, Read, Replace, Write
from apidrift.model.edit import Provenance, Safety
from apidrift.model.paths import Attr
from apidrift.model.surface import Found, NotCoveredError, resolve
from apidrift.remedies._announced import announced
from apidrift.remedies._errors import CannotMendError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.remedies._mend import Mend
    from apidrift.remedies._task import Task


def moved(task: Task) -> Iterator[Mend]:
    """An import, an attribute or a text that names what is elsewhere now, or is called otherwise."""
    new = _new(task)
    operation = task.case.use.operation
    match operation:
        case Import(module, name) if name and name != "*":
            yield _import(task, module, name, new)
        case Import():
            raise CannotMendError(f"{operation.module} is imported whole: its uses would have to move too")
        case Read(name) | Write(name) | Delete(name) | Replace(name):
            yield _attribute(task, name, new)
        case Call():
            last = task.case.use.receivers[0].steps[-1:] if task.case.use.receivers else ()
            if not last or not isinstance(last[0], Attr):
                raise CannotMendError("what is called is not named here")
            yield _attribute(task, last[0].name, new)
        case Named(text=text):
            what = {"name": text, "to": new.path}
            yield task.mend("rename-string", what, f"{text} is now {new.path}", new.how(text), new.safety)
        case _:
            raise CannotMendError(f"{task.case.finding.symbol} is now {new.path}; its name does not stand here")


@dataclass(frozen=True, slots=True)
class _New:
    """Where something is now, and how that is known."""

    path: str
    safety: Safety
    announced: str = ""
    """The version whose deprecation said so."""

    def how(self, old: str) -> Provenance:
        """Moved, or renamed, or announced."""
        if self.announced:
            return Provenance.ANNOUNCED
        same = old.rpartition(".")[2] == self.path.rpartition(".")[2]
        return Provenance.MOVED if same else Provenance.RENAMED


def _new(task: Task) -> _New:
    finding = task.case.finding
    change = finding.change
    target = finding.moved_to or (change.moved_to if change is not None else "")
    if target:
        return _New(target, Safety.SAFE if change is not None and change.score >= 1 else Safety.REVIEW)
    told = announced(task)
    if told is None:
        raise CannotMendError(f"nothing tells what took the place of {finding.symbol}")
    return _New(told.path, Safety.REVIEW, told.version)


def _import(task: Task, module: str, name: str, new: _New) -> Mend:
    """The name's new home; where its whole module moved, the name in there."""
    whole = f"{new.path}.{name}"
    path = whole if new.path.rpartition(".")[2] != name and _is_there(task, whole) else new.path
    home, _, last = path.rpartition(".")
    old = f"{module}.{name}"
    how = replace(new, path=path).how(old)
    told = f", as {new.announced} announced" if new.announced else ""
    evidence = (task.provider.place(task.provider.new, (path,)),)
    what = {"module": home, "name": last}
    return task.mend("move-import", what, f"{old} is now {path}{told}", how, new.safety, evidence)


def _attribute(task: Task, name: str, new: _New) -> Mend:
    last = new.path.rpartition(".")[2]
    owner = task.case.finding.symbol.rpartition(".")[0]
    if last == name or (new.announced and new.path.rpartition(".")[0] != owner):
        raise CannotMendError(f"{name} is now at {new.path}, which is not reached from here")
    told = f", as {new.announced} announced" if new.announced else ""
    reason = f"{name} is now called {last}{told}"
    how = new.how(f"{owner}.{name}") if new.announced else Provenance.RENAMED
    return task.mend("rename-attribute", {"name": name, "to": last}, reason, how, new.safety)


def _is_there(task: Task, path: str) -> bool:
    try:
        return isinstance(resolve(task.provider.new, path), Found)
    except NotCoveredError:
        return False
