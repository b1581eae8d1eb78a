"""Does a literal fit an annotation? Three answers: yes, no, not known."""

from __future__ import annotations

import ast
import re

_WRAPPERS = re.compile(r"\b(?:typing\.|dataclasses\.|pydantic\.)?(?:InitVar|SkipValidation|Final)\[")
_OPEN = re.compile(r"\b(?:Any|object|typing\.Any|T|Union)\b")
_NAMES = {bool: ("bool",), int: ("int", "float", "complex"), float: ("float", "complex"), str: ("str",)}


def bare(annotation: str) -> str:
    """An annotation without the wrappers that say nothing of its values (`InitVar[bool]` is `bool`)."""
    text = annotation.strip()
    while (match := _WRAPPERS.match(text)) is not None and text.endswith("]"):
        text = text[match.end() : -1].strip()
    return text


def literal(text: str | None) -> bool:
    """Whether a text is a literal, whose value needs no name to be known."""
    if text is None:
        return False
    try:
        ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return False
    return True


def fits(text: str, annotation: str) -> bool | None:
    """Whether the literal `text` is a value of a type; None: not known.

    Args:
        text: a literal.
        annotation: the annotation as spelled or as a type expression; empty: none.
    """
    inner = bare(annotation)
    if not inner or _OPEN.search(inner):
        return None
    value = ast.literal_eval(text)
    words = set(re.findall(r"[A-Za-z_][\w.]*", inner))
    if value is None:
        return bool(words & {"None", "Optional", "typing.Optional", "NoneType"})
    names = {*_NAMES.get(type(value), (type(value).__name__,))} | {type(value).__name__}
    if isinstance(value, bool):
        names |= {"int"}
    if words & names:
        return True
    plain = {"bool", "int", "float", "str", "bytes", "list", "dict", "tuple", "set", "None", "Optional"}
    return False if words <= plain else None
