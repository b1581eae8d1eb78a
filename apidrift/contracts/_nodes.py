"""Access paths while they are built: interned, so that two paths are the same exactly when they are one object."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.model.paths import Attr, Called, Imported, Item, Path, Step, Typed

if TYPE_CHECKING:
    from apidrift.model.paths import Root, Shape

SAME_STEPS = 3
"""How often one step may follow itself: lists of lists of lists are met, longer ones are loops over a structure."""
MAX_STEPS = 14
"""Longer paths are given up; they come from loops that walk a linked structure."""


class Node:
    """A path as a chain from its root; `then` gives the same object for the same step."""

    __slots__ = ("_children", "_path", "depth", "keys", "parent", "root", "serial", "step")

    def __init__(self, root: Root, parent: Node | None, step: Step | None, serial: int) -> None:
        self.root = root
        self.parent = parent
        self.step = step
        self.serial = serial
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.keys: tuple[object, ...] = ()
        """What tells each step from others, root outwards."""
        self._children: dict[object, Node] = {}
        self._path: Path | None = None

    def then(self, step: Step) -> Node | None:
        """One step further; None beyond `MAX_STEPS`, and where a path begins to go in circles."""
        key = step_key(step)
        found = self._children.get(key)
        if found is None:
            if self.depth >= MAX_STEPS or self._circles(key):
                return None
            found = self._children[key] = Node(self.root, self, step, self.serial)
            found.keys = (*self.keys, key)
        return found

    def _circles(self, key: object) -> bool:
        """Whether the last steps would come a third time in a row, as when a value is updated from itself."""
        keys = (*self.keys, key)
        if len(keys) > SAME_STEPS and len(set(keys[-SAME_STEPS - 1 :])) == 1:
            return True
        return any(
            keys[-size:] == keys[-2 * size : -size] == keys[-3 * size : -2 * size]
            for size in range(2, len(keys) // 3 + 1)
        )

    def path(self) -> Path:
        """The path as a value of the model."""
        if self._path is None:
            if self.parent is None or self.step is None:
                self._path = Path(self.root)
            else:
                self._path = self.parent.path().then(self.step)
        return self._path

    @property
    def is_module(self) -> bool:
        """Whether the path is an imported module and nothing more."""
        return self.parent is None and isinstance(self.root, Imported) and not self.root.name

    def dotted(self) -> str:
        """The qualified name for a path made of names only; empty where there are other steps."""
        names: list[str] = []
        node: Node | None = self
        while node is not None and node.parent is not None:
            if not isinstance(node.step, Attr):
                return ""
            names.append(node.step.name)
            node = node.parent
        match self.root:
            case Imported(module, name):
                names += [name] if name else []
                return ".".join([module, *reversed(names)])
            case Typed(type=type_):
                return "" if names else type_

    def instance_type(self) -> str:
        """The type of an instance of the class this path names; empty where it names none."""
        name = self.dotted()
        return name[len("type[") : -1] if name.startswith("type[") else name


class Roots:
    """All roots of one extraction."""

    def __init__(self) -> None:
        self._roots: dict[Root, Node] = {}

    def get(self, root: Root) -> Node:
        """The one node of this root."""
        found = self._roots.get(root)
        if found is None:
            found = self._roots[root] = Node(root, None, None, len(self._roots))
        return found


def step_key(step: Step) -> object:
    """What tells one step from another (shapes hold dictionaries and cannot be hashed themselves)."""
    match step:
        case Attr(name):
            return name
        case Called(shape):
            return ("call", shape_key(shape))
        case Item(key):
            return ("item", key)
        case _:
            return step


def shape_key(shape: Shape) -> object:
    """A hashable stand-in for a call's shape."""
    keywords = tuple(shape.keywords.items())
    return (shape.positional, keywords, shape.maybe, shape.star, shape.double_star)
