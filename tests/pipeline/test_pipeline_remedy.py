"""From a provider in two versions and a consumer to the consumer mended: every way in which findings become edits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from apidrift.model.edit import Provenance, Safety
from apidrift.pipeline import Overrides, open_session
from apidrift.pipeline._cases import patched

if TYPE_CHECKING:
    from pathlib import Path

    from pipeline_support import Project

    from apidrift.pipeline._remedy import Mended

HEAD = "import prov\nfrom prov import *\n"
CASES = {
    "a keyword that is gone": ("def f(a, b=1): ...\n", "def f(a): ...\n", "from prov import f\nf(1, b=2)\n", "from prov import f\nf(1)\n"),
    "a keyword under another name": (
        "def f(a, size=1): return a + size\n",
        "def f(a, length=1): return a + length\n",
        "from prov import f\nf(1, size=2)\n",
        "from prov import f\nf(1, length=2)\n",
    ),
    "a new required argument with a former default": (
        "def f(a, b=3): ...\n",
        "def f(a, b): ...\n",
        "from prov import f\nf(1)\n",
        "from prov import f\nf(1, b=3)\n",
    ),
    "what the constructor computed": (
        "class A:\n    def __init__(self, conf):\n        self.conf = conf\n        self.size = self.conf.size\n",
        "class A:\n    def __init__(self, conf, size): ...\n",
        "from prov import A\ndef g(c): return A(c)\n",
        "from prov import A\ndef g(c): return A(c, size=c.size)\n",
    ),
    "a default that is another": (
        "def f(a, fast=False): return fast\n",
        "def f(a, fast=True): return fast\n",
        "from prov import f\nf(1)\n",
        "from prov import f\nf(1, fast=False)\n",
    ),
    "None where a truth value stands now": (
        "def f(a, fast=None): return fast\n",
        "def f(a, fast: bool = True): return fast\n",
        "from prov import f\nf(1)\n",
        "from prov import f\nf(1, fast=False)\n",
    ),
    "by name alone": (
        "def f(a, b, c): ...\n",
        "def f(a, *, b, c): ...\n",
        "from prov import f\nf(1, 2, 3)\n",
        "from prov import f\nf(1, b=2, c=3)\n",
    ),
    "one of several positions is gone": (
        "def f(a, b, c): ...\n",
        "def f(a, c): ...\n",
        "from prov import f\nf(1, 2, 3)\n",
        "from prov import f\nf(1, c=3)\n",
    ),
    "by position alone": (
        "def f(a, b): ...\n",
        "def f(a, b, /): ...\n",
        "from prov import f\nf(1, b=2)\n",
        "from prov import f\nf(1, 2)\n",
    ),
    "a name that moved, and what that uncovers": (
        {"prov/__init__.py": "", "prov/a.py": "def f(x, y=1): return [x, y]\ndef g(): ...\n"},
        {"prov/__init__.py": "", "prov/a.py": "def g(): ...\n", "prov/b.py": "def f(x): return [x, 1]\n"},
        "from prov.a import f, g\nf(1, y=2)\n",
        "from prov.a import g\nfrom prov.b import f\nf(1)\n",
    ),
    "a method under another name": (
        "class A:\n    def long_name(self, a, b): return [a, b, self]\n",
        "class A:\n    def other_name(self, a, b): return [a, b, self]\n",
        "from prov import A\nA().long_name(1, 2)\n",
        "from prov import A\nA().other_name(1, 2)\n",
    ),
    "what a deprecation announced": (
        ('import warnings\ndef old(a):\n    warnings.warn("old is deprecated, use better instead", DeprecationWarning)\n    return better(a, 1)\n'
        "def better(a, b=1): return a\n"),
        "def better(a, b=1): return a\n",
        "import prov\nprov.old(1)\n",
        "import prov\nprov.better(1)\n",
    ),
    "a constructor that a base no longer lets through": (
        "class A: ...\n",
        "from dataclasses import dataclass\nclass A:\n    def __init_subclass__(cls, **k):\n        dataclass(cls)\n",
        "from prov import A\nclass B(A):\n    def __init__(self, n):\n        self.n = n\nclass C(B):\n    m = 1\nC(2)\n",
        ("from prov import A\nclass B(A):\n    def __init__(self, n):\n        self.n = n\nclass C(B):\n    m = 1\n\n"
        "    def __init__(self, *args, **kwargs):\n        super().__init__(*args, **kwargs)\nC(2)\n"),
    ),
    "a second call that the provider's callers make": (
        "class E:\n    def run(self, x): return x + 1\nclass L:\n    def __init__(self, e: E): self.e = e\n    def step(self, x):\n        out = self.e.run(x)\n        return out\n",
        ("class E:\n    def run(self, x):\n        self.x = x\n        return None\n    def more(self, y: int | None): return self.x + 1\n"
        "class L:\n    def __init__(self, e: E): self.e = e\n    def step(self, x):\n        out = self.e.run(x)\n        if out is None:\n            out = self.e.more(1)\n        return out\n"),
        "from prov import E\ne = E()\ne.run(1)\n",
        "from prov import E\ne = E()\nif e.run(1) is None:\n    e.more(None)\n",
    ),
}  # fmt: skip


def mended(folder: Path, old: str | dict[str, str], new: str | dict[str, str], app: str) -> Mended:
    for name, source in (("old", old), ("new", new)):
        files = source if isinstance(source, dict) else {"prov/__init__.py": source}
        for path, text in files.items():
            file = folder / name / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
    (folder / "app.py").write_text(app)
    with open_session(None, Overrides(provider="prov", consumer=str(folder / "app.py"))) as session:
        return session.remedy(str(folder / "new"), str(folder / "old"))


def text_of(done: Mended) -> str:
    return patched(done.remedy, done.tree).get("app.py", done.tree.read("app.py")).decode()


@pytest.mark.parametrize("name", CASES)
def test_before_and_after(tmp_path: Path, name: str) -> None:
    old, new, before, after = CASES[name]
    done = mended(tmp_path, old, new, before)
    assert text_of(done) == after
    assert done.left == ()
    edits = [edit for file in done.remedy.files for edit in file.edits]
    assert all(edit.reason and edit.evidence and edit.provenance is not Provenance.RECIPE for edit in edits)


@pytest.mark.parametrize("name", CASES)
def test_what_is_mended_needs_no_mending(tmp_path: Path, name: str) -> None:
    old, new, _, after = CASES[name]
    assert mended(tmp_path, old, new, after).remedy.files == ()


def test_what_nobody_knows_is_asked_for(tmp_path: Path) -> None:
    done = mended(tmp_path, "def f(): ...\n", "def f(size): ...\n", "from prov import f\nf()\n")
    assert "f(size=_apidrift_prov.decide_f_size())" in text_of(done)
    assert done.remedy.stub_path == "_apidrift_prov.py"
    assert "f now requires size" in done.remedy.stub_source
    assert done.remedy.files[0].edits[-1].safety is Safety.REVIEW


def test_a_result_mended_once_is_not_told_again_where_it_is_used_next(tmp_path: Path) -> None:
    body = "class E:\n    def ask(self, name, rank=None):\n        found = [name, name]\n"
    old = f"{body}        if rank is not None:\n            return [found[rank]]\n        return found\n"
    new = f"{body}        return found[0] if rank is not None else found\n"
    app = "from prov import E\ndef go():\n    r = E().ask('a', rank=0)[0]\n    if not r:\n        raise ValueError\n"
    done = mended(tmp_path, old, new, app)
    assert text_of(done) == app.replace("[0]", "")
    assert done.remedy.unmended == ()


def test_a_part_of_a_plan(tmp_path: Path) -> None:
    old, new = "def f(a, b=1): ...\ndef g(c=1): ...\n", "def f(a): ...\ndef g(): ...\n"
    done = mended(tmp_path, old, new, "from prov import f, g\nf(1, b=2)\ng(c=2)\n")
    parts = done.parts()
    assert [part[0].what for part in parts] == [{"name": "b"}, {"name": "c"}]
    assert b"-g(c=2)" not in done.as_diff(done.only(parts[:1]))


def test_one_patch_for_all_versions(project: Project) -> None:
    for version, source in {
        "5.0": "def f(a, b=1): ...\ndef g(x=1): ...\n",
        "5.1": "def f(a): ...\ndef g(x=1): ...\n",
        "6.0": "def f(a): ...\ndef g(x): ...\n",
    }.items():
        project.provide(version, source)
    consumer = project.consume("user", "from prov import f, g\n\nf(1, b=2)\ng()\n", "Requires-Dist: prov==5.0\n")
    done = project.session(consumer).remedy_of_range(">=5,<7")
    text = done.as_diff().decode()
    assert '+f(1, **({} if _apidrift_prov.PROV >= (5, 1) else {"b": 2}))' in text
    assert '+g(**({"x": 1} if _apidrift_prov.PROV >= (6,) else {}))' in text
    assert done.left == ()


def test_what_is_left_says_since_when(project: Project) -> None:
    (left,) = project.session().remedy("2.0").left
    assert (left.line, left.exception, left.since) == (1, "ImportError", "2.0")
