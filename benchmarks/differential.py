"""What `ty` newly reports when a provider moves, held against what apidrift finds: `make differential`.

For every pair of `differential.toml`, ty runs over the consumer's files with the old and then with the new provider's
sources on its search path. Each diagnostic that only the new one gives, of the kinds below, has to be found by
`apidrift compare` in the same statement, or be explained by hand in the data file. Writes docs/differential.json and
docs/differential.md, and fails where something is neither found nor explained.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

from bench_sources import unpack

ROOT = Path(__file__).parent.parent
BIN = Path(sys.executable).parent
DATA = Path(__file__).with_suffix(".toml")
STORE = ROOT / "out" / "differential"
KINDS = {
    "missing-argument",
    "unknown-argument",
    "too-many-positional-arguments",
    "import-not-found",
    "missing-module-member",
    "missing-attribute",
}
LINE = re.compile(r"^(?P<path>.+?):(?P<line>\d+):\d+: \w+\[(?P<kind>[\w-]+)\] (?P<text>.*)$")


def main() -> int:
    """Run every pair, write both files. Returns 1 where a diagnostic is neither found nor explained."""
    data = tomllib.loads(DATA.read_text("utf-8"))
    explained = {_key(one): one["why"] for one in data.get("explained", [])}
    rows = [_pair(pair, explained) for pair in data["pair"]]
    (ROOT / "docs" / "differential.json").write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n", "utf-8")
    (ROOT / "docs" / "differential.md").write_text(render(rows), "utf-8")
    bare = [one for row in rows for one in row["diagnostics"] if one["apidrift"] == "nothing" and not one["why"]]
    for one in bare:
        print(f"neither found nor explained: {one['consumer']} {one['path']}:{one['line']} {one['kind']} {one['text']}")
    return 1 if bare else 0


def _key(one: dict[str, Any]) -> tuple[str, str, int, str]:
    return (one["consumer"], one["path"], one["line"], one["kind"])


def _pair(pair: dict[str, str], explained: dict[tuple[str, str, int, str], str]) -> dict[str, Any]:
    name, _, version = pair["consumer"].partition("==")
    project = pair.get("distribution", pair["provider"])
    consumer = unpack(name, version, STORE / f"{name}-{version}")
    before, after = (_ty(consumer, pair["provider"], project, pair[side]) for side in ("old", "new"))
    report = _apidrift(pair, project)
    found = _places(report)
    fresh = sorted(set(after) - set(before))
    diagnostics = []
    for path, line, kind, text in fresh:
        span = _statement(consumer / path, line)
        said = next((found[path, n] for n in span if (path, n) in found), "nothing")
        one = {"consumer": name, "path": path, "line": line, "kind": kind, "text": text, "apidrift": said}
        diagnostics.append({**one, "why": explained.get(_key(one), "")})
    theirs = {(path, n) for path, line, *_ in fresh for n in _statement(consumer / path, line)}
    ours = Counter(
        f["verdict"]
        for f in report["findings"]
        if f["status"] == "new" and f["verdict"] in {"breaks", "risk"} and (f["path"], f["line"]) not in theirs
    )
    print(f"{pair['consumer']} {pair['provider']} {pair['old']} -> {pair['new']}: {len(fresh)} of ty", flush=True)
    return {**pair, "diagnostics": diagnostics, "only_apidrift": dict(sorted(ours.items()))}


def _ty(consumer: Path, provider: str, project: str, version: str) -> set[tuple[str, int, str, str]]:
    sources = unpack(project, version, STORE / f"{project}-{version}")
    files = [path for path in sorted(consumer.rglob("*.py")) if provider in path.read_text("utf-8", "replace")]
    done = subprocess.run(
        [BIN / "ty", "check", "--output-format", "concise", "--extra-search-path", sources, "--exit-zero", *files],
        capture_output=True,
        text=True,
        cwd=consumer,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    matches = [found for line in done.stdout.splitlines() if (found := LINE.match(line))]
    return {
        (_relative(m["path"], consumer), int(m["line"]), m["kind"], _plain(m["text"]))
        for m in matches
        if m["kind"] in KINDS
    }


def _relative(path: str, consumer: Path) -> str:
    return str(Path(path).relative_to(consumer)) if Path(path).is_absolute() else path


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", text)[:160]


def _apidrift(pair: dict[str, str], project: str) -> dict[str, Any]:
    STORE.mkdir(parents=True, exist_ok=True)
    settings = STORE / "apidrift.toml"
    settings.write_text(f'provider = "{pair["provider"]}"\n')
    out = STORE / f"{pair['consumer']}.json"
    command = [BIN / "apidrift", "compare", f"{project}=={pair['old']}", f"{project}=={pair['new']}", "-q"]
    command += ["--consumer", pair["consumer"], "--provider", pair["provider"], "--config", settings, "-o", out]
    subprocess.run([*command, "--fail-on", "never"], check=True, capture_output=True)
    report: dict[str, Any] = json.loads(out.read_text("utf-8"))
    return report


RANK = {"breaks": 0, "handled": 1, "risk": 2, "unknown": 3}


def _places(report: dict[str, Any]) -> dict[tuple[str, int], str]:
    """The strongest thing said of each place; echoes of a finding are places of it too."""
    found: dict[tuple[str, int], str] = {}
    for finding in report["findings"]:
        if finding["status"] == "fixed":
            continue
        spots = [(finding["path"], finding["line"])]
        for echo in finding["echoes"]:
            path, _, line = echo.rpartition(":")
            spots.append((path, int(line)))
        for spot in spots:
            found[spot] = min(found.get(spot, finding["verdict"]), finding["verdict"], key=RANK.__getitem__)
    for one in report["unknown"]:
        path, _, line = one["what"].partition(" ")[0].rpartition(":")
        if line.isdigit():
            found.setdefault((path, int(line)), "unknown")
    return found


def _statement(file: Path, line: int) -> range:
    """The lines of the smallest statement around a line, a compound one's body left out."""
    best = range(line, line + 1)
    size = None
    for node in ast.walk(ast.parse(file.read_bytes())):
        if not isinstance(node, ast.stmt):
            continue
        body = getattr(node, "body", None)
        end = body[0].lineno - 1 if isinstance(body, list) and body else node.end_lineno or node.lineno
        if node.lineno <= line <= max(end, node.lineno) and (size is None or end - node.lineno < size):
            best, size = range(node.lineno, max(end, node.lineno) + 1), end - node.lineno
    return best


def render(rows: list[dict[str, Any]]) -> str:
    """The tables of docs/differential.md."""
    head = [
        "# What ty finds, held against apidrift",
        "",
        "Written by `make differential` from `benchmarks/differential.toml`; the explanations are written by hand.",
        "ty reads the consumer with the old and then with the new provider's sources on its search path. Counted is",
        "each diagnostic that only the new one gives, of the kinds missing, unknown or superfluous argument,",
        "unresolved import, missing attribute. *Found*: apidrift names a break, a handled failure or a risk in",
        "the same statement.",
        "",
        "| Consumer | Provider | ty, new | found | explained | only apidrift |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for row in rows:
        seen = [one["apidrift"] in {"breaks", "handled", "risk"} for one in row["diagnostics"]]
        why = sum(bool(one["why"]) and not ok for one, ok in zip(row["diagnostics"], seen, strict=True))
        ours = ", ".join(f"{number} {verdict}" for verdict, number in row["only_apidrift"].items()) or "none"
        head.append(
            f"| {row['consumer']} | {row['provider']} {row['old']} → {row['new']} "
            f"| {len(seen)} | {sum(seen)} | {why} | {ours} |"
        )
    head += ["", "## Not found, one by one", "", "| Where | ty says | apidrift says | Why |", "| --- " * 4 + "|"]
    for row in rows:
        for one in row["diagnostics"]:
            if one["apidrift"] not in {"breaks", "handled", "risk"}:
                text = one["text"].replace("|", "\\|")
                where = f"{one['consumer']} `{one['path']}:{one['line']}`"
                head.append(f"| {where} | {one['kind']}: {text} | {one['apidrift']} | {one['why']} |")
    return "\n".join(head) + "\n"


if __name__ == "__main__":
    sys.exit(main())
