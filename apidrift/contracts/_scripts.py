"""Shell scripts, container files and YAML: the flags and environment variables they give the provider's programs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from apidrift.contracts._texts import FLAG, between_words
from apidrift.errors import UnreadableFileError
from apidrift.model import contract as c

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.contracts._world import World

SCRIPTS = (".sh", ".yaml", ".yml", "Dockerfile")
"""How the names of files end that are looked at."""
COMMENT = re.compile(r"^\s*(?:#|//)")


def script_uses(world: World) -> Iterator[c.Use]:
    """The uses in a consumer's scripts: variables that are set, and flags where one of the programs is started."""
    project = world.project
    paths = [path for path in project.tree.files() if path.endswith(SCRIPTS)]
    project.tree.prefetch(paths)
    for path in paths:
        yield from _in(world, path)


def _in(world: World, path: str) -> Iterator[c.Use]:
    try:
        source = world.project.tree.read(path)
    except (UnreadableFileError, KeyError, OSError):
        return  # data of the consumer's that nobody asked to be read
    texts = world.texts
    commands = [
        command
        for command in texts.commands
        if any(re.search(between_words(program), source) for program in command.programs)
    ]
    names = "|".join(re.escape(prefix) for prefix in texts.prefixes)
    variable = re.compile(rf"(?<![\w$]){{?((?:{names})[A-Z0-9_]+)(?=[=:\s\"']|$)") if names else None
    if not commands and not (variable and any(prefix.encode() in source for prefix in texts.prefixes)):
        return
    for number, line in enumerate(source.decode("utf-8", "replace").splitlines(), 1):
        if COMMENT.match(line):
            continue
        for found in variable.finditer(line) if variable else ():
            if _is_set(line, found.start(1), found.end(1)):
                yield _use(path, number, found.start(1), c.Named("env", found[1], scopes=texts.modules))
        for command in commands:
            for found in FLAG.finditer(line):
                if line[: found.start()][-1:] in {"", " ", "\t", '"', "'", "[", "-"}:
                    yield _use(path, number, found.start(), c.Named("flag", found[0], scopes=command.modules))


def _is_set(line: str, start: int, end: int) -> bool:
    """Whether a variable is given a value: `X=1`, `ENV X 1`, `X: 1`, `- name: X`, `-e X`."""
    before, after = line[:start], line[end:]
    if after[:1] == "=" or re.match(r"[\"']?\s*:", after):
        return True
    return re.search(r"(?:\bENV|\bexport|-e|--env|name:)\s*[\"']?$", before) is not None


def _use(path: str, number: int, column: int, operation: c.Named) -> c.Use:
    return c.Use(c.Place(path, number, column, number, column + len(operation.text)), operation)
