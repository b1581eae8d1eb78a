from __future__ import annotations

import pytest
from remedies_support import mended

ADD = ("add-argument", {"name": "n", "value": "1"})
MORE = ("add-argument", {"name": "m", "value": "x.y"})
DROP = ("drop-argument", {"name": "b"})
GATED = {"gate": "NEW"}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("‸f()", "f(n=1)"),
        ("‸f( )", "f( n=1)"),
        ("‸f(a)", "f(a, n=1)"),
        ("‸f(a,)", "f(a, n=1)"),
        ("x = o.‸f(a, b=2)  # why", "x = o.f(a, b=2, n=1)  # why"),
        ("(‸f(a))", "(f(a, n=1))"),
        ("( ‸f ( a ) )", "( f ( a, n=1 ) )"),
        ("‸f(\n    a,\n    b=2,\n)", "f(\n    a,\n    b=2,\n    n=1,\n)"),
        ("‸f(\n    a,\n    b=2  # two\n)", "f(\n    a,\n    b=2,  # two\n    n=1,\n)"),
        ("‸f(\n\ta,\n\tb=2)", "f(\n\ta,\n\tb=2, n=1)"),
        ("‸f(a,\n  b)", "f(a,\n  b, n=1)"),
        ("‸f(x for x in y)", "f((x for x in y), n=1)"),
        ("‸f(*a, **k)", "f(*a, **k, n=1)"),
        ("‸f(a)(b)", "f(a, n=1)(b)"),
        ("g(‸f(a), ')')", "g(f(a, n=1), ')')"),
        ("é = ‸f('é')", "é = f('é', n=1)"),
        ("@‸f(a)\ndef g(): ...", "@f(a, n=1)\ndef g(): ..."),
        ("‸f(n=2)", "f(n=2)"),
        ("‸f(\r\n    a,\r\n)", "f(\r\n    a,\r\n    n=1,\r\n)"),
        ("‸f(a, lambda: (b))", "f(a, lambda: (b), n=1)"),
    ],
)
def test_add(before: str, after: str) -> None:
    assert mended(before, ADD).text == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("‸f(b=1)", "f()"),
        ("‸f(b=1,)", "f()"),
        ("‸f(a, b=1)", "f(a)"),
        ("‸f(a, b=1,)", "f(a)"),
        ("‸f(b=1, c=2)", "f(c=2)"),
        ("‸f(a, b=1, c=2)", "f(a, c=2)"),
        ("‸f(\n    a,\n    b=1,  # one\n    c=2,\n)", "f(\n    a,\n    c=2,\n)"),
        ("‸f(\n    a,\n    b=(\n        1\n    ),\n)", "f(\n    a,\n)"),
        ("‸f(\n    a,\n    b=1\n)", "f(\n    a,\n)"),
        ("‸f(a,\n  b=1)", "f(a)"),
        ("‸f(a)", "f(a)"),
    ],
)
def test_drop(before: str, after: str) -> None:
    assert mended(before, DROP).text == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("‸f()", "f(n=1, m=x.y)"),
        ("‸f(b=1)", "f(n=1, m=x.y)"),
        ("‸f(a, b=1)", "f(a, n=1, m=x.y)"),
        ("‸f(b=1, c=1)", "f(c=1, n=1, m=x.y)"),
        ("‸f(a,)", "f(a, n=1, m=x.y)"),
        ("‸f(\n    b=1,\n)", "f(\n    n=1,\n    m=x.y,\n)"),
        ("‸f(\n    a,\n    b=1\n)", "f(\n    a,\n    n=1,\n    m=x.y,\n)"),
        ("‸f(\n    a,\n    c=1\n)", "f(\n    a,\n    c=1,\n    n=1,\n    m=x.y,\n)"),
    ],
)
def test_several_at_one_call(before: str, after: str) -> None:
    done = mended(before, ADD, DROP, MORE)
    assert (done.text, done.skipped) == (after, ())


def test_by_position() -> None:
    job = ("drop-argument", {"position": "1"})
    assert mended("‸f(a, b, c=1)", job).text == "f(a, c=1)"
    assert mended("‸f(a)", job).text == "f(a)"
    assert mended("‸f(*a, b)", job).skipped[0].reason == "which argument it is depends on what is unpacked before it"


def test_rename() -> None:
    job = ("rename-argument", {"name": "b", "to": "c"})
    assert mended("‸f(a, b = b)", job).text == "f(a, c = b)"
    assert mended("‸f(a, c=b)", job).text == "f(a, c=b)"


def test_gates() -> None:
    assert mended("‸f(a)", (*ADD, GATED)).text == 'f(a, **({"n": 1} if NEW else {}))'
    assert mended("‸f(a, b=c, d=1)", (*DROP, GATED)).text == 'f(a, **({} if NEW else {"b": c}), d=1)'
    job = ("rename-argument", {"name": "b", "to": "c"}, GATED)
    assert mended("‸f(a, b=d)", job).text == 'f(a, **{"c" if NEW else "b": d})'


def test_what_is_not_there_is_not_mended() -> None:
    done = mended("x = ‸f", ADD)
    assert (done.text, done.skipped[0].reason) == ("x = f", "app.py:1 holds no call")
    assert mended("x = (‸", ADD).skipped[0].reason.startswith("app.py does not parse")
