"""Bodies put aside and made again: the tree is the one that Python parsed, and made only where it is asked for."""

from __future__ import annotations

import ast
import re
import sysconfig
from pathlib import Path

import pytest

from apidrift.surfaces._folding import fold
from apidrift.surfaces._unit import lines_of, parse

_STDLIB = Path(sysconfig.get_path("stdlib"))
_FILES = ("ast.py", "dataclasses.py", "typing.py", "tokenize.py", "asyncio/base_events.py", "json/decoder.py")


def _whole(body: list[ast.stmt]) -> str:
    return ast.dump(ast.Module(body, []), include_attributes=True)


@pytest.mark.parametrize("name", _FILES)
def test_a_module_folded_and_unfolded_is_the_module(name: str) -> None:
    data = (_STDLIB / name).read_bytes()
    folded = parse(data)
    assert len([n for n in folded if "folded" in vars(n)]) > 0 or name != "ast.py"
    assert _whole(folded) == _whole(ast.parse(data).body)


_ODD = '''
class A:
\tdef tabs(self):
\t\tx = """
not indented
"""
\t\treturn x, \\
  1

    # deeper than the function it follows
\tif True:
\t\t@decorator(
\t\t    1,
\t\t)
\t\tasync def inner(
\t\t    self,
\t\t    é="ü",
\t\t): # a comment
\t\t\tawait é
\t\t\tfor y in é:
\t\t\t\tpass
\t\t\tö = é; return ö
'''


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_tabs_continued_lines_and_text_of_any_newline_keep_their_places(newline: str) -> None:
    text = _ODD.replace("\n", newline)
    assert _whole(parse(text.encode())) == _whole(ast.parse(text).body)


def test_a_function_in_the_first_line() -> None:
    text = "def f(a):\n    b = 1\n    c = 2\n    d = 3\n    return b\n"
    assert _whole(parse(text.encode())) == _whole(ast.parse(text).body)


def test_a_form_feed_is_no_new_line() -> None:
    text = "x = 1\n\x0c\ndef f(a):\n    b = 1\x0c\n    c = '\u2028'\n    d = 3\n    return b\n"
    assert _whole(parse(text.encode())) == _whole(ast.parse(text).body)


def test_a_body_once_asked_for_stays() -> None:
    text = "def f(a):\n    b = 1\n    c = 2\n    d = 3\n    return b\n"
    body = ast.parse(text).body
    fold(body, text)
    function = body[0]
    assert isinstance(function, ast.FunctionDef)
    assert "body" not in vars(function)
    assert function.body is function.body
    assert function.body[0] is next(iter(ast.iter_child_nodes(ast.Module(function.body, []))))
    assert type(function) is ast.FunctionDef


def test_other_attributes_are_not_made_up() -> None:
    text = "async def f(a):\n    b = 1\n    c = 2\n    d = 3\n    return b\n"
    body = ast.parse(text).body
    fold(body, text)
    assert not hasattr(body[0], "bodies")
    assert getattr(body[0], "orelse", ()) == ()


def test_visitors_know_a_folded_function() -> None:
    text = "def f(a):\n    b = 1\n    c = 2\n    d = 3\n    return b\n"
    body = ast.parse(text).body
    fold(body, text)
    seen: list[str] = []

    class Visitor(ast.NodeVisitor):
        def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
            seen.append(node.name)

    Visitor().visit(ast.Module(body, []))
    assert seen == ["f"]


@pytest.mark.parametrize("newline", [b"\n", b"\r\n", b"\r"])
def test_lines_are_counted_as_python_counts_them(newline: bytes) -> None:
    data = newline.join([b"a", b"b x", b"", b"x", b"c x x"])
    assert lines_of(re.compile(rb"x"), data) == [2, 4, 5, 5]
