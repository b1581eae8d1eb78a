"""pip's configuration, read as pip reads it: environment variables over files, the nearer file over the farther."""

from __future__ import annotations

import configparser
import locale
import os
import sys
from dataclasses import dataclass
from pathlib import Path

from apidrift.errors import SourceError

_WINDOWS = os.name == "nt"
_BASENAME = "pip.ini" if _WINDOWS else "pip.conf"
_SECTIONS = ("global", "download", "install")
"""Where pip looks for `pip download` and `pip install`, the later over the earlier."""
_OFF = {"", "0", "no", "n", "f", "false", "off"}


@dataclass(frozen=True, slots=True)
class PipConfig:
    """The part of pip's configuration that decides how an index is reached."""

    index_url: str = ""
    """Empty: pip's own default."""
    extra_index_urls: tuple[str, ...] = ()
    find_links: tuple[str, ...] = ()
    no_index: bool = False
    trusted_hosts: tuple[str, ...] = ()
    proxy: str = ""
    cert: str = ""
    """A CA bundle's path."""
    client_cert: str = ""
    timeout_s: float = 15.0
    pre: bool = False


def pip_config() -> PipConfig:
    """What pip would use now, in this environment.

    Raises:
        SourceError: one of its files cannot be parsed.
    """
    values = _file_values() | _environment_values()
    cut = {name: tuple(values.get(name, "").split()) for name in ("extra-index-url", "find-links", "trusted-host")}
    return PipConfig(
        index_url=values.get("index-url", values.get("pypi-url", "")),
        extra_index_urls=cut["extra-index-url"],
        find_links=cut["find-links"],
        no_index=values.get("no-index", "").lower() not in _OFF,
        trusted_hosts=cut["trusted-host"],
        proxy=values.get("proxy", ""),
        cert=values.get("cert", ""),
        client_cert=values.get("client-cert", ""),
        timeout_s=_seconds(values),
        pre=values.get("pre", "").lower() not in _OFF,
    )


def _seconds(values: dict[str, str]) -> float:
    try:
        return float(values.get("timeout", values.get("default-timeout", "15")))
    except ValueError:
        return 15.0


def _environment_values() -> dict[str, str]:
    """`PIP_INDEX_URL` and its like; an empty one counts as not set, as in pip."""
    found = {}
    for key, value in os.environ.items():
        if key.startswith("PIP_") and value:
            found[key[4:].lower().replace("_", "-")] = value
    return found


def _file_values() -> dict[str, str]:
    values: dict[str, dict[str, str]] = {section: {} for section in _SECTIONS}
    for file in _files():
        for section, items in _read(file).items():
            values.get(section, {}).update(items)
    return {name: value for section in _SECTIONS for name, value in values[section].items() if value}


def _files() -> list[Path]:
    """The files pip reads, the ones that win last."""
    named = os.environ.get("PIP_CONFIG_FILE")
    if named == os.devnull:
        return []
    user = [] if named and Path(named).exists() else _user_files()
    site = Path(sys.prefix) / _BASENAME
    files = [*_global_files(), *user, site, *([Path(named)] if named else [])]
    return [file for file in files if file.is_file()]


def _global_files() -> list[Path]:
    if _WINDOWS:
        return [Path(os.environ.get("PROGRAMDATA", "C:/ProgramData")) / "pip" / _BASENAME]
    if sys.platform == "darwin":
        return [Path("/Library/Application Support/pip") / _BASENAME]
    folders = os.environ.get("XDG_CONFIG_DIRS") or "/etc/xdg"
    return [*(Path(one) / "pip" / _BASENAME for one in folders.split(os.pathsep) if one), Path("/etc") / _BASENAME]


def _user_files() -> list[Path]:
    home = Path.home()
    if _WINDOWS:
        return [home / "pip" / _BASENAME, Path(os.environ.get("APPDATA", home)) / "pip" / _BASENAME]
    config = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config") / "pip" / _BASENAME
    mac = home / "Library/Application Support/pip"
    if sys.platform == "darwin" and mac.is_dir():
        config = mac / _BASENAME
    return [home / ".pip" / _BASENAME, config]


def _read(file: Path) -> dict[str, dict[str, str]]:
    parser = configparser.RawConfigParser()
    try:
        parser.read(file, encoding=locale.getpreferredencoding(do_setlocale=False))
    except (configparser.Error, UnicodeDecodeError) as error:
        first = str(error).splitlines()[0]
        raise SourceError(
            f"pip's configuration {file} cannot be read: {first}", hint="pip would refuse it too"
        ) from error
    return {
        section: {name.lower().replace("_", "-").removeprefix("--"): value for name, value in parser.items(section)}
        for section in parser.sections()
    }
