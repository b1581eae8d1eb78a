"""What a caller may choose about reading sources, and what is counted while reading."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from pathlib import Path

    from apidrift.sources._ahead import ReadHistory
    from apidrift.sources._cache import Cache
    from apidrift.sources._http import Http
    from apidrift.sources._pages import ParsedPage
    from apidrift.sources._pipconf import PipConfig


class Task(Protocol):
    """One transfer that a person is waiting for."""

    def advance(self, n: int) -> None:
        """So many more bytes have arrived."""

    def done(self) -> None:
        """The transfer ended, well or not."""


class Progress(Protocol):
    """Draws transfers; the command line implements it, the default draws nothing."""

    def start(self, label: str, total: int | None) -> Task:
        """A transfer begins; `total` in bytes, None when the server does not say."""


class _Silent:
    """A progress that draws nothing, and its task."""

    def start(self, label: str, total: int | None) -> _Silent:  # noqa: ARG002
        return self

    def advance(self, n: int) -> None:
        """Draw nothing."""

    def done(self) -> None:
        """Draw nothing."""


@dataclass(slots=True)
class Stats:
    """What reading has cost so far."""

    requests: int = 0
    """HTTP requests sent, retries included."""
    received: int = 0
    """Body bytes received."""
    notes: list[str] = field(default_factory=list)
    """What a person may want to know although nothing failed: no cache, a range-less server, a missing extra index."""

    def note(self, text: str) -> None:
        """Remember a note, once."""
        if text not in self.notes:
            self.notes.append(text)


@dataclass(slots=True)
class Session:
    """What calls with the same options share: the connection, the cache, parsed pages, the counters."""

    stats: Stats = field(default_factory=Stats)
    pip: PipConfig | None = None
    http: Http | None = None
    cache: Cache | None = None
    pages: dict[str, ParsedPage] = field(default_factory=dict)
    reads: dict[str, ReadHistory] = field(default_factory=dict)
    expected: dict[str, frozenset[str]] = field(default_factory=dict)
    """Files that a project's next release will be asked for, as far as somebody knows."""


@dataclass(frozen=True, slots=True)
class SourceOptions:
    """How refs are turned into trees. Immutable; `dataclasses.replace` keeps the shared connection.

    Index, proxy, certificates, timeout and trusted hosts default to pip's own configuration.
    """

    index_url: str = ""
    """Overrides pip's index (and its extra indexes and find-links)."""
    extra_index_urls: tuple[str, ...] = ()
    offline: bool = False
    """Only what is on disk: the cache (of any age), local files."""
    cache_dir: Path | None = None
    """Where to keep what was read; None: `APIDRIFT_CACHE_DIR`, else the platform's user cache folder."""
    refresh: bool = False
    """Ask the index again, whatever the cache or the snapshots at hand know."""
    pre: bool = False
    """Pre-releases count as releases."""
    timeout_s: float = 0.0
    """Seconds to wait for a connection or for more bytes; 0: pip's setting, else 15."""
    progress: Progress = field(default=_Silent(), compare=False)
    python: str = "3.11"
    """Which wheel to prefer where there is one per Python version."""
    session: Session = field(default_factory=Session, compare=False, repr=False)

    @property
    def stats(self) -> Stats:
        """What all calls with these options have cost so far."""
        return self.session.stats

    def close(self) -> None:
        """Close the connection that was kept alive; whoever reads on opens another."""
        http, self.session.http = self.session.http, None
        if http is not None:
            http.close()
