"""Calls: what is passed, and what of it is certain."""

from __future__ import annotations

import pytest

from apidrift.model.contract import Call
from apidrift.model.describe import describe_use


def shapes(found):
    return [u.operation.shape for u in found.uses if isinstance(u.operation, Call)]


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("f(1, 'a', None, x=True)", "f(1, 'a', None, x=True)"),
        ("f(*(1, 2), **{'k': 3})", "f(1, 2, k=3)"),
        ("f(*[1], 2)", "f(1, 2)"),
        ("f(*rest)", "f(*…)"),
        ("f(**opts)", "f(**…)"),
        ("f(a=unknown)", "f(a=…)"),
    ],
)
def test_shape(lines, call, expected):
    assert lines(f"from prov import f\ndef g(rest, opts, unknown):\n    {call}\n") == [
        "1: from prov import f",
        f"3: {expected}",
    ]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("kw = {'a': 1}\nkw['b'] = 2\nf(**kw)", "f(a=1, b=2)"),
        ("kw = dict(a=1)\nif cond:\n    kw['b'] = 2\nf(**kw)", "f(a=1, b=…?)"),
        ("kw = {}\nif cond:\n    kw = {'a': 1, 'b': 2}\nelse:\n    kw = {'a': 3}\nf(**kw)", "f(a=…, b=…?)"),
        ("kw = {'a': 1}\nkw.update(b=2, c=3)\nkw.pop('a')\nf(**kw)", "f(b=2, c=3)"),
        ("kw = {'a': 1}\nkw.update(cond)\nf(**kw)", "f(a=1, **…)"),
        ("base = {'a': 1}\nkw = {**base, 'b': 2}\nf(**kw)", "f(a=1, b=2)"),
        ("kw = {'a': 1} | {'b': 2}\nf(**kw)", "f(a=1, b=2)"),
        ("kw = {'a': 1}\nfor name in cond:\n    kw[name] = 1\nf(**kw)", "f(a=1, **…)"),
        ("kw = {'a': 1}\nkw.setdefault('b', 2)\nf(**kw)", "f(a=1, b=2)"),
        ("f(**({'a': 1} if cond else {}))", "f(a=…?)"),
        ("from functools import partial\ng = partial(f, 1, a=2)\ng(3, b=4)", "f(1, 3, a=2, b=4)"),
        ("g = f\ng(1)", "f(1)"),
        ("args = [1]\nargs.append(2)\nf(*args)", "f(1, 2)"),
    ],
)
def test_arguments_built_nearby(contract, body, expected):
    found = contract(f"from prov import f\ncond = open('x').read()\n{body}\n")
    calls = [describe_use(u) for u in found.uses if isinstance(u.operation, Call)]
    assert calls == [expected]


def test_arguments_carry_types(contract):
    source = (
        "from prov import f\nfrom prov.t import T\ndef g(t: T, n):\n    f(t, [1, 2], f'{n}', ('a', n), {'k': 1}, -1)\n"
    )
    (shape,) = shapes(contract(source))
    assert [(a.literal, a.type) for a in shape.positional] == [
        ("", "prov.t.T"),
        ("", "list[int]"),
        ("", "str"),
        ("", "tuple[str, Any]"),
        ("", "dict"),
        ("-1", "int"),
    ]


def test_the_place_of_a_call_is_its_callees_name(contract):
    source = "import prov\nx = prov.make(\n    1\n).with_(\n    2\n)\n"
    assert [(u.place.line, u.place.column) for u in contract(source).uses] == [(1, 7), (2, 9), (4, 2)]


def test_forwarded_keywords_reach_the_providers_constructor(contract):
    source = """
from typing import TYPE_CHECKING
import prov

class _Default(prov.Client):
    def __init__(self, **kwargs):
        kwargs.setdefault("timeout", 3)
        super().__init__(**kwargs)

if TYPE_CHECKING:
    Default = prov.Client
else:
    Default = _Default

class Wrapper(Default):
    def close(self): ...

class Plain(prov.Client):
    pass

Wrapper(proxies=None, base=1)
Plain(4)
"""
    calls = [
        (u.place.line, u.operation.shape, str(u.receivers[0]))
        for u in contract(source).uses
        if isinstance(u.operation, Call)
    ]
    assert [
        (line, list(shape.keywords), len(shape.positional), shape.double_star, path) for line, shape, path in calls
    ] == [
        (8, ["timeout"], 0, True, "<prov.Client>.__init__"),
        (21, ["proxies", "base", "timeout"], 0, False, "<prov.Client>.__init__"),
        (22, [], 1, False, "<prov.Client>.__init__"),
    ]


def test_forwarding_functions(lines):
    source = "from prov import f\ndef wrap(*args, **kw):\n    return f(*args, **kw)\nwrap(1, b=2)\n"
    assert lines(source) == ["1: from prov import f", "3: f(*…, **…)", "4: f(1, b=2)"]


def test_constructors_made_from_fields_are_not_the_providers(lines):
    source = "from prov import Base\nclass C(Base):\n    a: int\nC(a=1)\n"
    assert lines(source) == ["1: from prov import Base", "2: class C(Base)"]


def test_filtered_keywords_are_unknown(lines):
    source = "from prov import f\nkw = {'a': 1}\nf(**{k: v for k, v in kw.items() if v})\n"
    assert lines(source)[-1] == "3: f(**…)"
