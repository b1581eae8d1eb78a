"""Texts that a provider's modules spell: environment variables they read, flags they take, keys of their tables."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from apidrift.surfaces._layout import Form

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apidrift.surfaces._agent import Agent

FEW = 40
"""Up to so many modules are all read, wherever they come from."""
LIKELY = re.compile(r"(?:^|\.)_?(?:envs?|environ\w*|config\w*|settings?|constants?|options?|cli\w*|args?|arg_\w+)$")
"""Modules of a large remote library in which variables and options stand."""


def find_word(agent: Agent, scope: str, text: str) -> bool | None:
    """Whether the modules at or below `scope` spell a text; None where there are none, or not all were looked at.

    A text is spelled by a string that is equal to it, and by a name that is bound: a variable, a parameter, a keyword.
    """
    search = _Search(agent, scope)
    if any(search.spells(module, text) for module in search.modules):
        return True
    return False if search.modules and search.whole else None


class _Search:
    """The modules to look at, read together."""

    def __init__(self, agent: Agent, scope: str) -> None:
        self.world = agent.world
        spots = self.world.layout.spots
        inside = f"{scope}."
        found = [name for name in sorted(spots) if name == scope or name.startswith(inside)]
        self.modules = [name for name in found if spots[name].form is Form.SOURCE]
        self.whole = True
        if self.world.is_remote and len(self.modules) > FEW:
            self.whole = False
            self.modules = [name for name in self.modules if name == scope or LIKELY.search(name)]
        self.world.prefetch(self.modules)

    def spells(self, module: str, text: str) -> bool:
        """Whether one module does."""
        if text.encode() not in self.world.text(module):
            return False
        unit = self.world.unit(module)
        return unit is not None and any(text == word for node in unit.body for word in _words(node))


def _words(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str() as word) | ast.arg(arg=word) | ast.keyword(arg=str() as word):
                yield word
            case ast.Name(id="__name__" as word) | ast.Name(id=word, ctx=ast.Store()):
                yield word
            case _:
                pass
