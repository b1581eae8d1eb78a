from __future__ import annotations

from surfaces_tools import MemoryTree, surface_of

from apidrift.model.surface import Move, Release
from apidrift.surfaces import static_surface

FILES = {
    "prov/__init__.py": "",
    "prov/a/__init__.py": "from .there import f",
    "prov/a/there.py": "def f(): ...\ndef two(): ...",
    "prov/a/deep/__init__.py": "",
    "prov/a/deep/er.py": "class Deep: ...",
    "prov/b.py": "CONST = 1\nfrom prov.a.there import f\ndef two(): ...\nx = 'def quoted(): ...'\n",
}


def moves(path):
    return [(m.path, m.why) for m in surface_of(FILES).moves(path)]


def test_the_nearest_definition_of_the_same_name():
    assert moves("prov.a.gone.f") == [("prov.a.there.f", "same name in the same package")]
    assert moves("prov.a.gone.Deep") == [("prov.a.deep.er.Deep", "same name nearby")]
    assert moves("prov.a.gone.CONST") == [("prov.b.CONST", "same name")]
    assert moves("prov.b.f") == [("prov.a.there.f", "same name nearby")] or moves("prov.b.f")[0][0] == "prov.a.there.f"


def test_several_candidates_keep_their_order():
    assert moves("prov.gone.two") == [("prov.b.two", "same name in the same package")]
    assert moves("prov.elsewhere.deep.two")


def test_nothing_to_find():
    assert moves("prov.a.never") == []
    assert moves("prov.a.quoted") == []
    assert moves("prov.a") == []
    assert moves("prov.a.there.f.attr") == []


def test_a_remote_tree_is_not_read_through():
    class Remote(MemoryTree):
        origin = "wheel"

    files = {"prov/__init__.py": "", **{f"prov/p{i}/m.py": "" for i in range(200)}}
    tree = Remote(files)
    assert static_surface(tree, "prov", Release("prov", "1")).moves("prov.p0.m.gone") == ()
    assert len(set(tree.reads)) <= 3 * 40


def test_scores_lie_between_nought_and_one():
    found = surface_of(FILES).moves("prov.a.gone.f")
    assert found == (Move("prov.a.there.f", 1.0, "same name in the same package"),)
