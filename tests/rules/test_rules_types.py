from __future__ import annotations

import pytest

from apidrift.rules._types import aligned, literals, members, split


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("int", {"int"}),
        ("Optional[int]", {"int", "None"}),
        ("typing.Union[str, None, int]", {"str", "int", "None"}),
        ("'int | None'", {"int", "None"}),
        ("List[typing.Dict[str, 'A']]", {"list[dict[str, A]]"}),
        ("Literal['a', 1]", {"Literal['a']", "Literal[1]"}),
        ("Annotated[int, Field(gt=0)]", {"int"}),
        ("Callable[[int, str], None]", {"Callable[[int, str], None]"}),
        ("tuple[int, ...]", {"tuple[int, ...]"}),
        ("Any", set()),
        ("int | Any", set()),
        ("object", set()),
        ("", set()),
        ("not a type", {"not a type"}),
        ("collections.abc.Iterator[int | None]", {"Iterator[None | int]"}),
    ],
)
def test_alternatives(text, expected):
    assert members(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("int", ("int", ())),
        ("dict[str, list[int]]", ("dict", ("str", "list[int]"))),
        ("Literal['a, b']", ("Literal", ("'a, b'",))),
        ("Callable[[int, str], None]", ("Callable", ("[int, str]", "None"))),
        ("tuple[()]", ("tuple", ("()",))),
    ],
)
def test_head_and_arguments(text, expected):
    assert split(text) == expected


def test_literals():
    assert literals("Literal['a', 'b'] | None") == {"'a'", "'b'"}


def test_vague_generics_are_compared_by_head():
    assert aligned("dict", "dict[str, int]") == ({"dict"}, {"dict"})
    assert aligned("list[Any] | int", "list[int] | int") == ({"list", "int"}, {"list", "int"})
    assert aligned("list[str]", "list[int]") == ({"list[str]"}, {"list[int]"})
    assert aligned("tuple[C[Any, D[E]], ...]", "tuple[C[F, D[Any]], ...]") == (
        {"tuple[C[Any, D[E]], ...]"},
        {"tuple[C[Any, D[E]], ...]"},
    )
    assert aligned("tuple[C[Any, D[E]]]", "tuple[C[Any, D[F]]]") == ({"tuple[C[Any, D[E]]]"}, {"tuple[C[Any, D[F]]]"})
