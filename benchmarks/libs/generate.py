"""Makes the labelled cases: which calls of one version of a library still bind, and to the same parameters, on another.

`make libs-cases`, or `python benchmarks/libs/generate.py [NAME…]` with `--environments FOLDER`: installs both versions
of every pair of `pairs.toml` into throw-away environments, asks each by `inspect` for all public signatures, writes
calls around what differs (never asking apidrift anything), runs every script on both versions and writes what that
proved to `cases/NAME-OLD-NEW.json`.

A label is `incompatible` when the new version refuses the very call that the old one takes, or takes it but hands a
positional argument to another parameter; `compatible` when the new one takes it with every argument at its old
parameter. A parameter that only changed its name still is the same one to a positional argument. Calls that neither
shows (a keyword that disappears in `**kwargs` without a word) are left out.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from calls import Form, binds, differing, forms, landing, of_kind, script, shifted, spelled, stable

HERE = Path(__file__).parent
CALLABLES = 18
"""Callables of which a parameter is gone, moved or of another kind, per pair."""
ADDED = 4
"""Callables that only have more parameters."""
ALIKE = 3
"""Callables in which the same differs in the same way."""
CONTROLS = 4
"""Callables whose signature is the same on both versions."""
FORMS = 9
"""Calls tried of one callable."""
EACH = 4
"""Calls kept of one callable."""


class Environment:
    """One version of a library, installed."""

    def __init__(self, folder: Path, python: str, name: str, version: str, extra: list[str]) -> None:
        self.python = folder / f"{name}-{version}" / "bin" / "python"
        if not self.python.exists():
            place = self.python.parent.parent
            subprocess.run([f"python{python}", "-m", "venv", str(place)], check=True)
            pip = [str(self.python), "-m", "pip", "install", "--quiet", f"{name}=={version}", *extra, "setuptools"]
            subprocess.run(pip, check=True)

    def ask(self, what: str, question: object) -> Any:
        with tempfile.TemporaryDirectory() as home:
            done = subprocess.run(
                [str(self.python), "-I", str(HERE / "inside.py"), what],
                input=json.dumps(question),
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                check=True,
                cwd=home,
                env={"HOME": home, "PATH": "/usr/bin:/bin", "MPLBACKEND": "Agg", "OMP_NUM_THREADS": "1"},
            )
        return json.loads(done.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="distributions; none for all")
    parser.add_argument("--environments", type=Path, default=Path(tempfile.gettempdir()) / "apidrift-libs")
    options = parser.parse_args()
    table = tomllib.loads((HERE / "pairs.toml").read_text())
    for pair in table["pair"]:
        if not options.names or pair["name"] in options.names:
            write(pair, table["receivers"], options.environments)


def write(pair: dict[str, Any], receivers: dict[str, str], folder: Path) -> None:
    """All cases of one pair."""
    old, new = pair["versions"]
    both = [
        Environment(
            folder,
            pair.get("python", "3.11"),
            pair["name"],
            version,
            [*pair.get("with", ()), *(pair.get("with-old", ()) if version == old else ())],
        )
        for version in (old, new)
    ]
    top = pair.get("import", pair["name"])
    surfaces = [each.ask("signatures", {"import": top, "roots": pair.get("roots", [])}) for each in both]
    chosen = choose(pair, *surfaces)
    calls = [(path, form) for path in chosen for form in forms(*(split(s[path])[0] for s in surfaces), path)[:FORMS]]
    calls = [(path, form) for path, form in calls if binds(split(surfaces[0][path])[0], form)]
    texts = [text(path, form, surfaces[0][path], receivers) for path, form in calls]
    warm = [top, *sorted({path.partition(":")[0].rpartition(".")[0] for path, _ in calls})]
    ends = [each.ask("run", {"warm": warm, "scripts": texts}) for each in both]
    cases = []
    for (path, form), source, before, after in zip(calls, texts, *ends, strict=True):
        shapes = [split(s[path])[0] for s in surfaces]
        if found := label(path, form, source, shapes, (before, after)):
            cases.append({"call": path, "script": source, **found})
    kept = thin(cases)
    content = {"name": pair["name"], "import": top, "old": old, "new": new, "cases": kept}
    target = HERE / "cases" / f"{pair['name']}-{old}-{new}.json"
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps(content, indent=1, sort_keys=True) + "\n")
    bad = sum(case["label"] == "incompatible" for case in kept)
    print(f"{pair['name']} {old} → {new}: {len(kept)} cases of {len(chosen)} callables, {bad} incompatible")


def split(entry: list[Any]) -> tuple[list[Any], str]:
    """Parameters, and for methods how they bind."""
    if entry and isinstance(entry[-1], str):
        return entry[:-1], entry[-1]
    return entry, ""


def choose(pair: dict[str, Any], old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    """Callables that both versions have: changed ones of many kinds, and a few that are the same."""
    common = sorted(set(old) & set(new), key=lambda path: stable(pair["versions"], path))
    changed: dict[str, list[str]] = {}
    same = []
    for path in common:
        before, after = split(old[path])[0], split(new[path])[0]
        if [p[:2] for p in before] == [p[:2] for p in after]:
            same.append(path)
            continue
        names = [p[0] for p in before], [p[0] for p in after]
        lost = differing(before, after)
        kind = json.dumps([not lost, lost, [n for n in names[1] if n not in names[0]]])
        changed.setdefault(kind, []).append(path)
    loud, mild = (
        [
            paths[turn]
            for turn in range(ALIKE)
            for kind, paths in changed.items()
            if turn < len(paths) and (kind[1] == "t") is quiet
        ]
        for quiet in (False, True)
    )
    return [*loud[:CALLABLES], *mild[:ADDED], *[path for path in same if split(old[path])[0]][:CONTROLS]]


def text(path: str, form: Form, entry: list[Any], receivers: dict[str, str]) -> str:
    """The script."""
    parameters, kind = split(entry)
    receiver = receivers.get(path.partition(":")[0], "{C}()")
    return script(path, kind, receiver, spelled(parameters, form), stable(path, form))


def label(  # noqa: PLR0911 -- one return per kind of proof
    path: str, form: Form, source: str, shapes: list[Any], ends: tuple[Any, Any]
) -> dict[str, str] | None:
    """What the two runs prove; None where they prove nothing."""
    call = len(source.splitlines())
    before, after = ends
    if not reached(before, call) or not reached(after, call):
        return None
    if refused(before, path, form):
        return None
    if refused(after, path, form):
        return {"label": "incompatible", "why": f"raises: {after['type']}: {after['text']}"}
    if after["end"] == "raised" and after["refused"] and ":" in path:
        return None  # something else was refused: the making of the receiver, perhaps
    moved = shifted(*shapes, form)
    taken = binds(shapes[1], form)
    if moved and taken:
        return {"label": "incompatible", "why": f"shifted: {moved}"}
    if not taken:
        # Its signature says no, but it ran: something in between takes the old call, and must say so. What is passed by
        # position beyond what the signature allows goes to the parameters in their order.
        loose = [[p[0], "pos" if p[1] == "kwonly" else p[1], p[2]] for p in shapes[1]]
        if moved := shifted(shapes[0], loose, form):
            return {"label": "incompatible", "why": f"shifted: {moved}"}
        return {"label": "compatible", "why": "deprecated"} if after["warned"] else None
    named = {p[0] for p in of_kind(shapes[1], "pos", "kwonly")}
    lost = [name for name in form.keywords if name not in named]
    if lost:
        told = all(any(name in warning for warning in after["warned"]) for name in lost)
        return {"label": "compatible", "why": "deprecated"} if told else None
    if "*" in landing(shapes[1], form) and "*" not in landing(shapes[0], form):
        return None
    return {"label": "compatible", "why": "binds"}


def reached(end: Any, call: int) -> bool:
    """Whether the run came to the call."""
    if end["end"] == "died":
        return False
    return end["end"] == "ok" or end.get("type") == "_TimeOutError" or end.get("line") == call


def refused(end: Any, path: str, form: Form) -> bool:
    """Whether the call itself was refused, and not something that it led to."""
    if end["end"] != "raised" or not end["refused"]:
        return False
    name = path.rpartition(":")[2].rpartition(".")[2]
    named = f"{name}(" in end["text"] or any(f"'{k}'" in end["text"] for k in form.keywords)
    return named or (end["depth"] <= 1 and ":" not in path)  # of a method, the receiver may be what is refused


def thin(cases: list[Any]) -> list[Any]:
    """A few of each callable, both labels if there are both."""
    kept = []
    for path in dict.fromkeys(case["call"] for case in cases):
        mine = [case for case in cases if case["call"] == path]
        bad = [case for case in mine if case["label"] == "incompatible"]
        good = [case for case in mine if case["label"] == "compatible"]
        good.sort(key=lambda case: (case["why"] == "binds", stable(case["script"])))
        bad.sort(key=lambda case: stable(case["script"]))
        half = EACH // 2
        kept += [*bad[: max(half, EACH - len(good))], *good[: max(half, EACH - len(bad))]][:EACH]
    return sorted(kept, key=lambda case: (case["call"], case["script"]))


if __name__ == "__main__":
    main()
