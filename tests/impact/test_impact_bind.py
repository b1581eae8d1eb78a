"""The binder against the real thing: random signatures, random calls, the same answer and the same words."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from apidrift.impact._bind import bind, landing
from apidrift.impact._bind_models import bind_msgspec, bind_pydantic_dataclass, bind_pydantic_model
from apidrift.impact._reparse import reparse
from apidrift.model.paths import Argument, Shape
from apidrift.model.signature import Parameter, ParameterKind, Signature, render_signature

NAMES = ("a", "b", "c", "d")
KINDS = list(ParameterKind)


@st.composite
def signatures(draw: st.DrawFn) -> Signature:
    names = draw(st.permutations(NAMES))[: draw(st.integers(0, 4))]
    plain = [kind for kind in KINDS if kind not in {ParameterKind.VAR_POSITIONAL, ParameterKind.VAR_KEYWORD}]
    kinds = sorted((draw(st.sampled_from(plain)) for _ in names), key=KINDS.index)
    parameters: list[Parameter] = []
    defaulted = False
    for name, kind in zip(names, kinds, strict=True):
        has = draw(st.booleans())
        if kind is not ParameterKind.KEYWORD_ONLY:
            defaulted = has = has or defaulted
        parameters.append(Parameter(name, kind, default="0" if has else None))
    if draw(st.booleans()):
        at = sum(p.kind is not ParameterKind.KEYWORD_ONLY for p in parameters)
        parameters.insert(at, Parameter("args", ParameterKind.VAR_POSITIONAL))
    if draw(st.booleans()):
        parameters.append(Parameter("kwargs", ParameterKind.VAR_KEYWORD))
    return Signature(tuple(parameters))


@st.composite
def shapes(draw: st.DrawFn) -> Shape:
    keywords = draw(st.lists(st.sampled_from((*NAMES, "z")), unique=True, max_size=4))
    return Shape((Argument(),) * draw(st.integers(0, 5)), {name: Argument() for name in keywords})


def call(function: object, shape: Shape) -> str:
    try:
        function(*(0 for _ in shape.positional), **dict.fromkeys(shape.keywords, 0))  # type: ignore[operator]
    except TypeError as error:
        return str(error)
    return ""


@settings(max_examples=600, deadline=None)
@given(signatures(), shapes())
def test_binds_as_python_does(signature: Signature, shape: Shape) -> None:
    namespace: dict[str, object] = {}
    exec(f"def f{render_signature(signature)}: ...", namespace)
    real = call(namespace["f"], shape)
    bound = bind(signature.parameters, shape, "f")
    assert (bound.problems[0].message if bound.problems else "") == re.sub(r" Did you mean .*", "", real)


@settings(max_examples=300, deadline=None)
@given(signatures(), shapes())
def test_counts_self_as_python_does(signature: Signature, shape: Shape) -> None:
    namespace: dict[str, object] = {}
    inner = render_signature(signature)[1:-1]
    marker = "self, " if any(p.kind is ParameterKind.POSITIONAL_ONLY for p in signature.parameters) else "self, /, "
    text = f"class C:\n    def m({marker}{inner}): ..." if inner else "class C:\n    def m(self): ..."
    exec(text, namespace)
    real = call(namespace["C"]().m, shape)  # type: ignore[operator]
    bound = bind(signature.parameters, shape, "C.m", 1)
    assert (bound.problems[0].message if bound.problems else "") == re.sub(r" Did you mean .*", "", real)


@settings(max_examples=200, deadline=None)
@given(signatures())
def test_reads_back_what_was_rendered(signature: Signature) -> None:
    assert reparse(render_signature(signature)) == signature


def test_reads_back_what_real_signatures_are_rendered_to() -> None:
    text = (Path(__file__).parents[2] / "snapshots/vllm/0.16.0.json").read_text()
    seen = re.findall(r'"(?:annotation|default)":("(?:[^"\\]|\\.)*")', text)
    words = sorted({json.loads(each) for each in seen} - {""})
    assert len(words) > 300
    for word in words:
        signature = Signature((Parameter("a", ParameterKind.KEYWORD_ONLY, word, default=word),), word)
        assert reparse(render_signature(signature)) == signature


@pytest.mark.parametrize(
    "default", ["(x := 1)", "(yield)", "(1, 2)", "lambda: 0", "[i for i in ()]", "(i for i in ())", "'é' * 2"]
)
def test_reads_back_odd_defaults(default: str) -> None:
    signature = Signature((Parameter("a", ParameterKind.KEYWORD_ONLY, "", default=default),))
    assert reparse(render_signature(signature)) == signature


FIELDS = st.lists(st.tuples(st.sampled_from(NAMES), st.booleans()), unique_by=lambda f: f[0], max_size=4).map(
    lambda fields: sorted(fields, key=lambda field: field[1])
)


def fields_text(fields: list[tuple[str, bool]]) -> str:
    return "".join(f"    {name}: int{' = 0' if default else ''}\n" for name, default in fields) or "    pass\n"


def as_signature(fields: list[tuple[str, bool]], kind: ParameterKind) -> Signature:
    return Signature(tuple(Parameter(name, kind, default="0" if has else None) for name, has in fields))


@settings(max_examples=200, deadline=None)
@given(FIELDS, shapes())
def test_binds_as_msgspec_does(fields: list[tuple[str, bool]], shape: Shape) -> None:
    namespace: dict[str, object] = {}
    exec(f"import msgspec\nclass C(msgspec.Struct):\n{fields_text(fields)}", namespace)
    bound = bind_msgspec(as_signature(fields, ParameterKind.POSITIONAL_OR_KEYWORD), shape)
    assert (bound.problems[0].message if bound.problems else "") == call(namespace["C"], shape)


def validated(namespace: dict[str, object], shape: Shape) -> str:
    """What pydantic prints, without the links and without the input's value."""
    try:
        namespace["C"](*(0 for _ in shape.positional), **dict.fromkeys(shape.keywords, 0))  # type: ignore[operator]
    except ValidationError as error:
        lines = [line for line in str(error).splitlines() if "further information" not in line]
        text = re.sub(r"input_value=.*, input_type=(\w+)", r"input_value=…, input_type=\1", "\n".join(lines))
        return text.replace("input_type=int", "input_type=…")
    except TypeError as error:
        return str(error)
    return ""


@settings(max_examples=120, deadline=None)
@given(FIELDS, shapes(), st.sampled_from(["ignore", "forbid"]))
def test_binds_as_pydantic_models_do(fields: list[tuple[str, bool]], shape: Shape, extra: str) -> None:
    namespace: dict[str, object] = {}
    config = f"    model_config = pydantic.ConfigDict(extra={extra!r})\n"
    exec(f"import pydantic\nclass C(pydantic.BaseModel):\n{config}{fields_text(fields)}", namespace)
    bound = bind_pydantic_model(as_signature(fields, ParameterKind.KEYWORD_ONLY), shape, "C", extra)
    assert (bound.problems[0].message if bound.problems else "") == validated(namespace, shape)


@settings(max_examples=120, deadline=None)
@given(FIELDS, shapes(), st.sampled_from(["ignore", "forbid"]))
def test_binds_as_pydantic_dataclasses_do(fields: list[tuple[str, bool]], shape: Shape, extra: str) -> None:
    namespace: dict[str, object] = {}
    head = f"import pydantic\n@pydantic.dataclasses.dataclass(config=pydantic.ConfigDict(extra={extra!r}))\nclass C:\n"
    exec(head + fields_text(fields), namespace)
    bound = bind_pydantic_dataclass(as_signature(fields, ParameterKind.POSITIONAL_OR_KEYWORD), shape, "C", extra)
    assert (bound.problems[0].message if bound.problems else "") == validated(namespace, shape)


POS, KWONLY = ParameterKind.POSITIONAL_OR_KEYWORD, ParameterKind.KEYWORD_ONLY
AB = (Parameter("a"), Parameter("b"))


@pytest.mark.parametrize(
    "shape",
    [
        Shape(star=True),
        Shape(double_star=True),
        Shape((Argument(),), maybe=("b",)),
        Shape((Argument(),), {}, double_star=True),
    ],
)
def test_what_stars_and_conditions_bring_is_a_doubt(shape: Shape) -> None:
    bound = bind(AB, shape, "f")
    assert bound.problems == ()
    assert bound.doubts


def test_a_keyword_passed_on_some_paths_only_is_a_doubt() -> None:
    bound = bind((Parameter("a"),), Shape((Argument(),), maybe=("z",)), "f")
    assert (bound.problems, bool(bound.doubts)) == ((), True)


def test_stars_do_not_excuse_what_is_certain() -> None:
    shape = Shape((Argument(),) * 3, {"z": Argument()}, star=True)
    assert [p.subject for p in bind(AB, shape, "f").problems] == ["z", "2"]
    positional_only = (Parameter("a", ParameterKind.POSITIONAL_ONLY),)
    assert bind(positional_only, Shape(double_star=True), "f").problems[0].subject == "a"


def test_every_problem_is_told_in_python_s_order() -> None:
    parameters = (Parameter("a"), Parameter("k", KWONLY), Parameter("m", KWONLY))
    bound = bind(parameters, Shape((), {"z": Argument()}), "f")
    assert [(p.subject, p.also) for p in bound.problems] == [("z", ()), ("a", ()), ("k", ("m",))]


def test_aliases_are_the_keywords() -> None:
    parameters = (Parameter("a", KWONLY, alias="A"), Parameter("b", KWONLY, alias="B", also_by_name=True))
    assert (
        bind_pydantic_model(Signature(parameters), Shape((), {"A": Argument(), "b": Argument()}), "C", "").problems
        == ()
    )
    assert bind_pydantic_model(Signature(parameters), Shape((), {"a": Argument(), "B": Argument()}), "C", "").problems


def test_where_arguments_land() -> None:
    parameters = (*AB, Parameter("args", ParameterKind.VAR_POSITIONAL), Parameter("kw", ParameterKind.VAR_KEYWORD))
    shape = Shape((Argument(),) * 3, {"z": Argument(), "k": Argument()})
    assert landing(parameters, shape) == {"0": "a", "1": "b", "2": "args", "z": "kw", "k": "kw"}
    assert landing(AB, Shape((), {"b": Argument(), "q": Argument()})) == {"b": "b"}


@pytest.mark.parametrize("text", ["(", "not a signature", "(a)\0"])
def test_text_that_is_no_signature_reads_as_none(text: str) -> None:
    assert reparse(text) is None
