"""Impact: a contract on surfaces → a verdict for every use, findings, and the matrix of uses and versions."""

from __future__ import annotations

from apidrift.impact._judge import judge
from apidrift.impact._options import JudgeOptions

__all__ = ["JudgeOptions", "judge"]
