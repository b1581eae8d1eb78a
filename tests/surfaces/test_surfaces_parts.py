"""The small parts by themselves."""

from __future__ import annotations

import ast

import pytest
from surfaces_tools import MemoryTree, class_of, function_of, member, surface_of

from apidrift.model.surface import Found, Missing, Unsure, resolve
from apidrift.surfaces._bodies import falls_through
from apidrift.surfaces._decide import decide
from apidrift.surfaces._layout import Form, Layout
from apidrift.surfaces._literals import UNKNOWN, Ref, literal
from apidrift.surfaces._text import canonical
from apidrift.surfaces._types import split_union, union
from apidrift.surfaces._unit import Unit
from apidrift.surfaces._values import Evaluator
from apidrift.surfaces._world import World


@pytest.mark.parametrize(
    ("test", "verdict"),
    [
        ("sys.version_info >= (3, 9)", True),
        ("sys.version_info < (3, 9)", False),
        ("sys.version_info[:2] == (3, 11)", True),
        ("sys.version_info[0] >= 3", True),
        ("sys.version_info.minor > 20", False),
        ("sys.platform == 'win32'", False),
        ("sys.platform.startswith('linux')", True),
        ("platform.system() in ('Linux', 'Darwin')", True),
        ("os.name != 'nt'", True),
        ("typing.TYPE_CHECKING", False),
        ("not TYPE_CHECKING", True),
        ("unknown", None),
        ("unknown and False", False),
        ("unknown or True", True),
        ("unknown or False", None),
        ("KNOWN", True),
        ("LOOP", None),
        ("not unknown", None),
        ("unknown == 1", None),
        ("'a' < 1", None),
        ("sys.version_info[unknown]", None),
        ("sys.version_info[99]", None),
        ("1[0]", None),
        ("(1, unknown) == 2", None),
        ("1 in [1, 2]", True),
        ("1 not in {2}", True),
        ("None is None", True),
        ("None is not None", False),
        ("lambda: 1", None),
        ("f()", None),
        ("x.endswith('y')", None),
    ],
)
def test_conditions(test, verdict):
    known = {"KNOWN": ast.Constant(1), "LOOP": ast.Name("LOOP")}
    assert decide(ast.parse(test, mode="eval").body, known.get) is verdict


def test_a_layout_prefers_sources_and_packages():
    layout = Layout(
        [
            "p/__init__.py",
            "p/a.py",
            "p/a.pyi",
            "p/a.so",
            "p/b.py",
            "p/b/__init__.py",
            "p/c-d.py",
            "p/data.txt",
            "p/n/m.py",
            "q.py",
            "p/x.y.py",
        ],
        "p",
    )
    assert {n: s.form for n, s in layout.spots.items()} == {
        "p": Form.SOURCE,
        "p.a": Form.SOURCE,
        "p.b": Form.SOURCE,
        "p.n": Form.NAMESPACE,
        "p.n.m": Form.SOURCE,
    }
    assert layout.spots["p.b"].package
    assert layout.stubs["p.a"].path == "p/a.pyi"
    assert layout.submodules("p") == ("a", "b", "n")
    assert layout.submodules("p.a") == layout.submodules("p.zz") == ()
    assert layout.split("p.n.m.x.y") == ("p.n.m", ["x", "y"])
    assert layout.split("elsewhere.x") == ("", ["elsewhere", "x"])
    assert list(layout.parents("p.n.m")) == ["p/__init__.py"]


def test_a_single_file_can_be_a_provider():
    surface = surface_of({"six.py": "def f(): ..."}, "six")
    assert isinstance(resolve(surface, "six.f"), Found)
    assert not surface.module("six").package


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1, "1"), ([1, "a"], "[1, 'a']"), ((1,), "(1,)"), ((), "()"), ({"b": 1, "a": None}, "{'b': 1, 'a': None}"),
        ({2, 1}, "{1, 2}"), (set(), "set()"), (frozenset({1}), "frozenset({1})"), (Ref("a.B"), "a.B"), (..., "..."), (b"x", "b'x'"),
        (UNKNOWN, None), ([UNKNOWN], None), (1.5, "1.5"),
    ],
)  # fmt: skip
def test_literals(value, text):
    assert literal(value) == text


def test_long_literals_are_cut_to_a_hash():
    text = literal(list(range(5000)))
    assert text.startswith("<list ")
    assert len(text) < 30
    assert text != literal(list(range(5001)))


def test_unions():
    assert union("None", "int | None", "str") == "int | str | None"
    assert split_union("Literal['a|b'] | dict[str, int | None] | None") == [
        "Literal['a|b']",
        "dict[str, int | None]",
        "None",
    ]


def test_canonical_dumps_ignore_positions():
    one, two = (ast.parse(s).body for s in ("x = (1,  None)", "\n\nx=(1, None) # why"))
    assert canonical([*one]) == canonical([*two])
    assert canonical([*one]) != canonical([*ast.parse("x = (1, 0)").body])
    assert canonical(None) == "None,"


@pytest.mark.parametrize(
    ("body", "verdict"),
    [
        ("pass", True), ("return 1", False), ("raise E", False), ("if x: return 1", True), ("if x: return 1\nelse: raise E", False),
        ("while True: pass", False), ("while True:\n    break", True), ("while x: return 1", True), ("try: return 1\nfinally: y()", False),
        ("try: x()\nexcept E: return 1", True), ("try: x()\nfinally: return 1", False), ("try: x()\nexcept E: raise\nelse: return 1", False),
        ("with x: return 1", False), ("assert False", False), ("sys.exit()", False), ("assert_never(x)", False),
        ("match x:\n    case 1: return 1", True), ("match x:\n    case _: return 1", False),
    ],
)  # fmt: skip
def test_whether_control_reaches_the_end(body, verdict):
    assert falls_through(ast.parse(body).body) is verdict


VALUES = [
    ("{k: v for k, v in {'a': 1}.items() if v}", {"a": 1}),
    ("{x for x in (1, 2)}", {1, 2}),
    ("[x + y for x in (1, 2) for y in (10,)]", [11, 12]),
    ("[*'ab', 'c']", ["a", "b", "c"]),
    ("'abc'[1:]", "bc"),
    ("dict(a=1)", {"a": 1}),
    ("sorted({'b', 'a'})", ["a", "b"]),
    ("1 < 2", True),
    ("~1", -2),
    ("'%s' % 'x'", "x"),
    ("f'{x!r}'", UNKNOWN),
    ("1 / 0", UNKNOWN),
    ("[][0]", UNKNOWN),
    ("unknown + 1", UNKNOWN),
    ("f(*args)", UNKNOWN),
    ("'a'.join", UNKNOWN),
    ("'a'.evil()", UNKNOWN),
    ("[1] * 10 ** 9", UNKNOWN),
    ("2 ** 100000000", UNKNOWN),
    ("print", UNKNOWN),
    ("__name__", "prov.mod"),
    ("__package__", "prov"),
    ("yes", 1),
    ("C.X.Y", UNKNOWN),
    ("math.pi > 3", True),
    ("(lambda: 1)()", UNKNOWN),
    ("len(**{'a': 1})", UNKNOWN),
]


@pytest.mark.parametrize(("text", "value"), VALUES)
def test_expressions_are_evaluated(text, value):
    world = World(
        MemoryTree({"prov/__init__.py": "", "prov/mod.py": "import math\nyes = 1\nclass C:\n    X = 1"}), "prov"
    )
    unit = world.unit("prov.mod")
    assert isinstance(unit, Unit)
    assert Evaluator(world).evaluate(ast.parse(text, mode="eval").body, unit) == value


REPLAYS = [
    ("T = {}\nT['a'] = 1\nif x():\n    T['b'] = 2\nelse:\n    T.update({'c': 3})", "{'a': 1, 'b': 2, 'c': 3}"),
    ("T = ['a']\nT += ['b']\nT.append('c')\nT.extend(['d'])\nwith x():\n    T.remove('a')", "['b', 'c', 'd']"),
    ("T = {'a': []}\nT['a'].append(1)\nT.setdefault('b', []).append(2)\nT.pop('zz')", "{'a': [1], 'b': [2]}"),
    ("T = {}\ntry:\n    T['a'] = 1\nexcept E:\n    T['b'] = 2\nelse:\n    T['c'] = 3", "{'a': 1, 'c': 3}"),
    ("T = {}\nfor k in x():\n    T[k] = 1", ""),
    ("T = {}\nT[x()] = 1", ""),
    ("T = {1}\nT |= {2}", "{1, 2}"),
    ("T = [1]\nT.sort()", ""),
]


@pytest.mark.parametrize(("source", "value"), REPLAYS)
def test_tables_built_step_by_step(source, value):
    assert member(source, "T").value == value


def test_services_of_a_module_getattr_in_odd_shapes():
    source = """
        import sys
        from importlib import import_module
        OLD = {"a": "b"}
        NAMES = ["p", "q"]
        def helper(name):
            return import_string("prov.other:" + name)
        def __getattr__(name, default=None, *, strict=True):
            if not name.startswith("x") and name in NAMES:
                value = getattr(sys.modules["prov.other"], name) if strict else None
                return value
            if (new := OLD.get(name)) is not None:
                return helper(new)
            with lock():
                if name == "none":
                    return
            if name in globals():
                return globals()[name]
            module, _, attribute = "prov.other:c".partition(":")
            if name == attribute:
                m = __import__(module)
                return vars().get("helper")
            try:
                return import_module("prov.missing").x if name == "m" else globals()[name]
            except KeyError as error:
                raise AttributeError(name) from error
        """
    surface = surface_of({"prov/__init__.py": "", "prov/mod.py": source, "prov/other.py": "b = p = q = c = 1"})
    for name, target in {"p": "prov.other.p", "q": "prov.other.q", "a": "prov.other.b"}.items():
        found = resolve(surface, f"prov.mod.{name}")
        assert isinstance(found, Found), (name, found)
        assert found.path == target
    assert isinstance(resolve(surface, "prov.mod.zzz"), Missing)
    assert surface.member("prov.mod", "none") is not None


def test_an_endless_getattr_is_given_up():
    surface = surface_of("def __getattr__(name):\n    return __getattr__(name)")
    assert isinstance(resolve(surface, "prov.mod.x"), Unsure)


@pytest.mark.parametrize(
    ("field", "default", "value"),
    [
        ("a: int = attrs.field(default=attrs.Factory(list))", "attrs.field(default=attrs.Factory(list))", "[]"),
        ("a: int = attrs.field(factory=lambda: [1])", "attrs.field(factory=lambda: [1])", "[1]"),
        ("a: int = attrs.field(default=attrs.NOTHING)", None, None),
        ("a: int = attrs.field(kw_only=True, alias='b')", None, None),
        ("a: int = param(3)", "param(3)", "3"),
    ],
)
def test_field_specifiers(field, default, value):
    found = class_of(
        f"import attrs\ndef param(default=1): return attrs.field(default=default)\n@attrs.define\nclass T:\n    {field}"
    ).constructor.parameters[0]
    assert (found.default, found.value) == (default, value)


def test_fields_whose_place_is_computed_are_not_certain():
    assert (
        class_of(
            "from dataclasses import dataclass, field\n@dataclass\nclass T:\n    a: int = field(init=x())"
        ).constructor_opaque
        == "init of a field is computed"
    )
    assert (
        class_of(
            "from pydantic import BaseModel, Field\nclass T(BaseModel):\n    a: int = Field(alias=x())"
        ).constructor_opaque
        == "an alias is computed"
    )


def test_pydantic_aliases():
    head = "from pydantic import BaseModel, ConfigDict, Field\nclass T(BaseModel):\n    model_config = ConfigDict(populate_by_name={0})\n    a: int = Field(alias='aa')"
    for by_name in (True, False):
        found = class_of(head.format(by_name)).constructor.parameters[0]
        assert (found.name, found.alias, found.also_by_name) == ("a", "aa", by_name)


def test_a_root_model_takes_its_root():
    found = class_of("from pydantic import RootModel\nclass T(RootModel):\n    root: int")
    assert str(found.constructor) == "(root: int)"


def test_type_parameters_of_newer_pythons_are_a_problem_or_any():
    surface = surface_of("def f[X](a: X) -> X: ...")
    assert (
        surface.module("prov.mod").problem
        or function_of("def f[X](a: X) -> X: ...").signature.parameters[0].type == "Any"
    )
