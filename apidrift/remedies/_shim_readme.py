"""What a shim changes, as its README lists it: facts and reasons, none of the consumer's text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from apidrift.model.edit import Edit


def listed(files: Mapping[str, tuple[str, list[tuple[str, str, Edit]]]]) -> str:
    """The edits as a Markdown list, by file."""
    lines: list[str] = []
    for path, (digest, edits) in files.items():
        lines += [f"`{path}` (SHA-256 `{digest[:12]}…`)", ""]
        lines += [_line(provider, applies, edit) for provider, applies, edit in edits]
        lines.append("")
    return "\n".join(lines).rstrip()


def _line(provider: str, applies: str, edit: Edit) -> str:
    only = f" Only for {provider} {applies}." if applies else ""
    look = f" **{edit.safety}**." if edit.safety.value != "safe" else ""
    gone = f" Remove when {edit.remove_when}." if edit.remove_when else ""
    return f"- line {edit.line}, {edit.kind}: {edit.reason} ({edit.provenance}).{only}{look}{gone}"
