"""Tracebacks as people paste them, and which finding each is."""

from __future__ import annotations

import pytest

from apidrift.impact import recognise
from apidrift.impact._traceback import read_traceback
from apidrift.model.contract import Contract
from apidrift.model.finding import Confidence, Finding, Status, Verdict

PLAIN = """noise before
Traceback (most recent call last):
  File "/site-packages/app/run.py", line 40, in main
    a = A(1)
        ^^^^
TypeError: A.__init__() missing 1 required positional argument: 'z'
"""
CHAINED = """Traceback (most recent call last):
  File "/site-packages/app/run.py", line 50, in go
    a.run(3)
AttributeError: 'A' object has no attribute 'run'

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "/site-packages/other.py", line 1, in <module>
RuntimeError: it did not work
"""
WORKER = """ERROR 12-01 10:00:00 [core.py:700] EngineCore failed to start.
(EngineCore_DP0 pid=123) Process EngineCore_DP0:
(EngineCore_DP0 pid=123) Traceback (most recent call last):
(EngineCore_DP0 pid=123)   File "/site-packages/app/worker.py", line 30, in _patched
(EngineCore_DP0 pid=123)     self.embed(x)
(EngineCore_DP0 pid=123) AttributeError: 'LlamaModel' object has no attribute 'embed'
Traceback (most recent call last):
  File "/site-packages/app/run.py", line 99, in step
RuntimeError: Worker failed with error ''LlamaModel' object has no attribute 'embed'', please check the stack trace
"""
LOGGED = """(Worker_TP0 pid=7) ERROR 12-01 10:00:00 [multiproc_executor.py:700] Traceback (most recent call last):
(Worker_TP0 pid=7) ERROR 12-01 10:00:00 [multiproc_executor.py:700]   File "/site-packages/app/worker.py", line 30, in f
(Worker_TP0 pid=7) ERROR 12-01 10:00:00 [multiproc_executor.py:700]     self.embed(x)
(Worker_TP0 pid=7) ERROR 12-01 10:00:00 [multiproc_executor.py:700] AttributeError: 'LlamaModel' object has no attribute 'embed'
"""
PARENT = "RuntimeError: Worker failed with error ''LlamaModel' object has no attribute 'embed'', please check\n"
PYDANTIC = """Traceback (most recent call last):
  File "C:\\\\site-packages\\\\app\\\\run.py", line 12, in cfg
    Config(
pydantic_core._pydantic_core.ValidationError: 1 validation error for Config
is_big
  Field required [type=missing, input_value=ArgsKwargs((), {'a': 1}), input_type=ArgsKwargs]
    For further information visit https://errors.pydantic.dev/2.12/v/missing
"""
GROUPED = (
    '\x1b[31mTraceback (most recent call last):\x1b[0m\n  File "/s/app/run.py", line 40\n\x1b[1mTypeError: x\x1b[0m\n'
)
RISKY = 'Traceback (most recent call last):\n  File "/s/app/run.py", line 70, in f\nAssertionError\n'
FOREIGN = 'Traceback (most recent call last):\n  File "/s/else.py", line 1, in f\nValueError: no\n'


def finding(order: int, path: str, line: int, exception: str = "", message: str = "", **more: object) -> Finding:
    verdict = Verdict.BREAKS if exception else Verdict.RISK
    return Finding(
        "AD301",
        f"f{order}",
        verdict,
        Status.STILL,
        Confidence.CERTAIN,
        None,
        "x",
        path,
        line,
        exception=exception,
        message=message,
        order=order,
        **more,
    )


FINDINGS = (
    finding(3, "app/run.py", 50, "AttributeError", "'A' object has no attribute 'run'"),
    finding(1, "app/run.py", 12, "ValidationError", "1 validation error for Config\nis_big\n  Field required [type=…]"),
    finding(2, "app/run.py", 40, "TypeError", "A.__init__() missing 1 required positional argument: 'z'"),
    finding(4, "app/worker.py", 30, "AttributeError", "'LlamaModel' object has no attribute 'embed'"),
    finding(5, "app/run.py", 70, weight=3),
)


@pytest.mark.parametrize(
    ("text", "line", "layer", "after"),
    [
        (PYDANTIC, 12, 1, [40, 50, 30, 70]),
        (PLAIN, 40, 2, [50, 30, 70]),
        (GROUPED, 40, 2, [50, 30, 70]),
        (CHAINED, 50, 3, [30, 70]),
        (WORKER, 30, 4, [70]),
        (LOGGED, 30, 4, [70]),
        (PARENT, 30, 4, [70]),
        (RISKY, 70, 0, []),
    ],
)
def test_a_traceback_is_recognised(text: str, line: int, layer: int, after: list[int]) -> None:
    found = recognise(text, Contract("app", "1", ("lib",)), FINDINGS)
    assert found is not None
    assert found.finding is not None
    assert (found.finding.line, found.layer, found.layers) == (line, layer, 4)
    assert [each.line for each in found.after] == after


def test_what_is_no_finding_is_none() -> None:
    found = recognise(FOREIGN, Contract("app", "1", ("lib",)), FINDINGS)
    assert found is not None
    assert (found.finding, found.exception, found.message) == (None, "ValueError", "no")


def test_what_is_no_traceback_is_none() -> None:
    assert recognise("hello\nworld\n", Contract("app", "1", ("lib",)), FINDINGS) is None


def test_every_exception_of_a_chain_is_read() -> None:
    first, second = read_traceback(CHAINED)
    assert (first.exception, first.frames[0][1], second.message) == ("AttributeError", 50, "it did not work")
