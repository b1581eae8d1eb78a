"""Real consumers through `apidrift compare`: do they run, how much is unknown and why, how long: `make consumers`.

Writes docs/consumers.json and docs/consumers.md. Fails where a consumer ends in anything but findings, or where a tenth
of its uses or more is unknown. Seconds are of whole processes; the second run has what the first has read.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
BIN = Path(sys.executable).parent
DATA = Path(__file__).with_suffix(".toml")
MOST = 0.1
"""The share of unknown uses that is too much."""


def main(wanted: list[str]) -> int:
    """Run every consumer, or those whose names begin as given. Returns 1 where one is not fit to show."""
    data = tomllib.loads(DATA.read_text("utf-8"))
    target = ROOT / "docs" / "consumers.json"
    rows = {row["consumer"]: row for row in json.loads(target.read_text("utf-8"))} if wanted else {}
    for one in data["consumer"]:
        if not wanted or one["ref"].startswith(tuple(wanted)):
            rows[one["ref"]] = _row(data["provider"], one)
    kept = [rows[one["ref"]] for one in data["consumer"] if one["ref"] in rows]
    target.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")
    target.with_suffix(".md").write_text(render(kept), "utf-8")
    bad = [row["consumer"] for row in kept if row["exit"] or row["share"] >= MOST]
    print("not fit to show:", ", ".join(bad) if bad else "none")
    return 1 if bad else 0


def _row(provider: str, one: dict[str, str]) -> dict[str, Any]:
    out = ROOT / "out" / "consumers"
    out.mkdir(parents=True, exist_ok=True)
    settings, file = out / "apidrift.toml", out / f"{one['ref']}.json"
    settings.write_text(f'provider = "{provider}"\n')
    command = [BIN / "apidrift", "compare", f"{provider}=={one['old']}", f"{provider}=={one['new']}", "-q"]
    command += ["--consumer", one["ref"], "--config", settings, "-o", file, "--fail-on", "never"]
    seconds = []
    for _ in range(2):
        begun = time.perf_counter()
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        seconds.append(round(time.perf_counter() - begun, 1))
        if done.returncode:
            print(one["ref"], done.stderr)
            return {"consumer": one["ref"], **one, "exit": done.returncode, "share": 0.0}
    return _figures(one, json.loads(file.read_text("utf-8")), seconds)


def _figures(one: dict[str, str], report: dict[str, Any], seconds: list[float]) -> dict[str, Any]:
    uses = report["consumer"]["uses"]
    verdicts = Counter(f"{f['verdict']} {f['status']}" for f in report["findings"] if f["verdict"] != "unknown")
    reasons = Counter(_kind(unknown["reason"]) for unknown in report["unknown"])
    row = {
        "consumer": one["ref"],
        "old": one["old"],
        "new": one["new"],
        "exit": 0,
        "uses": uses,
        "files": report["consumer"]["files"],
        "unknown": len(report["unknown"]),
        "share": round(len(report["unknown"]) / uses, 4),
        "reasons": dict(reasons.most_common(5)),
        "findings": dict(sorted(verdicts.items())),
        "seconds": seconds,
    }
    print(f"{one['ref']}: {uses} uses, {row['share']:.1%} unknown, {seconds[0]} s, again {seconds[1]} s", flush=True)
    return row


def _kind(reason: str) -> str:
    """A reason without the names in it, so that equal ones count together."""
    plain = re.sub(r"'[^']*'", "…", re.sub(r"\b\w+(?:\.\w+)+", "…", reason))
    return re.sub(r"\b\w+(?= may (?:come|be|serve))|(?<=serve )\w+|(?<=test for )\w+", "…", plain)


def render(rows: list[dict[str, Any]]) -> str:
    """The tables of docs/consumers.md."""
    lines = [
        "# Real consumers of vLLM",
        "",
        "Written by `make consumers` from `benchmarks/consumers.toml`: each release from the package index, compared",
        "on two versions of vLLM. A use is unknown where the sources alone do not tell whether it works. Seconds are",
        "of whole processes, the second time with everything read before.",
        "",
        "| Consumer | vLLM | Files | Uses | Unknown | New breaks | Still broken | Risks | Handled | Seconds | Again |",
        "| --- " * 11 + "|",
    ]
    for row in rows:
        if row["exit"]:
            lines.append(f"| {row['consumer']} | | | | exit {row['exit']} | | | | | | |")
            continue
        found = row["findings"]
        risks = sum(number for name, number in found.items() if name.startswith("risk") and "fixed" not in name)
        handled = sum(number for name, number in found.items() if name.startswith("handled"))
        lines.append(
            f"| {row['consumer']} | {row['old']} → {row['new']} | {row['files']} | {row['uses']:,} "
            f"| {row['share']:.1%} | {found.get('breaks new', 0)} | {found.get('breaks still', 0)} "
            f"| {risks} | {handled} | {row['seconds'][0]} | {row['seconds'][1]} |"
        )
    reasons: Counter[str] = Counter()
    for row in rows:
        reasons.update(row.get("reasons", {}))
    lines += ["", "## Why uses are unknown", "", "| Reason | Uses |", "| --- | --- |"]
    lines += [f"| {reason} | {number:,} |" for reason, number in reasons.most_common(12)]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
