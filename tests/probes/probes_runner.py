"""Runs each folder's consumer.py against old/ and new/, each in a forked process, and prints how it ended as JSON."""

from __future__ import annotations

import gc
import importlib
import json
import os
import runpy
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

# Loaded once, before the forks: what the probes' providers and consumers import.
for _name in ("attr", "attrs", "msgspec", "packaging.version", "pydantic.dataclasses", "typing_extensions", "asyncio"):
    importlib.import_module(_name)


def main() -> None:
    gc.freeze()
    folders = [Path(each) for each in json.load(sys.stdin)]
    with ThreadPoolExecutor(2) as pool:
        ended = pool.map(lambda folder: [forked(folder, side) for side in ("old", "new")], folders)
    print(json.dumps(list(ended)))


def forked(folder: Path, side: str) -> list[str]:
    """The exception's name and text, in a process of its own."""
    reading, writing = os.pipe()
    if (child := os.fork()) == 0:
        result = run(folder, side)
        os.write(writing, json.dumps(result).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as stream:
        text = stream.read()
    os.waitpid(child, 0)
    return json.loads(text) if text else ["Crash", "the process ended early"]


def run(folder: Path, side: str) -> list[str]:
    """Run the consumer as a program."""
    sys.path.insert(0, str(folder / side))
    sys.dont_write_bytecode = True
    with Path(os.devnull).open("w") as nowhere:
        for stream in (1, 2):
            os.dup2(nowhere.fileno(), stream)
    try:
        runpy.run_path(str(folder / "consumer.py"), run_name="__main__")
    except BaseException as error:
        return [type(error).__name__, str(error)]
    return ["", ""]


if __name__ == "__main__":
    main()
