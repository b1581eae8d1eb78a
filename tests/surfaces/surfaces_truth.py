"""What Python itself says about a class: the truth that synthesised constructors are compared with."""

from __future__ import annotations

import inspect
import sys
import types

from apidrift.model.signature import Parameter, ParameterKind, Signature

_KINDS = {
    inspect.Parameter.POSITIONAL_ONLY: ParameterKind.POSITIONAL_ONLY,
    inspect.Parameter.POSITIONAL_OR_KEYWORD: ParameterKind.POSITIONAL_OR_KEYWORD,
    inspect.Parameter.VAR_POSITIONAL: ParameterKind.VAR_POSITIONAL,
    inspect.Parameter.KEYWORD_ONLY: ParameterKind.KEYWORD_ONLY,
    inspect.Parameter.VAR_KEYWORD: ParameterKind.VAR_KEYWORD,
}


def run(source: str) -> dict[str, object]:
    """Execute a module's source and give its names."""
    module = types.ModuleType("prov_truth")
    sys.modules["prov_truth"] = module
    exec(compile(source, "prov_truth.py", "exec", dont_inherit=True), module.__dict__)
    return module.__dict__


def shape(signature: inspect.Signature) -> list[tuple[str, str, bool]]:
    """(name, kind, required) of each parameter."""
    return [
        (p.name, _KINDS[p.kind].value, p.default is p.empty and p.kind not in {p.VAR_POSITIONAL, p.VAR_KEYWORD})
        for p in signature.parameters.values()
    ]


def our_shape(signature: Signature | None) -> list[tuple[str, str, bool]]:
    """The same of ours, by the keyword a caller writes."""
    parameters: tuple[Parameter, ...] = signature.parameters if signature else ()
    return [(p.keyword, p.kind.value, p.required) for p in parameters]
