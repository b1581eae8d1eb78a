"""A rule's page at the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.reports._html_prose import read_prose
from apidrift.reports._terminal import Page, clean

if TYPE_CHECKING:
    from apidrift.reports._options import RenderOptions

def page_text(markdown: str, options: RenderOptions) -> str:
    """A page of Markdown as text: headings with a rule, paragraphs that hold the width, code as it stands."""
    page = Page(options.width, options.color)
    for block in read_prose(markdown):
        plain = "".join(f"`{text}`" if kind == "code" else text for text, kind in block.spans)
        match block.kind:
            case "title":
                page.put(plain, "bold")
                page.blank()
            case "heading":
                page.heading(plain, "")
            case "code":
                for line in plain.splitlines():
                    page.raw(page.paint("cyan", f"    {clean(line)}".rstrip()))
                page.blank()
            case "item":
                page.put(plain, indent=2, lead="- ")
            case _:
                page.put(plain)
                page.blank()
    return page.text()
