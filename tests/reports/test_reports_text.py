"""What the terminal shows, line for line. Rewrite the files with `APIDRIFT_GOLDEN=write pytest tests/reports`."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
import reports_samples as samples

from apidrift.model.change import Change
from apidrift.model.contract import Contract
from apidrift.model.finding import Finding, Status
from apidrift.model.report import ConsumerSide, Matrix
from apidrift.reports import RenderOptions, render
from apidrift.reports._terminal import Page, clean, shorten, together, wrap

GOLDEN = Path(__file__).parent / "golden"
NAMES = ("STILL_BROKEN", "ONE_NEW", "THREE_MOVED", "CLEAN", "CHECK", "BARE_CHECK", "FULL", "MATRIX", "CONTRACT")
ANSI = re.compile(r"\x1b\[[\d;]*m")


def golden(name: str, text: str) -> None:
    file = GOLDEN / f"{name}.txt"
    if os.environ.get("APIDRIFT_GOLDEN") == "write":
        file.write_text(text, "utf-8")
    assert text == file.read_text("utf-8")


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("name", NAMES)
def test_plain_text(name: str, width: int) -> None:
    text = render(getattr(samples, name), "text", RenderOptions(width=width))
    golden(f"{name.lower()}-{width}", text)
    assert max(map(len, text.splitlines())) <= width
    assert "\x1b" not in text


@pytest.mark.parametrize("name", ["FULL", "MATRIX", "CONTRACT"])
def test_colour_adds_nothing_but_colour(name: str) -> None:
    value = getattr(samples, name)
    colored = render(value, "text", RenderOptions(width=80, color=True, verbose=1))
    golden(f"{name.lower()}-80-color-verbose", colored)
    assert ANSI.sub("", colored) == render(value, "text", RenderOptions(width=80, verbose=1))
    assert ANSI.search(colored)


def test_first_screen_answers_the_question() -> None:
    lines = render(samples.STILL_BROKEN, "text", RenderOptions(width=80)).splitlines()
    assert lines[0] == "vllm 0.15.1 → 0.16.0 for speculators 0.3.0 (written for 0.11.0)"
    assert lines[1] == "Nothing newly broken; 4 still broken; 1 at risk."
    assert lines[3] == "  117 changes in vllm → 9 on what you touch → 0 newly break, 4 still broken"


def test_only_the_changed_part_of_a_signature_is_shown() -> None:
    text = render(samples.STILL_BROKEN, "text", RenderOptions(width=120))
    assert "+ is_encoder_decoder: InitVar[bool]" in text
    assert "disable_chunked_mm_input" not in text


@pytest.mark.parametrize(
    ("name", "line"),
    [
        (
            "STILL_BROKEN",
            "vllm 0.15.1 → 0.16.0 for speculators 0.3.0: nothing newly broken; 4 still broken; 1 at risk\n",
        ),
        ("CLEAN", "vllm 0.11.0 → 0.11.0 for speculators 0.3.0: nothing breaks\n"),
        ("CHECK", "vllm 0.17.0 for speculators 0.3.0: 2 uses break\n"),
        ("CONTRACT", "speculators 0.3.0 relies on vllm in 6 places of 2 files\n"),
    ],
)
def test_quiet_is_one_line(name: str, line: str) -> None:
    assert render(getattr(samples, name), "text", RenderOptions(quiet=True)) == line


def test_quiet_matrix_is_one_line() -> None:
    text = render(samples.MATRIX, "text", RenderOptions(quiet=True))
    assert text.count("\n") == 1
    assert "no break known on 0.10.0 … 0.11.0" in text


def test_small_matrix_shows_whole_versions() -> None:
    text = render(samples.small_matrix(), "text", RenderOptions(width=100))
    golden("small-matrix-100", text)
    assert "  0.11.0  0.12.0  0.16.0  0.17.0" in text


def test_wide_matrix_is_cut_into_blocks() -> None:
    text = render(samples.MATRIX, "text", RenderOptions(width=34))
    assert text.count("uses that break (at most 8)") == 2


def test_matrix_edges() -> None:
    consumer = ConsumerSide("c", "")
    empty = render(Matrix(1, "p", consumer, None, (), (), ()), "text")
    assert "c on p no version" in empty
    clean_matrix = Matrix(1, "p", consumer, None, ("1", "2"), (), (0, 0))
    assert "nothing breaks." in render(clean_matrix, "text")
    broken = Matrix(1, "p", consumer, None, ("1", "2"), (), (1, 1))
    assert "something breaks on every one." in render(broken, "text")


def test_one_call_with_several_risks_is_told_once() -> None:
    change = samples.CHUNKED.change
    assert change is not None
    values = {name: getattr(change, name) for name in change.__struct_fields__} | {"subject": "async_scheduling"}
    other = _changed(samples.CHUNKED, change=Change(**values), since="0.14.0")
    text = render(samples.report(samples.CHUNKED, other), "text")
    assert text.count("SchedulerConfig(") == 1
    assert "~ enable_chunked_prefill: None → True" in text
    assert "~ async_scheduling: None → True" in text


def test_the_same_at_many_places_is_told_once_with_the_places() -> None:
    risk, broken = samples.CHUNKED, samples.REQUEST
    alike = [_changed(risk, path="pkg/0.py", line=line) for line in range(20, 32)]
    alike += [_changed(risk, path=f"pkg/{n}.py", line=n, use=f"SchedulerConfig(a={n})") for n in range(5)]
    text = render(samples.report(*alike), "text")
    assert text.count("~ enable_chunked_prefill: None → True") == 1
    assert "the same at 16 other places (-v tells of each):" in text
    assert "pkg/0.py:21, 22, 23, 24, 25, 26, 27, 28, 29, 30 …" in text
    assert "and in 2 other files" in text
    verbose = render(samples.report(*alike), "text", RenderOptions(verbose=1))
    assert verbose.count("~ enable_chunked_prefill: None → True") == 17
    others = [_changed(broken, line=n, use=use) for n, use in enumerate(["f(1)", "f(2)", "f(3)"])]
    assert "other places" not in render(samples.report(*others), "text"), "each broken call is mended by itself"
    assert "the same at 2 other places" in render(samples.report(*(_changed(broken, line=n) for n in range(3))), "text")
    assert "other places" not in render(samples.report(*alike[:2]), "text")


def test_evidence_without_a_subject_shows_what_changed() -> None:
    finding = _changed(samples.SCHEDULER_CONFIG, change=None)
    text = render(samples.report(finding), "text")
    assert "- max_model_len: SkipValidation[int] = None" in text
    assert "and 10 more parameters" in text
    bare = _changed(samples.SCHEDULER_CONFIG, change=None, old_signature="")
    assert "and 10 more parameters" not in render(samples.report(bare), "text")


def test_fixed_tells_what_was() -> None:
    fixed = _changed(samples.REQUEST, status=Status.FIXED)
    assert "was TypeError: Request.__init__() got" in render(samples.report(fixed), "text")


def test_long_facts_stand_in_two_lines() -> None:
    change = samples.CHUNKED.change
    assert change is not None
    values = {name: getattr(change, name) for name in change.__struct_fields__}
    values |= {"subject": "kind", "old": "a" * 80, "new": "b" * 80}
    text = render(samples.report(_changed(samples.CHUNKED, change=Change(**values))), "text", RenderOptions(width=120))
    assert f"- kind: {'a' * 80}" in text
    assert f"+ kind: {'b' * 80}" in text


def test_many_echoes_are_counted_and_listed_when_asked() -> None:
    echoes = tuple(f"pkg/mod.py:{line}" for line in range(5))
    report = samples.report(_changed(samples.EMBEDDINGS, echoes=echoes))
    assert "and at 5 other places for the same cause (-v lists them)" in render(report, "text")
    assert "also pkg/mod.py:4" in render(report, "text", RenderOptions(verbose=1))


def test_many_reasons_and_residues_are_counted() -> None:
    unknown = tuple(samples.Skipped(f"f.py:{n}", f"reason {n}") for n in range(6))
    change = samples.FULL.unclassified[0]
    report = samples.report(unknown=unknown, unclassified=(change,) * 5)
    text = render(report, "text")
    assert "and 3 for other reasons; -v lists them." in text
    assert "and 2 more; -v lists them." in text
    assert "f.py:5" in render(report, "text", RenderOptions(verbose=1))


def test_hostile_names_cannot_steer_the_terminal() -> None:
    for color in (False, True):
        text = render(samples.HOSTILE, "text", RenderOptions(color=color, verbose=1))
        assert "\u202e" not in text
        assert "\x1b" not in ANSI.sub("", text)
        assert "\\x1b[31m" in text


def test_empty_contract() -> None:
    assert "c relies on p in 0 places of 0 files" in render(Contract("c", "", ("p",)), "text")


def test_wrapping() -> None:
    assert wrap("", 10) == [""]
    assert wrap("aaa bbb ccc", 7, 2) == ["aaa bbb", "  ccc"]
    assert wrap(f"aaa {together('b b b')}", 6) == ["aaa", "b b b"]
    assert shorten("abcdef", 4) == "abc…"
    assert clean("a\x07b") == "a\\x07b"
    page = Page(40, color=True)
    page.blank()
    page.put("x", "")
    assert page.text() == "x\n"


def _changed(finding: Finding, **change: object) -> Finding:
    values = {name: getattr(finding, name) for name in finding.__struct_fields__}
    return Finding(**(values | change))
