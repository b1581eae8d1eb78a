"""The build backend of the shim (PEP 517 and 660): standard library only, so that installing it downloads nothing."""

from __future__ import annotations

import base64
import hashlib
import io
import os
import tarfile
import zipfile
from typing import Any

NAME = "@NAME@"
VERSION = "@VERSION@"
PACKAGE = "@PACKAGE@"
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
STEM = f"{PACKAGE}-{VERSION}"
METADATA = f"Metadata-Version: 2.1\nName: {NAME}\nVersion: {VERSION}\nSummary: @SUMMARY@\nRequires-Python: >=3.9\n"
WHEEL = "Wheel-Version: 1.0\nGenerator: apidrift\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
STARTS = f"import sys; exec('try:\\n import {PACKAGE}._start\\nexcept ImportError:\\n pass')\n"
EPOCH = (1980, 1, 1, 0, 0, 0)


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: Any = None) -> str:
    """Write the wheel: the package, and the `.pth` file that starts it in every process."""
    return _wheel(wheel_directory, _package(), STARTS)


def build_editable(wheel_directory: str, config_settings: Any = None, metadata_directory: Any = None) -> str:
    """Write a wheel that points here."""
    return _wheel(wheel_directory, {}, os.path.join(ROOT, "src") + "\n" + STARTS)


def build_sdist(sdist_directory: str, config_settings: Any = None) -> str:
    """Write the whole project as an archive."""
    name = f"{STEM}.tar.gz"
    with tarfile.open(os.path.join(sdist_directory, name), "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for path in _files(ROOT):
            archive.add(os.path.join(ROOT, path), f"{STEM}/{path}")
        info = tarfile.TarInfo(f"{STEM}/PKG-INFO")
        info.size = len(METADATA)
        archive.addfile(info, io.BytesIO(METADATA.encode()))
    return name


def _package() -> dict[str, bytes]:
    files = {}
    for path in _files(os.path.join(ROOT, "src")):
        with open(os.path.join(ROOT, "src", path), "rb") as file:
            files[path] = file.read()
    return files


def _files(root: str) -> list[str]:
    found = []
    for here, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        found += [os.path.relpath(os.path.join(here, name), root).replace(os.sep, "/") for name in sorted(names)]
    return found


def _wheel(folder: str, files: dict[str, bytes], starts: str) -> str:
    name = f"{STEM}-py3-none-any.whl"
    info = f"{STEM}.dist-info"
    files = {
        **files,
        f"{PACKAGE}.pth": starts.encode(),
        f"{info}/METADATA": METADATA.encode(),
        f"{info}/WHEEL": WHEEL.encode(),
    }
    record = "".join(f"{path},{_digest(data)},{len(data)}\n" for path, data in files.items()) + f"{info}/RECORD,,\n"
    with zipfile.ZipFile(os.path.join(folder, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in {**files, f"{info}/RECORD": record.encode()}.items():
            member = zipfile.ZipInfo(path, EPOCH)
            member.external_attr = 0o644 << 16
            member.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(member, data)
    return name


def _digest(data: bytes) -> str:
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
