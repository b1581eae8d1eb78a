"""Edits on bytes: applied, or shown as a unified diff."""

from __future__ import annotations

import difflib
import hashlib
from typing import TYPE_CHECKING

from apidrift.errors import ApidriftError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from apidrift.model.edit import FileEdits


class StaleEditsError(ApidriftError):
    """A file is not the one that edits were computed on."""


def apply(data: bytes, edits: FileEdits) -> bytes:
    """A file's bytes with its edits applied.

    Raises:
        StaleEditsError: the file has changed since the edits were computed.
    """
    if hashlib.sha256(data).hexdigest() != edits.sha256:
        raise StaleEditsError(f"{edits.path} is not the file that was read", hint="compute the patch again")
    parts: list[bytes] = []
    done = 0
    for edit in edits.edits:
        if hashlib.sha256(data[edit.start : edit.end]).hexdigest() != edit.replaced or edit.start < done:
            raise StaleEditsError(f"{edits.path}:{edit.line} is not what was read", hint="compute the patch again")
        parts += [data[done : edit.start], edit.replacement.encode()]
        done = edit.end
    return b"".join([*parts, data[done:]])


def unified_diff(
    files: Iterable[FileEdits], read: Callable[[str], bytes], added: Mapping[str, bytes] | None = None
) -> bytes:
    """A patch that `git apply` and `patch -p1` take.

    Args:
        files: the edits.
        read: the bytes of a file by its path.
        added: new files by their paths.
    """
    parts = [_file_diff(each.path, read(each.path), apply(read(each.path), each)) for each in files]
    parts += [_file_diff(path, None, content) for path, content in sorted((added or {}).items())]
    return b"".join(parts)


_NO_NEWLINE = b"\n\\ No newline at end of file\n"


def _file_diff(path: str, old: bytes | None, new: bytes) -> bytes:
    name = path.encode()
    before, after = _lines(old or b""), _lines(new)
    head = b"diff --git a/" + name + b" b/" + name
    first = b"/dev/null" if old is None else b"a/" + name
    lines = list(difflib.diff_bytes(difflib.unified_diff, before, after, first, b"b/" + name, lineterm=b"\n"))
    if not lines:
        return b""
    if old is None:
        head += b"\nnew file mode 100644"
    return head + b"\n" + b"".join(line if line.endswith(b"\n") else line + _NO_NEWLINE for line in lines)


def _lines(data: bytes) -> list[bytes]:
    """Lines as diff tools see them: ended by a line feed and by nothing else."""
    parts = data.split(b"\n")
    return [part + b"\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])
