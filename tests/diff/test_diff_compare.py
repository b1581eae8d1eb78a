from __future__ import annotations

import time
from dataclasses import replace

import pytest
from diff_memory import MemorySurface

from apidrift.diff import compare_surfaces, touch
from apidrift.diff._run import changes_of
from apidrift.model.signature import Parameter, Signature
from apidrift.model.surface import NotCoveredError
from apidrift.model.symbols import Alias, Attribute, Class, Function, Raising, Variants
from apidrift.rules import Pair, rule


def function(*names, **more):
    return Function(Signature(tuple(Parameter(name) for name in names)), **more)


def said(difference):
    return [(rule(c.rule).name, c.symbol, c.subject) for c in difference.changes]


def compare(old, new, *paths, **more):
    return compare_surfaces(MemorySurface(old, "1"), MemorySurface(new, "2", **more), paths)


class TestPaths:
    def test_nothing_asked_nothing_said(self):
        found = compare({"prov": {"f": function("a")}}, {"prov": {}})
        assert said(found) == []
        assert (found.provider_changes, found.touched) == (0, 0)

    def test_a_path_asked_twice_is_compared_once(self):
        found = compare({"prov": {"f": function("a")}}, {"prov": {"f": function()}}, "prov.f", "prov.f")
        assert said(found) == [("parameter-removed", "prov.f", "a")]

    def test_two_names_of_one_symbol_are_one_change_under_the_canonical_path(self):
        old = {"prov": {"f": Alias("prov.impl.f")}, "prov.impl": {"f": function("a", line=3)}}
        new = {"prov": {"f": Alias("prov.other.f")}, "prov.impl": {}, "prov.other": {"f": function(line=7)}}
        found = compare(old, new, "prov.f")
        assert said(found) == [("parameter-removed", "prov.impl.f", "a")]
        (change,) = found.changes
        assert (change.old_place.path, change.old_place.line) == ("prov/impl.py", 3)
        assert (change.new_place.path, change.new_place.line) == ("prov/other.py", 7)
        assert found.about("prov.f") == found.about("prov.impl.f") == found.about("prov.other.f") == found.changes
        assert found.about("prov.elsewhere") == ()

    def test_a_reexport_that_is_gone_is_filed_under_the_name_asked_for(self):
        old = {"prov": {"f": Alias("prov.impl.f")}, "prov.impl": {"f": function("a")}}
        new = {"prov": {}, "prov.impl": {"f": function("a")}}
        assert said(compare(old, new, "prov.f", "prov.impl.f")) == [("name-removed", "prov.f", "")]

    def test_what_neither_version_has_is_not_mentioned(self):
        found = compare({"prov": {}}, {"prov": {}}, "prov.f")
        assert (found.changes, found.skipped) == ((), ())

    def test_a_missing_prefix_is_one_change_for_all_below(self):
        old = {"prov": {"C": Class(members={"f": function(), "g": function()})}}
        found = compare(old, {"prov": {}}, "prov.C.f", "prov.C.g", "prov.C")
        assert said(found) == [("name-removed", "prov.C", "")]

    def test_a_reexport_from_outside_that_is_gone_is_a_removal(self):
        found = compare({"prov": {"T": Alias("torch.Tensor")}}, {"prov": {}}, "prov.T")
        assert said(found) == [("name-removed", "prov.T", "")]
        assert found.changes[0].old == "torch.Tensor"

    def test_an_own_name_that_comes_from_outside_now_is_not_compared(self):
        found = compare({"prov": {"T": Class()}}, {"prov": {"T": Alias("torch.Tensor")}}, "prov.T")
        assert found.changes == ()

    def test_a_path_that_cannot_be_followed_is_skipped_with_the_reason(self):
        old = {"prov": {"C": Class(members={"f": function()})}}
        new = {"prov": {"C": Class(dynamic="defines __getattr__")}}
        found = compare(old, new, "prov.C.f")
        assert found.changes == ()
        assert [(each.what, "__getattr__" in each.reason) for each in found.skipped] == [("prov.C.f", True)]

    def test_a_snapshot_that_was_never_asked_says_so(self):
        surface = MemorySurface({"prov": {}}, uncovered=("prov.sub",))
        other = MemorySurface({"prov": {}, "prov.sub": {}})
        with pytest.raises(NotCoveredError):
            compare_surfaces(other, MemorySurface({"prov": {}, "prov.sub": {}}, uncovered=("prov.sub",)), ["prov.sub"])
        assert compare_surfaces(surface, surface, ["prov"]).changes == ()


class TestMoves:
    def test_a_name_that_moved(self):
        old = {"prov": {}, "prov.a": {"f": function("x")}}
        new = {"prov": {}, "prov.a": {}, "prov.b": {"f": function("x")}}
        found = compare(old, new, "prov.a.f", moves={"prov.a.f": [("prov.b.f", 0.9)]})
        assert said(found) == [("name-moved", "prov.a.f", "")]
        assert (found.changes[0].moved_to, found.changes[0].score) == ("prov.b.f", 0.9)

    def test_an_unlikely_place_is_not_stated(self):
        old = {"prov": {}, "prov.a": {"f": function("x")}}
        found = compare(old, {"prov": {}, "prov.a": {}}, "prov.a.f", moves={"prov.a.f": [("prov.b.f", 0.3)]})
        assert said(found) == [("name-removed", "prov.a.f", "")]

    def test_a_module_moved_where_its_touched_names_went_to_one_other(self):
        old = {"prov": {}, "prov.a": {"f": function("x"), "g": function("x")}}
        moves = {"prov.a.f": [("prov.b.f", 0.9)], "prov.a.g": [("prov.b.g", 0.9)]}
        found = compare(old, {"prov": {}}, "prov.a", "prov.a.f", "prov.a.g", moves=moves)
        assert said(found) == [
            ("module-moved", "prov.a", ""),
            ("name-moved", "prov.a.f", ""),
            ("name-moved", "prov.a.g", ""),
        ]
        assert found.changes[0].moved_to == "prov.b"

    def test_a_module_was_split_where_they_went_to_several(self):
        old = {"prov": {}, "prov.a": {"f": function("x"), "g": function("x")}}
        moves = {"prov.a.f": [("prov.b.f", 0.9)], "prov.a.g": [("prov.c.g", 0.9)]}
        found = compare(old, {"prov": {}}, "prov.a.f", "prov.a.g", moves=moves)
        assert said(found)[0] == ("module-removed", "prov.a", "")

    def test_a_module_whose_new_place_the_surface_knows(self):
        old = {"prov": {}, "prov.a": {}}
        assert said(compare(old, {"prov": {}}, "prov.a", moves={"prov.a": [("prov.b", 1.0)]})) == [
            ("module-moved", "prov.a", "")
        ]


class TestMembers:
    def test_only_members_asked_for(self):
        old = {"prov": {"C": Class(members={"f": function("a"), "g": function("a")})}}
        new = {"prov": {"C": Class(members={"f": function(), "g": function()})}}
        found = compare(old, new, "prov.C", "prov.C.f")
        assert {symbol for _, symbol, _ in said(found)} == {"prov.C.f"}

    def test_a_member_of_an_ancestor_outside_is_not_decided(self):
        base = Class(members={"f": function()}, bases=("torch.nn.Module",), mro=("torch.nn.Module",))
        found = compare({"prov": {"C": base}}, {"prov": {"C": Class(bases=base.bases, mro=base.mro)}}, "prov.C.f")
        assert [each.what for each in found.skipped] == ["prov.C.f"]

    @pytest.mark.parametrize(
        ("base", "name", "decided"),
        [
            ("enum.Enum", "RED", True),
            ("enum.Enum", "value", False),
            ("enum.Enum", "__len__", False),
            ("ValueError", "code", True),
            ("ValueError", "args", False),
            ("pydantic.BaseModel", "size", True),
            ("pydantic.BaseModel", "model_dump", False),
            ("pydantic.BaseModel", "copy", False),
            ("somewhere.Base", "size", False),
        ],
    )
    def test_well_known_classes_outside_are_known_not_to_have_a_name(self, base, name, decided):
        old = {"prov": {"C": Class(members={name: function()}, bases=(base,), mro=(base,))}}
        found = compare(old, {"prov": {"C": Class(bases=(base,), mro=(base,))}}, f"prov.C.{name}")
        assert bool(found.changes) is decided
        assert bool(found.skipped) is not decided

    def test_a_dynamic_ancestor_may_serve_the_name(self):
        parent = Class(dynamic="defines __getattr__")
        bases = {"bases": ("prov.P", "enum.Enum"), "mro": ("prov.P", "enum.Enum")}
        old = {"prov": {"P": parent, "C": Class(members={"f": function()}, **bases)}}
        found = compare(old, {"prov": {"P": parent, "C": Class(**bases)}}, "prov.C.f")
        assert [each.what for each in found.skipped] == ["prov.C.f"]

    def test_a_value_has_no_members_one_could_know(self):
        found = compare({"prov": {"x": Attribute()}}, {"prov": {"x": Attribute()}}, "prov.x.y")
        assert [each.what for each in found.skipped] == ["prov.x.y"]

    def test_members_of_nested_classes_have_the_module_as_home(self):
        inner = Class(members={"f": function("a", line=9)})
        old = {"prov": {"C": Class(members={"D": inner})}}
        new = {"prov": {"C": Class(members={"D": Class(members={"f": function(line=9)})})}}
        found = compare(old, new, "prov.C.D.f")
        assert found.changes[0].old_place.path == "prov.py"


class TestVariants:
    def test_what_holds_under_every_condition_is_a_change(self):
        old = Variants((function("a", "b"), function("a", "b", "c")))
        new = Variants((function("a"), function("a", "c")))
        found = compare({"prov": {"f": old}}, {"prov": {"f": new}}, "prov.f")
        assert ("parameter-removed", "prov.f", "b") in said(found)
        assert ("parameter-removed", "prov.f", "c") not in said(found)

    def test_against_one_definition(self):
        old = Variants((function("a"), Attribute()))
        assert said(compare({"prov": {"f": old}}, {"prov": {"f": function()}}, "prov.f")) == []

    def test_the_same_variants_are_no_change(self):
        both = Variants((function("a"), function()))
        assert said(compare({"prov": {"f": both}}, {"prov": {"f": both}}, "prov.f")) == []


class TestFunnel:
    def test_names_of_the_modules_seen(self):
        old = {"prov": {"f": function("a"), "g": function("a"), "h": function("a")}, "prov.unseen": {"x": function()}}
        new = {"prov": {"f": function(), "g": function(), "k": function()}, "prov.unseen": {}}
        found = compare(old, new, "prov.f")
        assert (found.provider_changes, found.touched) == (4, 1)

    def test_an_alias_passed_through_is_touched(self):
        old = {"prov": {"f": Alias("prov.a.f")}, "prov.a": {"f": function("a")}}
        new = {"prov": {"f": Alias("prov.b.f")}, "prov.b": {"f": function("a")}}
        found = compare(old, new, "prov.f")
        assert (found.provider_changes, found.touched) == (3, 3)

    def test_modules_that_one_side_was_never_asked_about_do_not_count(self):
        old = MemorySurface({"prov": {"f": Alias("prov.a.f")}, "prov.a": {"f": function()}})
        new = MemorySurface({"prov": {"f": function()}}, "2", uncovered=("prov.a",))
        assert compare_surfaces(old, new, ["prov.f"]).provider_changes == 2

    def test_a_raising_name(self):
        old, new = {"prov": {"f": function()}}, {"prov": {"f": Raising("builtins.RuntimeError", "gone", 4)}}
        found = compare(old, new, "prov.f")
        assert said(found) == [("access-raises", "prov.f", "")]
        assert (found.provider_changes, found.touched) == (1, 1)


class TestTouch:
    def test_asks_what_a_comparison_asks(self):
        asked = []

        class Spy(MemorySurface):
            def module(self, name):
                asked.append(name)
                return super().module(name)

            def moves(self, path):
                asked.append(f"moves {path}")
                return super().moves(path)

        base = {"prov": {"C": Class(bases=("prov.a.B",), mro=("prov.a.B",))}, "prov.a": {"B": Class()}}
        touch(Spy(base), ["prov.C", "prov.gone.f"])
        assert "prov.a" in asked
        assert {"moves prov.gone", "moves prov.gone.f"} <= set(asked)

    def test_functions_and_what_lies_outside_ask_for_nothing_more(self):
        surface = MemorySurface({"prov": {"f": function()}})
        touch(surface, ["prov.f", "torch.Tensor"])

    def test_a_surface_without_the_provider(self):
        old, new = MemorySurface({"prov": {"f": function()}}), MemorySurface({}, "2")
        assert said(compare_surfaces(old, new, ["prov.f"])) == [("name-removed", "prov.f", "")]

    def test_chosen_rules_only(self):
        old, new = {"prov": {"f": function("a")}}, {"prov": {"f": function("b", "c")}}
        found = compare_surfaces(MemorySurface(old), MemorySurface(new, "2"), ["prov.f"], codes=frozenset({"AD301"}))
        assert said(found) == [("parameter-removed", "prov.f", "a")]


class TestResidue:
    def left(self, old, new, path="prov.x"):
        one, two = MemorySurface({"prov": {"x": old}}), MemorySurface({"prov": {"x": new}}, "2")
        return [(e.subject, e.old, e.new) for e in compare_surfaces(one, two, [path], residue=True).residue]

    def test_only_where_asked_for(self):
        old, new = MemorySurface({"prov": {"x": Class()}}), MemorySurface({"prov": {"x": Class(dynamic="z")}})
        assert compare_surfaces(old, new, ["prov.x"]).residue == ()

    def test_what_no_rule_claims(self):
        assert self.left(Class(), Class(dynamic="defines __getattr__")) == [("dynamic", "", "defines __getattr__")]

    def test_what_a_rule_claims_is_not_left(self):
        assert self.left(function("a"), function("b", "c")) == []

    def test_places_hashes_and_spellings_are_no_differences(self):
        old = Function(Signature(returns="Optional[int]"), line=3, calls=("a",), decorators=("x",))
        new = Function(Signature(returns="int | None"), line=9, calls=("b",), decorators=("y",))
        assert self.left(old, new) == []

    def test_a_side_that_is_missing_has_no_residue(self):
        old, new = MemorySurface({"prov": {"x": Class()}}), MemorySurface({"prov": {}}, "2")
        assert compare_surfaces(old, new, ["prov.x"], residue=True).residue == ()

    def test_long_values_are_cut(self):
        ((_, _, new),) = self.left(Class(), Class(dynamic="z" * 200))
        assert len(new) == 80

    def test_variants(self):
        assert self.left(Variants((Attribute(), Class())), Variants((Attribute(), function()))) != []


def test_equal_pairs_are_not_run():
    pair = Pair("prov.f", function("a"), function("a"))
    assert changes_of(pair) == ()
    assert changes_of(replace(pair, new=function(), memo={}))


@pytest.mark.bench
def test_sixty_paths_take_five_milliseconds():
    names = [f"f{i}" for i in range(60)]
    parameters = [f"p{i}" for i in range(12)]
    old = MemorySurface({"prov": {name: function(*parameters, line=1) for name in names}})
    new = MemorySurface({"prov": {name: function(*parameters, line=2) for name in names}}, "2")
    paths = [f"prov.{name}" for name in names]
    compare_surfaces(old, new, paths)
    times = []
    for _ in range(5):
        begun = time.perf_counter()
        compare_surfaces(old, new, paths)
        times.append(time.perf_counter() - begun)
    assert min(times) < 0.02  # on a busy machine; 5 ms on an idle one
