"""The commands as functions, for programs: the same settings, the same results, values instead of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.pipeline._session import Overrides, Session, open_session

if TYPE_CHECKING:
    from pathlib import Path

    from apidrift.model.contract import Contract
    from apidrift.model.report import Matrix, Report


def compare(  # noqa: D417 -- the shared options are told once, at `check`
    old: str,
    new: str,
    *,
    provider: str = "",
    consumer: str = "",
    baseline: str = "",
    index_url: str = "",
    offline: bool = False,
    config: Path | None = None,
) -> Report:
    """What the step from one version to another does to a consumer.

    Args:
        old: the version to start from: `0.15`, `vllm==0.15.1`, `latest`, a folder, a wheel, `git:PATH@REF` …
        new: the version to go to.

    The other arguments and the errors are those of `check`.

    Example:
        >>> report = apidrift.compare("0.16", "0.17", provider="vllm", consumer="speculators==0.3.0")
        >>> [finding.since for finding in report.findings if finding.status is apidrift.Status.NEW]
    """
    with _session(provider, consumer, baseline, index_url, config, offline=offline) as session:
        return session.compare(old, new)


def check(
    ref: str = "",
    *,
    provider: str = "",
    consumer: str = "",
    baseline: str = "",
    index_url: str = "",
    offline: bool = False,
    config: Path | None = None,
) -> Report:
    """Whether a consumer works on one version of a provider.

    Args:
        ref: the version; empty for the one the consumer's metadata requires.
        provider: the provider's import name; empty for the settings' one.
        consumer: `NAME==VERSION`, a folder or a file; empty for the settings' one.
        baseline: the version the consumer was written for; empty for what its metadata requires.
        index_url: the package index; empty for pip's configuration.
        offline: use snapshots and the cache alone.
        config: the settings file; None for the nearest one at or above the working folder.

    Returns:
        The report, with one finding for every use that does not simply work. What could not be judged is in its
        `unknown`, what could not be read in its `skipped`, each with the reason.

    Raises:
        UsageError: a ref or the settings are wrong.
        SourceError: a version or the consumer cannot be read.
        SnapshotError: a snapshot at hand is damaged.
        NothingToCheckError: the consumer uses nothing of the provider, or none of its uses could be judged.

    Example:
        >>> report = apidrift.check("latest", provider="vllm", consumer="./mypackage", baseline="0.11.0")
        >>> report.funnel.breaking
    """
    with _session(provider, consumer, baseline, index_url, config, offline=offline) as session:
        return session.check(ref)


def matrix(
    *refs: str,
    provider: str = "",
    consumer: str = "",
    baseline: str = "",
    index_url: str = "",
    offline: bool = False,
    config: Path | None = None,
) -> Matrix:
    """Every use of a consumer on every version, with the first release on which it breaks.

    Args:
        *refs: versions or one range; none for all snapshots at hand.
        provider: as for `check`, and so the other arguments and the errors.
        consumer: as for `check`.
        baseline: as for `check`.
        index_url: as for `check`.
        offline: as for `check`.
        config: as for `check`.

    Example:
        >>> matrix = apidrift.matrix(">=0.12,<0.17", provider="vllm", consumer="speculators==0.3.0")
        >>> dict(zip(matrix.versions, matrix.breaking, strict=True))
    """
    with _session(provider, consumer, baseline, index_url, config, offline=offline) as session:
        return session.matrix(refs)


def contract(
    consumer: str = "",
    *,
    provider: str = "",
    index_url: str = "",
    offline: bool = False,
    config: Path | None = None,
) -> Contract:
    """What a consumer relies on of a provider.

    Args:
        consumer: as for `check`, and so the other arguments and the errors.
        provider: as for `check`.
        index_url: as for `check`.
        offline: as for `check`.
        config: as for `check`.

    Example:
        >>> {use.place.path for use in apidrift.contract("./mypackage", provider="vllm").uses}
    """
    with _session(provider, consumer, "", index_url, config, offline=offline) as session:
        return session.contract()


def _session(
    provider: str, consumer: str, baseline: str, index_url: str, config: Path | None, *, offline: bool
) -> Session:
    overrides = Overrides(provider=provider, consumer=consumer, baseline=baseline, index_url=index_url, offline=offline)
    return open_session(config, overrides)
