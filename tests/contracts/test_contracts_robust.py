"""Hostile, broken and large input: always a contract, never a crash; the same bytes each time."""

from __future__ import annotations

import subprocess
import sys
import time

import msgspec
import pytest
from contracts_support import MemoryTree
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from apidrift.contracts import extract
from apidrift.errors import UnreadableFileError
from apidrift.model.tree import Metadata


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("import prov\ndef f(:\n", "syntax error in line 2"),
        (b"import prov\nx = '\xff'\n", "syntax error in line"),
        (b"# coding: klingon\nimport prov\n", "syntax error in line 0: unknown encoding: klingon"),
        (b"import prov\n\x00\n", "null bytes"),
        ("import prov\nx = " + "(" * 5000 + ")" * 5000 + "\n", ""),
        ("import prov\n" + "x" + ".y" * 20000 + "\n", "nested too deeply"),
        ("import prov\n" + "-" * 3000 + "1\n", "nested too deeply"),
    ],
)
def test_a_bad_file_is_skipped_with_its_reason(contract, content, reason):
    found = contract({"bad.py": content, "good.py": "import prov\nprov.f()\n"})
    assert [skip.what.partition(":")[0] for skip in found.skipped] == ["bad.py"]
    assert reason in found.skipped[0].reason
    assert [u.place.line for u in found.uses if u.place.path == "good.py"] == [1, 2]


def test_encodings_and_line_ends(lines):
    assert lines({"a.py": b"\xef\xbb\xbfimport prov\r\nprov.f()\r\n"}) == ["1: import prov", "2: prov.f()"]
    assert lines({"a.py": b"# -*- coding: latin-1 -*-\nimport prov\nx = '\xe9'; prov.f()\n"}) == [
        "2: import prov",
        "3: prov.f()",
    ]


def test_an_unreadable_file_is_skipped():
    class Broken(MemoryTree):
        def read(self, path):
            if path == "a.py":
                raise UnreadableFileError("permission denied")
            return super().read(path)

    found = extract(Broken({"a.py": "", "b.py": "import prov\n"}), ("prov",))
    assert [(s.what, s.reason) for s in found.skipped] == [("a.py", "could not be read: permission denied")]
    assert len(found.uses) == 1


def test_long_chains_of_operators_and_strings_are_fine(lines):
    source = "import prov\nx = " + " + ".join(["'a'"] * 900) + "\nprov.f()\n"
    assert lines(source) == ["1: import prov", "3: prov.f()"]


def test_metadata_fills_the_contract():
    metadata = Metadata("thing", "2.0", ("prov==1; extra == 'x'",), ">=3.10")
    found = extract(MemoryTree({"t.py": "import prov\n"}, metadata), ("prov",))
    assert (found.consumer, found.version, found.requires, found.requires_python) == (
        "thing",
        "2.0",
        metadata.requires_dist,
        ">=3.10",
    )
    named = extract(MemoryTree({"t.py": ""}, metadata), ("prov",), name="other", version="3")
    assert (named.consumer, named.version, named.uses) == ("other", "3", ())
    assert extract(MemoryTree({}, Metadata()), ("prov",)).consumer == "memory"


def test_source_roots(lines):
    files = {
        "src/pkg/__init__.py": "",
        "src/pkg/a.py": "from prov import K\n",
        "tests/test_a.py": "from pkg.a import K\nK()\n",
    }
    assert lines(files) == ["1: from prov import K", "2: K()"]


def test_a_hundred_thousand_lines(contract):
    body = "".join(f"def f{i}(a):\n    if a:\n        x = {i}\n    return [a, x]\n\n" for i in range(20_000))
    begun = time.perf_counter()
    found = contract("import prov\n" + body + "prov.f(f1(2))\n")
    assert [u.place.line for u in found.uses] == [1, 100_002]
    assert time.perf_counter() - begun < 60


def test_time_grows_with_the_consumer_only(contract):
    def seconds(count: int) -> float:
        body = "".join(f"def f{i}(a):\n    k = prov.K(a)\n    return k.x.y({i})\n\n" for i in range(count))
        begun = time.perf_counter()
        contract("import prov\n" + body)
        return time.perf_counter() - begun

    small, large = (min(seconds(count) for _ in range(3)) for count in (200, 1600))
    assert large < 8 * 3 * small


def test_two_runs_and_two_hash_seeds_agree():
    program = (
        "import sys; sys.path.insert(0, 'tests/contracts')\n"
        "from contracts_support import contract_of\nimport msgspec\n"
        "print(msgspec.json.encode(contract_of(" + repr(SAMPLE) + ")).decode())\n"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program], env={"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1
    assert msgspec.json.decode(outputs.pop(), type=dict)["uses"]


SAMPLE = """
import prov
class A(prov.K, prov.L):
    def f(self, x, **kw):
        self.y = prov.M(x, **kw)
        return self.z
    def g(self):
        for q in {self.y.b, self.y.a}:
            q.go()
A().f(1, w=2)
try:
    from prov.a import n
except (ImportError, AttributeError):
    n = None
if n:
    n(**{"a": 1, "b": 2})
"""

NAMES = st.sampled_from(["prov", "K", "x", "self", "f", "kw", "Optional", "hasattr", "super", "print"])
ATOMS = st.one_of(
    NAMES, st.sampled_from(["1", "'prov.a.b.c'", "None", "True", "[]", "{}", "()", "...", "-1", "b''", "f'{x}'"])
)
EXPRESSIONS = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.builds("{}.{}".format, inner.filter(lambda s: not s[0].isdigit() and s[0] != "-"), NAMES),
        st.builds("({})({})".format, inner, inner),
        st.builds("({})(*{}, **{})".format, inner, inner, inner),
        st.builds("({})(a={}, **dict(b=1))".format, inner, inner),
        st.builds("({})[{}]".format, inner, inner),
        st.builds("({} + {})".format, inner, inner),
        st.builds("({} | {})".format, inner, inner),
        st.builds("({} if {} else {})".format, inner, inner, inner),
        st.builds("({} and not {})".format, inner, inner),
        st.builds("({} is None)".format, inner),
        st.builds("({} in {})".format, inner, inner),
        st.builds("hasattr({}, 'x')".format, inner),
        st.builds("getattr({}, 'x', {})".format, inner, inner),
        st.builds("isinstance({}, {})".format, inner, inner),
        st.builds("[{} for x in {} if {}]".format, inner, inner, inner),
        st.builds("{{{}: {}}}".format, inner, inner),
        st.builds("(x := {})".format, inner),
        st.builds("(lambda x=1: {})".format, inner),
        st.builds("list({})".format, inner),
    ),
    max_leaves=6,
)


def _indent(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines() if line) or "    pass\n"


STATEMENTS = st.recursive(
    st.one_of(
        EXPRESSIONS.map("{}\n".format),
        EXPRESSIONS.map("x = {}\n".format),
        EXPRESSIONS.map("a, *b = {}\n".format),
        EXPRESSIONS.map("x.y = {}\n".format),
        EXPRESSIONS.map("x[0] = {}\n".format),
        EXPRESSIONS.map("x += {}\n".format),
        EXPRESSIONS.map("x: {} = 1\n".format),
        EXPRESSIONS.map("del x.y\nassert {}\n".format),
        st.sampled_from(
            [
                "from prov import *\n",
                "from prov.a import K, f as g\n",
                "import prov.b.c\n",
                "global x\n",
                "from . import f\n",
            ]
        ),
    ),
    lambda inner: st.one_of(
        st.builds(lambda e, a, b: f"if {e}:\n{_indent(a)}else:\n{_indent(b)}", EXPRESSIONS, inner, inner),
        st.builds(lambda a, e, b: f"try:\n{_indent(a)}except {e}:\n{_indent(b)}", inner, EXPRESSIONS, inner),
        st.builds(lambda e, a: f"for x in {e}:\n{_indent(a)}", EXPRESSIONS, inner),
        st.builds(lambda e, a: f"while {e}:\n{_indent(a)}", EXPRESSIONS, inner),
        st.builds(lambda e, a: f"with {e} as x:\n{_indent(a)}", EXPRESSIONS, inner),
        st.builds(lambda e, a: f"def f(self, x: {e} = 1, *args, **kw):\n{_indent(a)}", EXPRESSIONS, inner),
        st.builds(lambda e, a: f"@{e}\nasync def f(kw):\n{_indent(a)}", EXPRESSIONS, inner),
        st.builds(lambda e, a: f"class K({e}):\n    z = 1\n{_indent(a)}", EXPRESSIONS, inner),
        st.builds(lambda e, a: f"match {e}:\n    case K(x=1) | [x, *_]:\n{_indent(_indent(a))}", EXPRESSIONS, inner),
        st.builds("{}{}".format, inner, inner),
    ),
    max_leaves=8,
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(STATEMENTS, STATEMENTS)
def test_any_program_gives_a_contract(first, second):
    tree = MemoryTree(
        {"pkg/__init__.py": "import prov\n" + first, "pkg/b.py": "from pkg import *\nimport prov\n" + second}
    )
    found = extract(tree, ("prov",))
    assert msgspec.json.encode(found) == msgspec.json.encode(extract(tree, ("prov",)))
    assert all(u.place.line > 0 for u in found.uses)


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=80))
def test_any_bytes_give_a_contract(data):
    extract(MemoryTree({"a.py": b"import prov\n" + data}), ("prov",))
