"""The fixtures of the rules: pairs of tiny providers with a consumer, and every path one could ask about."""

from __future__ import annotations

import functools
import re
from pathlib import Path

from apidrift.diff import compare_surfaces
from apidrift.model.change import Relevance
from apidrift.model.surface import Release, word_path
from apidrift.model.symbols import Alias, Class
from apidrift.rules import by_name, rule
from apidrift.sources import MemoryTree
from apidrift.surfaces import static_surface

ROOT = Path(__file__).parents[1] / "fixtures" / "rules"
STEMS = sorted(folder.name for folder in ROOT.iterdir())
REMARK = re.compile(r"# reported: (AD\d{3})")


@functools.cache
def surface(stem, side):
    root = ROOT / stem / side
    files = {str(file.relative_to(root)): file.read_bytes() for file in sorted(root.rglob("*.py"))}
    return static_surface(MemoryTree(files), "prov", Release("prov", side))


def modules(surface):
    queue = ["prov"]
    while queue:
        module = surface.module(queue.pop())
        if module is not None:
            yield module
            queue += [f"{module.name}.{name}" for name in module.submodules]


def paths(*surfaces):
    found = {}
    for one in surfaces:
        for module in modules(one):
            found[module.name] = None
            for name in module.index:
                symbol = one.member(module.name, name)
                if isinstance(symbol, Alias) and not symbol.target.startswith("prov") and not symbol.type_checking:
                    continue
                found[f"{module.name}.{name}"] = None
                for member in symbol.members if isinstance(symbol, Class) else ():
                    found[f"{module.name}.{name}.{member}"] = None
    return list(found)


WORD = re.compile(r"""["']([A-Z]+_[A-Z_]+|--[a-z-]+|prov\.\w+)["']""")


def words(stem):
    """Paths of the texts that either side's package spells."""
    files = sorted((ROOT / stem).glob("*/prov/__init__.py"))
    return [word_path("prov", text) for text in dict.fromkeys(WORD.findall("".join(f.read_text() for f in files)))]


@functools.cache
def difference(stem, *, residue=False):
    old, new = surface(stem, "old"), surface(stem, "new")
    return compare_surfaces(old, new, [*paths(old, new), *words(stem)], residue=residue)


def facts(stem):
    return [[c.rule, c.symbol, c.subject] for c in difference(stem).changes]


def consumer(stem):
    return (ROOT / stem / "consumer.py").read_text()


def reported(stem):
    return set(REMARK.findall(consumer(stem)))


def between(old, new):
    """What the rules say of two versions of one module: name of the rule, symbol below `prov`, subject."""
    one, two = (
        static_surface(MemoryTree({"prov/__init__.py": text}), "prov", Release("prov", side))
        for text, side in ((old, "old"), (new, "new"))
    )
    found = compare_surfaces(one, two, paths(one, two))
    return [(rule(c.rule).name, c.symbol.removeprefix("prov."), c.subject) for c in found.changes]


def names(old, new):
    """The rules that speak, the ones that concern nobody left out."""
    return {name for name, _, _ in between(old, new) if by_name(name).relevance is not Relevance.NEVER}
