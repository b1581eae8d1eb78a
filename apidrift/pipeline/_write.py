"""Writing files whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from apidrift.errors import OutputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


def write_whole(path: Path, content: bytes) -> bool:
    """Write a file by way of a temporary neighbour, so that nobody ever sees half of it.

    Returns:
        Whether the file changed; a file that already holds `content` is left alone.

    Raises:
        OutputError: the folder cannot be written or the disk is full; what was there before is still there.
    """
    return write_together({path: content}) == 1


def write_together(files: Mapping[Path, bytes]) -> int:
    """Write several files; the first takes its place only when all have been written beside theirs.

    Returns:
        How many files changed; those that already hold their content are left alone, devices and pipes do not count.

    Raises:
        OutputError: a folder cannot be written or the disk is full; what was there before is still there.
    """
    staged: dict[Path, str] = {}
    try:
        for path, content in files.items():
            with _told(path):
                _stage(path, content, staged)
        for path, name in staged.items():
            with _told(path):
                Path(name).replace(path)
    finally:
        for name in staged.values():  # those that took their place are not there any more
            with contextlib.suppress(OSError):
                Path(name).unlink()
    return len(staged)


def _stage(path: Path, content: bytes, staged: dict[Path, str]) -> None:
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if path.is_file() and path.read_bytes() == content:
        return
    if path.exists() and not path.is_file():
        path.write_bytes(content)  # a device or pipe (`/dev/null`, `/dev/stdout`): a file must not take its place
        return
    path = Path(os.path.realpath(path))  # through a link: its target is renewed, the link stays
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, staged[path] = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp")
    with os.fdopen(handle, "wb") as file:
        file.write(content)
    # `mkstemp` makes files private; an output has the mode of what it replaces, or that of any new file.
    Path(staged[path]).chmod(path.stat().st_mode & 0o7777 if path.is_file() else 0o666 & ~_umask())


@contextlib.contextmanager
def _told(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise OutputError(f"cannot write {path}: {error.strerror}") from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
