"""Symbols as plain dictionaries, keyed by name, without what is no part of the interface."""

from __future__ import annotations

from typing import Any

import msgspec

from apidrift.model.signature import VARIADIC, Parameter, ParameterKind, Signature
from apidrift.model.symbols import Class, Function, Symbol
from apidrift.rules import members, result_text

Plain = dict[str, Any]

_NOISE = frozenset(
    {"line", "body", "calls", "members", "constructor_name", "annotation", "decorators", "forwards"}
    | {"remakes", "unresolved", "computed", "unless", "always", "settles", "takes"}
    | {"hands_on", "constructor_hands_on", "placeholder", "generated"}
)
"""Places and hashes; members, which are pairs of their own, and what one of them does to subclasses; spellings, where
arguments are handed on to, and what a body computes."""
_POSITIONAL = frozenset({ParameterKind.POSITIONAL_ONLY, ParameterKind.POSITIONAL_OR_KEYWORD})


def plain(symbol: Symbol) -> Plain:
    """What of a symbol may be compared, as dictionaries down to the values."""
    raw: Plain = msgspec.to_builtins(symbol)
    kept = {key: value for key, value in raw.items() if key not in _NOISE}
    match symbol:
        case Function(signature=signature):
            kept |= _signature(signature)
            kept.pop("signature", None)
            kept["returns"] = result_text(symbol)
            kept.pop("result", None)
            kept["overloads"] = sorted(str(each) for each in symbol.overloads)
        case Class():
            kept |= _signature(symbol.constructor or Signature())
            kept.pop("constructor", None)
            kept["fields"] = {each.keyword: _parameter(each) for each in symbol.fields}
        case _:
            pass
    return kept


def _signature(signature: Signature) -> Plain:
    parameters = signature.parameters
    return {
        "parameters": {each.name if each.kind in VARIADIC else each.keyword: _parameter(each) for each in parameters},
        "order": [each.keyword for each in parameters if each.kind in _POSITIONAL],
    }


def _parameter(parameter: Parameter) -> Plain:
    return {
        "kind": parameter.kind.value,
        "type": _meaning(parameter.type or parameter.annotation),
        "default": parameter.default_value,
        "alias": parameter.alias,
        "also_by_name": parameter.also_by_name,
    }


def _meaning(text: str) -> list[str]:
    return sorted(members(text))
