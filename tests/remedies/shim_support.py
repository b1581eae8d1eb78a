"""A consumer, its provider and a remedy in a folder, and children that import them."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import textwrap
import zipfile
from pathlib import Path

from apidrift.model.edit import Edit, FileEdits, Provenance, Remedy
from apidrift.remedies import build_shim

STUBS = "cons/_apidrift_prov.py"
PACKAGE = "apidrift_shim_cons_prov"
WORK = '''\
"""Work."""

from prov import api


def go():
    return api.call(1)


class Box:
    """A box."""

    def run(self):
        return api.call(2)


def fail():
    raise ValueError("here")
'''
MORE = "def more():\n    return 'plain'\n"
PROVIDER = "def call(value, *, must):\n    return value, must\n"
GO = ("    return api.call(1)", "    # told what it must\n    # in two lines\n    return api.call(1, must=True)")
BOX = ("        return api.call(2)", "        return api.call(2, must=False)")
MORE_EDIT = ("'plain'", "'mended'")


def write(root, files):
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)


def site(root, *, provider="2.0", consumer="1.0"):
    """A folder like site-packages: consumer `cons`, provider `prov`, each with its metadata."""
    write(
        root,
        {
            "cons/__init__.py": "",
            "cons/work.py": WORK,
            "cons/sub/__init__.py": MORE,
            "prov/__init__.py": "",
            "prov/api.py": PROVIDER,
            f"cons-{consumer}.dist-info/METADATA": f"Metadata-Version: 2.1\nName: cons\nVersion: {consumer}\n",
            f"prov-{provider}.dist-info/RECORD": "prov/__init__.py,,\nprov/api.py,,\n",
            f"prov-{provider}.dist-info/METADATA": f"Metadata-Version: 2.1\nName: prov\nVersion: {provider}\n",
        },
    )
    return root


def edited(path, text, *changes, applies=""):
    """The edits of a file, from pairs of old and new text."""
    data = text.encode()
    edits = []
    for old, new in changes:
        start = data.index(old.encode())
        end = start + len(old.encode())
        digest = hashlib.sha256(data[start:end]).hexdigest()
        line = data[:start].count(b"\n") + 1
        edits.append(
            Edit(path, start, end, new, digest, line, "replace", "must is needed", Provenance.DROPPED, applies=applies)
        )
    return FileEdits(path, hashlib.sha256(data).hexdigest(), tuple(edits))


def remedy(*files, provider="prov", version="2.0", stubs=""):
    """A remedy for `cons` 1.0."""
    files = files or (edited("cons/sub/__init__.py", MORE, MORE_EDIT), edited("cons/work.py", WORK, GO, BOX))
    return Remedy(
        "cons",
        "1.0",
        "cons",
        provider,
        version,
        provider,
        tuple(files),
        stub_path=STUBS if stubs else "",
        stub_source=stubs,
    )


def stub(name, body):
    return f'def {name}():\n    """A stub."""\n    {body}\n'


def shim(folder, *remedies):
    """Write a shim's files; returns the folder."""
    made = build_shim(remedies or (remedy(),), {})
    for path, data in made.files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    return folder


def child(code, *paths, python=sys.executable, options=(), cwd=None, **variables):
    """Run code in another Python with folders on its path; returns the finished process."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "APIDRIFT", "COV"))}
    environment["PYTHONPATH"] = os.pathsep.join(map(str, paths))
    environment.update(variables)
    return subprocess.run(
        [str(python), *options, "-c", textwrap.dedent(code)],
        check=False,
        capture_output=True,
        text=True,
        env=environment,
        cwd=cwd,
        timeout=120,
    )


def wheel(folder, target):
    """Build the shim's wheel by its own backend, as an installer would; returns its path."""
    code = f"import sys; sys.path.insert(0, {str(folder / 'build')!r}); import backend; print(backend.build_wheel({str(target)!r}))"
    return target / child(code).stdout.strip()


def installed(folder, venv, scratch):
    """Put the shim's wheel into an environment; returns the wheel's files there."""
    with zipfile.ZipFile(wheel(folder, scratch)) as archive:
        archive.extractall(packages(venv))
        return archive.namelist()


def environment(root, python=sys.executable):
    """An empty environment; returns the path of its Python."""
    subprocess.run([str(python), "-m", "venv", "--without-pip", str(root)], check=True, capture_output=True)
    return root / "bin" / "python"


def packages(venv):
    return next((venv / "lib").glob("python3.*")) / "site-packages"


def pythons():
    """One interpreter for each Python that a shim supports, as far as there is one here."""
    found = {f"3.{sys.version_info.minor}": sys.executable}
    for place in sorted(Path("~/.pyenv/versions").expanduser().glob("3.*/bin/python")):
        found.setdefault(".".join(place.parents[1].name.split(".")[:2]), str(place))
    return {version: path for version, path in found.items() if tuple(map(int, version.split("."))) >= (3, 9)}
