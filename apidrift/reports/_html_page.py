"""The frame of every page: templates, inlined style and script, and a policy that allows these and nothing else."""

from __future__ import annotations

import base64
import functools
import hashlib
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from apidrift.reports._terminal import clean

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

FOLDER = Path(__file__).parent / "templates"


def page(template: str, styles: tuple[str, ...], scripts: tuple[str, ...], **context: Any) -> str:
    """A page from a template; all values are escaped.

    Args:
        template: name of the template, without its suffix.
        styles: names of the style sheets, in order.
        scripts: names of the scripts, in order.
        context: what the template shows.
    """
    from markupsafe import Markup  # noqa: PLC0415 -- start-up time

    style, script = _joined(styles, ".css"), _joined(scripts, ".js")
    return (
        _environment()
        .get_template(f"{template}.html.jinja")
        .render(
            context,
            style=Markup(style),  # noqa: S704 -- our own files
            script=Markup(script),  # noqa: S704
            policy=_policy(style, script),
        )
    )


def _policy(style: str, script: str) -> str:
    """The content security policy: this very style and script by their hashes, no request to anywhere."""
    return (
        f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@functools.cache
def _joined(names: tuple[str, ...], suffix: str) -> str:
    return "\n" + "\n".join((FOLDER / f"{name}{suffix}").read_text("utf-8") for name in names)


@functools.cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # noqa: PLC0415 -- start-up time

    environment = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=_visible,
    )
    environment.filters["https"] = https
    environment.filters["breakable"] = breakable
    return environment


def _visible(value: Any) -> Any:
    """Characters that could reorder or hide text are shown as escapes; line breaks stay."""
    if type(value) is not str:
        return value
    return "\n".join(map(clean, value.split("\n")))


def https(link: str) -> str:
    """The link if it leads to a web page, else nothing: no other scheme may stand in an `href`."""
    return link if link.startswith("https://") else ""


def breakable(text: str) -> Markup:
    """The text, escaped, with places to break a line after the marks that join names."""
    from markupsafe import Markup, escape  # noqa: PLC0415 -- start-up time

    return Markup("<wbr>").join(escape(part) for part in _AFTER_MARK.split(_visible(text)))


_AFTER_MARK = re.compile(r"(?<=[/.(=])(?=\w)|(?<=[a-z0-9]_)(?=[a-z0-9])")
