from __future__ import annotations

import dataclasses
import socket

import pytest
from sources_support import big_wheel, make_wheel

from apidrift.errors import ExitCode, SourceError
from apidrift.sources import VersionRef, open_tree, versions
from apidrift.sources._http import Http
from apidrift.sources._net import shown
from apidrift.sources._options import Stats
from apidrift.sources._pipconf import PipConfig

DEMO = VersionRef("demo", "1.0")


@pytest.mark.parametrize("fault", ["drop", 503])
def test_one_failure_is_tried_again(index, options, fault):
    index.add(b"", version="1.0")
    index.faults = [fault]
    assert versions("demo", options) == ("1.0",)
    assert options.stats.requests == 2


@pytest.mark.parametrize(("faults", "message"), [(["drop"] * 2, "cannot reach"), ([500, 502], "answers 502")])
def test_two_failures_are_one_line(index, options, faults, message):
    index.add(b"", version="1.0")
    index.faults = faults
    with pytest.raises(SourceError, match=message) as caught:
        versions("demo", options)
    assert "\n" not in str(caught.value)
    assert caught.value.exit_code is ExitCode.COULD_NOT_CHECK
    assert caught.value.hint


@pytest.mark.parametrize("fault", ["drop", "cut", 500])
def test_a_range_is_tried_again(index, options, fault):
    index.add(big_wheel())
    index.faults = ["", fault]
    assert open_tree(DEMO, options).read("demo/__init__.py") == b"x = 1\n"


def test_a_whole_file_that_is_cut_off(index, options, tmp_path):
    index.add(make_wheel())
    index.faults = ["", "cut"]
    with pytest.raises(SourceError, match="cannot reach"):
        open_tree(DEMO, options)
    assert not list((tmp_path / "cache").rglob("*.whl"))


@pytest.mark.parametrize(("status", "hint"), [(401, "credentials"), (403, "credentials"), (400, "")])
def test_refusals(index, options, status, hint):
    index.faults = [status]
    with pytest.raises(SourceError, match=f"answers {status}") as caught:
        versions("demo", options)
    assert hint in caught.value.hint


def test_a_file_that_is_listed_but_not_there(index, options):
    index.add(make_wheel())
    index.add(big_wheel(version="2.0"), version="2.0")
    index.files.clear()
    for version in ("1.0", "2.0"):
        with pytest.raises(SourceError, match="is listed by the index but not there"):
            open_tree(VersionRef("demo", version), options)


def test_no_network(fresh):
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        options = fresh(index_url=f"http://127.0.0.1:{unused.getsockname()[1]}/simple")
        with pytest.raises(SourceError, match="cannot reach") as caught:
            versions("demo", options)
    assert "--offline" in caught.value.hint


def test_a_server_that_never_answers(fresh):
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        options = fresh(index_url=f"http://127.0.0.1:{silent.getsockname()[1]}/", timeout_s=0.2)
        with pytest.raises(SourceError, match="no answer in time"):
            versions("demo", options)


@pytest.mark.parametrize("url", ["ftp://h/simple", "http://[bad/", "nonsense://x"])
def test_urls_that_cannot_be(fresh, url):
    with pytest.raises(SourceError):
        versions("demo", fresh(index_url=url))


def test_one_connection_serves_all(index, options):
    index.add(big_wheel())
    open_tree(DEMO, options).read("demo/_core.so")
    first = options.session.http
    versions("demo", dataclasses.replace(options, refresh=True))
    assert options.session.http is first


def test_credentials_of_the_index_go_to_its_files_and_into_no_message(index, fresh):
    index.add(make_wheel())
    secret = index.url.replace("http://", "http://me:secret@")
    open_tree(DEMO, fresh(index_url=secret))
    assert [one.get("Authorization", "")[:6] for one in index.headers] == ["Basic ", "Basic "]
    index.faults = [400]
    with pytest.raises(SourceError) as caught:
        versions("demo", fresh(index_url=secret, refresh=True))
    assert "secret" not in str(caught.value)
    assert shown("https://a:b@h/x@1") == "https://***@h/x@1"


def test_pips_proxy_is_used(index, fresh, monkeypatch):
    index.add(b"", version="1.0")
    monkeypatch.setenv("PIP_PROXY", "http://127.0.0.1:9")
    with pytest.raises(SourceError, match="cannot reach"):
        versions("demo", fresh(index_url="http://example.invalid/simple"))


@pytest.mark.parametrize(
    "config", [PipConfig(cert="/no/such.pem"), PipConfig(proxy="nonsense://x"), PipConfig(client_cert="/no")]
)
def test_settings_of_pip_that_cannot_be_used(config):
    with pytest.raises(SourceError, match="pip's configured"):
        Http(config, 1.0, Stats())


def test_certificates_in_a_folder(tmp_path, monkeypatch):
    Http(PipConfig(cert=str(tmp_path)), 1.0, Stats()).close()
    monkeypatch.delenv("REQUESTS_CA_BUNDLE", raising=False)
    monkeypatch.delenv("CURL_CA_BUNDLE", raising=False)
    Http(PipConfig(trusted_hosts=("h",)), 1.0, Stats()).close()


def test_ctrl_c_leaves_nothing_half_written(index, fresh, tmp_path):
    class Impatient:
        def start(self, label, total):
            return self

        def advance(self, n):
            raise KeyboardInterrupt

        def done(self):
            pass

    index.add(make_wheel())
    with pytest.raises(KeyboardInterrupt):
        open_tree(DEMO, fresh(progress=Impatient()))
    assert [path for path in (tmp_path / "cache/v1").rglob("*") if path.is_file() and "page" not in path.parts] == []
