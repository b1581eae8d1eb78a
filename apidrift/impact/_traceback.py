"""Tracebacks as they are pasted (plain, chained, out of worker processes and logs), held against findings."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from apidrift.model.diagnosis import Recognised
from apidrift.model.finding import Status, Verdict
from apidrift.model.value import Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from apidrift.model.contract import Contract
    from apidrift.model.finding import Finding

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_PREFIX = re.compile(
    r"\A(?:\s*\([A-Za-z_][\w ]*pid=\d+\)|\s*\[?(?:rank|Rank)\s*\d+\]?:|\s*(?:ERROR|WARNING|INFO|CRITICAL|DEBUG)\b"
    r"(?:\s+[\d-]{5,10}[ T][\d:.,]+)?(?:\s+\[[^\]]*\])?|\s*[\d-]{8,10}[ T][\d:.,]+(?:\s*[|-])?)"
)
"""What loggers and launchers put before a line: `(EngineCore_DP0 pid=71)`, `ERROR 12-01 10:00:00 [core.py:700]`."""
_FRAME = re.compile(r'\s*File "([^"]+)", line (\d+)(?:, in (.+))?')
_RAISED = re.compile(
    r"([A-Za-z_][\w.]*(?:Error|Exception|Exit|Interrupt|Warning|Iteration)|AssertionError)(?::\s?(.*))?\Z"
)
_NEAR = 3
"""Lines that a place may be off: a call spans several."""
_SURE = 3
_HEAVY = 3
"""The weight of a risk that may be as bad as a break."""


class Raised(Value, frozen=True):
    """One exception of a traceback, with the frames it went through."""

    exception: str
    message: str
    frames: tuple[tuple[str, int], ...]


def read_traceback(text: str) -> tuple[Raised, ...]:
    """Every exception in a text, in the order of the text: of a chain, the cause comes first."""
    found: list[Raised] = []
    frames: list[tuple[str, int]] = []
    message: list[str] | None = None
    kind = ""
    for line in map(_bare, text.splitlines()):
        frame = _FRAME.match(line)
        raised = None if frame else _RAISED.match(line.strip())
        if (frame or raised or line.startswith("Traceback")) and message is not None:
            found.append(Raised(kind, "\n".join(message).strip(), tuple(frames)))
            message, frames = None, []
        if frame:
            frames.append((frame[1], int(frame[2])))
        elif raised and (frames or not found):
            kind, message = raised[1].rpartition(".")[2], [raised[2] or ""]
        elif message is not None:
            if not line.strip():
                found.append(Raised(kind, "\n".join(message).strip(), tuple(frames)))
                message, frames = None, []
            else:
                message.append(line)
    if message is not None:
        found.append(Raised(kind, "\n".join(message).strip(), tuple(frames)))
    return tuple(found)


def _bare(line: str) -> str:
    """A line without colours and without what loggers put before it."""
    line = _COLOUR.sub("", line)
    while match := _PREFIX.match(line):
        if not match[0].strip():
            break
        line = line[match.end() :]
        line = line.removeprefix(" ")
    return line


def recognise(text: str, contract: Contract, findings: Sequence[Finding]) -> Recognised | None:
    """Say which finding a traceback is, and what comes after it; None where the text is no traceback."""
    raised = read_traceback(text)
    if not raised:
        return None
    layers = sorted(
        (each for each in findings if each.verdict is Verdict.BREAKS and each.status is not Status.FIXED), key=_met
    )
    risks = [each for each in findings if each.verdict is Verdict.RISK]
    ends = {(use.place.path, use.place.line): use.place.end_line for use in contract.uses}
    best, score = None, 0
    for each in raised:
        for finding in (*layers, *risks):
            found = _score(each, finding, ends.get((finding.path, finding.line), finding.line))
            if found > score:
                best, score, cause = finding, found, each
    if best is None or score < _SURE:
        first = raised[0]
        return Recognised(first.exception, first.message, None, 0, len(layers), tuple(layers))
    layer = layers.index(best) + 1 if best in layers else 0
    heavy = [each for each in risks if each.weight >= _HEAVY]
    after = [each for each in sorted((*layers, *heavy), key=_met) if each is not best and _met(each) >= _met(best)]
    return Recognised(cause.exception, cause.message, best, layer, len(layers), tuple(after))


def _met(finding: Finding) -> tuple[bool, int]:
    return finding.order == 0, finding.order


def _score(raised: Raised, finding: Finding, end: int) -> int:
    """How well an exception fits a finding: its place, its type and its text."""
    placed = _at(raised.frames, finding.path, finding.line, end)
    same = bool(finding.exception) and raised.exception == finding.exception
    text = _first(finding.message)
    said = bool(text) and text in raised.message
    if finding.verdict is Verdict.RISK:
        # A risk raises nothing by itself: the place alone can tell, and only where nothing else does.
        return _SURE if placed and not said else 0
    return 3 * placed + same + 3 * said if placed or said else 0


def _first(message: str) -> str:
    """The part of a predicted message that no value is in."""
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    head = " ".join(lines[:1])
    return head.partition("…")[0].strip()


def _at(frames: Iterable[tuple[str, int]], path: str, line: int, end: int) -> bool:
    last = max(end, line)
    return any(
        file.replace("\\", "/").endswith("/" + path) and line - _NEAR <= number <= last + _NEAR
        for file, number in frames
    )
