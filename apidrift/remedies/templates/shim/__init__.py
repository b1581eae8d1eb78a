"""Mends a consumer's modules in memory as they are imported; nothing on disk is touched.

Made by `apidrift shim build`; what it mends, and for which versions, stands in README.md beside `pyproject.toml`.
Standard library only, Python 3.9 or newer.

    install()      active from now on in this process (an installed shim already is, through its `.pth` file)
    uninstall()    no longer active
    status()       what it would do here, and what it has done
"""

from __future__ import annotations

from ._finder import install, uninstall

__all__ = ["install", "status", "uninstall"]


def status() -> dict[str, object]:
    """What the shim is for, whether it fits what is installed here, and whether it is active in this process."""
    from ._status import status as told

    return told()
