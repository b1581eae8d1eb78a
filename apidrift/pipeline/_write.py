"""Writing a file whole or not at all."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from apidrift.errors import OutputError


def write_whole(path: Path, content: bytes) -> bool:
    """Write a file by way of a temporary neighbour, so that nobody ever sees half of it.

    Returns:
        Whether the file changed; a file that already holds `content` is left alone.

    Raises:
        OutputError: the folder cannot be written or the disk is full; what was there before is still there.
    """
    try:
        if path.is_file() and path.read_bytes() == content:
            return False
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp")
    except OSError as error:
        raise OutputError(f"cannot write {path}: {error.strerror}") from error
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        # `mkstemp` makes files private; an output has the mode any new file would have.
        Path(name).chmod(0o666 & ~_umask())
        Path(name).replace(path)
    except BaseException as error:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        if isinstance(error, OSError):
            raise OutputError(f"cannot write {path}: {error.strerror}") from error
        raise
    return True


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
