"""Access paths: how a consumer gets from an import to the thing it uses, independent of any provider version.

`vllm.v1.executor.multiproc_executor.MultiprocExecutor(vllm_config=…).collective_rpc(…)[0]` is a `Root` and four steps.
A path is evaluated against each surface anew, so one contract serves every version.
"""

from __future__ import annotations

from typing import TypeAlias

from apidrift.model._base import Model, Tagged
from apidrift.model.signature import Signature


class Argument(Model, frozen=True):
    """What is known of one argument at a call site."""

    literal: str = ""
    """`repr` of the value when it is a constant (`'get_kv_cache_spec'`, `0`, `None`, `True`)."""
    type: str = ""
    """A type expression for the value when it can be told (`int`, `list[str]`, `vllm.v1.request.Request`)."""
    reads: tuple[str, ...] = ()
    """For a class of the consumer without bases: what it reads of `self` and never sets, sorted: a host has to."""
    takes: Signature | None = None
    """For a function of the consumer, or a class of it with a constructor of its own: what it takes."""
    has: tuple[str, ...] = ()
    """For an instance of a class of the consumer without bases: what can be asked of it, sorted."""


class Shape(Model, frozen=True):
    """A call's shape: how many positionals, which keywords, and what of it is certain."""

    positional: tuple[Argument, ...] = ()
    keywords: dict[str, Argument] = {}
    """Keywords certainly passed, in order."""
    maybe: tuple[str, ...] = ()
    """Keywords passed on some paths only (a dict filled under a condition), sorted."""
    star: bool = False
    """`*iterable` of unknown length is passed."""
    double_star: bool = False
    """`**mapping` of unknown keys is passed."""


class Imported(Tagged, frozen=True, tag="imported"):
    """The object that `from module import name` or `import module` binds."""

    module: str
    name: str = ""
    """Empty for the module itself."""


class Typed(Tagged, frozen=True, tag="typed"):
    """A value known by its type alone: an annotated parameter, `self` in a subclass, a narrowed variable."""

    type: str
    """Type expression over the provider's names as the consumer imports them."""


Root: TypeAlias = Imported | Typed


class Attr(Tagged, frozen=True, tag="attr"):
    """`.name`."""

    name: str


class Called(Tagged, frozen=True, tag="call"):
    """`(…)`: the result of calling, or the instance constructed."""

    shape: Shape = Shape()


class Item(Tagged, frozen=True, tag="item"):
    """`[key]`."""

    key: str = ""
    """`repr` of the key when constant; empty: not known."""


class Iterated(Tagged, frozen=True, tag="iter"):
    """An element met when iterating (`for x in …`, a comprehension)."""


class Awaited(Tagged, frozen=True, tag="await"):
    """The result of `await`."""


class Entered(Tagged, frozen=True, tag="enter"):
    """What `with … as x` binds."""

    is_async: bool = False


class Unpacked(Tagged, frozen=True, tag="unpack"):
    """The element at `index` when unpacked into `count` targets."""

    index: int
    count: int


class Narrowed(Tagged, frozen=True, tag="narrow"):
    """The same value where a test of the provider's holds for it (`if supports_x(value):`)."""

    by: str
    """The test's function, as a dotted path."""


Step: TypeAlias = Attr | Called | Item | Iterated | Awaited | Entered | Unpacked | Narrowed


class Path(Model, frozen=True):
    """A root and the steps taken from it."""

    root: Root
    steps: tuple[Step, ...] = ()

    def then(self, step: Step) -> Path:
        """This path, one step further."""
        return Path(self.root, (*self.steps, step))

    def __str__(self) -> str:
        return render_path(self)


def render_path(path: Path) -> str:  # noqa: C901 -- one arm per step, nothing else
    """A path as Python-like text: `vllm.LLM(…).generate(…)[0]`."""
    match path.root:
        case Imported(module, name):
            text = f"{module}.{name}" if name else module
        case Typed(type=type_):
            text = f"<{type_}>"
    for step in path.steps:
        match step:
            case Attr(name):
                text += f".{name}"
            case Called():
                text += "(…)"
            case Item(key):
                text += f"[{key or '…'}]"
            case Iterated():
                text += "[each]"
            case Awaited():
                text = f"(await {text})"
            case Entered():
                text = f"(with {text})"
            case Unpacked(index, count):
                text += f"[{index} of {count}]"
            case Narrowed():
                pass
    return text


def render_shape(shape: Shape) -> str:
    """A call shape rebuilt from what is relied on, never the consumer's own text: `(…, max_num_seqs=…)`."""
    parts = [a.literal if 0 < len(a.literal) <= _SHORT else "…" for a in shape.positional]
    parts += ["*…"] if shape.star else []
    parts += [f"{name}={a.literal if 0 < len(a.literal) <= _SHORT else '…'}" for name, a in shape.keywords.items()]
    parts += [f"{name}=…?" for name in shape.maybe]
    parts += ["**…"] if shape.double_star else []
    return f"({', '.join(parts)})"


_SHORT = 40
