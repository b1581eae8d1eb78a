"""The JSON Schema of what `--format json` prints for a report."""

from __future__ import annotations

from typing import Any

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def json_schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of a report: every key is always present; later versions may only add keys.

    Published as `docs/schema/report-1.json`.
    """
    import msgspec  # noqa: PLC0415 -- start-up time

    from apidrift.model.report import SCHEMA_VERSION, Report  # noqa: PLC0415
    from apidrift.reports._documented import field_notes  # noqa: PLC0415

    (root,), parts = msgspec.json.schema_components([Report], ref_template="#/$defs/{name}")
    notes = field_notes()
    definitions = {name: _open(part, notes.get(name, {})) for name, part in sorted(parts.items())}
    definitions["Report"]["properties"]["schema_version"]["const"] = SCHEMA_VERSION
    return {
        "$schema": DIALECT,
        "title": f"apidrift report, schema {SCHEMA_VERSION}",
        **root,
        "$defs": definitions,
    }


def _open(part: dict[str, Any], notes: dict[str, str]) -> dict[str, Any]:
    """One definition: all keys required, further keys allowed, fields described, no defaults."""
    if "properties" not in part:
        return part
    properties = {name: _described(name, rest, notes) for name, rest in part["properties"].items()}
    kept = {key: value for key, value in part.items() if key not in {"additionalProperties", "required", "properties"}}
    return {**kept, "properties": properties, "required": list(properties)}


def _described(name: str, part: dict[str, Any], notes: dict[str, str]) -> dict[str, Any]:
    kept = {key: value for key, value in part.items() if key != "default"}
    return kept | ({"description": notes[name]} if name in notes else {})
