from __future__ import annotations

import os

import pytest
from sources_support import FakeIndex, make_wheel

from apidrift.sources import SourceOptions, _http


@pytest.fixture(autouse=True)
def _alone(monkeypatch, tmp_path):
    """No configuration of this machine reaches a test, and no test waits before it tries again."""
    for key in list(os.environ):
        if key.startswith("PIP_") or key.lower() in {"http_proxy", "https_proxy", "all_proxy", "no_proxy"}:
            monkeypatch.delenv(key)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("APIDRIFT_CACHE_DIR", str(tmp_path / "default-cache"))
    monkeypatch.setattr(_http, "_PAUSE_S", 0.01)


@pytest.fixture
def index():
    server = FakeIndex()
    yield server
    server.close()


@pytest.fixture
def fresh(index, tmp_path):
    """Makes options that share nothing but the cache folder."""
    made = []

    def make(**more):
        options = SourceOptions(**({"index_url": index.url, "cache_dir": tmp_path / "cache", "timeout_s": 5} | more))
        made.append(options)
        return options

    yield make
    for options in made:
        if options.session.http is not None:
            options.session.http.close()


@pytest.fixture
def options(fresh):
    return fresh()


@pytest.fixture(params=["json", "html"])
def releases(request, index):
    index.page = request.param
    wheel = make_wheel()
    for version in ("0.15.0", "0.15.1", "0.16.0", "0.16.1.post2", "0.16.1", "1.0rc1", "0.9.10", "0.9.9"):
        index.add(wheel, version=version)
    index.add(wheel, version="0.17.0", yanked="broken")
    index.add(wheel, version="0.18.0", yanked=True)
    index.add(b"", "demo-0.99.0.exe")
    index.add(b"", "other-0.98.0-py3-none-any.whl")
    index.add(b"", "demo-not.a.version-py3-none-any.whl")
    index.add(b"", "demo-0.97.0.tar.gz.asc")
    index.add(b"", "demo-0.8.tar.gz")
    return index
