"""Recipes as files: those that ship, in `apidrift/recipes/<provider>/`, and a user's own in such a folder."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec
from packaging.specifiers import InvalidSpecifier, SpecifierSet

from apidrift.errors import UsageError
from apidrift.model.recipe import Recipe

SHIPPED = Path(__file__).parent.parent / "recipes"


def load_recipes(provider: str, folder: Path | None = None) -> tuple[Recipe, ...]:
    """The recipes for a provider by name; a user's own takes the place of a shipped one of the same name.

    Args:
        provider: the import name.
        folder: the user's, with `<provider>/*.toml` in it; None: there is none.

    Raises:
        UsageError: a file is no recipe.
    """
    found: dict[str, Recipe] = {}
    for place in (SHIPPED, folder):
        if place is not None:
            found |= {file.stem: _read(file) for file in sorted((place / provider).glob("*.toml"))}
    return tuple(recipe for _, recipe in sorted(found.items()) if recipe.provider == provider)


def _read(file: Path) -> Recipe:
    try:
        table = tomllib.loads(file.read_text("utf-8"))
        recipe = msgspec.convert({**table, "name": file.stem}, Recipe)
        SpecifierSet(recipe.versions)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError, InvalidSpecifier) as error:
        raise UsageError(f"{file.name} is not a recipe: {error}") from error
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}") from error
    if recipe.schema != 1:
        raise UsageError(f"{file.name} has recipe schema {recipe.schema}", hint="this apidrift reads schema 1")
    return recipe
