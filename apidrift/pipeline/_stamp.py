"""A mark for what is kept in the cache: it changes whenever the same input could give another result."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import msgspec

from apidrift import __version__

_PACKAGE = Path(__file__).parent.parent


@cache
def stamp(rooms: tuple[str, ...]) -> str:
    """The mark of the rooms that compute a result: the version, and in a checkout also the state of their files."""
    marks = [__version__]
    if (_PACKAGE.parent / "pyproject.toml").is_file():
        for room in rooms:
            for file in sorted((_PACKAGE / room).glob("*.py")):
                status = file.stat()
                marks.append(f"{file.name}:{status.st_size}:{status.st_mtime_ns}")
    return hashlib.sha256("|".join(marks).encode()).hexdigest()[:16]


def digest(value: object) -> str:
    """A short hash of a value of the model."""
    return hashlib.sha256(msgspec.json.encode(value)).hexdigest()[:16]
