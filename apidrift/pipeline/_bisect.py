"""Since which release, by bisection over the index: for breaks whose history the versions at hand do not tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from apidrift.errors import SourceError
from apidrift.model.describe import describe_use
from apidrift.model.finding import Status, Verdict
from apidrift.pipeline._timeline import is_version, judged
from apidrift.sources import versions

if TYPE_CHECKING:
    from apidrift.model.contract import Contract
    from apidrift.model.finding import Finding, Outcome
    from apidrift.model.report import Report
    from apidrift.pipeline._session import Session


def bisected(session: Session, report: Report) -> Report:
    """The report with the first failing release of every break, found among all releases of the index.

    Between the release asked about and the nearest older one on which a use works, the step at which it began to fail
    is looked for by halves. A use that fails on every release has no such step.

    Raises:
        SourceError: the index cannot be asked for its releases.
    """
    if not is_version(report.provider.new):
        return report
    released = versions(session.distribution, session.options)
    if report.provider.new not in released:
        return report
    search = _Search(session, session.contract(), released[: released.index(report.provider.new) + 1])
    found = tuple(search.dated(finding) for finding in report.findings)
    lost = [f"“since” was not found by bisection: {search.problem}"] if search.problem else []
    return msgspec.structs.replace(report, findings=found, notes=(*report.notes, *lost))


class _Search:
    def __init__(self, session: Session, contract: Contract, released: tuple[str, ...]) -> None:
        self.session = session
        self.contract = contract
        self.released = released
        self.seen: dict[str, tuple[Outcome, ...]] = {}
        self.numbers = {(u.place.path, u.place.line, describe_use(u)): n for n, u in enumerate(contract.uses)}
        self.problem = ""
        """Why a release could not be looked at."""

    def dated(self, finding: Finding) -> Finding:
        """The finding with its first failing release."""
        number = self.numbers.get((finding.path, finding.line, finding.use))
        if finding.verdict is not Verdict.BREAKS or finding.status is Status.FIXED or number is None:
            return finding
        try:
            since = self._first(number)
        except SourceError as error:
            self.problem = str(error)
            return finding
        return msgspec.structs.replace(finding, since=since) if since else finding

    def _first(self, number: int) -> str | None:
        """The first release from which the use fails; None where it works on none, as far as that can be told."""
        bad = len(self.released) - 1
        step = 1
        good = bad - step
        while good >= 0 and self._fails(good, number):
            bad, step = good, step * 2
            good = max(bad - step, 0) if bad else -1
        if good < 0:
            return None
        while bad - good > 1:
            middle = (good + bad) // 2
            good, bad = (good, middle) if self._fails(middle, number) else (middle, bad)
        return self.released[bad]

    def _fails(self, position: int, number: int) -> bool:
        version = self.released[position]
        if version not in self.seen:
            self.seen[version] = judged(self.session, self.contract, self.session.sides.release(version).surface)
        verdict = self.seen[version][number].verdict
        if verdict is Verdict.UNKNOWN:
            raise SourceError(f"{version}: {self.seen[version][number].reason}")
        return verdict is Verdict.BREAKS
