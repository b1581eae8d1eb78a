"""Settings: `apidrift.toml` or `[tool.apidrift]`, the profiles of providers, and recipes."""

from __future__ import annotations

from apidrift.config._profile import Profile, import_name_of, load_profile, watched_providers
from apidrift.config._recipes import load_recipes
from apidrift.config._settings import (
    FAIL_ON,
    NightlySettings,
    ProviderSettings,
    Settings,
    find_project,
    find_settings,
    load_settings,
)

__all__ = [
    "FAIL_ON",
    "NightlySettings",
    "Profile",
    "ProviderSettings",
    "Settings",
    "find_project",
    "find_settings",
    "import_name_of",
    "load_profile",
    "load_recipes",
    "load_settings",
    "watched_providers",
]
