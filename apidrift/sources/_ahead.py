"""Which stretches of a remote archive to read: few and long, and what will be wanted next along with them.

A request costs as much as some 50-100 kB. Whoever reads one module of a package reads its neighbours next, and whoever
reads a project's next release wants the files that were wanted of the last one.
"""

from __future__ import annotations

import bisect
import itertools
import weakref
from typing import TYPE_CHECKING

from apidrift.sources._cache import cache_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from apidrift.sources._blob import Blob, Span
    from apidrift.sources._cache import Cache
    from apidrift.sources._options import SourceOptions
    from apidrift.sources._zipdir import Member

NEAR = 64 << 10
"""A gap that is always cheaper to read than to skip, in bytes."""
FAR = 512 << 10
"""A gap that is never read to save a request, in bytes."""
REQUESTS = 9
"""How many requests a whole list of files may take as long as gaps up to `FAR` can be joined."""
SPARE = 2 << 20
"""Bytes that a plan may come to without a thought for gaps."""
_WINDOW = 256 << 10
"""Bytes to read to either side of a file asked for alone."""
_HINTED_WINDOW = 64 << 10
"""The same, once the files that were to be expected are at hand: little more is missing."""
_MOST = 512 << 10
"""The most it grows to when that turns out wrong."""
_LIST = 64
"""A list of more files than this is a plan; a shorter one is a guess, read as its files are really asked for."""
_FEW = 8
"""Files that must have been read before it is worth remembering which."""
_SMALL = 256 << 10
"""Packed bytes of a source file that may be read ahead."""


class ReadHistory:
    """The files of a project that were read of the release before: of this session, else of the last run."""

    def __init__(self, project: str, options: SourceOptions) -> None:
        earlier = options.session.reads.get(project)
        cache = cache_of(options)
        kept = frozenset((cache.get("hint", project) or b"").decode("utf-8", "replace").split("\n")) - {""}
        self.known = earlier.best() if earlier else kept or options.session.expected.get(project, frozenset())
        """Paths likely to be wanted."""
        self.read: set[str] = set()
        """Paths read so far."""
        options.session.reads[project] = self
        weakref.finalize(self, _remember, cache, project, kept, self.known, self.read)

    def best(self) -> frozenset[str]:
        """What to expect of the next release."""
        return _best(self.known, self.read)


def _best(known: frozenset[str], read: set[str]) -> frozenset[str]:
    """What was read; a reader of a few files does not make the others forgotten."""
    return frozenset(read) if len(read) * 2 >= len(known) else known | read


def _remember(cache: Cache, project: str, kept: frozenset[str], known: frozenset[str], read: set[str]) -> None:
    best = _best(known, read)
    if len(read) >= _FEW and best != kept:
        cache.put("hint", project, "\n".join(sorted(best)).encode())


def expect_reads(options: SourceOptions, project: str, paths: Iterable[str]) -> None:
    """Say which files of a project will be read, so that a remote wheel is read in few stretches.

    Counts only where nothing is known of an earlier read; naming too many or too few costs bytes or requests, nothing
    else.
    """
    options.session.expected[project] = frozenset(paths)


def files_read(options: SourceOptions, project: str) -> tuple[str, ...]:
    """The files of a project's last opened remote release that were read, sorted; empty where there is none."""
    history = options.session.reads.get(project)
    return tuple(sorted(history.read)) if history else ()


class Foresight:
    """Turns wishes for members into requests for stretches.

    Args:
        blob: what is read.
        members: the archive's members by path.
        history: what was read of the project before; None: unknown.
    """

    def __init__(self, blob: Blob, members: dict[str, Member], history: ReadHistory | None) -> None:
        self._blob = blob
        self._members = members
        self._history = history
        self._expected = history.known if history else frozenset()
        self._sources = sorted(
            (one.start, one.end) for path, one in members.items() if path.endswith(".py") and one.packed <= _SMALL
        )
        self._asked = 0
        self._planned: int | None = None
        """Requests made when the last plan had been carried out."""

    def note(self, path: str) -> None:
        """A file was really read."""
        if self._history is not None:
            self._history.read.add(path)

    def plan(self, members: Sequence[Member]) -> None:
        """These members will be read. A short list waits until one of them is."""
        if len(members) > _LIST:
            self._all(members)

    def exactly(self, members: Iterable[Member]) -> None:
        """These members are read now, and nothing beside them is likely to be."""
        self._request(plan_runs(self._missing(members), REQUESTS))

    def one(self, member: Member) -> None:
        """This member is read now."""
        if not self._missing([member]):
            return
        if self._expected:
            self._all([member])
        if self._missing([member]):
            self._request([self._around(member)])

    def _all(self, members: Iterable[Member]) -> None:
        expected = [self._members[path] for path in self._expected if path in self._members]
        self._expected = frozenset()
        missing = self._missing([*members, *expected])
        self._request(plan_runs(missing, max(1, REQUESTS - self._asked), SPARE))
        self._planned = self._asked

    def _missing(self, members: Iterable[Member]) -> list[Span]:
        return [span for one in members if not self._blob.has(span := (one.start, one.end))]

    def _around(self, member: Member) -> Span:
        """The member with the sources around it that are not at hand, as far as the window reaches."""
        window = self._window()
        start, end = member.start, member.end
        at = bisect.bisect_left(self._sources, (start, end))
        for low, high in reversed(self._sources[:at]):
            if low < member.start - window or start - high > NEAR or self._blob.has((low, high)):
                break
            start = low
        for low, high in self._sources[at:]:
            if high > member.end + window or low - end > NEAR or (low >= end and self._blob.has((low, high))):
                break
            end = max(end, high)
        return start, end

    def _window(self) -> int:
        """Small after a good plan, larger with every request that it did not foresee."""
        if self._planned is None:
            return _WINDOW if self._asked < REQUESTS else _MOST
        return min(_MOST, _HINTED_WINDOW << (self._asked - self._planned))

    def _request(self, runs: Sequence[Span]) -> None:
        if runs:
            self._asked += len(runs)
            self._blob.fetch(runs)


def plan_runs(spans: Iterable[Span], allowed: int, spare: int = 0) -> list[Span]:
    """Join spans into runs, each to be read by one request.

    Gaps up to `NEAR` are always joined; then the smallest up to `FAR`, until there are at most `allowed` runs,
    and beyond that while the runs have no more than `spare` bytes together: what lies in a gap is often wanted too.
    """
    runs = _joined(sorted(spans), NEAR)
    total = sum(end - start for start, end in runs)
    limit = NEAR
    gaps = sorted(after[0] - before[1] for before, after in itertools.pairwise(runs))
    for number, gap in enumerate(gaps):
        total += gap
        if gap > FAR or (len(runs) - number <= allowed and total > spare):
            break
        limit = gap
    return _joined(runs, limit)


def _joined(spans: Sequence[Span], limit: int) -> list[Span]:
    runs: list[Span] = []
    for start, end in spans:
        if runs and start - runs[-1][1] <= limit:
            runs[-1] = (runs[-1][0], max(end, runs[-1][1]))
        else:
            runs.append((start, end))
    return runs
