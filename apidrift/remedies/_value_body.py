"""What an older constructor computed for the attribute of the same name, in terms of what the call passes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from apidrift.model.contract import Call
from apidrift.model.edit import Provenance, Safety
from apidrift.model.surface import Found, Missing, NotCoveredError, class_member, resolve
from apidrift.model.symbols import Attribute, Class, Function
from apidrift.model.symbols import Binding as Binds
from apidrift.remedies._arguments import keyword, value_text
from apidrift.remedies._case import signature_of
from apidrift.remedies._errors import CannotMendError
from apidrift.remedies._locate import call_at
from apidrift.remedies._values import Question, Value

if TYPE_CHECKING:
    from apidrift.model.signature import Signature
    from apidrift.model.surface import Surface


def older_body(question: Question) -> Value | None:
    """`self.size = config.cache.size` in the last version without the parameter: the call passes that itself."""
    provider = question.provider
    if not isinstance(question.case.use.operation, Call):
        return None
    for surface in provider.older:
        found = provider.find(surface, question.paths)
        if found is None or not isinstance(found.symbol, Class):
            continue
        if provider.parameter(surface, question.paths, question.name) is not None:
            continue  # it was a parameter already
        member = found.symbol.members.get(question.name)
        if not isinstance(member, Attribute) or not member.computed:
            return None
        text = _at_call(question, found.symbol.constructor, member.computed)
        if text is None or _gone(provider.new, provider.signature(provider.new, question.paths), member.computed):
            return None
        version = surface.release.version
        why = f"{version} computed {question.name} itself, from {member.computed}"
        if member.unless:
            why += f", adjusted where {member.unless}"
        place = provider.place(surface, question.paths, question.name)
        return Value(text, Provenance.OLDER_BODY, why, (place,), Safety.REVIEW if member.unless else Safety.SAFE)
    return None


def _at_call(question: Question, signature: Signature | None, computed: str) -> str | None:
    """The path with the call's own argument put in for the parameter; None where that would compute it twice."""
    first, _, rest = computed.partition(".")
    try:
        call = call_at(question.source, question.case.use.place)
    except CannotMendError:
        return None
    arg = keyword(call, first) or _positional(call, signature, first)
    if arg is None or not _is_plain(arg.value):
        return None
    text = value_text(question.source, arg)
    return f"{text}.{rest}" if rest else text


def _positional(call: cst.Call, signature: Signature | None, name: str) -> cst.Arg | None:
    names = [each.name for each in signature.parameters] if signature else []
    positional = [arg for arg in call.args if arg.keyword is None]
    if name not in names or any(arg.star for arg in positional):
        return None
    index = names.index(name)
    return positional[index] if index < len(positional) else None


def _is_plain(node: cst.BaseExpression) -> bool:
    """A name or a chain of attributes: reading it twice is reading it once."""
    while isinstance(node, cst.Attribute):
        node = node.value
    return isinstance(node, cst.Name)


def _gone(surface: Surface, signature: Signature | None, computed: str) -> bool:
    """Whether the new version certainly lacks something on the path."""
    first, *rest = computed.split(".")
    parameter = next((one for one in signature.parameters if one.name == first), None) if signature else None
    type_ = (parameter.type or parameter.annotation) if parameter is not None else ""
    for name in rest:
        try:
            owner = resolve(surface, type_) if type_ else None
            if not isinstance(owner, Found) or not isinstance(owner.symbol, Class):
                return False
            member = class_member(surface, owner.path, owner.symbol, name)
        except NotCoveredError:
            return False
        if isinstance(member, Missing):
            return True
        type_ = _type_of(member.symbol) if isinstance(member, Found) else ""
    return False


def _type_of(symbol: object) -> str:
    match symbol:
        case Attribute(type=type_):
            return type_
        case Function(binding=Binds.PROPERTY | Binds.CACHED_PROPERTY) as function:
            signature = signature_of(function)
            return signature.returns_type or signature.returns if signature else ""
        case _:
            return ""
