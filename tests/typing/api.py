"""The public interface as a user's type checker sees it. Checked, never run."""

from __future__ import annotations

from typing import assert_type

import apidrift

report = apidrift.compare("0.15", "0.16", provider="vllm", consumer="speculators==0.3.0")
assert_type(report, apidrift.Report)
assert_type(report.findings, tuple[apidrift.Finding, ...])
assert_type(report.findings[0].verdict, apidrift.Verdict)
assert_type(report.findings[0].since, str | None)
assert_type(apidrift.check("0.16", offline=True), apidrift.Report)
assert_type(apidrift.matrix(">=0.12,<0.17"), apidrift.Matrix)
assert_type(apidrift.contract("./mypkg", provider="vllm"), apidrift.Contract)

try:
    apidrift.check("latest")
except apidrift.ApidriftError as error:
    assert_type(error.exit_code, apidrift.ExitCode)

apidrift.check(0.16)  # type: ignore[arg-type]
apidrift.check("0.16", "vllm")  # type: ignore[call-arg]
apidrift.nothing_of_the_kind("0.16")  # type: ignore[attr-defined]
