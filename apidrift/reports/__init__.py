"""Reports: a value in, text out. Renderers know how things read; they compute no verdict.

`render` turns a `Report`, a `Matrix` or a `Contract` into text in any of `FORMATS`; `render_index` and
`render_history` make the pages around several of them. The same value and options give the same bytes: no clock, no
host, no absolute path. Importing this package loads no renderer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from apidrift.reports._formats import FORMATS, Format, Renderable, render
from apidrift.reports._options import RenderOptions
from apidrift.reports._schema import json_schema
from apidrift.reports._several import render_several
from apidrift.reports._text_rule import page_text

__all__ = [
    "FORMATS",
    "Format",
    "IndexEntry",
    "Proof",
    "Proven",
    "RenderOptions",
    "Renderable",
    "Run",
    "index_entry",
    "json_schema",
    "page_text",
    "render",
    "render_diagnosis",
    "render_history",
    "render_index",
    "render_runs",
    "render_several",
]

if TYPE_CHECKING:
    from apidrift.model.diagnosis import Diagnosis
    from apidrift.reports._html_index import IndexEntry, Run, index_entry, render_history, render_index
    from apidrift.reports._html_runs import Proof, Proven, render_runs

_PAGES = frozenset({"IndexEntry", "Run", "index_entry", "render_history", "render_index"})
_RUNS = frozenset({"Proof", "Proven", "render_runs"})


def render_diagnosis(told: Diagnosis, format_name: str, options: RenderOptions) -> str:
    """A diagnosis as text or JSON, ending in a newline."""
    if format_name == "json":
        import msgspec  # noqa: PLC0415 -- start-up time

        return msgspec.json.format(msgspec.json.encode(told), indent=2).decode() + "\n"
    from apidrift.reports._text_diagnosis import diagnosis_text  # noqa: PLC0415 -- start-up time

    return diagnosis_text(told, options)


def __getattr__(name: str) -> Any:
    """Load what makes pages around reports when it is first asked for (PEP 562)."""
    if name in _PAGES:
        from apidrift.reports import _html_index  # noqa: PLC0415 -- start-up time

        return getattr(_html_index, name)
    if name in _RUNS:
        from apidrift.reports import _html_runs  # noqa: PLC0415 -- the same

        return getattr(_html_runs, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
