"""Random data classes: what we synthesise is what `dataclasses` makes."""

from __future__ import annotations

import inspect

from hypothesis import given, settings
from hypothesis import strategies as st
from surfaces_tools import class_of
from surfaces_truth import our_shape, run, shape

NAMES = st.sampled_from("abcdef")


@st.composite
def field_line(draw):
    name = draw(NAMES)
    kind = draw(st.sampled_from(["int", "InitVar[int]", "ClassVar[int]", "'int'"]))
    value = draw(
        st.sampled_from(
            [
                "",
                " = 1",
                " = field()",
                " = field(default=2)",
                " = field(default_factory=int)",
                " = field(init=False)",
                " = field(kw_only=True)",
                " = field(kw_only=False, default=3)",
            ]
        )
    )
    if kind in {"InitVar[int]", "ClassVar[int]"} and "factory" in value:
        value = " = 1"
    if kind == "ClassVar[int]" and "field" in value:
        value = ""
    return f"    {name}: {kind}{value}"


@st.composite
def hierarchy(draw):
    source = "from dataclasses import dataclass, field, InitVar, KW_ONLY\nfrom typing import ClassVar\n"
    count = draw(st.integers(1, 4))
    for number in range(count):
        bases = (
            draw(st.lists(st.sampled_from([f"C{n}" for n in range(number)]), max_size=2, unique=True)) if number else []
        )
        lines = draw(st.lists(field_line(), max_size=4))
        if draw(st.booleans()) and lines:
            lines.insert(draw(st.integers(0, len(lines))), "    _: KW_ONLY")
        decorator = draw(
            st.sampled_from(
                [
                    "@dataclass",
                    "@dataclass(kw_only=True)",
                    "@dataclass()",
                    "",
                    "@dataclass(init=False)",
                    "@dataclass(eq=False)",
                ]
            )
        )
        name = "T" if number == count - 1 else f"C{number}"
        source += f"{decorator}\nclass {name}({', '.join(bases)}):\n" + ("\n".join(lines) or "    pass") + "\n"
    return source


@settings(max_examples=150, deadline=None)
@given(hierarchy())
def test_any_hierarchy_of_data_classes(source):
    try:
        truth = run(source)["T"]
    except (TypeError, AttributeError):
        return  # field order, MRO, a field() left in a plain class: such a class cannot exist
    found = class_of(source)
    expected = [] if truth.__init__ is object.__init__ else shape(inspect.signature(truth))
    assert our_shape(found.constructor) == expected, source
    assert not found.constructor_opaque
