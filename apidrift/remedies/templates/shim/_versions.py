"""Versions, as far as gates need them: post-releases and local builds count as the release they belong to."""

from __future__ import annotations

import re

_VERSION = re.compile(
    r"v?(?:\d+!)?(\d+(?:\.\d+)*)[-_.]?((?:a|b|c|rc|alpha|beta|pre|preview|dev)[-_.]?\d*)?", re.IGNORECASE
)
_CLAUSE = re.compile(r"\s*(==|!=|>=|<=|~=|>|<)\s*([^\s,]+)\s*\Z")
Key = tuple[tuple[int, ...], int, str]


def same(left: str, right: str) -> bool:
    """Whether two versions are one release."""
    return key(left) == key(right)


def admits(specifier: str, version: str) -> bool:
    """Whether a version specifier (`>=0.11,<0.17`, `==0.16.0`) admits a version; an empty one admits all."""
    return all(_admits(clause, version) for clause in specifier.split(",") if clause.strip())


def key(version: str) -> Key:
    """A version's place in the order: its numbers without zeros at the end, pre-releases before the release."""
    match = _VERSION.match(version.strip())
    if match is None:
        return (), 0, version
    numbers = [int(part) for part in match[1].split(".")]
    while numbers and not numbers[-1]:
        numbers.pop()
    return tuple(numbers), 0 if match[2] else 1, (match[2] or "").lower()


def _admits(clause: str, version: str) -> bool:
    match = _CLAUSE.match(clause)
    if match is None:
        return False
    operator, wanted = match[1], match[2]
    if wanted.endswith(".*"):
        prefix = [int(part) for part in wanted[:-2].split(".")]
        numbers = [*key(version)[0], *[0] * len(prefix)]
        return (numbers[: len(prefix)] == prefix) is (operator == "==")
    have, want = key(version), key(wanted)
    if operator == "~=":
        prefix = [int(part) for part in wanted.split(".")[:-1]]
        return have >= want and [*have[0], *[0] * len(prefix)][: len(prefix)] == prefix
    answers = {
        "==": have == want,
        "!=": have != want,
        ">=": have >= want,
        "<=": have <= want,
        ">": have > want,
        "<": have < want,
    }
    return answers[operator]
