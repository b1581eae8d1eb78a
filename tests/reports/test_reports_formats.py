"""The registry, and the formats other programs read."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import msgspec
import pytest
import reports_samples as samples

import apidrift.reports
from apidrift.errors import UsageError
from apidrift.model import contract as c
from apidrift.model.paths import Imported
from apidrift.model.paths import Path as Access
from apidrift.reports import FORMATS, RenderOptions, render
from apidrift.reports._guards import describe_guard
from apidrift.reports._markdown import block, code, escape, table

FOLDER = Path(apidrift.reports.__file__).parent
VALUES = (
    "STILL_BROKEN",
    "ONE_NEW",
    "THREE_MOVED",
    "CLEAN",
    "CHECK",
    "BARE_CHECK",
    "FULL",
    "HOSTILE",
    "MATRIX",
    "CONTRACT",
)


def test_registry_is_the_files_on_disk() -> None:
    assert set(FORMATS) == {file.stem.removeprefix("_format_") for file in FOLDER.glob("_format_*.py")}
    suffixes = [suffix for each in FORMATS.values() for suffix in each.suffixes]
    assert len(suffixes) == len(set(suffixes))


@pytest.mark.parametrize("format_name", FORMATS)
@pytest.mark.parametrize("name", VALUES)
def test_every_format_renders_what_it_says(format_name: str, name: str) -> None:
    value = getattr(samples, name)
    if not FORMATS[format_name].can_render(value):
        with pytest.raises(UsageError, match="cannot show a"):
            render(value, format_name)
        return
    text = render(value, format_name)
    assert text == render(value, format_name)
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert str(Path.cwd()) not in text
    text.encode()


def test_unknown_format() -> None:
    with pytest.raises(UsageError, match=r"no format 'pdf'.*text, json"):
        render(samples.CLEAN, "pdf")


def test_import_loads_no_renderer() -> None:
    program = (
        "import sys, apidrift.reports\n"
        "heavy = {'jinja2', 'rich', 'markupsafe', 'griffe', 'deepdiff'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_text_and_json_need_no_template_engine() -> None:
    program = (
        f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r})\n"
        "import reports_samples as s\nfrom apidrift.reports import render\n"
        "render(s.FULL, 'text'); render(s.FULL, 'json')\n"
        "assert not {'jinja2', 'rich'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_sarif() -> None:
    log = json.loads(render(samples.FULL, "sarif"))
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    results = run["results"]
    assert [r["level"] for r in results] == ["error"] * 5 + ["warning"]
    first = results[0]
    assert first["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == samples.GENERATOR
    assert first["locations"][0]["physicalLocation"]["region"] == {"startLine": 234, "startColumn": 19}
    assert first["partialFingerprints"] == {"apidrift/v1": samples.REQUEST.fingerprint}
    assert "eos_token_id" in first["message"]["text"]
    for result in results:
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
    embeddings = next(r for r in results if r["ruleId"] == samples.EMBEDDINGS.id)
    assert [place["physicalLocation"]["region"]["startLine"] for place in embeddings["relatedLocations"]] == [44, 61]
    hostile = json.loads(render(samples.HOSTILE, "sarif"))
    assert hostile["runs"][0]["tool"]["driver"]["rules"][0]["id"] == samples.HOSTILE_TEXT


def test_junit() -> None:
    root = ET.fromstring(render(samples.FULL, "junit"))
    assert root.attrib["tests"] == "9"
    assert root.attrib["failures"] == "5"
    assert root.attrib["skipped"] == "1"
    assert len(root.findall(".//testcase")) == 9
    failures = root.findall(".//failure")
    assert failures[0].attrib["message"].startswith("TypeError: Request.__init__()")
    assert "since 0.17.0" in (failures[0].text or "")
    assert root.find(".//skipped") is not None
    ET.fromstring(render(samples.HOSTILE, "junit"))
    assert ET.fromstring(render(samples.CLEAN, "junit", RenderOptions(title="night"))).attrib["name"] == "night"


def test_github_annotations() -> None:
    lines = render(samples.FULL, "github").splitlines()
    assert [line.split(" ")[0] for line in lines] == ["::error"] * 5 + ["::warning", "::notice"]
    assert lines[0].startswith(
        f"::error file={samples.GENERATOR},line=234,col=19,title=AD301 parameter removed%2C since"
    )
    hostile = render(samples.HOSTILE, "github")
    assert all(line.startswith("::") for line in hostile.splitlines())
    assert "\x1b" not in hostile


def test_markdown() -> None:
    text = render(samples.FULL, "markdown")
    assert text.startswith("## vllm 0.16.0 → 0.17.0 for speculators 0.3.0 (written for 0.11.0)\n")
    assert "**1 newly broken; 4 still broken; 1 at risk; 3 unknown.**" in text
    assert text.count("<details>") == text.count("</details>") == 8
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    assert len(rows) == 2 + 7
    assert all(len(re.findall(r"(?<!\\)\|", row)) == 6 for row in rows)
    assert "[source after](https://github.com/vllm-project/vllm/blob/v0.17.0/vllm/v1/request.py#L62)" in text


def test_markdown_row_of_a_risk() -> None:
    old = msgspec.structs.replace(samples.CHUNKED.change, new="")
    text = render(samples.report(msgspec.structs.replace(samples.CHUNKED, change=old)), "markdown")
    assert "| `default changed: enable_chunked_prefill None` |" in text
    bare = msgspec.structs.replace(samples.CHUNKED, change=None)
    assert "| `default changed: SchedulerConfig(" in render(samples.report(bare), "markdown")


def test_markdown_quiet_and_titled() -> None:
    text = render(samples.FULL, "markdown", RenderOptions(quiet=True, title="Tonight"))
    assert text.startswith("## Tonight (written for 0.11.0)\n")
    assert "<details>" not in text


def test_markdown_keeps_hostile_text_text() -> None:
    text = render(samples.HOSTILE, "markdown")
    prose = re.sub(r"(?ms)^(`{3,}).*?^\1$", "", text)
    outside = re.sub(r"(?<![`\\])(`+)(?!`).*?(?<!`)\1(?!`)", "", prose)
    assert "<img" not in outside
    assert "javascript:" not in text
    assert "\x1b" not in text


def test_markdown_pieces() -> None:
    assert code("a`b") == "`` a`b ``"
    assert code("") == ""
    assert escape("*a* @b <c>") == r"\*a\* @&#8203;b &lt;c&gt;"
    assert block(["```"]).startswith("````\n")
    assert table(["a"], [["x|y"]]) == "| a |\n| --- |\n| x\\|y |\n"


def test_markdown_matrix_and_contract() -> None:
    matrix = render(samples.MATRIX, "markdown")
    assert "| **Uses that break** |  |  | 0 | 0 |" in matrix
    contract = render(samples.CONTRACT, "markdown")
    assert (
        "| `speculators/data_generation/custom_worker.py:9` | module level | `from vllm.utils import cdiv` |"
        in contract
    )


X = Access(Imported("vllm", "LLM"))


@pytest.mark.parametrize(
    ("guard", "text"),
    [
        (c.TypeChecking(), "if TYPE_CHECKING"),
        (c.TypeChecking(negated=True), "if not TYPE_CHECKING"),
        (c.VersionGate("vllm", ">=0.11"), "if vllm >=0.11"),
        (c.PythonGate(">=3.12"), "if python >=3.12"),
        (c.PlatformGate("sys.platform == 'linux'"), "if sys.platform == 'linux'"),
        (c.HasName(X, "generate"), "if vllm.LLM has generate"),
        (c.HasName(X, "", negated=True), "if not vllm.LLM can be imported"),
        (c.HasParameter(X, "seed"), "if vllm.LLM takes seed"),
        (c.Attempt(1, "body", ("ImportError", "OSError")), "try, catches ImportError, OSError"),
        (c.Attempt(1, "body"), "try"),
        (c.Attempt(1, "handler", ("ImportError",)), "except ImportError"),
        (c.Attempt(1, "handler"), "except"),
        (c.Attempt(1, "else"), "else of a try"),
        (c.Condition("flag"), "under a condition: flag"),
        (c.Condition(), "under a condition"),
    ],
)
def test_guards_in_words(guard: c.Guard, text: str) -> None:
    assert describe_guard(guard) == text
