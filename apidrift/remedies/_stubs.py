"""The module of adapter functions that edits call: generated, typed, readable."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING

from apidrift.model.edit import Provenance, Stub

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apidrift.model.recipe import Recipe


@dataclass(frozen=True, slots=True)
class Asked:
    """A value that nobody knows, asked for by a function that raises."""

    name: str
    """Of the function."""
    question: str
    """What a person must decide."""
    fingerprints: tuple[str, ...] = ()


_WIDTH = 100
"""Of a docstring's lines, in characters."""


def module_name(provider: str) -> str:
    """What the module is called: one per provider, so that two remedies of one consumer do not meet."""
    return f"_apidrift_{provider.replace('.', '_')}"


def recipe_stubs(recipes: Sequence[Recipe]) -> tuple[Stub, ...]:
    """The functions that recipes bring, each with its provenance in its docstring."""
    return tuple(
        Stub(each.name, _told(each.source.strip("\n"), recipe), Provenance.RECIPE)
        for recipe in recipes
        for each in recipe.stub
    )


def asking_stub(asked: Asked) -> Stub:
    """A function that raises and says what to decide."""
    text = "\n".join(
        (
            f"def {asked.name}() -> NoReturn:",
            f'    """Not decided yet: {asked.question}.',
            "",
            "    Provenance: stub; no version of the provider tells it.",
            '    """',
            f"    raise UndecidedError({asked.question!r})",
        )
    )
    return Stub(asked.name, text, Provenance.STUB, asked.fingerprints)


def _told(source: str, recipe: Recipe) -> str:
    """The source with the recipe and its evidence at the end of the docstring."""
    quotes = '"""'
    first = source.find(quotes)
    second = source.find(quotes, first + 3)
    if not source.startswith(("def ", "class ")) or second < 0:
        return source
    texts = [f"Provenance: recipe {recipe.name}."]
    texts += [f"{each.version} {each.symbol}: {each.says}." for each in recipe.evidence]
    lines = [line for text in texts for line in wrap(text, _WIDTH, subsequent_indent="    ")]
    inside = source[first + 3 : second].rstrip()
    told = "\n".join(["", "", *(f"    {line}" for line in lines), "    "])
    return source[: first + 3] + inside + told + source[second:]


def module_source(stubs: Sequence[Stub], recipes: Sequence[Recipe], consumer: str, provider: str, version: str) -> str:
    """The whole module; empty where no function is needed.

    Args:
        stubs: the functions, in order.
        recipes: those that bring them, for their imports.
        consumer: name and version.
        provider: the import name.
        version: the provider's, or the range.
    """
    if not stubs:
        return ""
    imports = {line for recipe in recipes if recipe.stub for line in recipe.imports}
    asks = any(stub.provenance is Provenance.STUB for stub in stubs)
    if asks:
        imports.add("from typing import NoReturn")
    parts = [
        f'"""Adapters between {consumer} and {provider} {version}, made by apidrift; the edited places call them."""',
        "",
        "from __future__ import annotations",
        "",
        *sorted(imports, key=_import_order),
    ]
    if asks:
        parts += ["", "", "class UndecidedError(NotImplementedError):", '    """A value that a person must decide."""']
    for stub in stubs:
        parts += ["", *([""] if stub.source.startswith(("def ", "class ")) else []), stub.source]
    return "\n".join(parts) + "\n"


def _import_order(line: str) -> tuple[bool, str]:
    return line.startswith("from "), line
