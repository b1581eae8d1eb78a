"""Comparing signatures parameter by parameter."""

from __future__ import annotations

import pytest
import reports_findings as findings
from hypothesis import given
from hypothesis import strategies as st

from apidrift.model.signature import Parameter, ParameterKind, Signature, render_signature
from apidrift.reports._signatures import Mark, Piece, compare_signatures, read_signature


def marks(old: str, new: str) -> list[tuple[str, str]]:
    return [(row.name, row.mark.value) for row in compare_signatures(old, new)]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("(a, b)", "(a, b)", [("a", "same"), ("b", "same")]),
        ("(a, b)", "(a)", [("a", "same"), ("b", "removed")]),
        ("(a)", "(a, *, b=1)", [("a", "same"), ("*", "added"), ("b", "added")]),
        ("(a: int)", "(a: str)", [("a", "changed")]),
        ("(a=1)", "(a=2)", [("a", "changed")]),
        ("(a, b)", "(b, a)", [("b", "moved"), ("a", "same")]),
        ("() -> int", "() -> str", [("->", "changed")]),
        ("() -> int", "()", [("->", "removed")]),
        ("", "(a)", [("a", "same")]),
        ("(a)", "", [("a", "same")]),
        ("", "", []),
        ("(*args)", "(*args, **kwargs)", [("*args", "same"), ("**kwargs", "added")]),
    ],
)
def test_marks(old: str, new: str, expected: list[tuple[str, str]]) -> None:
    found = marks(old, new)
    if expected[:1] == [("b", "moved")]:
        assert sorted(found) == sorted(expected) or sorted(found) == [("a", "moved"), ("b", "same")]
    else:
        assert found == expected


def test_brackets_strings_and_equal_signs_do_not_split() -> None:
    text = "(a: Annotated[int, Field(ge=1, le=2)] = f('x, y)', \"=\\\")\"), b: Literal['a:b', ','] = {'k': [1, 2]}) -> C[a, b]"
    assert read_signature(text) == (
        Piece("a", "Annotated[int, Field(ge=1, le=2)]", 'f(\'x, y)\', "=\\")")'),
        Piece("b", "Literal['a:b', ',']", "{'k': [1, 2]}"),
        Piece("->", "C[a, b]"),
    )


def test_unreadable_text_is_one_piece() -> None:
    assert read_signature("no signature") == (Piece("no signature"),)
    assert read_signature("(never, closed") == (Piece("never"), Piece("closed"))
    assert [str(p) for p in read_signature("f(a=1, b: int = 2, c) -> d")] == ["a=1", "b: int = 2", "c", "-> d"]


def test_scheduler_config() -> None:
    rows = compare_signatures(findings.SCHEDULER_CONFIG_011, findings.SCHEDULER_CONFIG_016)
    found = {row.name: row.mark for row in rows}
    assert found["is_encoder_decoder"] is Mark.ADDED
    assert found["num_lookahead_slots"] is Mark.REMOVED
    assert found["enable_chunked_prefill"] is Mark.CHANGED
    assert found["max_model_len"] is Mark.MOVED
    assert found["policy"] is Mark.SAME


names = st.sampled_from("abcdefgh")
parameters = st.lists(
    st.builds(
        Parameter,
        name=names,
        kind=st.just(ParameterKind.POSITIONAL_OR_KEYWORD),
        annotation=st.sampled_from(["", "int", "dict[str, list[int]]", "Literal['a, b', ')']"]),
        default=st.sampled_from([None, "1", "(1, 2)", "'=,('", "f(x=1)"]),
    ),
    max_size=8,
    unique_by=lambda p: p.name,
)


@given(parameters, parameters)
def test_every_parameter_is_told_once(old: list[Parameter], new: list[Parameter]) -> None:
    before, after = render_signature(Signature(tuple(old))), render_signature(Signature(tuple(new)))
    rows = compare_signatures(before, after)
    assert sorted(row.name for row in rows) == sorted({p.name for p in old} | {p.name for p in new})
    assert [row.new.name for row in rows if row.new] == [p.name for p in new]
    assert all(row.mark is Mark.SAME for row in compare_signatures(before, before))
