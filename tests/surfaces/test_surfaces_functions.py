from __future__ import annotations

import pytest
from surfaces_tools import class_of, function_of, surface_of, text_of

from apidrift.model.symbols import Binding, Function

TYPES = [
    ("from typing import Optional\ndef f(a: Optional[int]): ...", "int | None"),
    ("from typing import Union, List\ndef f(a: Union[int, List[str], None]): ...", "int | list[str] | None"),
    ("import typing as t\ndef f(a: t.Dict[str, t.Any]): ...", "dict[str, Any]"),
    ("class C: ...\ndef f(a: 'C | None'): ...", "prov.mod.C | None"),
    ("from __future__ import annotations\ndef f(a: C): ...\nclass C: ...", "prov.mod.C"),
    ("from prov.other import D\ndef f(a: list[D]): ...", "list[prov.deep.D]"),
    ("import prov.other\ndef f(a: prov.other.D): ...", "prov.deep.D"),
    ("import numpy as np\ndef f(a: np.ndarray): ...", "numpy.ndarray"),
    (
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from prov.other import D\ndef f(a: 'D'): ...",
        "prov.deep.D",
    ),
    ("from typing import TypeVar\nT = TypeVar('T')\ndef f(a: T): ...", "Any"),
    ("from typing import TypeVar\nclass B: ...\nT = TypeVar('T', bound=B)\ndef f(a: T): ...", "prov.mod.B"),
    ("from typing import TypeVar\nT = TypeVar('T', int, str)\ndef f(a: T): ...", "int | str"),
    ("from typing import Literal\nMode = Literal['a', 'b']\ndef f(a: Mode): ...", "Literal['a', 'b']"),
    ("from typing import Literal\nA = 'x'\ndef f(a: Literal[A, 1, None]): ...", "Literal['x', 1, None]"),
    ("from typing import Annotated\ndef f(a: Annotated[int, 'meta']): ...", "int"),
    ("from typing import Callable\ndef f(a: Callable[[int], str]): ...", "collections.abc.Callable[[int], str]"),
    ("from typing import Callable\ndef f(a: Callable[..., str]): ...", "collections.abc.Callable[..., str]"),
    ("from typing import NewType\nN = NewType('N', int)\ndef f(a: N): ...", "int"),
    ("from typing import Type\nclass C: ...\ndef f(a: Type[C]): ...", "type[prov.mod.C]"),
    ("def f(a: undefined): ...", "Any"),
    ("def f(a: 1 + 1): ...", "Any"),
    ("def f(a: 'not python ]'): ...", "Any"),
    ("J = list['J']\ndef f(a: J): ...", "list[Any]"),
    ("from typing import NoReturn, Text\ndef f(a: Text): ...", "str"),
    ("def f(*a: int): ...", "int"),
]


@pytest.mark.parametrize(("source", "expected"), TYPES)
def test_annotations_become_type_expressions(source, expected):
    files = {
        "prov/__init__.py": "",
        "prov/mod.py": source,
        "prov/other.py": "from .deep import D",
        "prov/deep.py": "class D: ...",
    }
    parameter = function_of(files).signature.parameters[0]
    assert (parameter.type or parameter.annotation) == expected


DEFAULTS = [
    ("X = 3\ndef f(a=X): ...", "X", "3"),
    ("from prov.other import LIMIT\ndef f(a=LIMIT): ...", "LIMIT", "10"),
    ("import prov.other as o\ndef f(a=o.LIMIT * 2 + 1): ...", "o.LIMIT * 2 + 1", "21"),
    ("def f(a=1 << 10): ...", "1 << 10", "1024"),
    ("def f(a=-1): ...", "-1", "-1"),
    ("def f(a='x' 'y'): ...", "'xy'", "'xy'"),
    ("def f(a=(1, 2)): ...", "(1, 2)", "(1, 2)"),
    ("def f(a=float('inf')): ...", "float('inf')", "inf"),
    ("import math\ndef f(a=math.inf): ...", "math.inf", "inf"),
    ("import enum\nclass E(enum.Enum):\n    A = 1\ndef f(a=E.A): ...", "E.A", "prov.mod.E.A"),
    ("class C:\n    X = 5\ndef f(a=C.X): ...", "C.X", "5"),
    ("T = {'k': [1]}\ndef f(a=T['k'][0]): ...", "T['k'][0]", "1"),
    ("def f(a=compute()): ...", "compute()", "compute()"),
    ("def f(a=lambda x: x): ...", "lambda x: x", "lambda x: x"),
    ("def f(a=print): ...", "print", "print"),
    ("import os\ndef f(a=os.environ.get('X', 1)): ...", "os.environ.get('X', 1)", "os.environ.get('X', 1)"),
    ("A = [n for n in range(3)]\ndef f(a=len('abc')): ...", "len('abc')", "3"),
    ("X = 2\nif maybe():\n    X = 3\ndef f(a=X): ...", "X", "X"),
    ("def f(a=f'{1}-{2}'): ...", "f'{1}-{2}'", "'1-2'"),
    ("def f(a=1 if True else 2): ...", "1 if True else 2", "1"),
    ("def f(a=not 0): ...", "not 0", "True"),
    ("def f(a=None or 4): ...", "None or 4", "4"),
    ("def f(a=10 ** 10 ** 10): ...", "10 ** 10 ** 10", "10 ** 10 ** 10"),
    ("def f(a={**{'x': 1}, 'y': 2}): ...", "{**{'x': 1}, 'y': 2}", "{'x': 1, 'y': 2}"),
    ("def f(a={3, 1, 2}): ...", "{3, 1, 2}", "{1, 2, 3}"),
    ("def f(a='a,b'.split(',')): ...", "'a,b'.split(',')", "['a', 'b']"),
]


@pytest.mark.parametrize(("source", "spelled", "value"), DEFAULTS)
def test_defaults_are_evaluated(source, spelled, value):
    files = {"prov/__init__.py": "", "prov/mod.py": source, "prov/other.py": "LIMIT = 10"}
    parameter = function_of(files).signature.parameters[0]
    assert parameter.default == spelled
    assert parameter.default_value == value


RESULTS = [
    ("def f(): return 1", "int"),
    ("def f(): ...", "None"),
    ("def f(): raise NotImplementedError", ""),
    ("def f():\n    x()", "None"),
    ("def f():\n    if x(): return 1", "int | None"),
    ("def f():\n    if x(): return 1\n    raise E", "int"),
    ("def f():\n    while True:\n        return 'a'", "str"),
    ("def f(): return 1, 'a', g()", "tuple[int, str, Any]"),
    ("def f(): return ()", "tuple[()]"),
    ("def f(): return [1, 2]", "list[int]"),
    ("def f(): return [1, 'a']", "list"),
    ("def f(): return {}", "dict"),
    ("class C: ...\ndef f(): return C()", "prov.mod.C"),
    ("class C: ...\ndef g(): return C()\ndef f(): return g()", "prov.mod.C"),
    ("def g() -> str: ...\ndef f(): return g()", "str"),
    ("def f(a: int): return a", "int"),
    ("def f(a: int):\n    a = x()\n    return a", ""),
    ("def f():\n    r = []\n    return r", "list"),
    ("def f():\n    yield 1", "collections.abc.Generator[int]"),
    ("async def f():\n    yield 1", "collections.abc.AsyncGenerator[int]"),
    ("def f(): return f()", ""),
    ("def f(): return 1 if x() else None", "int | None"),
    ("def f(): return not x()", "bool"),
    ("def f(): return 'a' in x()", "bool"),
    ("def f(): return '%d' % 1", "str"),
    ("def f(): return 1 + 2.0", "float"),
    ("def f(): return str(1)", "str"),
    ("def f(): return len(x())", "int"),
    ("from typing import cast\ndef f(): return cast(int, x())", "int"),
    ("async def g() -> int: ...\nasync def f(): return await g()", "int"),
    ("async def g() -> int: ...\ndef f(): return g()", ""),
    ("class C:\n    def m(self): return 1\ndef f(c: C): return c.m()", "int"),
    (
        "class C:\n    a: str\n    @property\n    def p(self) -> int: ...\ndef f(c: C): return c.a, c.p",
        "tuple[str, int]",
    ),
    ("class C:\n    @classmethod\n    def make(cls): return cls()\ndef f(): return C.make()", "prov.mod.C"),
    ("class C:\n    def __init__(self):\n        self.x = [1]\ndef f(): return C().x", "list[int]"),
    ("def f():\n    from prov.other import D\n    return D()", "prov.other.D"),
    ("class C: ...\nc = C()\ndef f(): return c", "prov.mod.C"),
    ("def f():\n    try:\n        return 1\n    except E:\n        return 'a'", "int | str"),
    ("def f():\n    match x():\n        case 1: return 1\n        case _: return 2", "int"),
    ("def f():\n    with x() as y:\n        return 1", "int"),
    ("def f(): return lambda: 1", "collections.abc.Callable"),
    ("def f():\n    import sys\n    if x(): return 1\n    sys.exit(1)", "int"),
]


@pytest.mark.parametrize(("source", "expected"), RESULTS)
def test_results_are_inferred(source, expected):
    files = {"prov/__init__.py": "", "prov/mod.py": source, "prov/other.py": "class D: ..."}
    assert function_of(files).result == expected


DECORATED = [
    ("import functools\n@functools.lru_cache\ndef f(a): ...", "(a)", ""),
    ("import torch\n@torch.no_grad()\ndef f(a): ...", "(a)", ""),
    ("def d(fn): return fn\n@d\ndef f(a): ...", "(a)", ""),
    (
        "import functools\ndef d(fn):\n    @functools.wraps(fn)\n    def w(*args, **kwargs): return fn(*args, **kwargs)\n    return w\n@d\ndef f(a): ...",
        "(a)",
        "",
    ),
    ("def d(fn):\n    def w(): return fn(0)\n    return w\n@d\ndef f(a): ...", "()", ""),
    ("def d(x):\n    def inner(fn): return fn\n    return inner\n@d(1)\ndef f(a): ...", "(a)", ""),
    (
        "def d(fn=None, *, x=1):\n    def inner(fn):\n        def w(*a, **k): ...\n        return w\n    if fn is None:\n        return inner\n    return inner(fn)\n@d\ndef f(a): ...",
        "(a)",
        "",
    ),
    (
        "def d(fn=None, *, x=1):\n    def inner(fn):\n        def w(*a, **k): ...\n        return w\n    if fn is None:\n        return inner\n    return inner(fn)\n@d(x=2)\ndef f(a): ...",
        "(a)",
        "",
    ),
    (
        "class d:\n    def __init__(self, x): ...\n    def __call__(self, fn): return fn\n@d(1)\ndef f(a): ...",
        "(a)",
        "",
    ),
    (
        "class d:\n    def __init__(self, fn): ...\n@d\ndef f(a): ...",
        "(a)",
        "decorated with prov.mod.d, which may change its signature",
    ),
    ("from elsewhere import d\n@d\ndef f(a): ...", "(a)", "decorated with elsewhere.d, which may change its signature"),
    (
        "def d(fn): return compute(fn)\n@d\ndef f(a): ...",
        "(a)",
        "decorated with prov.mod.d, which may change its signature",
    ),
    (
        "from typing import TypeVar\nF = TypeVar('F')\ndef d(fn: F) -> F: return compute(fn)\n@d\ndef f(a): ...",
        "(a)",
        "",
    ),
    ("def d(x): return lambda fn: fn\n@d(1)\ndef f(a): ...", "(a)", ""),
    (
        "import functools\ndef d(fn):\n    def w(*a, **k): ...\n    return functools.update_wrapper(w, fn)\n@d\ndef f(a): ...",
        "(a)",
        "",
    ),
]


@pytest.mark.parametrize(("source", "signature", "opaque"), DECORATED)
def test_decorators(source, signature, opaque):
    found = function_of(source)
    assert str(found.signature) == signature
    assert found.opaque == opaque


def test_what_a_function_is():
    found = function_of("async def f(a, b: int = 1, *, c) -> None:\n    raise ValueError('x')", "f")
    assert found.is_async
    assert found.raises == ("ValueError",)
    assert str(found.signature) == "(a, b: int = 1, *, c) -> None"


def test_context_managers():
    found = function_of("from contextlib import contextmanager\n@contextmanager\ndef f():\n    yield 1", "f")
    assert found.context_manager
    assert found.is_generator


def test_overloads_belong_to_their_function():
    source = "from typing import overload\n@overload\ndef f(a: int) -> int: ...\n@overload\ndef f(a: str) -> str: ...\ndef f(a): return a\ndef g(): ..."
    assert [str(o) for o in function_of(source).overloads] == ["(a: int) -> int", "(a: str) -> str"]
    assert function_of(source, "g").overloads == ()


DEPRECATED = [
    ("from typing_extensions import deprecated\n@deprecated('use g')\ndef f(): ...", "use g"),
    (
        "import warnings\ndef f():\n    'doc'\n    warnings.warn('gone soon', DeprecationWarning)\n    return 1",
        "gone soon",
    ),
    ("import warnings\ndef f():\n    if x():\n        warnings.warn('gone soon', DeprecationWarning)", ""),
    ("import warnings\ndef f():\n    warnings.warn('careful')", ""),
]


@pytest.mark.parametrize(("source", "message"), DEPRECATED)
def test_deprecations(source, message):
    assert function_of(source).deprecated == message


def test_bodies_are_hashed_by_what_they_do():
    same = {
        function_of(s).body
        for s in ("def f():\n    'doc'\n    return 1", "def f():\n\n    return (1)", "def f(a): return 1")
    }
    assert len(same) == 1
    assert function_of("def f(): return 2").body not in same


def test_methods_bind_as_python_binds_them():
    members = class_of(
        """
        import abc, functools
        class T:
            def m(self, a): self.other(); self.x.y()
            @classmethod
            def c(cls, a): ...
            @staticmethod
            def s(a): ...
            @property
            def p(self) -> int: ...
            @p.setter
            def p(self, v): ...
            @functools.cached_property
            def q(self): return 1
            @abc.abstractmethod
            def a(self): ...
            alias = m
            def __new__(cls, a): ...
            r = property(m)
            def k(self, **kwargs): return super().k(**kwargs)
        """
    ).members
    functions = {n: m for n, m in members.items() if isinstance(m, Function)}
    assert {n: f.binding for n, f in functions.items()} == {
        "m": Binding.FUNCTION, "c": Binding.CLASS, "s": Binding.STATIC, "p": Binding.PROPERTY, "q": Binding.CACHED_PROPERTY,
        "a": Binding.FUNCTION, "alias": Binding.FUNCTION, "__new__": Binding.CLASS, "r": Binding.PROPERTY, "k": Binding.FUNCTION,
    }  # fmt: skip
    assert {str(functions[n].signature) for n in ("m", "c", "s", "alias", "__new__")} == {"(a)"}
    assert functions["p"].settable
    assert functions["a"].abstract
    assert functions["m"].calls == ("other",)
    assert functions["k"].forwards == "super().k"


def test_the_same_question_gives_the_same_answer():
    surface = surface_of("def f(): ...")
    assert surface.member("prov.mod", "f") is surface.member("prov.mod", "f")
    assert text_of("def f(a, /, *b): ...") == "(a, /, *b)"
