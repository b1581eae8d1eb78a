"""Reports: a value in, text out. Renderers know how things read; they compute no verdict.

`render` turns a `Report`, a `Matrix` or a `Contract` into text in any of `FORMATS`; `render_index` and
`render_history` make the pages around several of them. The same value and options give the same bytes: no clock, no
host, no absolute path. Importing this package loads no renderer.
"""

from __future__ import annotations

from apidrift.reports._formats import FORMATS, Format, Renderable, render
from apidrift.reports._html_index import IndexEntry, Run, index_entry, render_history, render_index
from apidrift.reports._options import RenderOptions
from apidrift.reports._schema import json_schema

__all__ = [
    "FORMATS",
    "Format",
    "IndexEntry",
    "RenderOptions",
    "Renderable",
    "Run",
    "index_entry",
    "json_schema",
    "render",
    "render_history",
    "render_index",
]
