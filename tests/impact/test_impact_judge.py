"""The judge on contracts made by hand: guards, strings, several receivers, what cannot be told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from apidrift.impact import JudgeOptions, judge
from apidrift.model import contract as c
from apidrift.model.paths import (
    Argument,
    Attr,
    Awaited,
    Called,
    Entered,
    Imported,
    Item,
    Iterated,
    Path,
    Shape,
    Typed,
    Unpacked,
)
from apidrift.model.signature import Signature

if TYPE_CHECKING:
    from conftest import Lab

    from apidrift.model.finding import Outcome

PLACE = c.Place("app.py", 1)
GONE = c.Import("prov.mod", "gone")
F = Path(Imported("prov.mod", "f"))


def path(name: str, *steps: object) -> Path:
    return Path(Imported("prov.mod", name), tuple(Attr(s) if isinstance(s, str) else s for s in steps))  # type: ignore[misc]


def use(
    operation: c.Operation, *receivers: Path, guards: tuple[c.Guard, ...] = (), line: int = 1, conditional: bool = False
) -> c.Use:
    return c.Use(c.Place("app.py", line), operation, receivers, guards, conditional=conditional)


def one(lab: Lab, text: str, *uses: c.Use, version: str = "1.0", options: JudgeOptions | None = None) -> Outcome:
    contract = c.Contract("app", "1", ("prov",), uses)
    return judge(contract, lab.surface(text, version), options)[-1]


# Guards ---------------------------------------------------------------------------------------------------------------

NOT_RUN = [
    c.TypeChecking(),
    c.VersionGate("prov", ">=2"),
    c.VersionGate("prov", "<2", negated=True),
    c.PythonGate("<3.8"),
    c.PythonGate(">=3.8", negated=True),
    c.PlatformGate("sys.platform == 'win32'"),
    c.PlatformGate("os.name != 'posix'"),
    c.PlatformGate("sys.platform in ('win32', 'darwin')"),
    c.PlatformGate("platform.system() == 'Windows'"),
    c.PlatformGate("sys.platform.startswith('win')"),
    c.PlatformGate("sys.platform.startswith(('linux', 'cygwin'))", negated=True),
    c.HasName(Path(Imported("prov.mod")), "gone"),
    c.HasName(Path(Imported("prov.mod")), "f", negated=True),
    c.HasName(Path(Imported("prov.nowhere")), ""),
    c.HasName(Path(Imported("prov.mod")), "", negated=True),
    c.HasName(Path(Imported("prov", "nowhere")), ""),
    c.HasName(path("K"), "x"),
    c.HasName(path("K", Called()), "x"),
    c.HasParameter(F, "b"),
    c.HasParameter(F, "a", negated=True),
    c.HasParameter(path("K"), "b"),
]
RUN = [
    c.TypeChecking(negated=True),
    c.VersionGate("prov", ">=1"),
    c.PythonGate(">=3.8"),
    c.PlatformGate("sys.platform == 'linux'"),
    c.HasName(Path(Imported("prov.mod")), "f"),
    c.HasName(Path(Imported("prov.mod")), ""),
    c.HasName(path("K"), "y"),
    c.HasName(path("K", Called()), "y"),
    c.HasParameter(F, "a"),
    c.Condition(),
]
UNCLEAR = [
    c.VersionGate("elsewhere", ">=1"),
    c.VersionGate("prov", "no specifier"),
    c.PlatformGate("platform.machine() == 'x86_64'"),
    c.HasName(Path(Imported("elsewhere")), "f"),
    c.HasName(Path(Typed("prov.mod.Nothing")), "f"),
    c.HasName(path("gone"), "f"),
    c.HasName(Path(Typed("int | Any")), ""),
    c.HasName(path("either"), "x"),
    c.HasName(path("D", Called()), "x"),
    c.HasParameter(path("opaque"), "x"),
    c.HasParameter(path("X"), "x"),
]
GUARDED = """
from elsewhere import deco
def f(a): ...
class K:
    y = 1
    def __init__(self, a=1): ...
class L:
    x = 1
class D:
    def __getattr__(self, name): ...
def pick() -> K | L: ...
either: K | L = pick()
@deco
def opaque(): ...
X: int = 1
"""


@pytest.mark.parametrize("guard", NOT_RUN, ids=repr)
def test_a_guard_that_is_false_keeps_the_use_from_running(lab: Lab, guard: c.Guard) -> None:
    outcome = one(lab, GUARDED, use(GONE, guards=(guard,)))
    assert (outcome.verdict, outcome.reason.startswith("not reached")) == ("ok", True)


@pytest.mark.parametrize("guard", RUN, ids=repr)
def test_a_guard_that_is_true_guards_nothing(lab: Lab, guard: c.Guard) -> None:
    assert one(lab, GUARDED, use(GONE, guards=(guard,))).verdict == "breaks"


@pytest.mark.parametrize("guard", UNCLEAR, ids=repr)
def test_a_guard_nobody_can_tell_makes_a_failure_unknown_and_leaves_the_rest(lab: Lab, guard: c.Guard) -> None:
    outcome = one(lab, GUARDED, use(GONE, guards=(guard,)))
    assert outcome.verdict == "unknown"
    assert outcome.reason
    assert one(lab, GUARDED, use(c.Import("prov.mod", "f"), guards=(guard,))).verdict == "ok"


def test_the_version_of_a_folder_is_not_known(lab: Lab) -> None:
    assert one(lab, "", use(GONE, guards=(c.VersionGate("prov", ">=1"),)), version="folder x").verdict == "unknown"


def test_a_distribution_may_have_another_name(lab: Lab) -> None:
    gate = c.VersionGate("prov-cpu", ">=2")
    options = JudgeOptions(distributions=("prov_cpu",))
    assert one(lab, "", use(GONE, guards=(gate,)), options=options).verdict == "ok"


def test_other_platforms_can_be_assumed(lab: Lab) -> None:
    gate = c.PlatformGate("os.name == 'nt'")
    assert one(lab, "", use(GONE, guards=(gate,)), options=JudgeOptions(platform="win32")).verdict == "breaks"


# try ------------------------------------------------------------------------------------------------------------------


def body(block: int, *catches: str, reraises: tuple[str, ...] = ()) -> c.Attempt:
    return c.Attempt(block, "body", catches, reraises)


def test_an_inner_handler_catches_first(lab: Lab) -> None:
    guards = (body(1, "ValueError"), body(2, "ImportError"))
    after = use(c.Import("prov.mod", "lost"), guards=(c.Attempt(1, "handler", ("ValueError",)),), line=3)
    inner = use(GONE, guards=guards)
    assert one(lab, "", inner).verdict == "handled"
    assert one(lab, "", inner, after).reason == "not reached: the try body works"


def test_an_outer_handler_catches_what_the_inner_lets_through(lab: Lab) -> None:
    outcome = one(lab, "", use(GONE, guards=(body(1, "Exception"), body(2, "KeyError"))))
    assert (outcome.verdict, outcome.reason) == ("handled", "the consumer catches Exception")


def test_handlers_run_only_for_what_they_catch(lab: Lab) -> None:
    failing = use(GONE, guards=(body(1, "ImportError", "KeyError"),))
    runs = use(c.Import("prov.mod", "lost"), guards=(c.Attempt(1, "handler", ("ImportError",)),), line=3)
    rests = use(c.Import("prov.mod", "lost"), guards=(c.Attempt(1, "handler", ("KeyError",)),), line=3)
    assert one(lab, "", failing, runs).verdict == "breaks"
    assert one(lab, "", failing, rests).verdict == "ok"
    assert one(lab, "", failing, use(GONE, guards=(c.Attempt(1, "finally"),), line=9)).verdict == "breaks"


@pytest.mark.parametrize("name", ["ModuleNotFoundError", "ImportError", "Exception", "BaseException"])
def test_exceptions_are_caught_by_their_bases(lab: Lab, name: str) -> None:
    assert one(lab, "", use(c.Import("prov.no"), guards=(body(1, name),))).verdict == "handled"


def test_validation_errors_are_value_errors(lab: Lab) -> None:
    text = "from pydantic import BaseModel\nclass M(BaseModel):\n    a: int"
    assert one(lab, text, use(c.Call(Shape()), path("M"), guards=(body(1, "ValueError"),))).verdict == "handled"
    assert one(lab, text, use(c.Call(Shape()), path("M"), guards=(body(1, "TypeError"),))).verdict == "breaks"


def test_io_errors_are_os_errors(lab: Lab) -> None:
    text = "def __getattr__(name):\n    if name == 'gone':\n        raise OSError('no')\n    raise AttributeError(name)"
    assert (
        one(lab, text, use(c.Read("gone"), Path(Imported("prov.mod")), guards=(body(1, "IOError"),))).verdict
        == "handled"
    )


# Receivers ------------------------------------------------------------------------------------------------------------


def test_other_providers_are_left_alone(lab: Lab) -> None:
    for other in (use(c.Import("elsewhere")), use(c.Read("x"), Path(Imported("elsewhere")))):
        outcome = one(lab, "", other)
        assert (outcome.verdict, outcome.blocked) == ("ok", True)


def test_what_leaves_the_provider_is_another_library_s(lab: Lab) -> None:
    text = "import torch\ndef f() -> torch.Tensor: ..."
    for steps in ((), (Called(),), (Item("0"),), (Iterated(),), (Awaited(),), (Entered(),), (Attr("x"),)):
        outcome = one(lab, text, use(c.Read("shape"), Path(F.root, (Called(), *steps))))
        assert (outcome.verdict, outcome.blocked) == ("ok", True)
        assert "outside the provider" in outcome.reason


def test_a_receiver_nobody_knows_is_unknown(lab: Lab) -> None:
    assert one(lab, "def f(): ...", use(c.Read("x"))).reason == "where it comes from is not known"


def test_a_value_that_exists_only_on_some_versions(lab: Lab) -> None:
    two = (path("f"), path("gone"))
    assert one(lab, "def f(a): ...", use(c.Call(Shape((Argument(),))), *two)).verdict == "ok"
    assert one(lab, "def f(a): ...", use(c.Call(Shape()), *two)).verdict == "breaks"


def test_all_of_several_values_must_fail(lab: Lab) -> None:
    text = "def f(a): ...\ndef g(): ..."
    mixed = one(lab, text, use(c.Call(Shape()), path("f"), path("g")))
    assert (mixed.verdict, mixed.confidence) == ("unknown", "likely")


def test_a_conditional_receiver_makes_a_failure_likely(lab: Lab) -> None:
    outcome = one(lab, "def f(a): ...", use(c.Call(Shape()), F, conditional=True))
    assert (outcome.verdict, outcome.confidence) == ("breaks", "likely")
    gone = one(lab, "", use(c.Call(Shape()), F, conditional=True))
    assert (gone.verdict, gone.blocked) == ("handled", True)


def test_an_echo_follows_what_became_of_its_cause(lab: Lab) -> None:
    call = use(c.Call(Shape()), path("gone"), line=5)
    assert (one(lab, "", use(GONE), call).verdict, one(lab, "", use(GONE), call).blocked) == ("breaks", True)
    handled = one(lab, "", use(GONE, guards=(body(1, "ImportError"),)), call)
    assert (handled.verdict, handled.reason) == ("handled", "the consumer catches ImportError")
    unreached = one(lab, "", use(GONE, guards=(c.TypeChecking(),)), call)
    assert (unreached.verdict, unreached.reason) == ("handled", "what it comes from is not reached")


def test_a_step_without_a_use_of_its_own_is_reported_where_it_is_met(lab: Lab) -> None:
    outcome = one(lab, "class C: ...", use(c.Read("y"), path("C", "x")))
    assert (outcome.verdict, outcome.blocked, outcome.subject) == ("breaks", False, "x")
    called = one(lab, "class C: ...", use(c.Call(Shape()), path("C", "x", "y")))
    assert (called.blocked, called.subject) == (False, "x")


def test_methods_that_can_be_overridden_are_merely_likely(lab: Lab) -> None:
    text = "from typing import final\nclass C:\n    def m(self): ...\n@final\nclass D:\n    def m(self): ..."
    call = c.Call(Shape((Argument(),)))
    assert one(lab, text, use(call, Path(Typed("prov.mod.C"), (Attr("m"),)))).confidence == "likely"
    assert one(lab, text, use(call, path("C", Called(), "m"))).confidence == "certain"
    assert one(lab, text, use(call, Path(Typed("prov.mod.D"), (Attr("m"),)))).confidence == "certain"


def test_a_type_that_is_gone_is_not_counted_again(lab: Lab) -> None:
    outcome = one(lab, "", use(c.Read("x"), Path(Typed("prov.mod.Gone"))))
    assert (outcome.verdict, outcome.blocked) == ("unknown", True)


def test_a_replacement_of_nothing_is_never_called(lab: Lab) -> None:
    outcome = one(lab, "class C: ...", use(c.Replace("m"), path("C")))
    assert (outcome.verdict, outcome.exception) == ("risk", "")
    assert outcome.reason == "type object 'C' has no attribute 'm', so that nothing calls the replacement"
    assert one(lab, "class C:\n    def m(self): ...", use(c.Replace("m"), path("C"))).symbol == "prov.mod.C.m"


# Strings --------------------------------------------------------------------------------------------------------------

NAMED = "class K:\n    def ping(self, x): ...\n"


@pytest.mark.parametrize(
    ("kind", "text", "verdict"),
    [
        ("dotted", "prov.mod.K", "ok"),
        ("dotted", "prov.mod:K", "ok"),
        ("dotted", "prov.mod", "ok"),
        ("dotted", "prov.mod.Gone", "breaks"),
        ("dotted", "prov.nowhere.K", "breaks"),
        ("dotted", "elsewhere.K", "unknown"),
        ("dotted", "prov.mod.K.ping.x", "unknown"),
        ("env", "PROV_X", "unknown"),
    ],
)
def test_names_in_strings(lab: Lab, kind: str, text: str, verdict: str) -> None:
    assert one(lab, NAMED, use(c.Named(kind, text))).verdict == verdict


def test_remote_methods_are_bound_to_their_target(lab: Lab) -> None:
    host = path("K", Called())
    assert one(lab, NAMED, use(c.Named("rpc", "ping", Shape((Argument(),))), host)).verdict == "ok"
    assert one(lab, NAMED, use(c.Named("rpc", "ping"), host)).verdict == "ok"
    assert "missing 1" in one(lab, NAMED, use(c.Named("rpc", "ping", Shape()), host)).message
    assert one(lab, NAMED, use(c.Named("rpc", "pong", Shape()), host)).failure == "missing_attribute"
    assert one(lab, NAMED, use(c.Named("rpc", "pong", Shape()), Path(Typed("Any")))).verdict == "unknown"


# Types ----------------------------------------------------------------------------------------------------------------

TYPED = """
import contextlib
from typing import Annotated, ContextManager, Dict, Literal, NamedTuple, Optional, TypedDict, overload
from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Iterator, Sequence
class R:
    x: int = 1
class A:
    async def __aenter__(self) -> R: ...
    async def __aexit__(self, *a): ...
    def __aiter__(self) -> AsyncIterator[R]: ...
    def __await__(self): ...
    def __enter__(self) -> R: ...
    def __exit__(self, *a): ...
    def __iter__(self) -> Iterator[R]: ...
    def __getitem__(self, i) -> R: ...
    def __call__(self) -> R: ...
class T(TypedDict):
    r: R
class N(NamedTuple):
    r: R
    s: str
class L(list): ...
def lst() -> list[R]: ...
def dct() -> Dict[str, R]: ...
def tup() -> tuple[R, str]: ...
def many() -> tuple[R, ...]: ...
def seq() -> Sequence[R]: ...
def opt() -> Optional[R]: ...
def ann() -> Annotated[R, 1]: ...
def cal() -> Callable[[int], R]: ...
def typ() -> type[R]: ...
def lit() -> Literal['a', 'b']: ...
def quo() -> 'R': ...
async def cor() -> R: ...
async def agen() -> AsyncIterator[R]: ...
def awa() -> Awaitable[R]: ...
def gen() -> Generator[R, None, None]: ...
@contextlib.contextmanager
def man() -> Iterator[R]: ...
@contextlib.asynccontextmanager
async def aman() -> AsyncIterator[R]: ...
def cm() -> ContextManager[R]: ...
def bad() -> 'not a type': ...
@overload
def ovl(x: Literal[1]) -> R: ...
@overload
def ovl(x: str) -> str: ...
def ovl(x): ...
"""
C1 = Called()
STEPS = {
    "list item": ("lst", C1, Item("0")),
    "list element": ("lst", C1, Iterated()),
    "list unpacked": ("lst", C1, Unpacked(0, 2)),
    "list method": ("lst", C1, "pop", C1),
    "list copy": ("lst", C1, "copy", C1, Item("0")),
    "slice": ("lst", C1, Item(":"), Item("0")),
    "dict item": ("dct", C1, Item("'a'")),
    "dict get": ("dct", C1, "get", C1),
    "dict values": ("dct", C1, "values", C1, Iterated()),
    "dict items": ("dct", C1, "items", C1, Iterated(), Unpacked(1, 2)),
    "tuple item": ("tup", C1, Item("0")),
    "tuple unpacked": ("tup", C1, Unpacked(0, 2)),
    "any tuple": ("many", C1, Item("5")),
    "any tuple element": ("many", C1, Iterated()),
    "sequence item": ("seq", C1, Item("0")),
    "optional": ("opt", C1),
    "annotated": ("ann", C1),
    "callable": ("cal", C1, C1),
    "class object": ("typ", C1, C1),
    "quoted": ("quo", C1),
    "awaited": ("cor", C1, Awaited()),
    "awaitable": ("awa", C1, Awaited()),
    "generator": ("gen", C1, Iterated()),
    "context manager": ("man", C1, Entered()),
    "async context manager": ("aman", C1, Entered(is_async=True)),
    "declared manager": ("cm", C1, Entered()),
    "entered": ("A", C1, Entered()),
    "entered async": ("A", C1, Entered(is_async=True)),
    "own iterator": ("A", C1, Iterated()),
    "own item": ("A", C1, Item("0")),
    "own call": ("A", C1, C1),
    "typed dict key": ("T", C1, Item("'r'")),
    "named tuple item": ("N", C1, Item("0")),
    "named tuple field": ("N", C1, "r"),
    "named tuple unpacked": ("N", C1, Unpacked(0, 2)),
    "overload": ("ovl", Called(Shape((Argument("1"),)))),
    "own class": ("R", C1, "__class__", C1),
}


@pytest.mark.parametrize("name", STEPS)
def test_types_travel_along_a_path(lab: Lab, name: str) -> None:
    first, *steps = STEPS[name]
    assert one(lab, TYPED, use(c.Read("x"), path(first, *steps))).verdict == "ok"
    lost = one(lab, TYPED, use(c.Read("y"), path(first, *steps)))
    assert (lost.verdict, lost.message) == ("breaks", "'R' object has no attribute 'y'")


STR = {
    "literal": ("lit", C1),
    "second of a tuple": ("tup", C1, Item("1")),
    "character": ("tup", C1, Item("1"), Item("0")),
    "element of a string": ("tup", C1, Item("1"), Iterated()),
    "overload": ("ovl", Called(Shape((Argument("'a'"),)))),
    "method": ("lit", C1, "upper", C1),
    "split": ("lit", C1, "split", C1, Item("0")),
}


@pytest.mark.parametrize("name", STR)
def test_strings_travel_too(lab: Lab, name: str) -> None:
    first, *steps = STR[name]
    assert one(lab, TYPED, use(c.Read("upper"), path(first, *steps))).verdict == "ok"
    assert one(lab, TYPED, use(c.Read("uppr"), path(first, *steps))).message == "'str' object has no attribute 'uppr'"


UNTOLD = {
    "not a type": ("bad", C1),
    "overload not chosen": ("ovl", C1),
    "list subclass's element": ("L", C1, Iterated()),
    "awaited by hand": ("A", C1, Awaited()),
    "undeclared": ("L", "x"),
}


@pytest.mark.parametrize("name", UNTOLD)
def test_what_is_not_known_is_said_to_be_unknown(lab: Lab, name: str) -> None:
    first, *steps = UNTOLD[name]
    outcome = one(lab, TYPED, use(c.Read("x"), path(first, *steps)))
    assert outcome.verdict in {"unknown", "breaks"}


WRONG = {
    "await a value": (c.Await(), ("lst", C1), "object list can't be used in 'await' expression"),
    "await an instance": (c.Await(), ("R", C1), "object R can't be used in 'await' expression"),
    "with a list": (c.Enter(), ("lst", C1), "'list' object does not support the context manager protocol"),
    "with an instance": (c.Enter(), ("R", C1), "'R' object does not support the context manager protocol"),
    "with a coroutine": (c.Enter(), ("cor", C1), "'coroutine' object does not support the context manager protocol"),
    "plain with of an async manager": (
        c.Enter(),
        ("aman", C1),
        "'_GeneratorContextManager' object does not support the context manager protocol",
    ),
    "async with": (
        c.Enter(is_async=True),
        ("R", C1),
        "'R' object does not support the asynchronous context manager protocol",
    ),
    "async for": (
        c.Iterate(is_async=True),
        ("lst", C1),
        "'async for' requires an object with __aiter__ method, got list",
    ),
    "for over an async generator": (c.Iterate(), ("agen", C1), "'coroutine' object is not iterable"),
    "coroutine attribute": (c.Read("x"), ("cor", C1), "'coroutine' object has no attribute 'x'"),
    "coroutine item": (c.Subscript("0"), ("cor", C1), "'coroutine' object is not subscriptable"),
    "coroutine called": (c.Call(Shape()), ("cor", C1), "'coroutine' object is not callable"),
    "list called": (c.Call(Shape()), ("lst", C1), "'list' object is not callable"),
    "too many from a named tuple": (c.Unpack(1), ("N", C1), "too many values to unpack (expected 1)"),
    "too few for a star": (
        c.Unpack(3, starred=True),
        ("tup", C1),
        "not enough values to unpack (expected at least 3, got 2)",
    ),
    "named tuple index": (c.Subscript("2"), ("N", C1), "tuple index out of range"),
    "tuple index": (c.Subscript("2"), ("tup", C1), "tuple index out of range"),
    "typed dict key": (c.Subscript("'q'"), ("T", C1), "'q'"),
    "negative": (c.Operate("__neg__"), ("R", C1), "bad operand type for unary -: 'R'"),
    "in place": (c.Operate("__iadd__", "1"), ("R", C1), "unsupported operand type(s) for +=: 'R' and 'int'"),
    "builtin operator": (
        c.Operate("__sub__", "'a'"),
        ("lit", C1),
        "unsupported operand type(s) for -: 'str' and 'str'",
    ),
    "builtin length": (c.Operate("__len__"), ("R", C1, "x"), "object of type 'int' has no len()"),
    "item assignment": (c.Operate("__setitem__"), ("tup", C1), "'tuple' object does not support item assignment"),
    "write to a list": (c.Write("x"), ("lst", C1), "'list' object has no attribute 'x'"),
    "write to a method": (c.Write("x"), ("A", C1, "__iter__"), "'method' object has no attribute 'x'"),
    "method without": (c.Read("zzz"), ("lst",), "'function' object has no attribute 'zzz'"),
    "issubclass": (
        c.Check("issubclass"),
        ("lst",),
        "issubclass() arg 2 must be a class, a tuple of classes, or a union",
    ),
    "delete": (c.Delete("zzz"), ("R", C1), "'R' object has no attribute 'zzz'"),
}


@pytest.mark.parametrize("name", WRONG)
def test_operations_a_value_does_not_take(lab: Lab, name: str) -> None:
    operation, (first, *steps), message = WRONG[name]
    outcome = one(lab, TYPED, use(operation, path(first, *steps)))
    assert (outcome.verdict, outcome.message) == ("breaks", message)


RIGHT = {
    "await": (c.Await(), ("cor", C1)),
    "await an awaitable": (c.Await(), ("A", C1)),
    "with": (c.Enter(), ("A", C1)),
    "async with": (c.Enter(is_async=True), ("A", C1)),
    "async for": (c.Iterate(is_async=True), ("A", C1)),
    "length": (c.Operate("__len__"), ("lst", C1)),
    "contains": (c.Operate("__contains__", "1"), ("A", C1)),
    "declared length": (c.Operate("__len__"), ("seq", C1)),
    "equality": (c.Operate("__eq__", "1"), ("R", C1)),
    "union of classes": (c.Operate("__or__"), ("R",)),
    "write a class": (c.Write("x"), ("R",)),
    "delete": (c.Delete("x"), ("R", C1)),
    "isinstance": (c.Check("isinstance"), ("R",)),
    "except": (c.Check("except"), ("R",)),
    "truth": (c.Truth(), ("R", C1)),
    "subclass": (c.Subclass("D"), ("R",)),
    "unpack": (c.Unpack(2), ("tup", C1)),
    "function attribute": (c.Read("__name__"), ("lst",)),
    "coroutine method": (c.Read("close"), ("cor", C1)),
    "decorator": (c.Decorate(), ("ovl",)),
    "call of a class object": (c.Call(Shape()), ("typ", C1)),
}


@pytest.mark.parametrize("name", RIGHT)
def test_operations_a_value_takes(lab: Lab, name: str) -> None:
    operation, (first, *steps) = RIGHT[name]
    assert one(lab, TYPED, use(operation, path(first, *steps))).verdict == "ok"


def test_messages_follow_the_python_assumed(lab: Lab) -> None:
    enum = "import enum\nclass E(enum.Enum):\n    A = 1"
    read = use(c.Read("B"), path("E"))
    assert one(lab, enum, read, options=JudgeOptions(python="3.11")).message == "B"
    assert one(lab, enum, read, options=JudgeOptions(python="3.12")).message == "type object 'E' has no attribute 'B'"
    text = "import abc\nclass C(abc.ABC):\n    @abc.abstractmethod\n    def m(self): ..."
    call = use(c.Call(Shape()), path("C"))
    assert one(lab, text, call, options=JudgeOptions(python="3.13")).message == (
        "Can't instantiate abstract class C without an implementation for abstract method 'm'"
    )


def test_an_unreadable_module_is_unknown(lab: Lab) -> None:
    outcome = one(lab, "def f(:", use(c.Import("prov.mod", "f")))
    assert outcome.verdict == "unknown"
    assert "could not be read" in outcome.reason


def test_abstract_methods_that_another_class_of_the_consumer_defines(lab: Lab) -> None:
    text = (
        "import abc\nclass B(abc.ABC):\n    @abc.abstractmethod\n    def m(self): ...\nclass M:\n    def m(self): ..."
    )
    lone = use(c.Subclass("app.D", instantiated=True), path("B"))
    assert one(lab, text, lone).failure == "abstract"
    mixed = use(c.Subclass("app.D", instantiated=True), path("M"))
    assert one(lab, text, mixed, lone).verdict == "ok"
    between = use(c.Subclass("app.C", (c.Override("m", Signature(), 1),)), path("B"))
    assert one(lab, text, between, lone).verdict == "ok"
