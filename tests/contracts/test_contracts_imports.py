"""Imports: every form, and names that come through the consumer's own modules."""

from __future__ import annotations


def test_each_imported_name_has_its_own_place(contract):
    source = "from prov.a import (\n    one,\n    two as zwei,\n)\nimport prov.b.c, prov.d as d\n"
    places = [(u.place.line, u.place.column, u.operation) for u in contract(source).uses]
    assert [(line, column, op.module, op.name, op.asname) for line, column, op in places] == [
        (2, 4, "prov.a", "one", ""),
        (3, 4, "prov.a", "two", "zwei"),
        (5, 7, "prov.b.c", "", ""),
        (5, 17, "prov.d", "", "d"),
    ]


def test_submodules_loaded_by_an_import_are_paths_of_their_own(lines):
    assert lines("import prov.a.b\nprov.a.b.f(1)\nprov.x.g()\n") == [
        "1: import prov.a.b",
        "2: b.f(1)",
        "3: prov.x",
        "3: x.g()",
    ]


def test_imports_in_functions_and_class_bodies(contract):
    source = "def f():\n    from prov import a\n    a()\nclass K:\n    import prov.b as b\n    x = b.y\n"
    uses = contract(source).uses
    assert [(u.place.line, u.scope) for u in uses] == [(2, "f"), (3, "f"), (5, "K"), (6, "K")]


def test_star_import_serves_names_nobody_else_defines(lines):
    assert lines("from prov.a import *\nfoo(1)\nprint(len([]))\n") == ["1: from prov.a import *", "2: foo(1)"]


def test_import_module_by_literal(lines):
    source = "import importlib\nm = importlib.import_module('prov.sub')\nm.go()\nname = input()\nimportlib.import_module(name)\n"
    assert lines(source) == ["2: import prov.sub", "3: sub.go()"]


def test_names_reexported_by_the_consumers_own_modules(contract):
    files = {
        "pkg/__init__.py": "",
        "pkg/_compat.py": "try:\n    from prov.new import LLM\nexcept ImportError:\n    from prov.old import LLM\n",
        "pkg/facade.py": "from ._compat import LLM as Model\n",
        "pkg/sub/use.py": "from ..facade import Model\n\ndef run():\n    return Model(a=1)\n",
        "pkg/sub/__init__.py": "",
        "pkg/other.py": "x = 1\n",
    }
    calls = [u for u in contract(files).uses if u.place.path == "pkg/sub/use.py"]
    assert [(str(u.receivers[0]), u.place.line, u.place.column) for u in calls] == [
        ("prov.new.LLM", 4, 11),
        ("prov.old.LLM", 4, 11),
    ]
    assert [[(g.name, g.negated) for g in u.guards] for u in calls] == [[("LLM", False)], [("LLM", True)]]


def test_star_import_of_an_own_module(lines):
    files = {"a.py": "from prov import K\n__all__ = ['K']\n", "b.py": "from a import *\nK(1)\n"}
    assert lines(files) == ["1: from prov import K", "2: K(1)"]


def test_own_package_attributes_lead_to_submodules(lines):
    files = {
        "pkg/__init__.py": "",
        "pkg/m.py": "import prov\nf = prov.f\n",
        "pkg/n.py": "import pkg.m\npkg.m.f(3)\nfrom pkg import m\nm.f(4)\n",
    }
    assert lines(files) == ["1: import prov", "2: prov.f", "2: prov.f(3)", "4: prov.f(4)"]


def test_files_without_the_provider_are_left_alone(contract):
    files = {"a.py": "import prov\n", "b.py": "import json\n"}
    found = contract(files)
    assert list(found.files) == ["a.py"]
    assert found.files["a.py"] != ""


def test_other_packages_are_not_the_provider(lines):
    assert lines("import provident\nfrom provost import x\nprovident.f(x)\n") == []
    assert lines("import a.b\nimport c\na.b.f()\nc.g()\n", "a.b", "c") == [
        "1: import a.b",
        "2: import c",
        "3: b.f()",
        "4: c.g()",
    ]
