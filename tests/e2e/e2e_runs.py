"""One version of vLLM at a time: run the probe unmodified, under the generated shim, and on a patched copy."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "examples" / "eagle3"))

import environments  # noqa: E402 -- a script of the example, found by the line above
from e2e_matrix import SAID, failed, merge, worst  # noqa: E402

PROBE = HERE / "e2e_probe.py"
KINDS = tuple(os.environ.get("APIDRIFT_E2E_KINDS", "llama qwen3").split())
SECONDS = 1500
SPAWNED = ("0.11.0.post2", "0.16.0", "0.32.0")
"""Versions whose first worker is spawned, as vLLM does where there is a GPU; forking costs half."""
WRONG_NORM = ("0.12.0.post2", "0.13.0")
"""Versions on which vLLM's own norm for CPUs is wrong for Qwen3, whoever asks: `e2e_kernel.py` shows it."""
APIDRIFT = [sys.executable, "-m", "apidrift"]


class Runs:
    """The runs of one version, in a scratch folder of their own."""

    def __init__(self, version: str, kinds: tuple[str, ...] = KINDS) -> None:
        self.version = version
        self.kinds = tuple(kind for kind in kinds if kind != "qwen3" or version not in WRONG_NORM)
        self.python = environments.make(version)
        self.scratch = Path(tempfile.mkdtemp(prefix=f"apidrift-e2e-{version}-"))

    def close(self) -> None:
        shutil.rmtree(self.scratch, ignore_errors=True)

    def about(self) -> dict[str, str]:
        """The versions that are installed."""
        code = f"from importlib.metadata import version as v; print(*map(v, {SAID!r}))"
        done = subprocess.run([str(self.python), "-c", code], check=True, capture_output=True, text=True)
        return dict(zip(SAID, done.stdout.split(), strict=True))

    def unmodified(self) -> dict[str, object]:
        """What happens without apidrift; one kind is enough to see it."""
        return self._probe([str(self.python)], self.kinds[:1])

    def shimmed(self) -> dict[str, object]:
        """`apidrift run -- python probe`, and what it applied."""
        told = self._remedies()
        return told | self._probe([*APIDRIFT, "run", "--", str(self.python)], self.kinds)

    def patched(self) -> dict[str, object]:
        """The probe on a copy of the consumer, with `apidrift patch` applied by `patch -p1`."""
        copy = self.scratch / "copy"
        packages = next(self.python.parent.parent.glob("lib/python3*/site-packages"))
        shutil.copytree(packages / "speculators", copy / "speculators", ignore=shutil.ignore_patterns("__pycache__"))
        for ref in self._refs():
            made = subprocess.run([*APIDRIFT, "patch", *ref, "-q"], check=False, capture_output=True, cwd=ROOT)
            if made.returncode > 1:
                return {"failure": {"type": "apidrift patch", "message": made.stderr.decode()[:500], "where": ""}}
            done = subprocess.run(
                ["patch", "-p1", "-d", str(copy)], input=made.stdout, check=False, capture_output=True
            )
            if done.returncode:
                return {"failure": {"type": "patch", "message": done.stdout.decode()[:500], "where": ""}}
        return self._probe([str(self.python)], self.kinds[:1], PYTHONPATH=str(copy))

    def _refs(self) -> list[list[str]]:
        about = self.about()
        refs = [[self.release]]
        if int(about["transformers"].split(".")[0]) >= 5:
            refs.append(
                [f"transformers=={about['transformers']}", "--provider", "transformers", "--consumer", CONSUMER]
            )
        return refs

    @property
    def release(self) -> str:
        """The release of vLLM that a build for CPUs belongs to."""
        return self.version.partition(".post")[0]

    def _remedies(self) -> dict[str, object]:
        """How many edits there are, of which provenance, and what is left."""
        edits: list[dict[str, object]] = []
        left: list[str] = []
        for ref in self._refs():
            done = subprocess.run(
                [*APIDRIFT, "patch", *ref, "--format", "json"], check=False, capture_output=True, text=True, cwd=ROOT
            )
            if done.returncode > 1:
                left.append(done.stderr.strip()[:300])
                continue
            told = json.loads(done.stdout)
            edits += mends(told)
        by = [str(edit["provenance"]) for edit in edits]
        return {
            "edits": len(edits),
            "derived": sum(each not in {"recipe", "stub"} for each in by),
            "recipe": by.count("recipe"),
            "stub": by.count("stub"),
            "applied": [f"{e['path']}:{e['line']} {e['kind']}: {e['reason']} ({e['provenance']})" for e in edits],
            "left": left,
        }

    def ordered(self) -> dict[str, object]:
        """The batch over `max_num_batched_tokens` in four ways, without apidrift: which order its rows have."""
        told = self._run([str(self.python)], HERE / "e2e_order.py", self.kinds[:1])
        return told if "failure" in told else {"errors": told}

    def kernel(self) -> dict[str, object]:
        """Qwen3 under the shim, as it is and without what vLLM's own norm gets wrong on a CPU."""
        told = self._run([*APIDRIFT, "run", "--", str(self.python)], HERE / "e2e_kernel.py", ("qwen3",))
        return told if "failure" in told else {"errors": told}

    def _probe(self, start: list[str], kinds: tuple[str, ...], **variables: str) -> dict[str, object]:
        told = self._run(start, PROBE, kinds, **variables)
        if "failure" in told:
            return told
        told.pop("seconds", None)
        failing = worst(told) is None
        return {
            "kinds": told,
            "worst": worst(told),
            "log": _tail(self._log, 3) if failing else "",
            **({"cause": cause(self._log.read_text(errors="replace"))} if failing else {}),
        }

    @property
    def _log(self) -> Path:
        return self.scratch / "log.txt"

    def _run(self, start: list[str], script: Path, kinds: tuple[str, ...], **variables: str) -> dict[str, object]:
        """What a script wrote of its run, or how it failed to."""
        target = self.scratch / "result.json"
        target.unlink(missing_ok=True)
        kept = {key: value for key, value in os.environ.items() if key not in {"PYTHONDONTWRITEBYTECODE", "PYTHONPATH"}}
        environment = {
            **kept,
            "VLLM_WORKER_MULTIPROC_METHOD": "spawn" if self.version in SPAWNED else "fork",
            **environments.variables(self.version),
            **variables,
        }
        command = [*start, str(script), str(self.scratch / "models"), str(target), *kinds]
        with self._log.open("wb") as out:
            try:
                subprocess.run(
                    ["nice", "-n", os.environ.get("APIDRIFT_E2E_NICE", "1"), *command],
                    check=False,
                    env=environment,
                    cwd=ROOT,
                    stdout=out,
                    stderr=out,
                    timeout=SECONDS,
                )
            except subprocess.TimeoutExpired:
                return {"failure": {"type": "TimeoutExpired", "message": f"{SECONDS} s", "where": _tail(self._log)}}
        if not target.is_file():
            return {"failure": {"type": "no result", "message": _tail(self._log), "where": ""}}
        told: dict[str, object] = json.loads(target.read_text())
        return told


CONSUMER = "speculators==0.3.0"


def mends(remedy: dict[str, list[dict[str, list[dict[str, object]]]]]) -> list[dict[str, object]]:
    """The edits of a remedy, none where it has no files; of those that belong together, the last."""
    edits = [edit for file in remedy.get("files", ()) for edit in file["edits"] if edit["kind"] != "import-stubs"]
    return list({edit.get("mend") or f"{edit['path']}:{edit['start']}": edit for edit in edits}.values())


def cause(log: str) -> str:
    """The first exception that a worker process wrote to a log: what it died of; empty where none did."""
    found = re.search(r"(?m)^\(\w*Worker[^)]*\).*?\] ((?:\w+\.)*\w*(?:Error|Exception)\w*(?:: .*)?)$", log)
    return found[1] if found else ""


def _tail(log: Path, lines: int = 12) -> str:
    text = [line for line in log.read_text(errors="replace").splitlines() if line.strip() and "[Gloo]" not in line]
    return "\n".join(text[-lines:])[-1500:]


def main() -> int:
    """Run the versions named and merge what happened into the matrix."""
    modes = [word[2:] for word in sys.argv[1:] if word.startswith("--")] or ["unmodified", "shimmed", "patched"]
    for version in (word for word in sys.argv[1:] if not word.startswith("--")):
        runs = Runs(version)
        try:
            row = {"version": version, **runs.about()}
            for mode in modes:
                row[mode] = getattr(runs, mode)()
                print(version, mode, row[mode].get("worst"), failed(row[mode])[:300], flush=True)
                merge(row)
        finally:
            runs.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
