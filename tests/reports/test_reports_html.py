"""Pages without a browser: whole, self-contained, escaped, complete without scripts."""

from __future__ import annotations

import base64
import hashlib
import re
from html.parser import HTMLParser

import msgspec
import pytest
import reports_samples as samples

from apidrift.model.finding import Verdict
from apidrift.model.report import ConsumerSide, Matrix
from apidrift.reports import IndexEntry, RenderOptions, Run, index_entry, render, render_history, render_index
from apidrift.reports._html_finding import anchors, card
from apidrift.reports._html_funnel import funnel_graphic
from apidrift.reports._html_page import https
from apidrift.reports._html_prose import read_prose, rule_page
from apidrift.reports._overview import Section

VOID = {"meta", "input", "br", "wbr", "path", "rect"}
NAMES = ("STILL_BROKEN", "ONE_NEW", "CLEAN", "CHECK", "BARE_CHECK", "FULL", "HOSTILE", "MATRIX", "CONTRACT")


class Page(HTMLParser):
    """Reads a page strictly: every tag closed in order; collects what can be asked about."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.inside: dict[str, str] = {}
        self.words = ""
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        self.ids += [value or "" for name, value in attrs if name == "id"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in {"style", "script"}:
            self.inside[self.open[-1]] = data
        else:
            self.words += data

    def values(self, name: str) -> list[str]:
        return [value for _, key, value in self.attributes if key == name]


def page_of(name: str) -> tuple[str, Page]:
    text = render(getattr(samples, name), "html")
    return text, Page(text)


@pytest.mark.parametrize("name", NAMES)
def test_page_is_whole_and_stands_alone(name: str) -> None:
    text, page = page_of(name)
    assert text.startswith("<!doctype html>\n")
    assert len(page.ids) == len(set(page.ids))
    assert not page.values("src")
    assert not page.values("style")
    assert not [key for _, key, _ in page.attributes if key.startswith("on")]
    assert not re.search(r"@import|url\((?!#)", page.inside["style"])
    for link in page.values("href"):
        assert link.startswith(("#", "https://"))
    for anchor in (link[1:] for link in page.values("href") if link.startswith("#")):
        assert anchor in page.ids or anchor.startswith("rule-")


@pytest.mark.parametrize("name", NAMES)
def test_policy_allows_this_style_and_script_alone(name: str) -> None:
    _, page = page_of(name)
    policy = next(value for value in page.values("content") if "default-src" in value)
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    for tag in ("style", "script"):
        digest = base64.b64encode(hashlib.sha256(page.inside[tag].encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy


def test_hostile_names_stay_text() -> None:
    text, page = page_of("HOSTILE")
    assert "<img" not in text
    assert "javascript:" not in text
    assert "{{7*7}}" in page.words
    assert "\u202e" not in text
    assert "\x1b" not in text


def test_everything_is_there_without_scripts() -> None:
    _, page = page_of("FULL")
    for finding in samples.FULL.findings:
        assert finding.fingerprint in page.ids or finding.verdict is Verdict.UNKNOWN
        assert f"{finding.path}:{finding.line}" in page.words
        assert finding.use in page.words
        assert finding.reason in page.words
    assert "TypeError: Request.__init__() got an unexpected keyword argument 'eos_token_id'" in page.words
    assert "is true for both versions: it guards nothing" in page.words
    assert "syntax error in line 3" in page.words
    assert "the executor's class is chosen at run time" in page.words
    assert "vllm.utils.frozen" in page.words
    assert "Why it breaks callers" in page.words


def test_links_to_the_source_at_its_tag() -> None:
    _, page = page_of("ONE_NEW")
    assert samples.REQUEST.old_link in page.values("href")
    assert samples.REQUEST.new_link in page.values("href")
    assert https("javascript:alert(1)") == ""


def test_check_page_and_title() -> None:
    text = render(samples.CHECK, "html", RenderOptions(title="Tonight"))
    assert "<title>Tonight · apidrift</title>" in text
    assert "Broken on 0.11.0 too" in text
    assert "break you" in text


def test_clean_page_says_so() -> None:
    _, page = page_of("CLEAN")
    assert "Every use that could be judged works." in page.words
    assert "query" not in page.ids


def test_matrix_page() -> None:
    _, page = page_of("MATRIX")
    starts = [name for name in page.values("class") if "first" in name.split() and "swatch" not in name]
    assert len(starts) == sum(row.since is not None for row in samples.MATRIX.rows)
    titles = page.values("title")
    assert any(title.startswith("0.17.0: breaks · TypeError: Request.__init__()") for title in titles)
    assert len([t for t in titles if re.match(r"[\d.]+: ", t)]) == 39 * (len(samples.MATRIX.rows) + 1)
    empty = render(Matrix(1, "p", ConsumerSide("c", ""), None, (), (), ()), "html")
    assert "Every use works on every version." in empty


def test_index_page() -> None:
    entries = [
        index_entry(samples.ONE_NEW, "0.16-0.17.html", (("JSON", "0.16-0.17.json"),)),
        index_entry(samples.MATRIX, "matrix.html"),
    ]
    assert entries[0].newly_broken == 1
    assert entries[1].still_broken == 8
    text = render_index(entries, "Reports", "All of them")
    page = Page(text)
    assert "0.16-0.17.json" in page.values("href")
    assert "All of them" in page.words
    assert "No reports yet." in render_index([])
    assert "<img" not in render_index([IndexEntry("x.html", samples.HOSTILE_TEXT, samples.HOSTILE_TEXT, "compare")])


def test_history_page() -> None:
    runs = [
        Run("2026-11-30", "0.32.0", "0.33.0", 3, 5, 1, href="2026-11-30.html"),
        Run("2026-11-29", "0.32.0", "0.33.0", 0, 5, 1, failure="no network"),
    ]
    page = Page(render_history(runs, "speculators 0.3.0 on vllm", "index.html"))
    assert "could not check: no network" in page.words
    assert "2026-11-30.html" in page.values("href")
    assert "No night yet." in render_history([], "x")


def test_anchors_are_unique_plain_words() -> None:
    found = anchors(["a", "a", "main", "</x>", "</x>"], frozenset({"main"}))
    assert found[:3] == ["a", "a-2", "main-2"]
    assert len(set(found)) == 5
    assert all(re.fullmatch(r"[\w-]+", name) for name in found)


def test_card_marks_what_is_to_blame() -> None:
    groups = card(samples.GROUPS, Section.STILL, "x")
    assert ("kv_cache_specs=…", True) in groups.use
    assert [(run.folded, len(run.lines)) for run in groups.runs] == [("2 unchanged", 2), ("", 1), ("2 unchanged", 2)]
    assert groups.fact is None
    unknown = card(samples.UNKNOWN, Section.UNKNOWN, "x")
    assert unknown.heading == samples.UNKNOWN.use
    assert unknown.runs == ()


def test_card_of_a_risk_tells_both_facts_and_folds_the_signatures() -> None:
    chunked = card(samples.CHUNKED, Section.RISK, "x")
    assert chunked.heading == "default changed: enable_chunked_prefill: None → True"
    assert chunked.told
    assert chunked.fact is None
    change = msgspec.structs.replace(samples.CHUNKED.change, subject="kind", old="a" * 80, new="b" * 80)
    long = card(msgspec.structs.replace(samples.CHUNKED, change=change), Section.RISK, "x")
    assert long.fact == ("a" * 80, "b" * 80)
    moved = card(samples.MOVED[0], Section.NEW, "x")
    assert not moved.told
    assert moved.fact is None


def test_funnel_draws_what_is_there() -> None:
    names = [stream.name for stream in funnel_graphic(samples.FULL, 1, 4).streams]
    assert names == ["changes", "touched", "new", "still"]
    assert funnel_graphic(samples.CLEAN, 0, 0).streams == ()
    assert [s.name for s in funnel_graphic(samples.STILL_BROKEN, 0, 4).streams] == ["changes", "touched", "still"]


def test_prose() -> None:
    text = "# T\n\n## Head\n\nOne `code` and **two**\nlines.\n- item\n- other\n\n```python\na = 1\n\nb\n```\n"
    blocks = list(read_prose(text))
    assert [block.kind for block in blocks] == ["title", "heading", "text", "item", "item", "code"]
    assert blocks[2].spans == (("One ", ""), ("code", "code"), (" and ", ""), ("two", "strong"), (" lines.", ""))
    assert blocks[5].spans == (("a = 1\n\nb", ""),)
    assert rule_page("AD301")
    assert rule_page("no rule") == ()
