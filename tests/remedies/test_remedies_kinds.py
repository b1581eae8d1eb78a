"""Every kind of edit: before, after, and nothing more the second time."""

from __future__ import annotations

from pathlib import Path

import pytest
from remedies_support import mended

from apidrift.remedies.kinds import KINDS

GATED = {"gate": "NEW"}
ATTRIBUTE = ("rename-attribute", {"name": "old", "to": "new"})
UNWRAP = ("unwrap-result", {})
SECOND = ("second-call", {"code": "x.g(None)"})
BEFORE = ("insert-before", {"code": "g(1)\nh(2)"})
AFTER = ("insert-after", {"code": "g(1)\nh(2)"})
NAMES = ("name-arguments", {"names": "p,q,r"})
ORDER = ("order-arguments", {"names": "p,q,r"})
SET = ("set-after", {"name": "n"})
STRING = ("rename-string", {"name": "pkg.old", "to": "pkg.new"})
AWAIT = ("wrap-result", {"before": "await "})
LIST = ("wrap-result", {"before": "list(", "after": ")"})
FORWARD = ("forward-constructor", {})
DECORATE = ("decorate-class", {"code": "d.of(1)"})


def move(module: str, name: str, **more: str) -> tuple[str, dict[str, str], dict[str, str]]:
    return "move-import", {"module": module, "name": name}, more


CASES = [
    ("x.‸old(a)", (ATTRIBUTE,), "x.new(a)"),
    ("x.‸old = 1", (ATTRIBUTE,), "x.new = 1"),
    ("x.‸other", (ATTRIBUTE,), "x.other"),
    ("x . ‸old", (ATTRIBUTE,), "x . new"),
    ("y = ‸x[0]", (UNWRAP,), "y = x"),
    ("y = f.‸x(1, [2])[0] [1]", (UNWRAP,), "y = f.x(1, [2]) [1]"),
    ("y = ‸x\\\n[0]", (UNWRAP,), "y = x"),
    ("x.‸f(1)\n", (SECOND,), "if x.f(1) is None:\n    x.g(None)\n"),
    ("def f():\n  if a:\n    x.‸f(\n      1\n    )\n    y()\n", (SECOND,), "def f():\n  if a:\n    if x.f(\n      1\n    ) is None:\n      x.g(None)\n    y()\n"),
    ("y = x.‸f(1)", (SECOND,), "y = x.f(1)\nif y is None:\n    y = x.g(None)"),
    ("if a:\n    ‸f()\n", (BEFORE,), "if a:\n    g(1)\n    h(2)\n    f()\n"),
    ("if a:\n    y = [\n        ‸f(),\n    ]\n", (AFTER,), "if a:\n    y = [\n        f(),\n    ]\n    g(1)\n    h(2)\n"),
    ("‸f()", (AFTER,), "f()\ng(1)\nh(2)"),
    ("‸f()\r\n", (AFTER,), "f()\r\ng(1)\r\nh(2)\r\n"),
    ("‸f(1, 2, k=3)", (NAMES,), "f(p=1, q=2, k=3)"),
    ("‸f(1, 2)", (("name-arguments", {"names": "p,q", "first": "1"}),), "f(1, q=2)"),
    ("‸f(1, q=2, r=(3))", (ORDER,), "f(1, 2, (3))"),
    ("‸f(q=2, p=1)", (ORDER,), "f(1, 2)"),
    ("‸f(1, 2)", (ORDER,), "f(1, 2)"),
    ("x = ‸f(a, n=1)\ny = 2\n", (SET,), "x = f(a)\nx.n = 1\ny = 2\n"),
    ("x = ‸f(a)\n", (SET,), "x = f(a)\n"),
    ("class A(b.‸B): ...\n", (DECORATE,), "@d.of(1)\nclass A(b.B): ...\n"),
    ("if a:\n    @e\n    class A(C, ‸B, k=1): ...\n", (DECORATE,), "if a:\n    @d.of(1)\n    @e\n    class A(C, B, k=1): ...\n"),
    ("class A(‸B):\n  x = 1\ny = 2\n", (FORWARD,), "class A(B):\n  x = 1\n\n  def __init__(self, *args, **kwargs):\n    super().__init__(*args, **kwargs)\ny = 2\n"),
    ("if a:\n    class A(‸B):\n        def f(self):\n            pass", (FORWARD,), "if a:\n    class A(B):\n        def f(self):\n            pass\n\n        def __init__(self, *args, **kwargs):\n            super().__init__(*args, **kwargs)\n"),
    ("class A(‸B):\n    def __init__(self): ...\n", (FORWARD,), "class A(B):\n    def __init__(self): ...\n"),
    ("@d.of(1)\nclass A(‸B): ...\n", (DECORATE,), "@d.of(1)\nclass A(B): ...\n"),
    ("f('‸pkg.old.C')", (STRING,), "f('pkg.new.C')"),
    ("y = ‸f(1)", (AWAIT,), "y = await f(1)"),
    ("y = ‸f(1)[0]", (LIST,), "y = list(f(1))[0]"),
    ("y = a.‸f ( )", (("drop-call", {}),), "y = a.f"),
    ("from a import ‸x\n", (move("b", "x"),), "from b import x\n"),
    ("from a import ‸x\n", (move("b", "y"),), "from b import y as x\n"),
    ("from a import ‸x as z\n", (move("b", "y"),), "from b import y as z\n"),
    ("from a import ‸x, z\n", (move("b", "x"),), "from a import z\nfrom b import x\n"),
    ("from a import z, ‸x\n", (move("b", "x"),), "from a import z\nfrom b import x\n"),
    ("from a import ‸w, z, ‸x, ‸y\n", (move("b", "w"), move("c", "x"), move("b", "y")), "from a import z\nfrom b import w\nfrom c import x\nfrom b import y\n"),
    ("from a import (\n    ‸x,\n    ‸y,  # why\n)\n", (move("b", "x"), move("b", "y")), "from b import (\n    x,\n    y,  # why\n)\n"),
    ("from a import (\n    ‸x,\n    y,\n)\n", (move("b", "x"),), "from a import (\n    y,\n)\nfrom b import x\n"),
    ("from .a.b import ‸x", (move("b", "x"),), "from b import x"),
    ("if 1:\n    from a import (‸x, ‸y)\n", (move("b", "x"), move("c", "y")), "if 1:\n    from b import x\n    from c import y\n"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "jobs", "after"), CASES)
def test_before_and_after(before: str, jobs: tuple, after: str) -> None:
    done = mended(before, *jobs)
    assert (done.text, done.skipped) == (after, ())


@pytest.mark.parametrize(("before", "jobs", "after"), [case for case in CASES if len(case[1]) == 1])
def test_what_is_done_is_not_done_again(before: str, jobs: tuple, after: str) -> None:
    """The place is where it was as far as that can be: the edit's own line."""
    del before
    kind = jobs[0][0]
    marked = {
        "rename-attribute": after.replace("new", "‸new").replace("other", "‸other"),
        "insert-before": after.replace("f()", "‸f()"),
        "insert-after": after.replace("f()", "‸f()"),
        "second-call": after.replace("x.f(", "x.‸f("),
        "name-arguments": after.replace("f(", "‸f("),
        "order-arguments": after.replace("f(", "‸f("),
        "set-after": after.replace("f(", "‸f("),
        "wrap-result": after.replace("f(", "‸f("),
        "rename-string": after.replace("pkg", "‸pkg"),
        "decorate-class": after.replace("B", "‸B"),
        "forward-constructor": after.replace("(B", "(‸B"),
    }.get(kind)
    if marked is not None:
        assert mended(marked, *jobs).text == after


@pytest.mark.parametrize(
    ("before", "job", "after"),
    [
        ("y = a.b.‸old(1)", (*ATTRIBUTE, GATED), 'y = getattr(a.b, "new" if NEW else "old")(1)'),
        ("y = ‸x[0]", (*UNWRAP, GATED), "y = (x if NEW else x[0])"),
        ("    ‸f()".strip(), (*AFTER, GATED), "f()\nif NEW:\n    g(1)\n    h(2)"),
        ("y = ‸f(1)", (*AWAIT, GATED), "y = (await f(1) if NEW else f(1))"),
        ("f('‸pkg.old')", (*STRING, GATED), "f(('pkg.new' if NEW else 'pkg.old'))"),
        ("from a import ‸x, y\n", move("b", "x", gate="NEW"), "from a import y\ntry:\n    from b import x\nexcept ImportError:\n    from a import x\n"),
        ("from a import ‸x\n", move("b", "z", gate="NEW"), "try:\n    from b import z as x\nexcept ImportError:\n    from a import x\n"),
    ],
)  # fmt: skip
def test_gates(before: str, job: tuple, after: str) -> None:
    done = mended(before, job)
    assert (done.text, done.skipped) == (after, ())


@pytest.mark.parametrize(
    ("before", "job", "reason"),
    [
        ("x.‸old = 1", (*ATTRIBUTE, GATED), "old is written here: it cannot be named conditionally"),
        ("y = g(x.‸f(1))", SECOND, "the result of line 1 is used in place"),
        ("if x.‸f(1): pass", SECOND, "line 1 is no statement of its own"),
        ("a(); x.‸f(1)", SECOND, "line 1 shares its line with other statements"),
        ("if a: ‸f()", BEFORE, "line 1 is no statement of its own"),
        ("a = 1; ‸f()", BEFORE, "line 1 shares its line with other statements"),
        ("‸f(*a)", NAMES, "which arguments are meant depends on what is unpacked"),
        ("‸f(1, 2, 3, 4)", NAMES, "there are names for 3 of 4 arguments"),
        ("‸f(r=1)", ORDER, "an argument before it is left out, or unpacked"),
        ("‸f(k=1, p=2)", ORDER, "other keywords stand before it"),
        ("g(‸f(n=1))", SET, "the result has no name to set it on"),
        ("‸x", STRING, "app.py:1 holds no string"),
        ("class A(‸B): ...", FORWARD, "the class in line 1 has its body on the same line"),
        ("class A(B): x: ‸C", DECORATE, "line 1 names no base of a class"),
        ("class A(B, metaclass=f(‸C)): ...", DECORATE, "line 1 names no base of a class"),
        ("f('‸pkg.old:pkg.old')", STRING, "pkg.old stands more than once in the string"),
        ("import ‸a", move("b", "a"), "line 1 imports a whole module: its uses would have to move too"),
        ("from a import ‸x; y = 1", move("b", "x"), "line 1 shares its line with other statements"),
        ("‸x", UNWRAP, "app.py:1 holds no subscript"),
        ("‸", ATTRIBUTE, "app.py:1 holds no name"),
    ],
)
def test_what_cannot_be_done_says_why(before: str, job: tuple, reason: str) -> None:
    done = mended(before, job)
    assert ([one.reason for one in done.skipped], done.edits) == ([reason], None)


def test_two_edits_do_not_fight_over_a_place() -> None:
    done = mended("y = ‸x[0]", UNWRAP, ("unwrap-result", {}, GATED))
    assert done.text == "y = x"
    done = mended("x.‸old", ATTRIBUTE, ("rename-attribute", {"name": "old", "to": "else"}))
    assert done.skipped[0].reason == "line 1 is already changed: rename-attribute"


def test_the_registry_is_the_folder() -> None:
    folder = Path(__file__).parents[2] / "apidrift/remedies/kinds"
    assert sorted(KINDS) == sorted(file.stem.replace("_", "-") for file in folder.glob("[a-z]*.py"))
    assert {case[1][0][0] for case in CASES} | {"add-argument", "drop-argument", "rename-argument"} == set(KINDS)
