"""How far the two agents agree: twenty packages in two versions each, and vLLM under speculators' whole contract.

    python benchmarks/agents.py                      the packages, in throw-away environments that uv makes
    python benchmarks/agents.py env:PYTHON …         vLLM as installed there, for the contract of apidrift.toml

Either writes its part of docs/agents.json, and the page docs/agents.md from the whole.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from apidrift.model.finding import Status, Verdict
from apidrift.model.surface import Release
from apidrift.pipeline import Overrides, open_session
from apidrift.pipeline._installed import asked_for, open_runtime
from apidrift.pipeline._snapshot import covered_contracts, record
from apidrift.sources import EnvRef, SourceOptions, open_tree, parse_ref
from apidrift.surfaces import compare_surfaces, runtime_surface, static_surface

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apidrift.model.agreement import Agreement
    from apidrift.model.report import Report
    from apidrift.model.tree import Tree

ROOT = Path(__file__).parents[1]
DATA, PAGE = ROOT / "docs/agents.json", ROOT / "docs/agents.md"
PACKAGES = """attrs 23.1.0 26.1.0 attr · click 8.1.7 8.3.1 · fastapi 0.110.0 0.121.0 · flask 2.3.3 3.1.2
· httpx 0.25.2 0.28.1 · jinja2 3.0.3 3.1.6 · marshmallow 3.20.1 4.1.0 · networkx 3.1 3.5 · packaging 23.2 25.0
· pluggy 1.3.0 1.6.0 · pydantic 2.5.3 2.12.4 · pygments 2.16.1 2.19.2 · pytest 7.4.4 9.0.1 _pytest
· requests 2.30.0 2.32.5 · rich 13.5.3 14.2.0 · starlette 0.36.3 0.50.0 · tqdm 4.64.1 4.67.1 · typer 0.9.0 0.20.0
· urllib3 1.26.18 2.5.0 · werkzeug 2.3.8 3.1.3"""
"""Distribution, two versions, and the import name where it is another."""
_LEFT_OUT = {"tests", "testing", "conftest", "__main__", "mypy", "hypothesis_plugin"}


def packages() -> dict[str, dict[str, Any]]:
    """Every package in both versions."""
    rows = {}
    for text in PACKAGES.split("·"):
        name, old, new, *other = text.split()
        for version in (old, new):
            with tempfile.TemporaryDirectory(prefix="apidrift-agents-") as folder:
                python = install(Path(folder), f"{name}=={version}")
                rows[f"{name} {version}"] = told(package(python, other[0] if other else name))
            print(name, version, rows[f"{name} {version}"]["agreed"], rows[f"{name} {version}"]["compared"], flush=True)
    return rows


def install(folder: Path, requirement: str) -> Path:
    """A throw-away environment with one requirement."""
    beside = Path(sys.executable).with_name("uv")
    uv = str(beside) if beside.exists() else shutil.which("uv")
    if uv is None:
        sys.exit("agents: uv is needed (pip install uv)")
    subprocess.run([uv, "venv", "-q", "--python", sys.executable, folder / "e"], check=True)
    subprocess.run([uv, "pip", "install", "-q", "--python", folder / "e/bin/python", requirement], check=True)
    return folder / "e/bin/python"


def package(python: Path, name: str) -> Agreement:
    """All public modules of a package."""
    tree = open_tree(EnvRef(python), SourceOptions(), import_name=name)
    release = Release(name, tree.metadata.version)
    with runtime_surface(python, release) as runtime:
        return compare_surfaces(static_surface(tree, name, release), runtime, public_modules(tree))


def public_modules(tree: Tree) -> list[str]:
    """Modules without a private component below the top, tests and the like left out."""
    names = {path[:-3].replace("/", ".").removesuffix(".__init__") for path in tree.files() if path.endswith(".py")}
    parts = {name: name.split(".")[1:] for name in names}
    return sorted(name for name in names if not any(p[0] == "_" or p in _LEFT_OUT for p in parts[name]))


def environments(refs: Sequence[str]) -> dict[str, dict[str, Any]]:
    """The configured contracts on what is installed in some environments."""
    rows = {}
    session = open_session(ROOT / "apidrift.toml", Overrides(offline=True))
    contracts = covered_contracts(session)[:1]
    for text in refs:
        ref = parse_ref(text, session.distribution)
        assert isinstance(ref, EnvRef)
        with open_runtime(session, ref) as runtime:
            tree = open_tree(ref, session.options, import_name=session.provider)
            static = static_surface(tree, session.provider, runtime.release, session.profile.drivers)
            agreement = compare_surfaces(static, runtime, asked_for(record(session, static, contracts)))
        name = f"{runtime.release.distribution or session.provider} {runtime.release.version}"
        rows[name] = told(agreement) | {"confirm": confirmed(session.check("", text))}
        print(name, agreement.agreed, agreement.compared, rows[name]["confirm"], flush=True)
    return rows


def confirmed(report: Report) -> dict[str, Any]:
    """What trying the uses came to, as data."""
    tried = report.confirmation
    assert tried is not None
    breaks = [each for each in report.findings if each.verdict is Verdict.BREAKS and each.status is not Status.FIXED]
    return {
        "tried": tried.tried,
        "worked": tried.worked,
        "breaks": [[f"{e.path}:{e.line}", e.confidence.value, error_of(e.exception, e.message)] for e in breaks],
        "against": [[f"{e.path}:{e.line}", e.use, e.static, e.runtime] for e in tried.contradictions],
        "unable": [list(each) for each in tried.unable],
    }


def error_of(exception: str, message: str) -> str:
    """The exception's text in one line."""
    return " ".join(f"{exception}: {message}".split())


def told(agreement: Agreement) -> dict[str, Any]:
    """An agreement as data."""
    return {
        "compared": agreement.compared,
        "agreed": agreement.agreed,
        "differ": [[e.path, e.cause.value, e.static, e.runtime] for e in agreement.disagreements if not e.open],
        "open": Counter(each.cause.value for each in agreement.disagreements if each.open),
        "skipped": len(agreement.skipped),
    }


# The page ------------------------------------------------------------------------------------------------------------


def page(data: dict[str, Any]) -> str:
    """The page over all that was measured."""
    parts = ["# Two agents, one answer", "", _INTRODUCTION]
    for title, command, key in (
        ("Twenty packages, two versions each", "make agents", "packages"),
        ("vLLM, the whole contract of speculators 0.3.0", "python benchmarks/agents.py env:PYTHON …", "vllm"),
    ):
        rows = data.get(key, {})
        if rows:
            parts += [f"## {title}", "", f"Made by `{command}`.", "", summary(rows), "", *table(rows), ""]
    parts += witnessed(data.get("vllm", {}))
    parts += ["## The rest", "", _RESTING, "", *rest({**data.get("packages", {}), **data.get("vllm", {})})]
    return "\n".join(parts).rstrip() + "\n"


_INTRODUCTION = """What the static agent reads from the sources is compared with what the interpreter says of the same
installed version: names, kinds and order of the parameters, which are required, defaults by value where both know it.
Compared is every function, method and constructor behind a public name of a public module that imports.

*Open* are signatures that the static agent does not state: it says itself that they are not certain (an unknown
decorator, a value that a call made), and no verdict is built on them.
"""


_RESTING = """Of the constructors of vLLM's models that differ, all stand under a class decorator that puts a
function of its own in the place of `__init__` and hands `**kwargs` on; the static agent follows the keywords to the
original one, `inspect` stops at the replacement."""


def witnessed(rows: dict[str, Any]) -> list[str]:
    """What `check --confirm` said in the same environments."""
    tried = {name: row["confirm"] for name, row in rows.items() if "confirm" in row}
    if not tried:
        return []
    breaks = [each for row in tried.values() for each in row["breaks"]]
    sure = sum(each[1] == "confirmed" for each in breaks)
    against = sum(len(row["against"]) for row in tried.values())
    works = sum(row["worked"] for row in tried.values())
    lines = [
        "## Predictions tried on real objects",
        "",
        "Made by the same command; `apidrift check --confirm env:PYTHON` shows one of them.",
        "",
        f"**{sure} of {len(breaks)} predicted breaks confirmed, {works} uses work, {against} contradictions.**",
        "",
    ]
    for name, row in tried.items():
        lines += [f"### {name}", "", f"{row['tried']} uses tried, {row['worked']} work as predicted.", ""]
        lines += [f"- {state}: `{place}` `{cut(error)}`" for place, state, error in row["breaks"]]
        lines += [
            f"- contradicted: `{p}` `{use}`: sources `{cut(s)}`, interpreter `{cut(r)}`"
            for p, use, s, r in row["against"]
        ]
        reasons = ", ".join(f"{count} with {reason}" for reason, count in row["unable"])
        lines += [f"- not tried: {reasons}"] if reasons else []
        lines += [""]
    return lines


def summary(rows: dict[str, Any]) -> str:
    """The totals in a sentence."""
    compared = sum(row["compared"] for row in rows.values())
    agreed = sum(row["agreed"] for row in rows.values())
    left = sum(sum(row["open"].values()) for row in rows.values())
    stated = compared - left
    return (
        f"**{agreed:,} of {stated:,} stated signatures agree: {agreed / stated:.2%}.** {left:,} more are open "
        f"({left / compared:.1%} of all {compared:,})."
    )


def table(rows: dict[str, Any]) -> list[str]:
    """A line per version."""
    lines = [
        "| Version | Compared | Agree | Differ | Open | Modules that do not import |",
        "| --- " + "| ---: " * 5 + "|",
    ]
    for name, row in rows.items():
        left, differ = sum(row["open"].values()), len(row["differ"])
        lines.append(f"| {name} | {row['compared']} | {row['agreed']} | {differ} | {left} | {row['skipped']} |")
    return lines


def rest(rows: dict[str, Any]) -> list[str]:
    """What differs, by cause; what is open as counts."""
    lines = []
    causes: Counter[str] = sum((Counter(row["open"]) for row in rows.values()), Counter())
    listed = ", ".join(f"{count} {cause}" for cause, count in causes.most_common())
    lines += [f"Open, by cause: {listed or 'none'}.", ""]
    for cause in ("fault", "decorator", "conditional", "run time", "outside"):
        found = [(name, each) for name, row in rows.items() for each in row["differ"] if each[1] == cause]
        if found:
            lines += [f"### {cause.capitalize()} ({len(found)})", ""]
            for name, (path, _, static, runtime) in found:
                lines.append(f"- {name}: `{path}`: static `{cut(static)}`, runtime `{cut(runtime)}`")
            lines += [""]
    return lines


def cut(text: str) -> str:
    """A long signature cut."""
    most = 100
    return text if len(text) <= most else text[: most - 1] + "…"


def main() -> None:
    """Measure one part, write both files."""
    data = json.loads(DATA.read_text()) if DATA.exists() else {}
    refs = sys.argv[1:]
    if refs != ["--page"]:
        data["vllm" if refs else "packages"] = environments(refs) if refs else packages()
    DATA.write_text(json.dumps(data, indent=1, sort_keys=True) + "\n")
    PAGE.write_text(page(data))


if __name__ == "__main__":
    main()
