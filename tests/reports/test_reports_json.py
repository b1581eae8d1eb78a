"""The JSON contract: every promised key, a published schema, the same bytes every time."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest
import reports_samples as samples

from apidrift.model.contract import Contract
from apidrift.reports import json_schema, render

SCHEMA_FILE = Path(__file__).parents[2] / "docs" / "schema" / "report-1.json"
REPORTS = ("STILL_BROKEN", "ONE_NEW", "THREE_MOVED", "CLEAN", "CHECK", "BARE_CHECK", "FULL", "HOSTILE")
PROMISED = [
    "id",
    "fingerprint",
    "verdict",
    "status",
    "confidence",
    "since",
    "symbol",
    "path",
    "line",
    "exception",
    "message",
    "change",
    "remedy",
]


def closed(schema: Any) -> Any:
    """The schema with further keys forbidden: what we print is described in full."""
    if isinstance(schema, dict):
        extra = {"additionalProperties": False} if "properties" in schema else {}
        return {key: closed(value) for key, value in schema.items()} | extra
    return [closed(item) for item in schema] if isinstance(schema, list) else schema


@pytest.mark.parametrize("name", REPORTS)
def test_report_matches_schema(name: str) -> None:
    data = json.loads(render(getattr(samples, name), "json"))
    jsonschema.Draft202012Validator(closed(json_schema())).validate(data)


def test_schema_is_published_as_it_is() -> None:
    published = json.loads(SCHEMA_FILE.read_text("utf-8"))
    assert published == json_schema(), "run: apidrift schema > docs/schema/report-1.json"
    jsonschema.Draft202012Validator.check_schema(published)


def test_schema_allows_keys_of_later_versions() -> None:
    data = json.loads(render(samples.FULL, "json"))
    data["later"] = data["findings"][0]["later"] = 1
    jsonschema.Draft202012Validator(json_schema()).validate(data)


def test_promised_keys_are_always_there() -> None:
    data = json.loads(render(samples.FULL, "json"))
    assert data["schema_version"] == 1
    assert set(data["provider"]) == {"name", "old", "new"}
    assert {"name", "version"} <= set(data["consumer"])
    assert set(data["funnel"]) == {"provider_changes", "touched", "breaking"}
    for finding in data["findings"]:
        assert set(PROMISED) <= set(finding)
    fixed = next(f for f in data["findings"] if f["status"] == "fixed")
    assert fixed["change"] is None
    assert fixed["since"] is None
    assert fixed["exception"] == ""


def test_findings_keep_the_order_of_the_report() -> None:
    data = json.loads(render(samples.FULL, "json"))
    assert [f["fingerprint"] for f in data["findings"]] == [f.fingerprint for f in samples.FULL.findings]


def test_json_ends_with_one_newline_and_is_stable() -> None:
    text = render(samples.FULL, "json")
    assert text.endswith("}\n")
    assert text == render(samples.FULL, "json")


def test_matrix_and_contract_as_json() -> None:
    matrix = json.loads(render(samples.MATRIX, "json"))
    assert matrix["versions"] == samples.VERSIONS
    assert matrix["rows"][0]["cells"][0] == {"verdict": "ok", "exception": "", "message": ""}
    assert msgspec.json.decode(render(samples.CONTRACT, "json"), type=Contract) == samples.CONTRACT
