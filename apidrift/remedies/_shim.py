"""The third way out of an edit: a pip-installable package whose import hook applies the edits in memory.

What the package does at run time stands in `templates/shim/`, standard library only; this file fills in the facts.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import re
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING, Any

from apidrift.errors import NothingToCheckError, UsageError
from apidrift.remedies._mend import STUB_IMPORT
from apidrift.remedies._shim_readme import listed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from importlib.resources.abc import Traversable

    from apidrift.model.edit import Edit, Remedy


@dataclass(frozen=True, slots=True)
class Shim:
    """A shim as files, not yet written anywhere."""

    name: str
    """The distribution's name."""
    package: str
    """Its import name."""
    version: str
    summary: str
    files: Mapping[str, bytes]
    """By POSIX path relative to the shim's folder."""


def build_shim(remedies: Sequence[Remedy], distributions: Mapping[str, Sequence[str]]) -> Shim:
    """Put a shim together.

    Args:
        remedies: what mends one version of one consumer, one for each provider.
        distributions: by a provider's import name, the distributions that may bring it.

    Raises:
        NothingToCheckError: there is no edit.
        UsageError: the remedies are for different consumers or files, or contradict each other.
    """
    first = remedies[0]
    if len({(each.consumer, each.consumer_version, each.package) for each in remedies}) > 1:
        raise UsageError("a shim mends one version of one consumer")
    files = _merged(remedies)
    if not files:
        raise NothingToCheckError(f"no edit mends {_title(first)}: there is nothing to build")
    name = "-".join(["apidrift-shim", _plain(_title(first)), *(_plain(each.provider) for each in remedies)])
    facts = _facts(name, remedies, files, distributions)
    shown = {f"@{key}@": str(facts[key]) for key in ("NAME", "PACKAGE_NAME", "VERSION", "SUMMARY")}
    shown["@PACKAGE@"] = shown.pop("@PACKAGE_NAME@")
    shown["@EDITS@"] = listed(files)
    stubs = {_file(each.stub_path): each.stub_source.encode() for each in remedies if each.stub_path}
    package = f"src/{facts['PACKAGE_NAME']}"
    return Shim(
        name,
        str(facts["PACKAGE_NAME"]),
        str(facts["VERSION"]),
        str(facts["SUMMARY"]),
        {
            **{f"{package}/{path}": data for path, data in _templates("shim").items()},
            f"{package}/_facts.py": _constants(facts),
            f"{package}/_edits.json": _edits(files),
            **{f"{package}/{name}": source for name, source in stubs.items()},
            **{_PLACES[path]: _filled(data, shown) for path, data in _templates("shim_project").items()},
        },
    )


_PLACES = {
    "sitecustomize.py": "run/sitecustomize.py",
    "backend.py": "build/backend.py",
    "project.toml": "pyproject.toml",
    "README.md": "README.md",
}


def _merged(remedies: Sequence[Remedy]) -> dict[str, tuple[str, list[tuple[str, str, Edit]]]]:
    """By path: the file's hash, and its edits with the provider and the versions they are for, in order."""
    merged: dict[str, tuple[str, list[tuple[str, str, Edit]]]] = {}
    for remedy in remedies:
        for file in remedy.files:
            digest, edits = merged.setdefault(file.path, (file.sha256, []))
            if digest != file.sha256:
                raise UsageError(f"{file.path}: the remedies were computed on different files")
            edits += [(remedy.provider, edit.applies, edit) for edit in file.edits]
    for path, (_, edits) in merged.items():
        edits.sort(key=lambda each: (each[2].start, each[2].end))
        for (_, _, left), (_, _, right) in itertools.pairwise(edits):
            if right.start < left.end:
                raise UsageError(f"{path}:{right.line}: edits of two remedies overlap", hint="build one shim for each")
    return {path: each for path, each in sorted(merged.items()) if each[1]}


def _facts(
    name: str, remedies: Sequence[Remedy], files: Mapping[str, Any], distributions: Mapping[str, Sequence[str]]
) -> dict[str, object]:
    first = remedies[0]
    on = ", ".join(f"{each.provider} {each.provider_version}".strip() for each in remedies)
    local = ".".join(_plain(f"{each.provider}.{each.provider_version}", ".") for each in remedies)
    modules = {_module(path): path for path in files}
    content = _edits(files) + "".join(each.stub_source for each in remedies).encode()
    return {
        "NAME": name,
        "PACKAGE_NAME": name.replace("-", "_"),
        "VERSION": f"{first.consumer_version or '0'}+{local}",
        "SUMMARY": f"Lets {_title(first)} {first.consumer_version} run on {on}".replace("  ", " "),
        "DIGEST": hashlib.sha256(content + on.encode()).hexdigest()[:16],
        "PACKAGE": first.package,
        "CONSUMER": first.consumer if first.consumer_version else "",
        "TITLE": f"{_title(first)} {first.consumer_version}".strip(),
        "CONSUMER_VERSION": first.consumer_version,
        "PROVIDERS": tuple(
            (
                each.provider,
                tuple(dict.fromkeys([each.provider_distribution, *distributions.get(each.provider, ())])),
                _specifier(each.provider_version),
            )
            for each in remedies
        ),
        "MODULES": modules,
        "STUBS": {_module(each.stub_path): _file(each.stub_path) for each in remedies if each.stub_path},
    }


def _title(remedy: Remedy) -> str:
    """The consumer's distribution; for a folder or a file without one, its import name."""
    return remedy.consumer if remedy.consumer and remedy.consumer_version else remedy.package


def _specifier(version: str) -> str:
    """A version as a specifier; what already is one stays, and what has none is not checked."""
    return version if not version or re.match(r"[<>=!~]", version) else f"=={version}"


def _module(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _constants(facts: Mapping[str, object]) -> bytes:
    lines = ['"""What this shim is for. Generated."""', ""]
    lines += [f"{key} = {value!r}" for key, value in facts.items() if key not in {"PACKAGE_NAME", "SUMMARY"}]
    return "".join(f"{line}\n" for line in lines).encode()


def _edits(files: Mapping[str, tuple[str, list[tuple[str, str, Edit]]]]) -> bytes:
    told = [
        {
            "path": path,
            "sha256": digest,
            "edits": [
                {
                    "start": edit.start,
                    "end": edit.end,
                    "replacement": edit.replacement,
                    "provider": provider,
                    "applies": applies,
                    "mend": _name(provider, path, number, edit),
                    "kind": edit.kind,
                    "reason": edit.reason,
                    "provenance": str(edit.provenance),
                }
                for number, (provider, applies, edit) in enumerate(edits)
            ],
        }
        for path, (digest, edits) in files.items()
    ]
    return (json.dumps(told, indent=1, ensure_ascii=False) + "\n").encode()


def _file(path: str) -> str:
    """The name in the shim's package of a module of adapter functions."""
    return path.rpartition("/")[2]


def _name(provider: str, path: str, number: int, edit: Edit) -> str:
    """Names what an edit belongs to, to count by; the import of the adapter functions is nothing of its own."""
    if edit.kind == STUB_IMPORT:
        return ""
    return f"{provider} {edit.mend}" if edit.mend else f"{path} {number}"


def _templates(folder: str) -> dict[str, bytes]:
    root: Traversable = resources.files("apidrift.remedies") / "templates" / folder
    return {
        each.name: each.read_bytes()
        for each in sorted(root.iterdir(), key=lambda one: one.name)
        if each.name.endswith((".py", ".toml", ".md"))
    }


def _filled(data: bytes, values: Mapping[str, str]) -> bytes:
    text = data.decode()
    for key, value in values.items():
        text = text.replace(key, value)
    return text.encode()


def _plain(text: str, joint: str = "-") -> str:
    return re.sub(r"[^A-Za-z0-9]+", joint, text).strip(joint).lower()
