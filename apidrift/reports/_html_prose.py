"""The little Markdown that rules' pages are written in, as blocks a template can show."""

from __future__ import annotations

import re
from apidrift.model.value import Value
from typing import TYPE_CHECKING

from apidrift.reports._rulebook import rule_text

if TYPE_CHECKING:
    from collections.abc import Iterator

Spans = tuple[tuple[str, str], ...]
"""Pieces of a text, each with its kind: empty, `code` or `strong`."""


class Block(Value, frozen=True):
    """A heading, a paragraph, a list item or a piece of code."""

    kind: str
    """`heading`, `text`, `item` or `code`."""
    spans: Spans


def rule_page(code: str) -> tuple[Block, ...]:
    """A rule's public page without its title; nothing for a code that no rule has."""
    return tuple(block for block in read_prose(rule_text(code)) if block.kind != "title")


def read_prose(text: str) -> Iterator[Block]:
    """Cut Markdown into blocks: headings, paragraphs, list items, fenced code."""
    lines: list[str] = []
    fenced = False
    for line in [*text.splitlines(), ""]:
        if line.startswith("```"):
            if fenced:
                yield Block("code", (("\n".join(lines), ""),))
            else:
                yield from _closed(lines)
            lines, fenced = [], not fenced
        elif fenced:
            lines.append(line)
        elif not line.strip() or line.startswith(("#", "- ")):
            yield from _closed(lines)
            lines = [line] if line.strip() else []
        else:
            lines.append(line)
    yield from _closed(lines)


def _closed(lines: list[str]) -> Iterator[Block]:
    """The block that a run of lines makes, if there are any."""
    text = " ".join(line.strip() for line in lines)
    if not text:
        return
    level = len(text) - len(text.lstrip("#"))
    if level:
        yield Block("title" if level == 1 else "heading", _spans(text.lstrip("# ")))
    elif text.startswith("- "):
        yield Block("item", _spans(text.removeprefix("- ")))
    else:
        yield Block("text", _spans(text))


def _spans(text: str) -> Spans:
    spans = []
    for part in _INLINE.split(text):
        if part.startswith("`"):
            spans.append((part.strip("`"), "code"))
        elif part.startswith("**"):
            spans.append((part.strip("*"), "strong"))
        elif part:
            spans.append((part, ""))
    return tuple(spans)


_INLINE = re.compile(r"(`[^`]+`|\*\*[^*]+\*\*)")
