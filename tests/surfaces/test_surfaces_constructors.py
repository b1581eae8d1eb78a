from __future__ import annotations

import inspect

import pytest
from surfaces_tools import surface_of
from surfaces_truth import our_shape, run, shape

from apidrift.model.surface import Found, resolve
from apidrift.model.symbols import Class

CASES = {
    "plain": "class T:\n    def __init__(self, a, /, b, *c, d=1, **e): ...",
    "inherited": "class B:\n    def __init__(self, a): ...\nclass T(B): ...",
    "new": "class T:\n    def __new__(cls, a, b=1): return object.__new__(cls)",
    "none": "class T: ...",
    "dataclass": "from dataclasses import dataclass\n@dataclass\nclass T:\n    a: int\n    b: str = ''",
    "dataclass module": "import dataclasses as dc\n@dc.dataclass(frozen=True)\nclass T:\n    a: int\n    b: list = dc.field(default_factory=list)",
    "dataclass override keeps place": "from dataclasses import dataclass\n@dataclass\nclass B:\n    a: int = 1\n    b: int = 2\n@dataclass\nclass T(B):\n    c: int = 3\n    a: int = 4",
    "dataclass kw_only class": "from dataclasses import dataclass\n@dataclass\nclass B:\n    a: int = 1\n@dataclass(kw_only=True)\nclass T(B):\n    c: int",
    "dataclass KW_ONLY": "from dataclasses import dataclass, KW_ONLY\n@dataclass\nclass T:\n    a: int\n    _: KW_ONLY\n    b: int\n    c: int = 1",
    "dataclass field kw_only": "from dataclasses import dataclass, field\n@dataclass\nclass T:\n    a: int = field(kw_only=True)\n    b: int = field()\n    c: int = field(init=False)",
    "dataclass kw_only false in kw_only class": "from dataclasses import dataclass, field\n@dataclass(kw_only=True)\nclass T:\n    a: int = field(kw_only=False)\n    b: int",
    "dataclass initvar classvar": "from dataclasses import dataclass, InitVar\nfrom typing import ClassVar\n@dataclass\nclass T:\n    a: InitVar[int]\n    b: ClassVar[int] = 3\n    c: 'ClassVar[int]' = 3\n    d: 'InitVar[int]' = 4\n    e: int = 1\n    f = 2",
    "dataclass own init": "from dataclasses import dataclass\n@dataclass\nclass T:\n    a: int\n    def __init__(self, x): ...",
    "dataclass init false": "from dataclasses import dataclass\nclass B:\n    def __init__(self, q): ...\n@dataclass(init=False)\nclass T(B):\n    a: int",
    "dataclass plain subclass": "from dataclasses import dataclass\n@dataclass\nclass B:\n    a: int\nclass T(B):\n    b: int = 1",
    "dataclass two bases": "from dataclasses import dataclass\n@dataclass\nclass A:\n    a: int = 0\n    x: int = 1\n@dataclass\nclass B:\n    b: int = 2\n@dataclass\nclass T(A, B):\n    c: int = 3",
    "dataclass plain base between": "from dataclasses import dataclass\n@dataclass\nclass A:\n    a: int\nclass M(A):\n    m: int = 5\n@dataclass\nclass T(M):\n    c: int",
    "dataclass diamond": "from dataclasses import dataclass\n@dataclass\nclass R:\n    r: int = 0\n    s: int = 0\n@dataclass\nclass A(R):\n    a: int = 1\n    s: int = 1\n@dataclass\nclass B(R):\n    b: int = 2\n    r: int = 5\n@dataclass\nclass T(A, B):\n    t: int = 3",
    "dataclass annotation only override": "from dataclasses import dataclass\n@dataclass\nclass A:\n    a: int = 1\n@dataclass\nclass T(A):\n    a: int",
    "dataclass slots": "from dataclasses import dataclass\n@dataclass(slots=True)\nclass T:\n    a: int\n    b: int = 1",
    "dataclass in if": "import sys\nfrom dataclasses import dataclass\n@dataclass\nclass T:\n    a: int\n    if sys.version_info >= (3, 8):\n        b: int = 1",
    "dataclass redefined default": "from dataclasses import dataclass\n@dataclass\nclass T:\n    a: int\n    b: int = 1\n    a = 3",
    "namedtuple": "from typing import NamedTuple\nclass T(NamedTuple):\n    a: int\n    b: str = ''",
    "namedtuple subclass": "from typing import NamedTuple\nclass B(NamedTuple):\n    a: int\n    b: str = ''\nclass T(B):\n    c: int = 1",
    "namedtuple functional": "from collections import namedtuple\nT = namedtuple('T', 'a b, c', defaults=(1,))",
    "namedtuple functional list": "import collections\nT = collections.namedtuple('T', ['a', 'b'])",
    "namedtuple typed functional": "from typing import NamedTuple\nT = NamedTuple('T', [('a', int), ('b', str)])",
    "namedtuple inline base": "from collections import namedtuple\nclass T(namedtuple('B', 'a b')):\n    __slots__ = ()",
    "attrs define": "import attrs\n@attrs.define\nclass T:\n    a: int\n    _b: int = 1\n    c: list = attrs.field(factory=list)\n    d: int = attrs.field(init=False, default=1)",
    "attrs kw_only": "import attr\n@attr.s(kw_only=True)\nclass T:\n    a = attr.ib()\n    b = attr.ib(default=1)\n    x: int = 3",
    "attrs inherit": "from attrs import define, field\n@define\nclass B:\n    a: int\n    b: int = 1\n@define\nclass T(B):\n    c: int = 2\n    a: int = 4",
    "attrs auto_attribs": "import attr\n@attr.s(auto_attribs=True)\nclass T:\n    a: int\n    b: str = attr.ib(default='x', kw_only=True)",
    "attrs default method": "import attr\n@attr.s\nclass T:\n    a = attr.ib()\n    b = attr.ib()\n    @b.default\n    def _d(self): return 1",
    "attrs alias": "import attrs\n@attrs.define\nclass T:\n    a: int = attrs.field(alias='z')\n    __x: int = 1",
    "attrs own init": "import attrs\n@attrs.define\nclass T:\n    a: int\n    def __init__(self, q): ...",
    "pydantic": "from pydantic import BaseModel, Field\nclass T(BaseModel):\n    a: int\n    b: int = 1\n    c: int = Field(default=3)\n    d: int = Field(...)\n    e: list = Field(default_factory=list)\n    _p: int = 1",
    "pydantic inherit": "from pydantic import BaseModel\nclass B(BaseModel):\n    a: int\n    b: int = 1\nclass T(B):\n    c: str\n    a: int = 3",
    "pydantic annotated": "from typing import Annotated\nfrom pydantic import BaseModel, Field\nclass T(BaseModel):\n    a: Annotated[int, Field(gt=0)]\n    b: Annotated[int, Field(gt=0)] = 1",
    "pydantic alias": "from pydantic import BaseModel, Field\nclass T(BaseModel):\n    a: int = Field(alias='aa')\n    b: int = Field(default=1, validation_alias='bb')",
    "pydantic own init": "from pydantic import BaseModel\nclass T(BaseModel):\n    a: int\n    def __init__(self, q, w=1): super().__init__(a=q)",
    "pydantic dataclass": "from pydantic.dataclasses import dataclass\nfrom pydantic import Field\n@dataclass\nclass T:\n    a: int\n    b: int = Field(default=1)\n    c: int = 2",
    "msgspec": "import msgspec\nclass T(msgspec.Struct):\n    a: int\n    b: str = 'x'\n    c: list = []",
    "msgspec kw_only": "import msgspec\nclass B(msgspec.Struct, kw_only=True):\n    a: int\n    b: int = 1\nclass T(B):\n    c: int\n    d: int = 2",
    "msgspec base then kw": "import msgspec\nclass B(msgspec.Struct):\n    a: int\n    b: int = 1\nclass T(B, kw_only=True):\n    c: int",
    "msgspec field": "import msgspec\nfrom typing import ClassVar\nclass T(msgspec.Struct, rename='camel', forbid_unknown_fields=True):\n    k: ClassVar[int] = 1\n    a_b: int = msgspec.field(default=1)\n    c: list = msgspec.field(default_factory=list, name='zz')",
    "msgspec override": "import msgspec\nclass B(msgspec.Struct):\n    a: int\n    b: int\nclass T(B):\n    a: int = 1\n    c: int = 2\n    b: int = 3",
}


@pytest.mark.parametrize("name", CASES)
def test_constructor_is_pythons(name):
    source = CASES[name]
    truth = run(source)["T"]
    found = resolve(surface_of(source), "prov.mod.T")
    assert isinstance(found, Found)
    assert isinstance(found.symbol, Class)
    assert not found.symbol.constructor_opaque
    assert our_shape(found.symbol.constructor) == shape(inspect.signature(truth))


_BASE = "class B:\n    def __init__(self, q=1): ...\n"
_REMADE = {
    "a decorator from outside": f"from outside import strict\n{_BASE}@strict(more=True)\nclass T(B):\n    a: int = 1",
    "on the base": "import outside\n@outside.strict\nclass B:\n    def __init__(self, q=1): ...\nclass T(B): ...",
    "nothing spelled out": "import outside\n@outside.strict\nclass T:\n    a: int = 1",
    "a maker in the hook": f"import dataclasses\n{_BASE}    def __init_subclass__(cls):\n        dataclasses.dataclass(kw_only=True)(cls)\nclass T(B):\n    a: int = 1",
    "the hook sets it": f"{_BASE}    def __init_subclass__(cls):\n        cls.__init__ = lambda self, **more: None\nclass T(B): ...",
    "a helper of the hook": f"def wrap(c):\n    setattr(c, '__init__', lambda self, **more: None)\n    return c\n{_BASE}    def __init_subclass__(cls):\n        cls = wrap(cls)\nclass T(B): ...",
}
_KEPT = {
    "registered outside": f"import outside\n{_BASE}@outside.register_type\nclass T(B): ...",
    "of the standard library": f"import functools\n{_BASE}@functools.total_ordering\nclass T(B): ...",
    "of the provider": f"def mark(c):\n    c.marked = True\n    return c\n{_BASE}@mark\nclass T(B): ...",
    "a hook that registers": f"{_BASE}    def __init_subclass__(cls):\n        print(cls)\nclass T(B): ...",
    "its own hook": f"{_BASE}class T(B):\n    def __init_subclass__(cls):\n        cls.__init__ = None",
}


@pytest.mark.parametrize("name", _REMADE)
def test_a_constructor_put_in_place_later_is_not_certain(name: str) -> None:
    assert "constructor" in _class_of(_REMADE[name]).constructor_opaque


@pytest.mark.parametrize("name", _KEPT)
def test_a_class_handed_back_as_it_was_keeps_its_constructor(name: str) -> None:
    made = _class_of(_KEPT[name])
    assert not made.constructor_opaque
    assert made.constructor is not None
    assert [p.name for p in made.constructor.parameters] == ["q"]


def _class_of(source: str) -> Class:
    found = resolve(surface_of(source), "prov.mod.T")
    assert isinstance(found, Found)
    assert isinstance(found.symbol, Class)
    return found.symbol
