"""What bounds the work: passes for one call's own arguments end, and the functions' own passes go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from contracts_support import lines_of

from apidrift.contracts import _functions

if TYPE_CHECKING:
    import pytest

SOURCE = """from prov import A, B
def made(kind):
    return kind()
made(A).only_a
made(B).only_b
"""


def test_a_call_is_followed_with_its_own_arguments() -> None:
    assert {"4: A(…).only_a", "5: B(…).only_b"} <= set(lines_of(SOURCE))


def test_beyond_the_limit_a_call_gives_what_the_function_gives_to_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_functions, "INLINE_TOTAL", -1)
    found = lines_of(SOURCE)
    assert {"4: A(…).only_a", "5: A(…).only_b"} <= set(found)  # of either class, the first is named
