"""Probes: tiny provider pairs with a consumer, whose truth a run proves, and what apidrift says of them.

A file holds many probes:

    === name: truth           break | break? | silent | ok
    --- old                   text of prov/mod.py; `--- old prov/other.py` for further files
    --- new
    --- consumer
    ! miss: why               apidrift does not see it yet (a strict xfail)
    ! mild: why               it raises, and apidrift names a risk only (must become a break one day, not less)
    ! noise: why              it is fine, yet apidrift names a risk (a strict xfail too)

`break?`: it raises, but the sources alone do not decide that it does, so naming a risk is enough.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from apidrift.model.finding import Status, Verdict
from apidrift.pipeline import Overrides, open_session

HERE = Path(__file__).parent
DEFAULTS = {"prov/__init__.py": "", "prov/_impl.py": "def f(): return 1\n", "prov/mod.py": ""}
TRUTHS = ("break", "break?", "silent", "ok")
_HEAD = re.compile(r"^=== (\w+): (\S+)$", re.MULTILINE)
_PART = re.compile(r"^--- (old|new|consumer)(?: (\S+))?$")
_MARK = re.compile(r"^! (miss|mild|noise): (.+)$")


@dataclass
class Probe:
    """One case."""

    group: str
    name: str
    truth: str
    files: dict[str, dict[str, str]] = field(default_factory=lambda: {"old": {}, "new": {}})
    consumer: str = ""
    marks: dict[str, str] = field(default_factory=dict)

    @property
    def id(self) -> str:
        return f"{self.group}/{self.name}"

    def write(self, folder: Path) -> None:
        """Lay the case out: old/prov, new/prov, consumer.py."""
        for side, files in self.files.items():
            for path, text in (DEFAULTS | files).items():
                if side == "new" and path in self.files["old"] and path not in DEFAULTS and path not in files:
                    continue
                target = folder / side / path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(text)
        (folder / "consumer.py").write_text(self.consumer)


def load() -> list[Probe]:
    """Every probe, in the order of the files."""
    return [probe for file in sorted(HERE.glob("*.txt")) for probe in _parse(file)]


def _parse(file: Path) -> list[Probe]:
    pieces = _HEAD.split(file.read_text())
    return [_probe(file.stem, *pieces[at : at + 3]) for at in range(1, len(pieces), 3)]


def _probe(group: str, name: str, truth: str, body: str) -> Probe:
    probe, current = Probe(group, name, truth), ("", "")
    parts: dict[tuple[str, str], list[str]] = {}
    for line in body.strip("\n").splitlines():
        if part := _PART.match(line):
            current = (part[1], part[2] or "prov/mod.py")
            parts[current] = []
        elif mark := _MARK.match(line):
            probe.marks[mark[1]] = mark[2]
        else:
            parts[current].append(line)
    for (side, path), lines in parts.items():
        text = "\n".join(lines).strip("\n") + "\n"
        if side == "consumer":
            probe.consumer = text
        else:
            probe.files[side][path] = text
    return probe


@dataclass(frozen=True)
class Run:
    """How a run of the consumer ended: the exception's name and text; empty where it ended well."""

    exception: str = ""
    message: str = ""


def witness(folders: list[Path]) -> list[tuple[Run, Run]]:
    """Run each folder's consumer on old and on new, each in a process of its own."""
    done = subprocess.run(
        [sys.executable, HERE / "probes_runner.py"],
        input=json.dumps([str(folder) for folder in folders]),
        capture_output=True,
        text=True,
        check=True,
    )
    return [(Run(*old), Run(*new)) for old, new in json.loads(done.stdout)]


@dataclass(frozen=True)
class Said:
    """A new finding."""

    verdict: str
    rule: str
    confidence: str
    exception: str
    message: str
    use: str


def judge(folder: Path) -> list[Said]:
    """What apidrift's comparison names as new."""
    settings = folder / "apidrift.toml"
    settings.write_text('provider = "prov"\n')
    overrides = Overrides(provider="prov", consumer=str(folder / "consumer.py"), offline=True)
    report = open_session(settings, overrides).compare(str(folder / "old"), str(folder / "new"))
    return [
        Said(f.verdict.value, f.id, f.confidence.value, f.exception, f.message, f"{f.line}: {f.use}")
        for f in report.findings
        if f.status is Status.NEW and f.verdict in {Verdict.BREAKS, Verdict.RISK}
    ]


def same(foretold: str, seen: str) -> bool:
    """Equal but for a file's place on this machine, and for the values that pydantic prints (`…` when foretold)."""
    seen = re.sub(r" \((unknown location|[^)]*\.py)\)$", "", seen)
    seen = re.sub(r"\n    For further information visit \S+", "", seen)
    pattern = ".+".join(re.escape(part) for part in foretold.split("…"))
    return re.fullmatch(pattern, seen, re.DOTALL) is not None
