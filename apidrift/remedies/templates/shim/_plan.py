"""Whether the shim fits what is installed here, and the mended sources if it does. Decided once per process and copy.

All or nothing: edits in one file may count on those in another, so one file that is not the one the shim was made for
keeps the whole shim from being applied.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from typing import Any, NamedTuple, Union

from ._facts import CONSUMER, CONSUMER_VERSION, MODULES, NAME, PROVIDERS, TITLE, VERSION
from ._versions import admits, same


class Mended(NamedTuple):
    """A module's new source."""

    path: str
    """Relative to the consumer's root."""
    source: bytes
    edits: frozenset[str]
    """What was done, each by its name; what takes several spans, in several files even, counts as one."""


class Refusal(NamedTuple):
    """Why the shim is not applied."""

    reason: str


Plan = Union[dict[str, Mended], Refusal]
_PLANS: dict[str, Plan] = {}


def plan_for(name: str, origin: str, loader: Any) -> Plan:
    """What to do with the copy of the consumer that a module belongs to; the first question is logged.

    Args:
        name: the module.
        origin: where it was found.
        loader: what reads it.
    """
    path = MODULES[name].replace("/", os.sep)
    if not origin.endswith(path):
        return Refusal(f"{name} lies at {origin}, not at …{os.sep}{path}")
    root = origin[: -len(path)]
    if root not in _PLANS:
        _PLANS[root] = plan = make_plan(root, loader)
        _log(plan)
    return _PLANS[root]


def make_plan(root: str, loader: Any) -> Plan:
    """Check versions and files, and mend the sources.

    Args:
        root: the folder or archive that holds the consumer's top package, with the separator at its end.
        loader: what reads a file of it.
    """
    versions, wrong = installed_versions()
    if wrong:
        return Refusal(wrong)
    plan: dict[str, Mended] = {}
    names = {path: name for name, path in MODULES.items()}
    for file in edits():
        source, wrong = _read(root, file, loader)
        if wrong:
            return Refusal(wrong)
        needed = [each for each in file["edits"] if admits(each["applies"], versions[each["provider"]])]
        plan[names[file["path"]]] = Mended(
            file["path"], apply(source, needed), frozenset(each["mend"] for each in needed) - {""}
        )
    return plan


def counted(plan: dict[str, Mended]) -> int:
    """How many edits a plan holds."""
    return len({name for each in plan.values() for name in each.edits})


def edits() -> list[dict[str, Any]]:
    """The edits by file, as they were built."""
    here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "_edits.json")
    with open(here, encoding="utf-8") as file:
        told: list[dict[str, Any]] = json.load(file)
    return told


def apply(source: bytes, needed: list[dict[str, Any]]) -> bytes:
    """The source with each edit's span replaced; spans are in order and do not overlap."""
    parts, done = [], 0
    for each in needed:
        parts += [source[done : each["start"]], each["replacement"].encode()]
        done = each["end"]
    return b"".join([*parts, source[done:]])


def installed_versions() -> tuple[dict[str, str], str]:
    """The providers' versions by import name, and what does not fit, empty where all does. Imports none of them."""
    found = version_of(CONSUMER)
    if found and not same(found, CONSUMER_VERSION):
        return {}, f"it is for {CONSUMER} {CONSUMER_VERSION}, {found} is installed; {_again()}"
    versions = {}
    for provider, distributions, specifier in PROVIDERS:
        version = next((told for told in map(version_of, distributions) if told), "")
        if specifier and not version and os.environ.get("APIDRIFT_SHIM") != "force":
            return {}, f"no {' or '.join(distributions)} is installed, so {provider}'s version is unknown"
        if version and not admits(specifier, version):
            return {}, f"it is for {provider} {specifier.lstrip('=')}, {version} is installed; {_again()}"
        versions[provider] = version or specifier.lstrip("=")
    return versions, ""


def version_of(distribution: str) -> str:
    """The installed version of a distribution; empty where there is none."""
    if not distribution:
        return ""
    from importlib import metadata

    try:
        return metadata.version(distribution) or ""
    except metadata.PackageNotFoundError:
        return ""


def _read(root: str, file: dict[str, Any], loader: Any) -> tuple[bytes, str]:
    """A file's bytes, and why it is not the one the edits were made for."""
    path = root + file["path"].replace("/", os.sep)
    try:
        source: bytes = loader.get_data(path)
    except (AttributeError, OSError) as error:
        return b"", f"cannot read {path}: {error}"
    if hashlib.sha256(source).hexdigest() != file["sha256"]:
        return b"", f"{path} is not the file it was made for (edited by hand?); {_again()}"
    return source, ""


def _again() -> str:
    return "build it again: apidrift shim build"


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _log(plan: Plan) -> None:
    if sys.stderr is None or os.environ.get("APIDRIFT_SHIM") == "quiet":
        return
    if isinstance(plan, Refusal):
        sys.stderr.write(f"apidrift: {NAME} is not applied: {plan.reason}\n")
        return
    count = counted(plan)
    versions, _ = installed_versions()
    on = ", ".join(f"{provider} {version}".strip() for provider, version in versions.items())
    counts = f"{_many(count, 'edit')} in {_many(len(plan), 'file')}"
    sys.stderr.write(f"apidrift: {TITLE} on {on}: {counts} [{NAME} {VERSION}]\n")
