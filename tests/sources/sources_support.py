"""Wheels, sdists and an index to read them from, as tame or as broken as a test wants."""

from __future__ import annotations

import base64
import dataclasses
import gzip
import hashlib
import html
import io
import json
import random
import tarfile
import threading
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar

METADATA = "Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{more}\nA description.\nName: not a header\n"


def record_hash(data):
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def make_wheel(
    name="demo",
    version="1.0",
    files=None,
    *,
    more="",
    record=None,
    extra=(),
    method=zipfile.ZIP_DEFLATED,
    info_first=False,
):
    """A wheel's bytes. `record` replaces hashes by path; `extra` are members that RECORD does not know."""
    files = {f"{name}/__init__.py": b"x = 1\n"} if files is None else files
    files = {path: text.encode() if isinstance(text, str) else text for path, text in files.items()}
    info = f"{name}-{version}.dist-info"
    told = {f"{info}/METADATA": METADATA.format(name=name, version=version, more=more).encode()}
    told |= {path: data for path, data in files.items() if path.startswith(info)}
    files = {path: data for path, data in files.items() if not path.startswith(info)}
    rows = [
        f"{path},{(record or {}).get(path, record_hash(data))},{len(data)}" for path, data in (files | told).items()
    ]
    told[f"{info}/RECORD"] = "\n".join([*rows, f"{info}/RECORD,,"]).encode()
    members = (told | files) if info_first else (files | told)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for path, data in [*members.items(), *extra]:
            archive.writestr(zipfile.ZipInfo(path, (2024, 1, 1, 0, 0, 0)), data, method)
    return out.getvalue()


def make_sdist(name="demo", version="1.0", files=None, *, more="", top=None, kind="gz", tell=True):
    """A source distribution's bytes. A value may also be a `tarfile.TarInfo` of anything."""
    files = {f"src/{name}/__init__.py": "x = 1\n"} if files is None else files
    top = f"{name}-{version}/" if top is None else top
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=f"w:{kind}" if kind else "w") as archive:
        told = {"PKG-INFO": METADATA.format(name=name, version=version, more=more)} if tell else {}
        for path, value in (told | files).items():
            if isinstance(value, tarfile.TarInfo):
                archive.addfile(value)
                continue
            data = value.encode() if isinstance(value, str) else value
            entry = tarfile.TarInfo(top + path)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return out.getvalue()


def noise(size, seed=1):
    """Bytes that do not compress."""
    return random.Random(seed).randbytes(size)


def big_wheel(name="demo", version="1.0", files=None, *, padding=6 << 20, **more):
    """A wheel too large to be downloaded without thought: a compiled part in front, sources behind it."""
    sources = {f"{name}/__init__.py": "x = 1\n"} if files is None else files
    return make_wheel(name, version, {f"{name}/_core.so": noise(padding), **sources}, **more)


@dataclasses.dataclass
class Entry:
    name: str
    data: bytes
    sha256: str
    size: int | None
    yanked: bool | str


class FakeIndex:
    """A simple index on this machine; every fault is a switch."""

    def __init__(self):
        self.projects = {}
        self.files = {}
        self.page = "json"
        self.ranges = "yes"
        self.etag = ""
        self.faults = []
        """What happens to the next requests: a status, `drop`, `cut`, or empty for nothing."""
        self.log = []
        self.headers = []
        self.sent = 0
        handler = type("Handler", (_Handler,), {"index": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self._server.server_address[1]}/simple/"

    def add(self, data, filename=None, *, project="demo", version="1.0", sha256=None, size=True, yanked=False):
        filename = filename or f"{project.replace('-', '_')}-{version}-py3-none-any.whl"
        entry = Entry(filename, data, hashlib.sha256(data).hexdigest() if sha256 is None else sha256, len(data), yanked)
        if not size:
            entry.size = None
        self.projects.setdefault(project, []).append(entry)
        self.files[filename] = entry
        return entry

    def file_requests(self):
        return [(path, span) for path, span in self.log if path.startswith("/files/")]

    def page_requests(self):
        return [path for path, _ in self.log if path.startswith("/simple/")]

    def close(self):
        self._server.shutdown()
        self._server.server_close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    index: ClassVar[FakeIndex]

    def log_message(self, *_):
        pass

    def do_GET(self):
        span = self.headers.get("Range", "")
        self.index.log.append((self.path, span))
        self.index.headers.append(dict(self.headers))
        fault = self.index.faults.pop(0) if self.index.faults else ""
        if fault == "drop":
            self.close_connection = True
            return
        if isinstance(fault, int):
            self._send(fault, b"trouble", {})
        elif self.path.startswith("/simple/"):
            self._page(self.path.split("/")[2])
        elif self.path.startswith("/files/") and self.path[7:] in self.index.files:
            self._file(self.index.files[self.path[7:]].data, span, cut=fault == "cut")
        else:
            self._send(404, b"no", {})

    def _page(self, project):
        entries = self.index.projects.get(project)
        if entries is None:
            self._send(404, b"no", {})
            return
        tag = {"ETag": self.index.etag} if self.index.etag else {}
        if self.index.etag and self.headers.get("If-None-Match") == self.index.etag:
            self._send(304, b"", tag)
        elif self.index.page == "json":
            kind = "application/vnd.pypi.simple.v1+json"
            self._send(200, json.dumps(_json_page(project, entries)).encode(), {"Content-Type": kind, **tag})
        elif self.index.page == "html":
            self._send(200, _html_page(entries).encode(), {"Content-Type": "text/html; charset=utf-8", **tag})
        else:
            kind, body = self.index.page
            self._send(200, body, {"Content-Type": kind})

    def _file(self, data, span, *, cut):
        if not span or self.index.ranges == "no":
            self._send(200, data, {}, cut=cut)
            return
        first, _, last = span.removeprefix("bytes=").partition("-")
        start = int(first) if first else max(0, len(data) - int(last))
        end = min(int(last) + 1 if first and last else len(data), len(data))
        if self.index.ranges == "shifted":
            start += 1
        size = len(data) + (self.index.ranges == "lying")
        self._send(206, data[start:end], {"Content-Range": f"bytes {start}-{end - 1}/{size}"}, cut=cut)

    def _send(self, status, body, headers, *, cut=False):
        self.send_response(status)
        for key, value in headers.items():
            self.send_header(key, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        try:
            self.wfile.write(body[: len(body) // 2] if cut else body)
            self.index.sent += len(body)
        except OSError:
            pass
        if cut:
            self.close_connection = True


def _json_page(project, entries):
    files = [
        {"filename": one.name, "url": f"../../files/{one.name}", "hashes": {"sha256": one.sha256} if one.sha256 else {}}
        | ({"size": one.size} if one.size is not None else {})
        | {"yanked": one.yanked, "requires-python": None, "unknown-key": 1}
        for one in entries
    ]
    return {"meta": {"api-version": "1.1"}, "name": project, "files": files}


def _html_page(entries):
    lines = []
    for one in entries:
        hashed = f"#sha256={one.sha256}" if one.sha256 else ""
        yanked = {False: "", True: " data-yanked"}.get(one.yanked, f' data-yanked="{html.escape(str(one.yanked))}"')
        lines.append(
            f'<a href="../../files/{one.name}{hashed}"{yanked} data-requires-python="&gt;=3.9">{one.name}</a><br>'
        )
    return "<!DOCTYPE html><html><body>\n" + "\n".join(lines) + "\n</body></html>"


class Drawing:
    """A progress that writes down what it was told."""

    def __init__(self):
        self.tasks = []

    def start(self, label, total):
        task = DrawnTask(label, total)
        self.tasks.append(task)
        return task


@dataclasses.dataclass
class DrawnTask:
    label: str
    total: int | None
    advanced: int = 0
    ended: int = 0

    def advance(self, n):
        self.advanced += n

    def done(self):
        self.ended += 1


def packed(data):
    return gzip.compress(data, mtime=0)
