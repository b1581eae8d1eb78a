"""apidrift: every place where the next version of a library breaks your code, before you run anything.

    >>> report = apidrift.compare("0.15", "0.16", provider="vllm", consumer="speculators==0.3.0")
    >>> [finding.message for finding in report.findings if finding.verdict is apidrift.Verdict.BREAKS]

The names of `__all__` are the public interface; everything else may change without notice.
"""

from __future__ import annotations

import importlib

TYPE_CHECKING = False  # for type checkers it is true; `typing` itself would be nine tenths of importing this
if TYPE_CHECKING:
    from apidrift.errors import (
        ApidriftError,
        ExitCode,
        NothingToCheckError,
        OutputError,
        SnapshotError,
        SourceError,
        UsageError,
    )
    from apidrift.model.change import Change
    from apidrift.model.contract import Contract, Use
    from apidrift.model.finding import Confidence, Finding, Status, Verdict
    from apidrift.model.report import Matrix, Report
    from apidrift.pipeline import check, compare, contract, matrix

__version__ = "0.1.0"

_HOMES = {
    "apidrift.errors": (
        "ApidriftError",
        "ExitCode",
        "NothingToCheckError",
        "OutputError",
        "SnapshotError",
        "SourceError",
        "UsageError",
    ),
    "apidrift.model.change": ("Change",),
    "apidrift.model.contract": ("Contract", "Use"),
    "apidrift.model.finding": ("Confidence", "Finding", "Status", "Verdict"),
    "apidrift.model.report": ("Matrix", "Report"),
    "apidrift.pipeline": ("check", "compare", "contract", "matrix"),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "ApidriftError",
    "Change",
    "Confidence",
    "Contract",
    "ExitCode",
    "Finding",
    "Matrix",
    "NothingToCheckError",
    "OutputError",
    "Report",
    "SnapshotError",
    "SourceError",
    "Status",
    "UsageError",
    "Use",
    "Verdict",
    "__version__",
    "check",
    "compare",
    "contract",
    "matrix",
]


if not TYPE_CHECKING:  # a type checker would take any name for a public one

    def __getattr__(name: str) -> object:
        """Load a public name when it is first asked for (PEP 562), so that `import apidrift` costs next to nothing."""
        if name not in _HOME:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(importlib.import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    """The public names."""
    return sorted(__all__)
