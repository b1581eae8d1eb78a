"""`check --confirm`: every use tried in an environment that has the version, beside what the sources predicted."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec

from apidrift.errors import UsageError
from apidrift.model.contract import Import, Named
from apidrift.model.describe import describe_use
from apidrift.model.finding import Confidence, Verdict
from apidrift.model.trial import Confirmation, Contradiction, Trial
from apidrift.pipeline._installed import open_runtime
from apidrift.pipeline._timeline import judged
from apidrift.sources import EnvRef, parse_ref

if TYPE_CHECKING:
    from apidrift.model.contract import Contract, Use
    from apidrift.model.finding import Finding, Outcome
    from apidrift.model.report import Report
    from apidrift.pipeline._session import Session
    from apidrift.surfaces._runtime import RuntimeSurface

_PLACE = re.compile(r" \((?:/|[A-Za-z]:|unknown location|consider)[^()]*\)\Z")
"""Where a module lies, at the end of an ImportError: that differs from machine to machine."""


def check_confirmed(session: Session, ref: str, environment: str) -> Report:
    """Check one version, and try every use in an environment that has it.

    A break that the interpreter shows with the same exception is *confirmed*. One that it does not show is withdrawn,
    and told as a fault of apidrift; so is a failure that the sources did not tell.

    Args:
        session: names provider and consumer.
        ref: the version; empty for the one that the environment has.
        environment: `env:…`.

    Raises:
        UsageError: the environment is none, or has another version.
        SourceError: it has no such package.
    """
    parsed = parse_ref(environment, session.distribution)
    if not isinstance(parsed, EnvRef):
        raise UsageError(f"{environment} is no environment", hint="--confirm env:PYTHON")
    contract = session.contract()
    report = session.check(ref or environment)
    with open_runtime(session, parsed) as runtime:
        has = runtime.release.version
        if ref and session.side(ref).version not in {has, ""} and not _same(session.side(ref).version, has):
            raise UsageError(f"{parsed.path} has {session.provider} {has}, not {session.side(ref).version}")
        outcomes = judged(session, contract, session.side(ref or environment).surface)
        court = _Court(contract, outcomes, runtime)
        court.hear()
    return court.applied(report, str(parsed.path))


def _same(asked: str, has: str) -> bool:
    """Whether a release was only built again (`0.12.0.post2` of `0.12.0`)."""
    return has.partition(".post")[0] == asked.partition(".post")[0]


@dataclass
class _Court:
    """Hears the interpreter on every use."""

    contract: Contract
    outcomes: tuple[Outcome, ...]
    runtime: RuntimeSurface
    trials: dict[int, Trial] = field(default_factory=dict)

    def hear(self) -> None:
        """Try what the sources are certain of."""
        for number, (use, outcome) in enumerate(zip(self.contract.uses, self.outcomes, strict=True)):
            certain = outcome.verdict is Verdict.BREAKS or (outcome.verdict is Verdict.OK and not outcome.reason)
            if certain and not outcome.blocked:
                kin = outcome.kinship is not None and outcome.verdict is Verdict.BREAKS
                self.trials[number] = self._of_kin(outcome) if kin else self._try(use)

    def _try(self, use: Use) -> Trial:
        """Perform the use on each value it may meet; it fails where it fails on all."""
        operation = msgspec.to_builtins(use.operation)
        paths = [msgspec.to_builtins(each) for each in use.receivers] or [None]
        if isinstance(use.operation, Import) and use.operation.name == "*":
            return Trial(unable="a star import")
        if isinstance(use.operation, Named) and use.operation.kind != "dotted" and not use.receivers:
            return Trial(unable="a name that the consumer serves itself")
        trials = [self._ask(describe_use(use), {"do": "try", "operation": operation, "path": path}) for path in paths]
        return next((each for each in trials if not each.raises), trials[0])

    def _of_kin(self, outcome: Outcome) -> Trial:
        """Read what is missing from each class that the value may be; it fails where it fails on all."""
        assert outcome.kinship is not None
        trials = []
        for path in outcome.kinship.lacking:
            of = {"root": {"is": "typed", "type": path}}
            read = {"is": "read", "name": outcome.subject}
            trials.append(self._ask(path, {"do": "try", "operation": read, "path": of}))
        done = [each for each in trials if not each.unable]
        return next((each for each in done if not each.raises), done[0] if done else Trial(unable="no class imports"))

    def _ask(self, what: str, question: dict[str, object]) -> Trial:
        told, problem = self.runtime.ask(what, question)
        return Trial(unable=problem) if problem or told is None else msgspec.convert(told, Trial)

    # The judgement ----------------------------------------------------------------------------------------------------

    def applied(self, report: Report, python: str) -> Report:
        """The report with confirmed findings, without withdrawn ones, and what came of all trials."""
        findings = tuple(kept for each in report.findings if (kept := self._finding(each)) is not None)
        breaking = sum(each.verdict is Verdict.BREAKS for each in findings)
        return msgspec.structs.replace(
            report,
            findings=findings,
            funnel=msgspec.structs.replace(report.funnel, breaking=breaking),
            confirmation=self._confirmation(python),
        )

    def _finding(self, finding: Finding) -> Finding | None:
        number = self._number(finding)
        trial = self.trials.get(number) if number is not None else None
        if finding.verdict is not Verdict.BREAKS or trial is None or trial.unable:
            return finding
        if trial.raises != finding.exception:
            return None
        return msgspec.structs.replace(finding, confidence=Confidence.CONFIRMED, witness=_said(trial))

    def _number(self, finding: Finding) -> int | None:
        for number, use in enumerate(self.contract.uses):
            same = (use.place.path, use.place.line, describe_use(use)) == (finding.path, finding.line, finding.use)
            if same and self.outcomes[number].verdict is Verdict.BREAKS:
                return number
        return None

    def _confirmation(self, python: str) -> Confirmation:
        done = {number: trial for number, trial in self.trials.items() if not trial.unable}
        reasons = Counter(" ".join(trial.unable.split()) for trial in self.trials.values() if trial.unable)
        against = [each for number, trial in done.items() if (each := self._against(number, trial)) is not None]
        agreed = [n for n in done if self._against(n, done[n]) is None]
        return Confirmation(
            python=python,
            version=self.runtime.release.version,
            tried=len(done),
            confirmed=sum(self.outcomes[n].verdict is Verdict.BREAKS for n in agreed),
            worked=sum(self.outcomes[n].verdict is Verdict.OK for n in agreed),
            unable=tuple(reasons.most_common()),
            contradictions=tuple(against),
        )

    def _against(self, number: int, trial: Trial) -> Contradiction | None:
        """What speaks against the prediction: another exception, another text, or none."""
        use, outcome = self.contract.uses[number], self.outcomes[number]
        predicted = f"{outcome.exception}: {outcome.message}" if outcome.verdict is Verdict.BREAKS else "ok"
        said = _said(trial) or "ok"
        if said == predicted:
            return None
        return Contradiction(use.place.path, use.place.line, describe_use(use), predicted, said)


def _said(trial: Trial) -> str:
    return f"{trial.raises}: {_PLACE.sub('', trial.message)}" if trial.raises else ""
