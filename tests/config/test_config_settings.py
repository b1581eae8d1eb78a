from __future__ import annotations

import re
from pathlib import Path

import pytest

from apidrift.config import find_settings, import_name_of, load_profile, load_settings, watched_providers
from apidrift.errors import UsageError

ROOT = Path(__file__).parents[2]
SHIPPED = ROOT / "apidrift" / "profiles"


def write(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.write_text(text)
    return file


def test_defaults_without_a_file() -> None:
    settings = load_settings(None)
    assert (settings.provider, settings.fail_on, settings.python) == ("", "broken", "3.11")


def test_this_repository_names_vllm_and_speculators() -> None:
    settings = load_settings(ROOT / "apidrift.toml")
    assert (settings.provider, settings.consumer) == ("vllm", "speculators==0.3.0")


def test_the_nearest_file_wins(tmp_path: Path) -> None:
    outer = write(tmp_path, "apidrift.toml", 'provider = "outer"')
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    assert find_settings(inner) == outer
    project = write(tmp_path / "a", "pyproject.toml", '[tool.apidrift]\nprovider = "inner"\n')
    assert find_settings(inner) == project
    assert load_settings(project).provider == "inner"


def test_a_pyproject_without_our_table_is_passed_over(tmp_path: Path) -> None:
    write(tmp_path, "pyproject.toml", "[project]\nname = 'x'\n")
    assert find_settings(tmp_path) != tmp_path / "pyproject.toml"


def test_paths_start_where_the_settings_were_found(tmp_path: Path) -> None:
    settings = load_settings(write(tmp_path, "apidrift.toml", 'snapshots = "snaps"'))
    assert settings.path(settings.snapshots) == tmp_path.resolve() / "snaps"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("provider = ", "not valid TOML"),
        ("provider = 3", "Expected `str`"),
        ('providr = "vllm"', "unknown field `providr`"),
        ('fail-on = "sometimes"', "one of new, broken, risk, never"),
    ],
)
def test_a_bad_file_is_one_clear_line(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(UsageError) as caught:
        load_settings(write(tmp_path, "apidrift.toml", text))
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot read"):
        load_settings(tmp_path / "nowhere.toml")


def test_the_shipped_profile_links_to_a_line_at_its_tag() -> None:
    link = load_profile("vllm").link("0.16.0", "vllm/config/scheduler.py", 29)
    assert link.endswith("/v0.16.0/vllm/config/scheduler.py#L29")
    assert load_profile("vllm").link("0.16.0", "", 0) == ""


def test_a_provider_without_a_profile_is_its_own_distribution() -> None:
    assert load_profile("nobody").distributions == ("nobody",)


def test_classes_of_other_libraries_are_known_to_every_profile(tmp_path: Path) -> None:
    assert "parameters" in load_profile("nobody").base("torch.nn.Module").members.split()
    listed = load_profile("nobody").base("torch.nn.ModuleList")
    assert (listed.call, {"append", "parameters"} <= set(listed.members.split())) == ("forward", True)
    (tmp_path / "mylib.toml").write_text('schema = 1\n[bases."net.Base"]\nmembers = "a b"\n')
    own = load_profile("mylib", tmp_path)
    assert own.base("net.Base").members == "a b"
    assert own.base("torch.nn.Module").serves


def test_a_users_profile_comes_first(tmp_path: Path) -> None:
    write(tmp_path, "vllm.toml", 'schema = 1\nimport-name = "vllm"\ndistributions = ["vllm-fork"]\n')
    assert load_profile("vllm", tmp_path).distributions == ("vllm-fork",)


@pytest.mark.parametrize("text", ["schema = 2", "schema = 'one'", "[", 'colour = "red"'])
def test_a_bad_profile_is_told(tmp_path: Path, text: str) -> None:
    write(tmp_path, "mylib.toml", text)
    with pytest.raises(UsageError, match=r"mylib\.toml"):
        load_profile("mylib", tmp_path)


@pytest.mark.parametrize(
    ("called", "imported", "distribution"),
    [
        ("sklearn", "sklearn", "scikit-learn"),
        ("scikit-learn", "sklearn", "scikit-learn"),
        ("scikit_learn", "sklearn", "scikit-learn"),
        ("Pillow", "PIL", "pillow"),
        ("PIL", "PIL", "pillow"),
        ("vllm", "vllm", "vllm"),
        ("my-lib", "my-lib", "my-lib"),
        ("", "", ""),
    ],
)
def test_a_provider_by_any_of_its_names(called, imported, distribution):
    assert import_name_of(called) == imported
    if imported:
        assert load_profile(imported).distributions[0] == distribution


@pytest.mark.parametrize("file", sorted(SHIPPED.glob("[!_]*.toml")), ids=lambda file: file.stem)
def test_shipped_profiles_say_what_can_be_read(file: Path) -> None:
    profile = load_profile(file.stem)
    assert profile.import_name == file.stem
    assert all(re.compile(names) for names in profile.hints.served.values())
    assert profile.link("1.2", "a/b.py", 3).endswith("/v1.2/a/b.py#L3")


def test_a_profile_alone_does_not_make_a_provider_watched() -> None:
    """`doctor` looks unasked at those that say so; one that only tells facts (torch) is for whoever names it."""
    shipped = {file.stem for file in SHIPPED.glob("[!_]*.toml")}
    assert "vllm" in watched_providers()
    assert set(watched_providers()) == {name for name in shipped if load_profile(name).watched}
    assert set(watched_providers()) < shipped
