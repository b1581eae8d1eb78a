"""Real consumers on the releases that broke them, and on those that did not: `make world`.

Reads `world.toml`; a name as argument picks the pairs whose consumer begins with it. Fails where a break that happened
is not among the new breaks, or where an upgrade that was fine newly breaks.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

BIN = Path(sys.executable).parent
DATA = Path(__file__).with_suffix(".toml")


def main(wanted: list[str]) -> int:
    """Run every pair, or those of the consumers named. Returns 1 where one is wrong."""
    pairs = tomllib.loads(DATA.read_text("utf-8"))["pair"]
    chosen = [pair for pair in pairs if not wanted or pair["consumer"].startswith(tuple(wanted))]
    wrong = 0
    for pair in chosen:
        if said := _judge(pair):
            wrong += 1
            print(said, flush=True)
    print(f"{len(chosen) - wrong} of {len(chosen)} pairs right")
    return 1 if wrong else 0


def _judge(pair: dict[str, str]) -> str:
    """What is wrong with the answer for a pair; empty where nothing is."""
    name = f"{pair['consumer']} on {pair['provider']} {pair['old']} to {pair['new']}"
    sides = [f"{pair['provider']}=={pair[side]}" for side in ("old", "new")]
    command = [BIN / "apidrift", "compare", *sides, "--provider", pair["provider"], "--consumer", pair["consumer"]]
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([*command, "--format", "json"], capture_output=True, text=True, check=False, cwd=folder)
    if not done.stdout.startswith("{"):
        return f"{name}: {done.stderr.strip()}"
    findings = json.loads(done.stdout)["findings"]
    new = [f for f in findings if f["status"] == "new" and f["verdict"] == "breaks"]
    if "breaks" not in pair:
        return f"{name}: {len(new)} false breaks, first {new[0]['path']}:{new[0]['line']}" if new else ""
    return "" if any(pair["breaks"] in json.dumps(finding) for finding in new) else f"{name}: the break is missed"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
