from __future__ import annotations

import pytest
from surfaces_tools import member, surface_of

from apidrift.model.surface import Found, Gap, Missing, Unsure, resolve
from apidrift.model.symbols import Alias, Attribute, Class, Function, Raising, Variants


def names(source, module="prov.mod"):
    return set(surface_of(source).module(module).index)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a = 1\ndef b(): ...\nclass C: ...\nimport os\nfrom sys import path as p", {"a", "b", "C", "os", "p"}),
        ("import a.b\nimport c.d as e", {"a", "e"}),
        ("x, (y, *z) = 1, (2, 3)", {"x", "y", "z"}),
        ("a = b = 1\ndel a", {"b"}),
        ("import sys\nif sys.version_info >= (3, 8):\n    a = 1\nelse:\n    b = 1", {"sys", "a"}),
        (
            "import sys\nif sys.version_info[0] < 3:\n    a = 1\nelif sys.platform == 'win32':\n    b = 1\nelse:\n    c = 1",
            {"sys", "c"},
        ),
        ("import os\nif os.name == 'nt' or not True:\n    a = 1", {"os"}),
        ("X = False\nif X:\n    a = 1\nelse:\n    b = 1", {"X", "b"}),
        ("if maybe():\n    a = 1\nelse:\n    b = 1", {"a", "b"}),
        ("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    a = 1\nelse:\n    b = 1", {"TYPE_CHECKING", "b"}),
        ("import typing\nif not typing.TYPE_CHECKING:\n    a = 1", {"typing", "a"}),
        (
            "try:\n    a = 1\nexcept ImportError:\n    b = 1\nelse:\n    c = 1\nfinally:\n    d = 1",
            {"a", "b", "c", "d"},
        ),
        ("try:\n    a = 1\nexcept ImportError:\n    raise", {"a"}),
        ("with open('x') as f:\n    a = 1\nfor i in ():\n    b = 1\nwhile x():\n    c = 1", {"f", "a", "i", "b", "c"}),
        ("for n in ['u', 'v']:\n    globals()[n] = 1", {"n", "u", "v"}),
        ("globals()['q'] = 3", {"q"}),
        ("x: int\ny: int = 1", {"y"}),
        ("match 1:\n    case 1:\n        a = 1\n    case _:\n        b = 1", {"a", "b"}),
        ("if __name__ == '__main__':\n    a = 1", set()),
    ],
)
def test_names_a_module_binds(source, expected):
    assert names(source) == expected


def test_a_name_bound_under_an_undecided_condition_keeps_all_its_definitions():
    found = member("if maybe():\n    def f(a): ...\nelse:\n    def f(b): ...", "f")
    assert isinstance(found, Variants)
    assert found.conditions == ("maybe()", "not (maybe())")
    assert [str(o.signature) for o in found.options] == ["(a)", "(b)"]


def test_equal_definitions_are_one():
    assert isinstance(member("if maybe():\n    x = 1\nelse:\n    x = 1", "x"), Attribute)


def test_an_import_of_the_provider_itself_cannot_fail():
    files = {
        "prov/__init__.py": "",
        "prov/a.py": "x = 1",
        "prov/mod.py": "try:\n    from prov.a import x\nexcept ImportError:\n    x = None",
    }
    assert member(files, "x") == Alias("prov.a.x", line=2)


def test_an_import_from_outside_may_fail():
    found = member("try:\n    from numpy import x\nexcept ImportError:\n    x = None", "x")
    assert isinstance(found, Variants)
    assert found.options[0] == Alias("numpy.x", line=2)


def test_type_checking_names_are_absent_at_run_time():
    surface = surface_of(
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from prov.a import X\n    class Y: ..."
    )
    assert surface.member("prov.mod", "X") == Alias("prov.a.X", type_checking=True, line=3)
    assert resolve(surface, "prov.mod.X") == Missing(Gap.TYPE_CHECKING, "prov.mod", "X")
    assert resolve(surface, "prov.mod.Y").gap is Gap.TYPE_CHECKING


STAR = {
    "plain": ("a = 1\n_b = 2\nimport os", {"a", "os"}),
    "all": ("__all__ = ['a', '_b']\na = 1\n_b = 2\nc = 3", {"a", "_b"}),
    "all added": (
        "__all__ = ['a']\n__all__ += ['b']\n__all__.extend(['c'])\n__all__.append('d')\na = b = c = d = e = 1",
        {"a", "b", "c", "d"},
    ),
    "all sum": ("X = ['a']\n__all__ = X + ['b'] + list(('c',)) + [*X]\na = b = c = d = 1", {"a", "b", "c"}),
    "all by name": ("def a(): ...\n__all__ = [a.__name__]", {"a"}),
    "all of sub": (
        "from prov import sub\nfrom prov.sub import *\n__all__ = ['a']\n__all__ += sub.__all__\na = 1",
        {"a", "s"},
    ),
    "all removed": ("__all__ = ['a', 'b']\n__all__.remove('b')\na = b = 1", {"a"}),
}


@pytest.mark.parametrize("name", STAR)
def test_star_imports(name):
    source, expected = STAR[name]
    files = {
        "prov/__init__.py": "",
        "prov/sub.py": "__all__ = ['s']\ns = t = 1",
        "prov/src.py": source,
        "prov/mod.py": "from prov.src import *",
    }
    assert names(files) == expected
    assert surface_of(files).module("prov.mod").dynamic == ""


def test_a_star_from_outside_leaves_the_list_open():
    surface = surface_of("from numpy import *\na = 1")
    assert surface.module("prov.mod").dynamic == "it imports everything from numpy"
    assert isinstance(resolve(surface, "prov.mod.zeros"), Unsure)
    assert isinstance(resolve(surface, "prov.mod.a"), Found)


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("globals().update(x())", "it calls globals().update"),
        ("globals()[x] = 1", "it assigns to globals() by computed names"),
        ("import sys\nsys.modules[__name__] = X()", "it replaces itself in sys.modules"),
        ("import sys\nsetattr(sys.modules[__name__], n, 1)", "it sets attributes on itself"),
        ("def __getattr__(name): return compute(name)", "its __getattr__ answers names it computes"),
        ("__all__ = compute()\nfrom prov.other import *", "it imports everything from prov.other"),
    ],
)
def test_modules_that_may_hold_more(source, reason):
    files = {"prov/__init__.py": "", "prov/mod.py": source, "prov/other.py": "__all__ = compute()"}
    assert surface_of(files).module("prov.mod").dynamic == reason


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"def f(:\n", "syntax error (line 1)"),
        (b"# -*- coding: klingon -*-\n", "syntax error"),
        (b"x = '\xff'\n", "its bytes are not utf-8"),
        (b"x = 1\0", "source code string cannot contain null bytes"),
        (b"x = " + b"(" * 300 + b")" * 300, "it is too deeply nested"),
    ],
)
def test_unreadable_modules_say_why(data, problem):
    surface = surface_of({"prov/__init__.py": "", "prov/mod.py": data})
    found = surface.module("prov.mod").problem
    assert found.startswith((problem, "syntax error"))
    assert isinstance(resolve(surface, "prov.mod.x"), Unsure)


def test_other_encodings_are_read():
    surface = surface_of({"prov/__init__.py": "", "prov/mod.py": "# coding: latin-1\nx = 'é'".encode("latin-1")})
    assert surface.member("prov.mod", "x").value == "'é'"
    assert surface_of({"prov/__init__.py": b"\xef\xbb\xbfx = 1"}).member("prov", "x").value == "1"


def test_a_package_and_its_submodules():
    surface = surface_of(
        {
            "prov/__init__.py": "from . import sub\nfrom .foo import foo",
            "prov/sub.py": "x = 1",
            "prov/foo.py": "def foo(): ...",
            "prov/ns/deep.py": "y = 1",
        }
    )
    module = surface.module("prov")
    assert module.package
    assert module.submodules == ("foo", "ns", "sub")
    assert surface.member("prov", "sub") is None
    assert resolve(surface, "prov.sub.x").path == "prov.sub.x"
    assert resolve(surface, "prov.foo").path == "prov.foo.foo"
    assert resolve(surface, "prov.ns.deep.y").path == "prov.ns.deep.y"
    assert surface.module("prov.nowhere") is None
    assert resolve(surface, "prov.sub.nope") == Missing(Gap.NAME, "prov.sub", "nope")


def test_stubs_speak_for_compiled_modules():
    surface = surface_of(
        {
            "prov/__init__.py": "",
            "prov/_c.cpython-311-x86_64-linux-gnu.so": b"\x7fELF known",
            "prov/_c.pyi": "def f(a: int) -> int: ...\nx: int",
            "prov/_d.abi3.so": b"\x7fELF known",
        }
    )
    assert str(surface.member("prov._c", "f").signature) == "(a: int) -> int"
    assert surface.member("prov._c", "x").type == "int"
    assert surface.module("prov._d").dynamic == "it is a compiled module"
    assert isinstance(resolve(surface, "prov._d.known"), Unsure)
    assert resolve(surface, "prov._d.unknown") == Missing(Gap.NAME, "prov._d", "unknown")


def test_a_stub_beside_an_open_module_fills_it():
    files = {
        "prov/__init__.py": "",
        "prov/mod.py": "from prov._c import *",
        "prov/mod.pyi": "def f(a): ...",
        "prov/_c.so": b"f g",
    }
    surface = surface_of(files)
    assert isinstance(surface.member("prov.mod", "f"), Function)
    assert isinstance(resolve(surface, "prov.mod.g"), Unsure)
    assert isinstance(resolve(surface, "prov.mod.h"), Missing)


def test_aliases_by_assignment():
    surface = surface_of(
        "import os.path as p\ndef f(a): ...\ng = f\nclass C:\n    x = 1\nD = C\nq = p.join\nv = undefined"
    )
    assert resolve(surface, "prov.mod.g").path == "prov.mod.f"
    assert resolve(surface, "prov.mod.D.x").path == "prov.mod.C.x"
    assert surface.member("prov.mod", "q") == Alias("os.path.join", "assignment", line=7)
    assert isinstance(surface.member("prov.mod", "v"), Attribute)


def test_a_circle_of_imports_ends():
    surface = surface_of({"prov/__init__.py": "from prov.a import x", "prov/a.py": "from prov import x"})
    assert isinstance(resolve(surface, "prov.x"), Unsure)


def test_index_hashes_tell_shapes_apart():
    one = surface_of("def f(a): return 1\nclass C:\n    def m(self, x): ...\nx = 1\n").module("prov.mod").index
    two = (
        surface_of("\n\ndef f(a):\n    'doc'\n    return 2\nclass C:\n    def m(self, x): pass\nx = 1\n")
        .module("prov.mod")
        .index
    )
    three = surface_of("def f(b): return 1\nclass C:\n    def m(self, y): ...\nx = 2\n").module("prov.mod").index
    assert one == two
    assert all(one[name] != three[name] for name in one)
    assert {len(h) for h in one.values()} == {6}


def test_names_served_by_raising():
    surface = surface_of(
        "def __getattr__(name):\n    if name == 'old':\n        raise RuntimeError('gone since 2')\n    raise AttributeError(name)"
    )
    assert surface.member("prov.mod", "old") == Raising("RuntimeError", "gone since 2", 1)
    assert resolve(surface, "prov.mod.old").gap is Gap.RAISES


def test_a_whole_module_can_be_a_class():
    assert isinstance(member("class C: ...", "C"), Class)


ROUND = {
    "prov/__init__.py": "from .core import isnan, grid, made\nfrom . import typed",
    "prov/__init__.pyi": """
        from typing import Any, Literal as L, TypeVar, final, overload
        from prov.typed import _U
        T = TypeVar("T")
        class _Common:
            def put(self: T) -> T: ...
            @classmethod
            def make(cls: type[T]) -> T: ...
        @final
        class grid(_Common):
            @overload
            def __init__(self, a: int, /) -> None: ...
            @overload
            def __init__(self, a: str, form: str, /) -> None: ...
            def shape(self, a: T) -> T: ...
        class ufunc:
            def __call__(self, *args: Any) -> Any: ...
        def made(a: int) -> int: ...
        isnan: _U[L["isnan"]]
        only: int
    """,
    "prov/core/__init__.py": "from .multi import *\nfrom .multi import isnan, grid, ufunc, made",
    "prov/core/multi.py": "from ._c import isnan, grid\nufunc = type(isnan)\nmade = wrap(grid)",
    "prov/core/multi.pyi": "from prov import isnan as isnan, grid as grid",
    "prov/core/_c.abi3.so": b"\x7fELF isnan grid",
    "prov/core/_c.pyi": "from prov import isnan as isnan, grid as grid",
    "prov/typed/__init__.py": """
        from typing import TYPE_CHECKING
        from .. import core
        if TYPE_CHECKING:
            from ._inner import _U as _U
        else:
            _U = core.ufunc
    """,
    "prov/typed/_inner.pyi": "class _U:\n    def __call__(self, x: int, /, *, where: bool = ...) -> int: ...",
}
"""A package shows what a compiled module makes; its stub has the definition, and the other stubs refer to that."""


def test_what_stubs_declare_in_a_circle_is_what_the_shown_stub_defines():
    surface = surface_of(ROUND)
    shown = surface.member("prov", "grid")
    assert isinstance(shown, Class)
    assert shown.final
    assert shown.decorators == ("typing.final",)  # by the stub's imports, not the module's
    assert shown.members["shape"].signature.parameters[0].type == "Any"  # a type variable of the stub
    assert resolve(surface, "prov.core.multi.grid").path == "prov.grid"


def test_a_private_class_of_a_stub_is_a_base_like_any_other():
    surface = surface_of(ROUND)
    assert surface.member("prov", "grid").bases == ("prov._Common",)
    common = surface.member("prov", "_Common")
    assert [common.members[name].signature.returns_type for name in ("put", "make")] == ["Self", "Self"]


def test_a_stub_tells_what_a_call_makes():
    surface = surface_of(ROUND)
    assert str(surface.member("prov", "made").signature) == "(a: int) -> int"


def test_types_for_checkers_alone_are_followed_through_modules():
    assert surface_of(ROUND).member("prov", "isnan").type.startswith("prov.typed._inner._U")


def test_a_stub_alone_brings_no_name_to_a_module_that_tells_all_its_names():
    assert isinstance(resolve(surface_of(ROUND), "prov.only"), Missing)
    assert isinstance(resolve(surface_of(ROUND), "prov.T"), Missing)


EXTENDS = """
    from . import a
    from .a import *
    __all__ = ["own"]
    own = 1
    def extend_all(module):
        existing = set(__all__)
        mall = getattr(module, '__all__')
        for name in mall:
            if name not in existing:
                __all__.append(name)
    {call}
"""


@pytest.mark.parametrize(
    ("call", "found"),
    [("extend_all(a)", ("own", "x")), ("", ("own",)), ("extend_all(a, 1)", None), ("extend_all()", None)],
)
def test_functions_that_add_to_the_exports(call: str, found: tuple[str, ...] | None):
    files = {"prov/__init__.py": "", "prov/mod.py": EXTENDS.format(call=call), "prov/a.py": "__all__ = ['x']\nx = 1"}
    assert surface_of(files).module("prov.mod").exports == found


def test_one_of_two_names_by_a_condition_that_the_source_settles():
    text = "default = {value}\nclass A: ...\nclass B: ...\nC = A if default else B"
    assert resolve(surface_of(text.format(value="False")), "prov.mod.C").path == "prov.mod.B"
    assert resolve(surface_of(text.format(value="True")), "prov.mod.C").path == "prov.mod.A"
    assert isinstance(surface_of(text.format(value="find()")).member("prov.mod", "C"), Variants)
