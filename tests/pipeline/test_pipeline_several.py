"""Several providers in one run."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from pipeline_support import make_wheel

from apidrift.errors import NothingToCheckError, SourceError, UsageError
from apidrift.pipeline import Overrides, check_several, open_session, wanted
from apidrift.pipeline._requires import requirements
from apidrift.reports import RenderOptions, render_several

if TYPE_CHECKING:
    from pathlib import Path

    from pipeline_support import Project

    from apidrift.pipeline import Several

APP = "import odd\nimport second\nfrom prov import f\nf(1, b=2)\nsecond.gone()\nodd.here()\n"
NEEDS = """Requires-Dist: prov==1.0
Requires-Dist: Second-Lib<3,>=1
Requires-Dist: second>=1,<3
Requires-Dist: odd-name
Requires-Dist: never-imported
Requires-Dist: gone-from-index>=1; extra == 'dev'
"""


def release(project: Project, name: str, version: str, top: str, source: str) -> None:
    wheel = make_wheel(name.replace("-", "_"), version, {f"{top}/__init__.py": source})
    project.index.add(wheel, project=name, version=version)


@pytest.fixture
def several(project: Project) -> Several:
    """A consumer of three providers."""
    for version, source in (("1.0", "def gone(): ...\n"), ("2.0", ""), ("3.0", "def gone(): ...\n")):
        release(project, "second", version, "second", source)
    release(project, "odd-name", "1.0", "odd", "def here(): ...\n")
    session = project.session(project.consume("app2", APP, NEEDS))
    return check_several(session, wanted(session))


def test_each_at_the_newest_version_admitted(several: Several) -> None:
    seen = {each.provider.name: (each.provider.new, each.funnel.breaking) for each in several.reports}
    assert seen == {"prov": ("1.0", 0), "second": ("2.0", 1), "odd": ("1.0", 0)}
    assert several.consumer == "app2 1.0"
    (finding,) = next(each for each in several.reports if each.provider.name == "second").findings
    assert (finding.message, finding.since) == ("module 'second' has no attribute 'gone'", "2.0")


def test_as_text_a_line_each_and_what_breaks_in_full(several: Several) -> None:
    text = render_several(several.consumer, several.reports, several.skipped, "text", RenderOptions(width=80))
    assert text.splitlines()[:2] == ["app2 1.0 against 3 libraries it requires", "1 breaks it, 2 do not."]
    assert "  ✗ second 2.0: 1 use breaks." in text
    assert "  ✓ prov 1.0: Nothing breaks." in text
    assert text.count("second 2.0 for app2 1.0") == 1
    assert "prov 1.0 for app2 1.0" not in text
    quiet = render_several(several.consumer, several.reports, (), "text", RenderOptions(quiet=True))
    assert "for app2" not in quiet


def test_as_json_a_list_of_reports(several: Several) -> None:
    text = render_several(several.consumer, several.reports, several.skipped, "json", RenderOptions())
    assert [each["provider"]["name"] for each in json.loads(text)] == ["prov", "second", "odd"]


def test_a_format_for_one_report_says_so(several: Several) -> None:
    with pytest.raises(UsageError, match="format 'html' holds one report, and there are 3"):
        render_several(several.consumer, several.reports, several.skipped, "html", RenderOptions())
    assert render_several(several.consumer, several.reports, several.skipped, "markdown", RenderOptions())


def test_the_settings_name_further_ones_and_what_cannot_be_checked_is_told(project: Project) -> None:
    project.settings("[providers.lost]\ndistribution = 'lost-lib'\n")
    consumer = project.consume("app3", "import lost\nlost.f()\nfrom prov import f\nf(1)\n")
    session = project.session(consumer)
    found = check_several(session, wanted(session))
    assert [each.provider.name for each in found.reports] == ["prov"]
    assert [(each.what, "lost-lib" in each.reason) for each in found.skipped] == [("lost", True)]
    text = render_several(found.consumer, found.reports, found.skipped, "text", RenderOptions())
    assert "None breaks it." in text
    assert "? lost: not checked: " in text


def test_nothing_at_all_is_an_error(project: Project) -> None:
    session = project.session(project.consume("app4", "import prov\nprov.f(1)\n", "Requires-Dist: prov==9.9\n"))
    with pytest.raises(SourceError, match="none of 1 providers could be checked: prov: "):
        check_several(session, wanted(session))


def test_one_provider_alone_is_the_plain_check(project: Project) -> None:
    assert [each.name for each in wanted(project.session())] == ["prov"]


def test_a_project_is_the_consumer_and_its_requirements_the_providers(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No settings, no words: the folder that is worked in says all."""
    release(project, "second", "1.0", "second", "def here(): ...\n")
    work = tmp_path / "work"
    (work / "mine" / "deep").mkdir(parents=True)
    (work / "pyproject.toml").write_text(
        '[project]\nname = "mine"\nversion = "1"\ndependencies = ["prov==1.0", "second"]\n'
    )
    (work / "mine" / "__init__.py").write_text("import prov, second as s\nprov.f(1)\ns.here()\n")
    monkeypatch.chdir(work / "mine" / "deep")
    overrides = Overrides(index_url=project.index.url)
    with open_session(None, overrides, any_provider=True) as session:
        assert [(each.name, each.ref) for each in wanted(session)] == [("prov", "==1.0"), ("second", "latest")]
        assert len(check_several(session, wanted(session)).reports) == 2
    with pytest.raises(UsageError, match="no provider named"):
        open_session(None, overrides)
    (work / "mine" / "__init__.py").write_text("import other\n")
    with open_session(None, overrides, any_provider=True) as session, pytest.raises(NothingToCheckError):
        wanted(session)


def test_where_there_is_no_project_a_provider_must_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match="no provider named"):
        open_session(None, Overrides(), any_provider=True)


def test_requirements_by_name() -> None:
    lines = ["A_b>=1", "a.b<2", "c; python_version < '3'", "d[x]==1.0; extra == 'y'", "??"]
    assert requirements(lines) == {"a-b": ">=1", "d": "==1.0"}
