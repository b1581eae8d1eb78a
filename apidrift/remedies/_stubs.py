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
class StubModule:
    """What the module of adapter functions is called."""

    name: str
    """In the files that are edited."""
    full: str
    """With the package it lies in."""


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


@dataclass(frozen=True, slots=True)
class Needed:
    """What a module of adapter functions holds."""

    stubs: tuple[Stub, ...]
    recipes: tuple[Recipe, ...] = ()
    """Those that bring functions, for their imports."""
    distributions: tuple[str, ...] = ()
    """Those that bring the provider, where edits ask for its version; empty: none does."""


def module_source(needed: Needed, consumer: str, provider: str, version: str) -> str:
    """The whole module; empty where none is needed.

    Args:
        needed: what it holds.
        consumer: name and version.
        provider: the import name.
        version: the provider's, or the range.
    """
    if not needed.stubs and not needed.distributions:
        return ""
    imports = {line for recipe in needed.recipes if recipe.stub for line in recipe.imports}
    asks = any(stub.provenance is Provenance.STUB for stub in needed.stubs)
    if asks:
        imports.add("from typing import NoReturn")
    if needed.distributions:
        several = len(needed.distributions) > 1
        imports.add(f"from importlib.metadata import {'PackageNotFoundError, ' if several else ''}version")
    parts = [
        f'"""Adapters between {consumer} and {provider} {version}, made by apidrift; the edited places call them."""',
        "",
        "from __future__ import annotations",
        "",
        *sorted(imports, key=_import_order),
    ]
    if needed.distributions:
        parts += ["", *_installed(needed.distributions, provider)]
    if asks:
        parts += ["", "", "class UndecidedError(NotImplementedError):", '    """A value that a person must decide."""']
    for stub in needed.stubs:
        parts += ["", *([""] if stub.source.startswith(("def ", "class ")) else []), stub.source]
    return "\n".join(parts) + "\n"


def version_name(provider: str) -> str:
    """What the module calls the installed version: `VLLM`."""
    return provider.replace(".", "_").upper()


def _installed(distributions: Sequence[str], provider: str) -> list[str]:
    """The statements that find the installed version, as numbers."""
    first, *others = distributions
    lines = [f'_VERSION = version("{first}")']
    for name in others:
        inner = [f"    {line}" for line in lines]
        lines = ["try:", *inner, "except PackageNotFoundError:", f'    _VERSION = version("{name}")']
    name = version_name(provider)
    return [
        *lines,
        f'{name} = tuple(int(part) for part in _VERSION.replace("+", ".").split(".")[:3] if part.isdigit())',
        f'"""The installed version of {provider}, as numbers."""',
    ]


def _import_order(line: str) -> tuple[bool, str]:
    return line.startswith("from "), line
