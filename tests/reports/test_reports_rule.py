"""A rule's page at the terminal."""

from __future__ import annotations

import re

import pytest

from apidrift.reports import RenderOptions, page_text
from apidrift.rules import RULES, explain

ANSI = re.compile(r"\x1b\[[\d;]*m")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_no_markdown_is_left_and_the_width_holds(rule) -> None:
    text = page_text(explain(rule.code), RenderOptions(width=80))
    assert text.startswith(f"{rule.code} {rule.title}\n")
    assert "```" not in text
    assert not re.search(r"^#+ (What|Why|When|Example|Remedy|Known)", text, re.MULTILINE)
    prose = [line for line in text.splitlines() if not line.startswith("    ")]
    assert max(map(len, prose)) <= 80


def test_colour_adds_nothing_but_colour() -> None:
    page = explain("AD301")
    colored = page_text(page, RenderOptions(width=80, color=True))
    assert ANSI.search(colored)
    assert ANSI.sub("", colored) == page_text(page, RenderOptions(width=80))
