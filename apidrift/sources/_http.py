"""HTTP: one kept-alive client, one retry, byte ranges, and every failure as one line."""

from __future__ import annotations

import contextlib
import os
import re
import ssl
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import httpx2
from unearth.auth import MultiDomainBasicAuth
from unearth.fetchers import PyPIClient

from apidrift.errors import SourceError
from apidrift.sources._net import NoRangesError, NotFoundError, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from apidrift.sources._options import Stats
    from apidrift.sources._pipconf import PipConfig

_T = TypeVar("_T")
_PAUSE_S = 0.4
_CHUNK = 1 << 16
_OK = 200
_PARTIAL = 206
_SERVER_ERROR = 500
_CONTENT_RANGE = re.compile(r"bytes (\d+)-(\d+)/(\d+)\Z")
_MISSING = frozenset({404, 410})
_AUTH = frozenset({401, 403, 407})


class _TryAgainError(Exception):
    """A failure that may pass: the connection dropped or the server stumbled."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A whole response."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    url: str


class Http:
    """The client all reads of one run share.

    Args:
        config: pip's configuration.
        timeout_s: seconds to wait for a connection or for more bytes.
        stats: where requests and bytes are counted.
    """

    def __init__(self, config: PipConfig, timeout_s: float, stats: Stats) -> None:
        self._stats = stats
        self._auth = MultiDomainBasicAuth(prompting=False, index_urls=[])
        self._client = _client(config, timeout_s)
        self._client.auth = self._auth

    def add_index(self, url: str) -> None:
        """Use an index's credentials for the files it lists, too."""
        if url not in self._auth.index_urls:
            self._auth.index_urls.append(url)

    def get(self, url: str, headers: Mapping[str, str]) -> Answer:
        """A page, whole.

        Raises:
            NotFoundError: there is no such page.
            SourceError: it cannot be had.
        """

        def once() -> Answer:
            with self._stream(url, headers) as response:
                body = b"".join(self._chunks(response))
                return Answer(response.status_code, response.headers, body, str(response.url))

        return self._retrying(url, once)

    def range(self, url: str, start: int, end: int | None, advance: Callable[[int], None]) -> tuple[int, int, bytes]:
        """One stretch of a file.

        Args:
            url: the file.
            start: the first byte; negative: so many of the last bytes.
            end: one past the last byte; None: to the end.
            advance: told of every piece that arrives.

        Returns:
            Where the stretch starts, how long the whole file is, and the bytes.

        Raises:
            NoRangesError: the server sends the whole file instead.
            SourceError: it cannot be had.
        """
        asked = f"bytes={start}" if start < 0 else f"bytes={start}-{'' if end is None else end - 1}"

        def once() -> tuple[int, int, bytes]:
            with self._stream(url, {"Range": asked}) as response:
                first, last, size = _content_range(response)
                if start >= 0 and (first != start or last >= (size if end is None else end)):
                    raise NoRangesError(f"asked for {asked}, got {first}-{last}")
                body = b"".join(self._chunks(response, advance, last + 1 - first))
                if len(body) != last + 1 - first:
                    raise _TryAgainError("the connection ended early")
                return first, size, body

        return self._retrying(url, once)

    @contextlib.contextmanager
    def download(self, url: str) -> Iterator[tuple[int | None, Iterator[bytes]]]:
        """A whole file as a stream: its size where the server says so, and its pieces.

        Raises:
            NotFoundError: there is no such file.
            SourceError: it cannot be had; a drop in mid-stream is an error too.
        """
        with _told(url), contextlib.ExitStack() as stack:
            response = self._retrying(url, lambda: stack.enter_context(self._stream(url, {})))
            length = response.headers.get("Content-Length", "")
            yield int(length) if length.isdecimal() else None, self._chunks(response)

    def close(self) -> None:
        """Close the connection."""
        self._client.close()

    def _retrying(self, url: str, once: Callable[[], _T]) -> _T:
        passing = (_TryAgainError, httpx2.TransportError)
        with _told(url):
            try:
                return once()
            except passing as error:
                if isinstance(error, httpx2.UnsupportedProtocol | httpx2.ProxyError):
                    raise
                time.sleep(_PAUSE_S)
                return once()

    @contextlib.contextmanager
    def _stream(self, url: str, headers: Mapping[str, str]) -> Iterator[httpx2.Response]:
        self._stats.requests += 1
        wanted = {"Accept-Encoding": "identity", **headers}
        with self._client.stream("GET", url, headers=wanted, follow_redirects=True) as response:
            status = response.status_code
            if status in _MISSING:
                raise NotFoundError(url)
            if status >= _SERVER_ERROR:
                raise _TryAgainError(f"the server answers {status} {response.reason_phrase}")
            if status not in {_OK, _PARTIAL, 304}:
                hint = "check the index's credentials" if status in _AUTH else ""
                raise SourceError(f"{shown(url)}: the server answers {status} {response.reason_phrase}", hint=hint)
            yield response

    def _chunks(
        self, response: httpx2.Response, advance: Callable[[int], None] | None = None, limit: int | None = None
    ) -> Iterator[bytes]:
        total = 0
        for chunk in response.iter_bytes(_CHUNK):
            total += len(chunk)
            self._stats.received += len(chunk)
            if limit is not None and total > limit:
                raise NoRangesError("the answer is longer than it says")
            if advance is not None:
                advance(len(chunk))
            yield chunk


def _content_range(response: httpx2.Response) -> tuple[int, int, int]:
    """First byte, last byte and the file's size. Leaving by an error closes the stream before its body is read."""
    match = _CONTENT_RANGE.match(response.headers.get("Content-Range", ""))
    if response.status_code != _PARTIAL or match is None:
        raise NoRangesError(f"status {response.status_code}")
    return int(match[1]), int(match[2]), int(match[3])


@contextlib.contextmanager
def _told(url: str) -> Iterator[None]:
    """Tell failures of the network as one line."""
    try:
        yield
    except _TryAgainError as error:
        raise SourceError(f"{shown(url)}: {error}", hint="twice; try again later") from error
    except httpx2.TimeoutException as error:
        raise SourceError(
            f"{shown(url)}: no answer in time", hint="see pip's timeout setting, or use --offline"
        ) from error
    except (httpx2.HTTPError, httpx2.InvalidURL, ValueError) as error:
        reason = str(error) or type(error).__name__
        hint = "is there a network? --offline uses the cache; snapshots and local files need none"
        raise SourceError(f"cannot reach {shown(url)}: {reason}", hint=hint) from error


def _client(config: PipConfig, timeout_s: float) -> httpx2.Client:
    try:
        return PyPIClient(
            verify=_verify(config),
            proxy=config.proxy or None,
            trusted_hosts=config.trusted_hosts,
            timeout=timeout_s,
            headers={"User-Agent": "apidrift"},
        )
    except (OSError, ValueError) as error:
        raise SourceError(f"pip's configured proxy or certificate cannot be used: {error}") from error


def _verify(config: PipConfig) -> ssl.SSLContext:
    """Trust what pip trusts: its own setting, then what `requests` reads, then the system."""
    bundle = config.cert or os.environ.get("REQUESTS_CA_BUNDLE") or os.environ.get("CURL_CA_BUNDLE")
    if not bundle:
        context = httpx2.create_ssl_context()
    elif Path(bundle).is_dir():
        context = ssl.create_default_context(capath=bundle)
    else:
        context = ssl.create_default_context(cafile=bundle)
    if config.client_cert:
        context.load_cert_chain(config.client_cert)
    return context
