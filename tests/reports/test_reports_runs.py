"""The page of end-to-end runs."""

from __future__ import annotations

from test_reports_html import Page

from apidrift.reports import Proof, Proven, render_runs

RIGHT = Proven(
    "0.16.0",
    "torch 2.10.0",
    Proof(failure="ValidationError: <script>"),
    Proof(worst=2.5e-6, right=True),
    Proof(),
    edits=11,
    derived=8,
    recipe=3,
    applied=("a.py:1 add-argument: why",),
    scenarios=(("llama", "one sequence", "2.5e-06"),),
)
WRONG = Proven("0.17.1", "", Proof(), Proof(worst=0.5), Proof(failure="RuntimeError: no"))


def test_the_page_counts_the_versions_that_are_right():
    text = render_runs([RIGHT, WRONG], "Runs", "About")
    page = Page(text)
    assert "1 of 2 versions right under the generated shim" in page.words
    assert "2.5e-06" in page.words
    assert "not run" in page.words
    assert "ValidationError: &lt;script&gt;" in text


def test_the_same_runs_give_the_same_page():
    assert render_runs([RIGHT], "Runs", "") == render_runs([RIGHT], "Runs", "")
