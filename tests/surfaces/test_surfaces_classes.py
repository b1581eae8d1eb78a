from __future__ import annotations

import pytest
from surfaces_tools import class_of, member, surface_of
from surfaces_truth import our_shape, run

from apidrift.model.surface import Found, Gap, Missing, Unsure, resolve
from apidrift.model.symbols import Alias, Attribute, Class, Flavour, Function

FORWARD = [
    ("class B:\n    def __init__(self, x, y=1): ...\nclass T(B):\n    def __init__(self, *args, **kwargs):\n        super().__init__(*args, **kwargs)", "(x, y=1)", "B.__init__"),
    ("class B:\n    def __init__(self, x, y=1): ...\nclass T(B):\n    def __init__(self, a, **kwargs):\n        super().__init__(**kwargs)", "(a, *, x, y=1)", "T.__init__"),
    ("class B:\n    def __init__(self, x, y=1): ...\nclass T(B):\n    def __init__(self, *args, **kwargs):\n        super().__init__(0, *args, **kwargs)", "(y=1)", "B.__init__"),
    ("class B:\n    def __init__(self, x, y=1): ...\nclass T(B):\n    def __init__(self, *, z=2, **kwargs):\n        super().__init__(y=3, **kwargs)", "(*, z=2, x)", "B.__init__"),
    ("class B:\n    def __init__(self, x): ...\nclass T(B):\n    def __init__(self, **kwargs):\n        self.q = kwargs.pop('q', 5)\n        super().__init__(**kwargs)", "(*, q=5, x)", "B.__init__"),
    ("class A:\n    def __init__(self, x): ...\nclass B(A):\n    def __init__(self, b, *a, **k):\n        super().__init__(*a, **k)\nclass T(B):\n    def __init__(self, *a, **k):\n        super().__init__(*a, **k)", "(b, x)", "B.__init__"),
    ("class T:\n    def __init__(self, **kwargs):\n        self.a = kwargs['a']\n        self.b = kwargs.get('b')", "(*, b=None, a, **kwargs)", "T.__init__"),
    ("class T:\n    def __init__(self, a, **kwargs):\n        super().__init__(**kwargs)", "(a)", "T.__init__"),
    ("class B:\n    def __init__(self, x): ...\nclass T(B):\n    def __init__(self, **kwargs):\n        kwargs.setdefault('x', 9)\n        super().__init__(**kwargs)", "(*, x=9)", "B.__init__"),
]  # fmt: skip


@pytest.mark.parametrize(("source", "signature", "name"), FORWARD)
def test_constructors_at_the_end_of_a_chain(source, signature, name):
    found = class_of(source)
    assert str(found.constructor) == signature
    assert found.constructor_name == name
    assert not found.constructor_opaque


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("from torch import nn\nclass T(nn.Module): ...", "its constructor comes from torch.nn.Module"),
        (
            "class B:\n    def __init__(self, x): ...\nclass T(B):\n    def __init__(self, **kwargs):\n        kwargs.update(x=1)\n        super().__init__(**kwargs)",
            "what happens to its **kwargs is unclear",
        ),
        (
            "class M(type):\n    def __call__(cls, a): ...\nclass T(metaclass=M): ...",
            "its metaclass prov.mod.M defines __call__",
        ),
        ("from other import M\nclass T(metaclass=M):\n    def __init__(self, a): ...", "its metaclass is other.M"),
        ("from other import deco\nclass T:\n    @deco\n    def __init__(self, a): ...", "T.__init__ is decorated"),
        (
            "from dataclasses import dataclass\n@dataclass\nclass T:\n    a: int = 1\n    b: int",
            "non-default argument 'b' follows default argument",
        ),
        (
            "from pydantic import BaseModel, ConfigDict\nclass T(BaseModel):\n    model_config = ConfigDict(alias_generator=make)\n    a: int",
            "an alias generator names its parameters",
        ),
    ],
)
def test_constructors_that_are_not_certain(source, reason):
    assert class_of(source).constructor_opaque == reason


def test_a_singleton_metaclass_passes_the_call_on():
    found = class_of(
        "class M(type):\n    def __call__(cls, *args, **kwargs): return super().__call__(*args, **kwargs)\nclass T(metaclass=M):\n    def __init__(self, a): ..."
    )
    assert not found.constructor_opaque
    assert found.metaclass == "prov.mod.M"


FLAVOURS = {
    "class T: ...": Flavour.PLAIN,
    "from dataclasses import dataclass\n@dataclass\nclass T: ...": Flavour.DATACLASS,
    "from pydantic import BaseModel\nclass B(BaseModel): ...\nclass T(B): ...": Flavour.PYDANTIC,
    "import pydantic.dataclasses as pd\n@pd.dataclass\nclass T: ...": Flavour.PYDANTIC_DATACLASS,
    "import msgspec\nclass T(msgspec.Struct): ...": Flavour.MSGSPEC,
    "import attrs\n@attrs.frozen\nclass T: ...": Flavour.ATTRS,
    "from typing import TypedDict\nclass T(TypedDict): ...": Flavour.TYPEDDICT,
    "import enum\nclass T(enum.IntFlag): ...": Flavour.ENUM,
    "from typing import Protocol\nclass T(Protocol): ...": Flavour.PROTOCOL,
}


@pytest.mark.parametrize("source", FLAVOURS)
def test_flavours(source):
    assert class_of(source).flavour is FLAVOURS[source]


@pytest.mark.parametrize(
    ("source", "extra"),
    [
        ("class T(BaseModel):\n    a: int", "ignore"),
        ("class T(BaseModel):\n    model_config = ConfigDict(extra='forbid')", "forbid"),
        ("class T(BaseModel):\n    model_config = {'extra': 'allow'}", "allow"),
        ("class T(BaseModel):\n    class Config:\n        extra = Extra.forbid", "forbid"),
        ("class B(BaseModel):\n    model_config = ConfigDict(extra='forbid')\nclass T(B): ...", "forbid"),
        ("class T(BaseModel, extra='forbid'): ...", "forbid"),
        ("C = ConfigDict(extra='forbid')\nclass T(BaseModel):\n    model_config = C", "forbid"),
        ("@dataclass(config=ConfigDict(extra='forbid'))\nclass T:\n    a: int", "forbid"),
        ("@dataclass\nclass T:\n    a: int", "ignore"),
    ],
)
def test_what_happens_to_unknown_keywords(source, extra):
    head = "from pydantic import BaseModel, ConfigDict, Extra\nfrom pydantic.dataclasses import dataclass\n"
    assert class_of(head + source).extra == extra


CONFIG_FORMS = {
    "plain function over a stacked dataclass": ("def config(cls): return cls", "@config\n@dataclass", "from dataclasses import dataclass", Flavour.DATACLASS, ""),
    "over a pydantic dataclass": ("def config(cls): return cls", "@config\n@dataclass(config=ConfigDict(arbitrary_types_allowed=True))", "from pydantic.dataclasses import dataclass", Flavour.PYDANTIC_DATACLASS, "ignore"),
    "one decorator": (
        "from pydantic.dataclasses import dataclass as make\n@dataclass_transform(field_specifiers=(Field,))\ndef config(cls=None, *, config=None, **kwargs):\n    merged = ConfigDict(extra='forbid')\n    if config is not None:\n        merged.update(config)\n    def decorator(cls):\n        return make(cls, config=merged, **kwargs)\n    if cls is None:\n        return decorator\n    return decorator(cls)",
        "@config", "", Flavour.PYDANTIC_DATACLASS, "forbid"),
    "one decorator, called": (
        "from pydantic.dataclasses import dataclass as make\ndef config(cls=None, *, config=None, **kwargs):\n    merged = ConfigDict(extra='forbid')\n    def decorator(cls):\n        return make(cls, config=merged, **kwargs)\n    return decorator if cls is None else decorator(cls)",
        "@config(config=ConfigDict(extra='allow'))", "", Flavour.PYDANTIC_DATACLASS, "allow"),
    "marked only": ("from elsewhere import make\n@dataclass_transform(kw_only_default=False)\ndef config(cls): return make(cls)", "@config", "", Flavour.DATACLASS, ""),
}  # fmt: skip


@pytest.mark.parametrize("form", CONFIG_FORMS)
def test_decorators_that_make_data_classes(form):
    definition, use, extra_import, flavour, extra = CONFIG_FORMS[form]
    source = f"from typing import dataclass_transform\nfrom dataclasses import InitVar, field\nfrom pydantic import ConfigDict, Field\n{extra_import}\nLIMIT = 128\n{definition}\n{use}\nclass T:\n    a: InitVar[int]\n    b: int = Field(default=LIMIT, ge=1)\n    c: list[int] = field(default_factory=list)\n    d: int = field(init=False)"
    found = class_of(source)
    assert found.flavour is flavour
    assert found.extra == extra
    assert our_shape(found.constructor) == [("a", "pos", True), ("b", "pos", False), ("c", "pos", False)]
    assert [p.default_value for p in found.constructor.parameters] == [None, "128", "[]"]
    assert found.field_flags == {"a": ("InitVar",), "d": ("init=False",)}


def test_dataclass_transform_on_bases_and_metaclasses():
    base = "from typing import dataclass_transform\n@dataclass_transform(kw_only_default=True)\nclass Base: ...\nclass T(Base):\n    a: int\n    b: int = 1"
    assert our_shape(class_of(base).constructor) == [("a", "kwonly", True), ("b", "kwonly", False)]
    meta = "from typing import dataclass_transform\n@dataclass_transform()\nclass Meta(type): ...\nclass Base(metaclass=Meta): ...\nclass T(Base, kw_only=True):\n    a: int"
    assert our_shape(class_of(meta).constructor) == [("a", "kwonly", True)]


ENUMS = [
    "import enum\nclass T(enum.Enum):\n    A = 1\n    B = enum.auto()\n    C = 'x'",
    "from enum import Enum, auto\nclass T(Enum):\n    A = auto()\n    B = 5\n    C = auto()",
    "import enum\nclass T(enum.Flag):\n    A = enum.auto()\n    B = enum.auto()\n    C = A | B",
    "import enum\nclass T(enum.StrEnum):\n    ONE = enum.auto()\n    TWO = 'zwei'",
    "import enum\nclass T(enum.IntEnum):\n    A = 1\n    def m(self): ...\n    @property\n    def p(self): ...\n    _ignore_ = ['x']\n    x = 3",
    "import enum\nT = enum.Enum('T', 'A B')",
    "import enum\nT = enum.Enum('T', {'A': 'a', 'B': 'b'})",
    "import enum\nT = enum.IntEnum('T', ['A', 'B'], start=5)",
    "import enum\nclass B(enum.Enum):\n    pass\nclass T(B):\n    A = (1, 'x')\n    B = A",
]


@pytest.mark.parametrize("source", ENUMS)
def test_enum_members_have_pythons_values(source):
    truth = {name: m.value for name, m in run(source)["T"].__members__.items()}
    found = class_of(source)
    ours = {n: eval(m.value) for n, m in found.members.items() if isinstance(m, Attribute) and m.final}
    ours = {n: getattr(v, "value", v) for n, v in ours.items()}
    assert ours == truth
    assert all(m.type == "prov.mod.T" for m in found.members.values() if isinstance(m, Attribute) and m.final)


def test_instance_attributes():
    members = class_of(
        """
        class Other: ...
        class T:
            klass: int = 3
            only: str
            def __init__(self, a: int, b, *args, **kwargs):
                self.a = a
                self.b = b
                self.c: list[str] = []
                self.d, self.e = 1, Other()
                self.only = 'x'
                (self.f) = None
                with open(a) as self.g: ...
            def later(self):
                self.h = self.helper()
                self.f = Other()
                for self.i in (): ...
                setattr(self, 'j', 1)
            def helper(self) -> float: ...
            @classmethod
            def build(cls):
                cls.shared = 1
            @staticmethod
            def s(self):
                self.no = 1
        """
    ).members
    types = {n: m.type for n, m in members.items() if isinstance(m, Attribute)}
    assert types == {
        "klass": "int", "only": "str", "a": "int", "b": "", "c": "list[str]", "d": "int", "e": "prov.mod.Other",
        "f": "prov.mod.Other | None", "g": "", "h": "float", "i": "", "j": "int",
    }  # fmt: skip
    assert {n for n, m in members.items() if isinstance(m, Attribute) and m.instance} == set(types) - {"klass"}


@pytest.mark.parametrize(
    ("source", "dynamic"),
    [
        ("class T:\n    def __getattr__(self, n): ...", "defines __getattr__"),
        ("class T:\n    def __init__(self, **k):\n        self.__dict__.update(k)", "it fills its __dict__"),
        (
            "class T:\n    def __init__(self, **k):\n        for n in k: setattr(self, n, k[n])",
            "it sets attributes by computed names",
        ),
        ("class T:\n    def m(self): ...", ""),
    ],
)
def test_classes_that_may_hold_more(source, dynamic):
    assert class_of(source).dynamic == dynamic


ORDERS = [
    "class A: ...\nclass B(A): ...\nclass C(A): ...\nclass T(B, C): ...",
    "class A: ...\nclass B: ...\nclass C(A, B): ...\nclass D(A): ...\nclass T(C, D): ...",
    "import abc\nclass A(abc.ABC): ...\nclass T(A): ...",
]


@pytest.mark.parametrize("source", ORDERS)
def test_ancestors_in_pythons_order(source):
    truth = [c.__name__ for c in run(source)["T"].__mro__[1:-1]]
    assert [n.rpartition(".")[2] for n in class_of(source).mro] == truth


def test_bases_from_outside_leave_members_open():
    surface = surface_of("from torch import nn\nclass T(nn.Module):\n    def own(self): ...")
    assert surface.member("prov.mod", "T").opaque_bases == ("torch.nn.Module",)
    assert isinstance(resolve(surface, "prov.mod.T.own"), Found)
    assert isinstance(resolve(surface, "prov.mod.T.cuda"), Unsure)


def test_members_are_found_along_the_chain():
    files = {
        "prov/__init__.py": "",
        "prov/a.py": "class A:\n    class In:\n        x = 1\n    def m(self): ...",
        "prov/mod.py": "from prov.a import A as Base\nfrom typing import Generic, TypeVar\nT_ = TypeVar('T_')\nclass G(Base, Generic[T_]): ...\nclass T(G[int]): ...",
    }
    surface = surface_of(files)
    assert surface.member("prov.mod", "T").bases == ("prov.mod.G[int]",)
    assert resolve(surface, "prov.mod.T.m").path == "prov.a.A.m"
    assert resolve(surface, "prov.mod.T.In.x").path == "prov.a.A.In.x"
    assert resolve(surface, "prov.mod.T.nope") == Missing(Gap.MEMBER, "prov.mod.T", "nope")


def test_slots():
    head = "class A:\n    __slots__ = ('a',)\nclass B(A):\n    __slots__ = 'b'\nclass C(B): ...\n"
    surface = surface_of(
        head
        + "from dataclasses import dataclass\n@dataclass(slots=True)\nclass D:\n    x: int\nimport attrs\n@attrs.define\nclass E:\n    y: int\nclass F(Outside):\n    __slots__ = ()"
    )
    found = {n: surface.member("prov.mod", n).slots for n in "ABCDEF"}
    assert found == {"A": ("a",), "B": ("b",), "C": None, "D": ("x",), "E": ("y",), "F": None}


def test_abstract_methods():
    source = "import abc\nclass A(abc.ABC):\n    @abc.abstractmethod\n    def f(self): ...\n    @property\n    @abc.abstractmethod\n    def g(self): ...\nclass T(A):\n    def f(self): ..."
    assert class_of(source).abstract == ("g",)
    assert class_of(source, "A").abstract == ("f", "g")
    assert class_of("import abc\nclass T:\n    @abc.abstractmethod\n    def f(self): ...").abstract == ()


def test_frozen_final_deprecated():
    found = class_of(
        "from dataclasses import dataclass\nfrom typing import final\nfrom typing_extensions import deprecated\n@deprecated('use U')\n@final\n@dataclass(frozen=True)\nclass T:\n    a: int"
    )
    assert (found.frozen, found.final, found.deprecated) == (True, True, "use U")


def test_typed_dicts():
    found = class_of(
        "from typing import TypedDict, NotRequired, Required\nclass T(TypedDict, total=False):\n    a: int\n    b: Required[int]"
    )
    assert [(f.name, f.required) for f in found.fields] == [("a", False), ("b", True)]
    again = class_of("from typing import TypedDict\nT = TypedDict('T', {'a': int, 'b': str})")
    assert {n: m.type for n, m in again.members.items()} == {"a": "int", "b": "str"}


def test_class_members_of_other_kinds():
    members = class_of(
        "class T:\n    from os import path\n    if maybe():\n        def f(self, a): ...\n    else:\n        def f(self, b): ...\n    class In: ...\n    X = Y = [1]\n    lam = lambda self, q: q"
    ).members
    assert members["path"] == Alias("os.path", line=2)
    assert isinstance(members["In"], Class)
    assert members["X"].value == "[1]"
    assert members["f"].conditions == ("maybe()", "not (maybe())")


def test_classes_and_functions_are_told_apart():
    assert isinstance(member("class T: ...", "T"), Class)
    assert isinstance(member("def T(): ...", "T"), Function)


MADE_BASES = """
class Query:
    def get(self): ...
class Base:
    def start(self, a): ...
    @classmethod
    def joined(cls, other, name=None):
        if name is None:
            name = cls.__name__
        return type(name, (cls,), {{"_other": other, **cls._methods(other)}})
    @classmethod
    def either(cls, other):
        return other if other else type("X", (cls,), {{}})
class Meta(type): ...
def with_metaclass(meta, *bases): ...
class C({base}): ...
"""


@pytest.mark.parametrize(
    ("base", "bases"),
    [
        ("Base.joined(Query)", ("prov.mod.Base", "Base.joined(Query)")),
        ("Base.either(Query)", ("Base.either(Query)",)),
        ("Base.nothing(Query)", ("Base.nothing(Query)",)),
        ("with_metaclass(Meta, Base, Query)", ("prov.mod.Base", "prov.mod.Query")),
        ("six.with_metaclass(Meta)", ()),
    ],
)
def test_bases_that_calls_make(base: str, bases: tuple[str, ...]) -> None:
    made = class_of(MADE_BASES.format(base=base), "C")
    assert made.bases == bases
    assert made.metaclass == ("prov.mod.Meta" if "with_metaclass" in base else "")
