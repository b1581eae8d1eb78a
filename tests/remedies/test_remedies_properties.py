"""Whatever the source: an edited file parses, and nothing outside the spans of its edits changes."""

from __future__ import annotations

import ast

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from remedies_support import place, run

from apidrift.remedies._mend import Mend

NAMES = st.sampled_from(["a", "b", "é", "n", "x.y"])
VALUES = st.sampled_from(["1", "'é'", "(\n    1\n)", "x or y", "lambda: (1)", "[1, 2][0]", "z(b=1)"])
BLANKS = st.sampled_from(["", " ", "  "])
BREAKS = st.sampled_from([" ", "\n    ", "  # why, (\n    "])


@st.composite
def calls(draw: st.DrawFn) -> str:
    """A call in some layout, its callee marked."""
    positional = draw(st.lists(VALUES, max_size=3))
    keywords = draw(
        st.lists(st.tuples(st.sampled_from(["b", "c", "d"]), VALUES), max_size=3, unique_by=lambda pair: pair[0])
    )
    parts = [*positional, *(f"{name}{draw(BLANKS)}={draw(BLANKS)}{value}" for name, value in keywords)]
    opening = draw(st.sampled_from(["(", "(\n    ", "( "]))
    text = opening
    for number, part in enumerate(parts):
        last = number == len(parts) - 1
        comma = draw(st.sampled_from(["", ","])) if last else ","
        text += f"{part}{draw(BLANKS)}{comma}{'' if last else draw(BREAKS)}"
    return f"{draw(st.sampled_from(['', 'o.', 'o [0] . ']))}‸f{draw(BLANKS)}{text}{draw(st.sampled_from(['', chr(10), ' ']))})"


@st.composite
def sources(draw: st.DrawFn) -> str:
    """A module with a call in some statement."""
    call = draw(calls())
    statement = draw(
        st.sampled_from(["{}\n", "y = {}\n", "y = g({})\n", "return_({}, k=1)\n", "assert {}\n", "y = ({})[0]\n"])
    )
    inner = statement.format(call)
    head = draw(st.sampled_from(["", "# ü\n", "'''doc'''\nimport os\n", "x = 'é'; z = 2\n"]))
    if draw(st.booleans()):
        inner = "if True:\n" + "".join(f"    {line}\n" for line in inner.splitlines())
    tail = draw(st.sampled_from(["", "end = 1\n", "end = 1"]))
    text = f"{head}{inner}{tail}"
    return text.replace("\n", "\r\n") if draw(st.booleans()) else text


MENDS = st.sampled_from(
    [
        ("add-argument", {"name": "n", "value": "1"}),
        ("add-argument", {"name": "m", "value": "x.y"}),
        ("drop-argument", {"name": "b"}),
        ("drop-argument", {"name": "c"}),
        ("drop-argument", {"position": "0"}),
        ("rename-argument", {"name": "d", "to": "e"}),
        ("insert-before", {"code": "before(1)\nbefore(2)"}),
        ("insert-after", {"code": "after(1)"}),
        ("second-call", {"code": "o.g(None)"}),
        ("wrap-result", {"before": "list(", "after": ")"}),
        ("set-after", {"name": "b"}),
        ("drop-call", {}),
        ("name-arguments", {"names": "p,q,r"}),
        ("order-arguments", {"names": "b,c,d"}),
    ]
)


def parses(text: str) -> bool:
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])
@given(source=sources(), jobs=st.lists(MENDS, min_size=1, max_size=4), gate=st.sampled_from(["", "NEW"]))
def test_edited_files_parse_and_keep_the_rest(source: str, jobs: list, gate: str) -> None:
    data = source.replace("‸", "").encode()
    if not parses(data.decode()):
        return
    mends = [Mend(kind, place(source), what, reason=kind, gate=gate) for kind, what in jobs]
    done = run(data, mends)
    assert parses(done.text), done.text
    if done.edits is None:
        assert done.text.encode() == data
        return
    kept, at = [], 0
    for edit in done.edits.edits:
        assert at <= edit.start <= edit.end <= len(data)
        kept.append(data[at : edit.start])
        at = edit.end
    kept.append(data[at:])
    new = done.text.encode()
    for piece, edit in zip(kept, [*done.edits.edits, None], strict=True):
        assert new.startswith(piece)
        new = new[len(piece) :]
        if edit is not None:
            assert new.startswith(edit.replacement.encode())
            new = new[len(edit.replacement.encode()) :]
    assert new == b""
