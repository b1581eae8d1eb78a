"""The simple index (PEP 503, 592, 691): which files a project has, wherever pip would look for them."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from apidrift.errors import SourceError
from apidrift.sources._cache import cache_of
from apidrift.sources._choose import file_version
from apidrift.sources._net import NotFoundError, http_of, pip_of, shown
from apidrift.sources._pages import IndexFile, ParsedPage, file_path, parse_page

if TYPE_CHECKING:
    from apidrift.sources._options import SourceOptions

_FRESH_S = 600.0
"""Seconds for which a page is not asked for again."""
_NOT_MODIFIED = 304
_ACCEPT = "application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html;q=0.2, text/html;q=0.1"


class _Page(msgspec.Struct, frozen=True):
    """An index page as the cache keeps it."""

    url: str
    content_type: str
    body: bytes
    fetched: float
    """Seconds since 1970."""
    etag: str = ""
    modified: str = ""


@dataclass(frozen=True, slots=True)
class _Places:
    """Where to look."""

    indexes: tuple[str, ...]
    """Empty string: the index client's default."""
    links: tuple[str, ...] = ()


def _places(options: SourceOptions) -> _Places:
    if options.index_url:
        return _Places((options.index_url, *options.extra_index_urls))
    config = pip_of(options)
    indexes = () if config.no_index else (config.index_url, *config.extra_index_urls)
    return _Places((*indexes, *options.extra_index_urls), config.find_links)


def project_files(project: str, options: SourceOptions, *, any_age: bool = False) -> tuple[IndexFile, ...]:
    """Every file of a project, the same file name once, the first index first.

    Args:
        project: the normalised name.
        options: where and how to look.
        any_age: a page from the cache is good enough however old (files never change, they are only added).

    Raises:
        SourceError: the index cannot be reached, or does not know the project.
    """
    places = _places(options)
    found: dict[str, IndexFile] = {}
    for number, index in enumerate(places.indexes):
        try:
            files = _index_files(index, project, options, any_age=any_age)
        except SourceError as error:
            if number == 0:
                raise
            options.stats.note(f"an extra index was left out: {error}")
            continue
        for file in files:
            found.setdefault(file.name, file)
    for link in places.links:
        for file in _linked_files(link, options):
            if file_version(file.name, project) is not None:  # such a place holds files of many projects
                found.setdefault(file.name, file)
    if not found:
        raise SourceError(
            f"no project called {project} on the index",
            hint="is the distribution's name, not the import name, spelt right? --index-url names another index",
        )
    return tuple(found.values())


def _index_files(index: str, project: str, options: SourceOptions, *, any_age: bool) -> tuple[IndexFile, ...]:
    if index.startswith("file:") or (index and "://" not in index):
        return _local_page(_local_path(index) / project / "index.html")
    key = f"{index or 'default'}/{project}"
    pages = options.session.pages
    if key not in pages or (pages[key].stale and not any_age):
        kept = _kept(cache_of(options).get("page", _key(key)))
        usable = kept and not options.refresh and (any_age or options.offline or _fresh(kept))
        page = kept if usable else _asked(index, project, options, key, kept)
        files = parse_page(page.url, page.content_type, page.body) if page else ()
        pages[key] = ParsedPage(files, stale=page is not None and not _fresh(page) and not options.offline)
    return pages[key].files


def _fresh(page: _Page) -> bool:
    return time.time() - page.fetched < _FRESH_S


def _asked(index: str, project: str, options: SourceOptions, key: str, kept: _Page | None) -> _Page | None:
    """The page as the index has it now; None where the index knows no such project."""
    index = index or default_index()
    headers = {"Accept": _ACCEPT}
    if kept and kept.etag:
        headers["If-None-Match"] = kept.etag
    elif kept and kept.modified:
        headers["If-Modified-Since"] = kept.modified
    try:
        answer = http_of(options, f"the list of {project}'s releases", index).get(
            f"{index.rstrip('/')}/{project}/", headers
        )
    except NotFoundError:
        return None
    if answer.status == _NOT_MODIFIED and kept:
        page = msgspec.structs.replace(kept, fetched=time.time())
    else:
        get = answer.headers.get
        kind = get("Content-Type", "")
        page = _Page(answer.url, kind, answer.body, time.time(), get("ETag", ""), get("Last-Modified", ""))
    cache_of(options).put("page", _key(key), msgspec.msgpack.encode(page))
    return page


def _key(text: str) -> str:
    """One path segment per page, whatever the URL holds (never credentials in a file name: it is hashed)."""
    return text.replace("/", "|")


def _kept(data: bytes | None) -> _Page | None:
    try:
        return msgspec.msgpack.decode(data, type=_Page) if data else None
    except msgspec.DecodeError:
        return None


def default_index() -> str:
    """The index that the index client takes when none is configured."""
    from unearth import PackageFinder  # noqa: PLC0415 -- loaded only where the index is really asked

    return PackageFinder().sources[0]["url"]


def _linked_files(link: str, options: SourceOptions) -> tuple[IndexFile, ...]:
    """The files of a find-links place: a folder of archives, or a page of links."""
    if "://" in link and not link.startswith("file:"):
        try:
            answer = http_of(options, shown(link)).get(link, {"Accept": _ACCEPT})
        except (NotFoundError, SourceError) as error:
            options.stats.note(f"find-links {shown(link)} was left out: {error}")
            return ()
        return parse_page(answer.url, answer.headers.get("Content-Type", ""), answer.body)
    path = _local_path(link)
    if path.is_dir():
        return tuple(
            IndexFile(name=one.name, url=one.absolute().as_uri()) for one in sorted(path.iterdir()) if one.is_file()
        )
    return _local_page(path)


def _local_page(path: Path) -> tuple[IndexFile, ...]:
    """A page on disk; a missing one has no files."""
    try:
        body = path.read_bytes()
    except OSError:
        return ()
    return parse_page(path.absolute().as_uri(), "text/html", body)


def _local_path(text: str) -> Path:
    return file_path(text) if text.startswith("file:") else Path(text).expanduser()
