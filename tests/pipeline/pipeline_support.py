"""A provider with a history, its consumers, an index that has them all, and a project that works with it."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path

from apidrift.pipeline import Overrides, Session, open_session

sys.path.insert(0, str(Path(__file__).parents[1] / "sources"))

from sources_support import FakeIndex, make_wheel

F, G, H = "def f(a, b=1): ...\n", "def g(x, mode='slow'): return mode\n", "def h(): ...\n"
OTHER = "def other(a): ...\n"
PROVIDER = {
    "1.0": F + G + H + OTHER,
    "1.1": "def f(a): ...\n" + G + H + OTHER,
    "1.2": "def f(a): ...\n" + G.replace("slow", "fast") + H + OTHER,
    "2.0": "def f(a): ...\n" + G.replace("slow", "fast") + "def other(a, c): ...\n",
    "2.1": F + G.replace("slow", "fast") + "def other(a, c): ...\n",
}
"""`f` loses an argument in 1.1 and has it back in 2.1, `g` has another default from 1.2, `h` ends with 2.0."""
APP = "from prov import f, g, h\n\nf(1, b=2)\ng(3)\nh()\n"
NEEDS = "Requires-Dist: prov==1.0\n"


@dataclass
class Project:
    """A folder with settings, and the index it reads."""

    folder: Path
    index: FakeIndex
    opened: list[Session] = field(default_factory=list)

    def settings(self, text: str = "") -> None:
        """Write `apidrift.toml`: provider and consumer, then what else is given."""
        (self.folder / "apidrift.toml").write_text(f'provider = "prov"\nconsumer = "app==1.0"\n{text}')

    def session(self, consumer: str = "", **more: object) -> Session:
        """A session on the project's index; nothing is shared with any earlier one but the disk."""
        overrides = Overrides(consumer=consumer, index_url=self.index.url, **more)
        self.opened.append(open_session(self.folder / "apidrift.toml", overrides))
        return self.opened[-1]

    def provide(self, version: str, source: str, **more: object) -> None:
        """Release a version of the provider."""
        self.index.add(
            make_wheel("prov", version, {"prov/__init__.py": source}), project="prov", version=version, **more
        )

    def consume(self, name: str, source: str = APP, needs: str = NEEDS, version: str = "1.0") -> str:
        """Release a consumer; returns its ref."""
        data = make_wheel(name, version, {f"{name}/__init__.py": source}, more=needs)
        self.index.add(data, project=name, version=version)
        return f"{name}=={version}"
