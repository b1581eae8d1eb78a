"""A tiny provider in two versions, a consumer, wheels made on the spot, and an index that misbehaves on demand."""

from __future__ import annotations

import base64
import hashlib
import http.server
import io
import signal
import subprocess
import sys
import threading
import time
import zipfile
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

OLD = "class A:\n    def __init__(self, x, y=1): ...\n    def run(self, n): ...\ndef f(a, b): ...\n"
NEW = "class A:\n    def __init__(self, x, z, y=1): ...\n    def run(self): ...\ndef f(a): ...\n"
APP = "from lib import A, f\na = A(1)\na.run(3)\nf(1, 2)\n"
CLI = [sys.executable, "-m", "apidrift"]


@dataclass
class Place:
    """A folder to work in, and the environment that keeps the user's own cache and pip settings out."""

    folder: Path
    env: dict[str, str] = field(default_factory=dict)

    def write(self, name: str, content: str | bytes) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def start(self, *words: str, **options: object) -> subprocess.Popen[bytes]:
        # A suite that a shell runs in the background would hand on that Ctrl-C is to be ignored.
        own = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)}
        given = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | own | options
        return subprocess.Popen([*CLI, *words], cwd=self.folder, env=self.env, **given)

    def run(self, *words: str, app: str = "app/app.py", **options: object) -> subprocess.CompletedProcess[bytes]:
        """Run a command on the provider `lib`, with a consumer."""
        more = (
            []
            if "--provider" in words or "lib" in words or words[0] in {"cache", "explain", "schema", "completion"}
            else ["--provider", "lib"]
        )
        more += ["--consumer", app] if more and app else []
        process = self.start(*words, *more, **options)
        out, err = process.communicate(timeout=60)
        return subprocess.CompletedProcess(words, process.returncode, out, err)

    def refused(self, *words: str, code: int, app: str = "app/app.py") -> str:
        """The one line that a failing command says; nothing else, nowhere."""
        done = self.run(*words, app=app)
        text = (done.stderr or b"").decode()
        assert done.returncode == code, text
        assert not done.stdout
        assert text.startswith("apidrift: ")
        assert text.count("\n") == 1
        return text


def wheel(files: Mapping[str, str | bytes], version: str = "1.0", wrong: str = "") -> bytes:
    """A wheel of `lib`; RECORD has a wrong hash for one file."""
    info = f"lib-{version}.dist-info"
    everything = dict(files) | {f"{info}/METADATA": f"Metadata-Version: 2.1\nName: lib\nVersion: {version}\n"}
    rows = []
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in everything.items():
            data = text.encode() if isinstance(text, str) else text
            digest = hashlib.sha256(b"other" if name == wrong else data).digest()
            rows.append(f"{name},sha256={base64.urlsafe_b64encode(digest).rstrip(b'=').decode()},{len(data)}\n")
            archive.writestr(name, data)
        archive.writestr(f"{info}/RECORD", "".join(rows) + f"{info}/RECORD,,\n")
    return buffer.getvalue()


Answer = tuple[int, str, bytes]


class Index:
    """A server whose pages are a dictionary; `slow` pages stop in the middle until the test is over."""

    def __init__(self) -> None:
        self.pages: dict[str, Answer] = {}
        self.slow: set[str] = set()
        self.begun = threading.Event()
        self.over = threading.Event()
        self.asked: list[str] = []
        index = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                index.asked.append(self.path)
                status, kind, body = index.pages.get(self.path, (404, "text/plain", b"no"))
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                if self.path in index.slow:
                    self.wfile.write(body[: len(body) // 2])
                    self.wfile.flush()
                    index.begun.set()
                    index.over.wait(20)
                    return
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.server.handle_error = lambda *_: None  # type: ignore[method-assign]
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}/simple"

    def add(self, name: str, data: bytes, stated: str = "") -> None:
        """List a file, with its sha256 or another."""
        digest = stated or hashlib.sha256(data).hexdigest()
        self.pages[f"/files/{name}"] = (200, "application/octet-stream", data)
        link = f'<a href="/files/{name}#sha256={digest}">{name}</a>\n'.encode()
        before = self.pages.get("/simple/lib/", (200, "text/html", b""))[2]
        self.pages["/simple/lib/"] = (200, "text/html", before + link)


def until(condition: Callable[[], bool], seconds: float = 10) -> None:
    """Wait for a condition."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.02)
