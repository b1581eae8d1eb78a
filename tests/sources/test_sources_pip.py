from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from apidrift.errors import SourceError
from apidrift.sources import _pipconf
from apidrift.sources._pipconf import PipConfig, pip_config


@pytest.fixture
def places(monkeypatch, tmp_path):
    """The folders in which pip looks, all empty."""
    monkeypatch.delenv("PIP_CONFIG_FILE")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "user"))
    monkeypatch.setenv("XDG_CONFIG_DIRS", f"{tmp_path / 'far'}{os.pathsep}{tmp_path / 'near'}")
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "env"))
    monkeypatch.setattr(sys, "platform", "linux")
    real = _pipconf._global_files
    monkeypatch.setattr(_pipconf, "_global_files", lambda: [one for one in real() if tmp_path in one.parents])

    def write(where, text):
        path = tmp_path / where
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    return write


def test_nothing_is_configured(places):
    assert pip_config() == PipConfig()


def test_the_environment(places, monkeypatch):
    monkeypatch.setenv("PIP_INDEX_URL", "https://i/simple")
    monkeypatch.setenv("PIP_EXTRA_INDEX_URL", "https://a/ https://b/")
    monkeypatch.setenv("PIP_FIND_LINKS", "/wheels")
    monkeypatch.setenv("PIP_TRUSTED_HOST", "a b:8000")
    monkeypatch.setenv("PIP_PROXY", "http://proxy:3128")
    monkeypatch.setenv("PIP_CERT", "/ca.pem")
    monkeypatch.setenv("PIP_CLIENT_CERT", "/me.pem")
    monkeypatch.setenv("PIP_DEFAULT_TIMEOUT", "42")
    monkeypatch.setenv("PIP_PRE", "1")
    monkeypatch.setenv("PIP_NO_INDEX", "true")
    assert pip_config() == PipConfig(
        index_url="https://i/simple",
        extra_index_urls=("https://a/", "https://b/"),
        find_links=("/wheels",),
        no_index=True,
        trusted_hosts=("a", "b:8000"),
        proxy="http://proxy:3128",
        cert="/ca.pem",
        client_cert="/me.pem",
        timeout_s=42.0,
        pre=True,
    )


def test_the_nearer_file_wins(places, monkeypatch):
    order = ["far/pip/pip.conf", "near/pip/pip.conf", "home/.pip/pip.conf", "user/pip/pip.conf", "env/pip.conf"]
    for number, where in enumerate(order):
        places(where, f"[global]\nindex-url = https://{number}/\n")
        assert pip_config().index_url == f"https://{number}/"
    monkeypatch.setenv("PIP_CONFIG_FILE", str(places("named.conf", "[global]\nindex_url = https://named/\n")))
    assert pip_config().index_url == "https://named/"
    monkeypatch.setenv("PIP_INDEX_URL", "https://env/")
    assert pip_config().index_url == "https://env/"


def test_a_named_file_stands_for_the_users_own(places, monkeypatch):
    places("user/pip/pip.conf", "[global]\nproxy = http://user/\n")
    monkeypatch.setenv("PIP_CONFIG_FILE", str(places("named.conf", "")))
    assert pip_config().proxy == ""
    monkeypatch.setenv("PIP_CONFIG_FILE", "/no/such/file")
    assert pip_config().proxy == "http://user/"


def test_the_null_device_switches_files_off(places, monkeypatch):
    places("user/pip/pip.conf", "[global]\nproxy = http://user/\n")
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    assert pip_config() == PipConfig()


def test_sections_lists_and_empty_values(places, monkeypatch):
    places(
        "user/pip/pip.conf",
        "[global]\n--index-url = https://a/\nextra-index-url =\n    https://b/\n    https://c/\n"
        "[install]\nindex-url = https://d/\n[freeze]\nindex-url = https://e/\n",
    )
    monkeypatch.setenv("PIP_INDEX_URL", "")
    assert pip_config().index_url == "https://d/"
    assert pip_config().extra_index_urls == ("https://b/", "https://c/")


def test_a_timeout_that_is_no_number(places, monkeypatch):
    monkeypatch.setenv("PIP_TIMEOUT", "soon")
    assert pip_config().timeout_s == 15.0


@pytest.mark.parametrize("text", ["no section", "[global]\nindex-url = \udcff"])
def test_a_broken_file(places, text, tmp_path):
    path = tmp_path / "user/pip/pip.conf"
    path.parent.mkdir(parents=True)
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(SourceError, match=r"pip\.conf cannot be read") as caught:
        pip_config()
    assert "\n" not in str(caught.value)


def test_files_on_other_systems(monkeypatch, tmp_path):
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setattr(sys, "platform", "darwin")
    assert _pipconf._global_files() == [Path("/Library/Application Support/pip/pip.conf")]
    assert _pipconf._user_files() == [tmp_path / ".pip/pip.conf", tmp_path / ".config/pip/pip.conf"]
    (tmp_path / "Library/Application Support/pip").mkdir(parents=True)
    assert _pipconf._user_files()[1] == tmp_path / "Library/Application Support/pip/pip.conf"
    monkeypatch.setattr(_pipconf, "_WINDOWS", True)
    monkeypatch.setenv("APPDATA", str(tmp_path / "roaming"))
    monkeypatch.setenv("PROGRAMDATA", str(tmp_path / "all"))
    assert _pipconf._global_files()[0].parent == tmp_path / "all/pip"
    assert [one.parent for one in _pipconf._user_files()] == [tmp_path / "pip", tmp_path / "roaming/pip"]
