"""Scores apidrift on the labelled cases: `make libs`, or `python benchmarks/libs/score.py [NAME…] [--show]`.

Every script is one consumer file; `apidrift.compare` is asked, in one process, what the step from the old version to
the new one does to it. A case counts as *said incompatible* where the call's line has a new `breaks`, or a new `risk`
that says that the call binds otherwise: an argument reaches another parameter, or none (a rule of `BINDING`; a changed
default or type is none). The label is of one call: what breaks the making of the object whose method is called does
not count. `--show` lists what is wrong, for the half one may look at: the held half is only counted.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import apidrift

HERE = Path(__file__).parent
BINDING = frozenset({"AD301", "AD302", "AD303", "AD304", "AD305", "AD306", "AD307", "AD308", "AD309", "AD310", "AD311"})
"""Rules on how arguments reach parameters."""


def half(case: dict[str, Any]) -> str:
    """Which half a case belongs to: by what is called, so that no callable is in both."""
    return "held" if hashlib.sha256(case["call"].encode()).digest()[0] % 2 else "dev"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="distributions; none for all")
    parser.add_argument("--show", action="store_true", help="list what is wrong in the half one may look at")
    parser.add_argument("--most", type=int, default=1_000_000, help="cases of each pair: those that a hash picks")
    parser.add_argument("--offline", action="store_true", help="read the cache alone")
    options = parser.parse_args()
    totals: dict[str, Counter[str]] = {"dev": Counter(), "held": Counter()}
    begun = time.perf_counter()
    for file in sorted((HERE / "cases").glob("*.json")):
        pair = json.loads(file.read_text())
        if not options.names or pair["name"] in options.names:
            score(pair, totals, options)
    spent = time.perf_counter() - begun
    for name, total in totals.items():
        print(f"{name:5} {figures(total)}")
    both = sum(sum(total[k] for k in ("tp", "fp", "fn", "tn")) for total in totals.values())
    print(f"{both} cases in {spent:.1f} s, {spent / max(both, 1):.3f} s each")


def score(pair: dict[str, Any], totals: dict[str, Counter[str]], options: argparse.Namespace) -> None:
    mine: Counter[str] = Counter()
    begun = time.perf_counter()
    chosen = sorted(pair["cases"], key=lambda case: hashlib.sha256(case["script"].encode()).digest())
    for case in chosen[: options.most]:
        said, why = judged(pair, case, offline=options.offline)
        true = case["label"] == "incompatible"
        cell = ("tp" if true else "fp") if said == "incompatible" else ("fn" if true else "tn")
        for counter in (mine, totals[half(case)]):
            counter[cell] += 1
            counter["unknown"] += said == "unknown"
        if options.show and half(case) == "dev" and (cell in {"fp", "fn"} or said == "unknown"):
            print(
                f"  {cell} {pair['name']} {pair['old']} → {pair['new']} {case['call']}: {case['why']}\n"
                f"     {case['script'].strip().splitlines()[-1]}\n     {said}: {why[:230]}"
            )
    print(
        f"{pair['name']:13} {pair['old']:>9} → {pair['new']:9} {figures(mine)}  {time.perf_counter() - begun:.1f} s",
        flush=True,
    )


def judged(pair: dict[str, Any], case: dict[str, Any], *, offline: bool) -> tuple[str, str]:
    """What apidrift says of one script, and why."""
    name, script = pair["name"], case["script"]
    method = case["call"].partition(":")[2]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "case.py"
        file.write_text(script)
        try:
            report = apidrift.compare(
                f"{name}=={pair['old']}",
                f"{name}=={pair['new']}",
                provider=pair["import"],
                consumer=str(file),
                offline=offline,
                config=HERE / "apidrift.toml",
            )
        except apidrift.NothingToCheckError as error:
            return "unknown", str(error)
        except apidrift.ApidriftError as error:
            print(f"{name}: {error}", file=sys.stderr)
            return "unknown", str(error)
    line = max(i for i, text in enumerate(script.splitlines(), 1) if text.strip())
    told = [f for f in report.findings if f.line == line and f.status is apidrift.Status.NEW]
    told = [f for f in told if not method or f".{method}(" in f.use]
    loud = [
        f
        for f in told
        if f.verdict is apidrift.Verdict.BREAKS
        or (f.verdict is apidrift.Verdict.RISK and f.change and f.change.rule in BINDING)
    ]
    if loud:
        return "incompatible", f"{loud[0].verdict.value} {loud[0].message} {loud[0].change and loud[0].change.rule}"
    if report.unknown:
        return "unknown", "; ".join(f"{one.what}: {one.reason}" for one in report.unknown)
    return "compatible", "; ".join(f"{f.verdict.value} {f.status.value} {f.line} {f.message}" for f in report.findings)


def figures(count: Counter[str]) -> str:
    precision = count["tp"] / max(count["tp"] + count["fp"], 1)
    recall = count["tp"] / max(count["tp"] + count["fn"], 1)
    f1 = 2 * count["tp"] / max(2 * count["tp"] + count["fp"] + count["fn"], 1)
    cases = sum(count[k] for k in ("tp", "fp", "fn", "tn"))
    return (
        f"{cases:4} cases, {count['tp'] + count['fn']:3} incompatible: precision {precision:.3f} recall {recall:.3f} "
        f"F1 {f1:.3f}, unknown {count['unknown']}"
    )


if __name__ == "__main__":
    main()
