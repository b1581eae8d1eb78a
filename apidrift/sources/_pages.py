"""Pages of a simple index, JSON (PEP 691) and HTML (PEP 503), read into the same few facts."""

from __future__ import annotations

import os
import posixpath
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

import msgspec

from apidrift.errors import SourceError
from apidrift.sources._net import shown

_JSON = "application/vnd.pypi.simple.v1+json"
_SHA256 = re.compile(r"[0-9a-f]{64}\Z")


@dataclass(frozen=True, slots=True)
class IndexFile:
    """One file of a project."""

    name: str
    url: str
    """Without fragment."""
    sha256: str = ""
    """Lower-case hex; empty: the index does not say."""
    size: int = 0
    """Bytes; 0: the index does not say."""
    yanked: bool = False
    requires_python: str = ""


@dataclass(frozen=True, slots=True)
class ParsedPage:
    """What a session remembers of a page."""

    files: tuple[IndexFile, ...]
    stale: bool
    """It came from the cache and is old: good for files known to it, not for what is newest."""


class _JsonFile(msgspec.Struct, frozen=True, rename="kebab"):
    filename: str
    url: str
    hashes: dict[str, str] = {}
    size: int | None = 0
    yanked: bool | str | None = False
    requires_python: str | None = ""


class _JsonPage(msgspec.Struct, frozen=True):
    files: list[_JsonFile]


def parse_page(url: str, content_type: str, body: bytes) -> tuple[IndexFile, ...]:
    """The files a page lists, in its order.

    Raises:
        SourceError: the page is neither JSON nor HTML of a simple index.
    """
    kind = content_type.partition(";")[0].strip().lower()
    is_json = kind == _JSON or (kind == "application/json" and body[:1] == b"{")
    if (
        not is_json
        and kind
        and kind not in {"text/html", "application/vnd.pypi.simple.v1+html", "application/xhtml+xml"}
    ):
        raise SourceError(f"{shown(url)} is no index page: its type is {kind}", hint="check the index's URL")
    try:
        return _json(url, body) if is_json else _html(url, body)
    except ValueError as error:  # not JSON, or a link that is no URL
        raise SourceError(f"{shown(url)}: the index page is damaged: {error}") from error


def _json(url: str, body: bytes) -> tuple[IndexFile, ...]:
    page = msgspec.json.decode(body, type=_JsonPage)
    return tuple(
        IndexFile(
            name=posixpath.basename(file.filename),
            url=_absolute(url, file.url),
            sha256=_sha256(file.hashes.get("sha256", "")),
            size=file.size or 0,
            yanked=bool(file.yanked),
            requires_python=file.requires_python or "",
        )
        for file in page.files
    )


def _absolute(page: str, link: str) -> str:
    """A link without its fragment. Most links are whole already, and big projects have thousands."""
    whole = link if link.startswith(("https://", "http://")) and ".." not in link else urljoin(page, link)
    return whole.partition("#")[0]


def _html(url: str, body: bytes) -> tuple[IndexFile, ...]:
    from html.parser import HTMLParser  # noqa: PLC0415 -- start-up time

    found: list[IndexFile] = []
    base = url

    class Anchors(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            nonlocal base
            given = dict(attrs)
            href = given.get("href")
            if tag == "base" and href:
                base = urljoin(url, href)
            elif tag == "a" and href:
                found.append(_anchor(urljoin(base, href), given))

    Anchors().feed(body.decode("utf-8", "replace"))
    return tuple(file for file in found if file.name)


def _anchor(href: str, given: dict[str, str | None]) -> IndexFile:
    target, fragment = urldefrag(href)
    return IndexFile(
        name=posixpath.basename(unquote(urlsplit(target).path)),
        url=target,
        sha256=_sha256(fragment.removeprefix("sha256=")) if fragment.startswith("sha256=") else "",
        yanked="data-yanked" in given,  # PEP 592: the attribute alone says it, its value is the reason
        requires_python=given.get("data-requires-python") or "",
    )


def _sha256(text: str) -> str:
    text = text.lower()
    return text if _SHA256.match(text) else ""


def file_path(url: str) -> Path:
    """The path that a `file:` URL means."""
    path = urlsplit(url).path
    if os.name != "nt":
        return Path(unquote(path))
    from urllib.request import url2pathname  # noqa: PLC0415 -- loads an HTTP client of its own

    return Path(url2pathname(path))
