"""Names of the provider inside strings: dotted paths and the names of remote methods."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.impact._attributes import attribute
from apidrift.impact._calls import Answer, call
from apidrift.impact._members import Member, lookup
from apidrift.impact._paths import evaluate, missing_module
from apidrift.impact._values import ClassValue, Failed, Foreign, FunctionValue, Problem, Unknown
from apidrift.model.change import Failure
from apidrift.model.contract import Named
from apidrift.model.paths import Path, Typed
from apidrift.model.surface import Found, Missing, word_path
from apidrift.model.symbols import Attribute

if TYPE_CHECKING:
    from apidrift.impact._world import World
    from apidrift.model.contract import Use


def assess_named(world: World, use: Use, operation: Named) -> Answer:
    """Whether what a string names exists, and takes the call that will be made of it."""
    if operation.kind == "dotted":
        return _dotted(world, operation.text.replace(":", "."))
    if operation.kind == "rpc":
        # Without a receiver it is a method of the consumer's own, in a class that the provider mixes into the host.
        return _method(world, use, operation) if use.receivers else Answer()
    return _mixed(world, use, operation) if operation.kind == "mixed" else _word(world, use, operation)


def _mixed(world: World, use: Use, operation: Named) -> Answer:
    """Whether a class that the provider puts beside one of its own brings a name that this one has already."""
    host = evaluate(world, use.receivers[0])
    if not isinstance(host, ClassValue):
        return Answer(unknown="the class that it is mixed into is not known")
    for name in operation.members:
        there = lookup(world, host.path, host.symbol, name)
        if isinstance(there, Member) and not (isinstance(there.symbol, Attribute) and there.symbol.instance):
            exception, _, text = _refusal(world, use).partition(": ")
            text = text.format(name=name)
            problem = Problem(Failure.BAD_OVERRIDE, name, exception, text, f"{there.owner}.{name}", likely=True)
            return Answer((problem,), symbol=f"{there.owner}.{name}", line=there.symbol.line)
    return Answer(symbol=host.path, line=host.symbol.line)


def _refusal(world: World, use: Use) -> str:
    """What the profile says is raised where two names collide."""
    root = use.receivers[0].root
    host = root.type if isinstance(root, Typed) else ""
    return next((hint.refuses for hint in world.options.hints.mix_ins if f"type[{hint.host}]" == host), "")


def _word(world: World, use: Use, operation: Named) -> Answer:
    """Whether any of the modules that would know a text spells it."""
    scopes = operation.scopes or _homes(world, use)
    answers = [world.surface.word(scope, form) for scope in scopes for form in forms(operation)]
    if operation.kind == "logger" and world.surface.module(operation.text) is not None:
        answers.append(world.surface.word(operation.text, "__name__"))  # `getLogger(__name__)`, there or below
    if any(answers):
        return Answer()
    if not answers or None in answers:
        return Answer(unknown=f"where {operation.text} would be known cannot be looked through")
    exception, message = _WORDS.get(operation.kind, ("", f"nothing in {', '.join(scopes)} knows {operation.text}"))
    text = message.format(text=operation.text)
    path = word_path(scopes[0], operation.text)
    return Answer((Problem(Failure.MISSING_WORD, operation.text, exception, text, path, likely=True),), symbol=path)


_WORDS = {
    "flag": ("SystemExit", "error: unrecognized arguments: {text}"),
    "field": ("KeyError", "'{text}'"),
}
"""For texts whose loss is heard of: the exception, and what Python or `argparse` prints."""
SILENT = frozenset({"env", "logger"})
"""Kinds of texts whose loss nobody hears of."""


def forms(operation: Named) -> tuple[str, ...]:
    """The spellings under which a text may be known: a flag also as the option it sets."""
    text = operation.text
    if operation.kind != "flag":
        return (text,)
    bare = text.removeprefix("--")
    plain = bare.removeprefix("no-")
    options = [name.replace("-", "_") for name in (bare, plain)]
    return tuple(dict.fromkeys([text, f"--{plain}", *(f"--{name}" for name in options), *options]))


def words(world: World, use: Use) -> tuple[str, ...]:
    """Paths of the text that a use names, one for each module that would know it."""
    operation = use.operation
    if not isinstance(operation, Named) or operation.kind in {"dotted", "rpc", "mixed"}:
        return ()
    return tuple(word_path(scope, operation.text) for scope in operation.scopes or _homes(world, use))


def _homes(world: World, use: Use) -> tuple[str, ...]:
    """The modules in which the functions are defined whose results a text is looked up in."""
    found: dict[str, None] = {}
    for receiver in use.receivers:
        for length in range(len(receiver.steps), -1, -1):
            value = evaluate(world, Path(receiver.root, receiver.steps[:length]))
            if isinstance(value, FunctionValue):
                owner = value.path.rpartition(".")[0]
                found[owner if value.receiver is None else owner.rpartition(".")[0]] = None
                break
    return tuple(found)


def _dotted(world: World, text: str) -> Answer:
    if not world.owns(text):
        return Answer(unknown=f"{text} lies outside the provider")
    found = world.resolve(text)
    if isinstance(found, Found):
        line = found.symbol.line if found.symbol is not None else 0
        return Answer(symbol=found.path, line=line)
    if isinstance(found, Missing):
        gone = missing_module(world, text.rpartition(".")[0])
        if gone is not None:
            return Answer((gone.problem,), symbol=gone.problem.symbol)
        words = f"module {found.at!r} has no attribute {found.name!r}"
        problem = Problem(Failure.MISSING_NAME, found.name, "AttributeError", words, text, likely=True)
        return Answer((problem,), symbol=text)
    return Answer(unknown=found.reason)


def _method(world: World, use: Use, operation: Named) -> Answer:
    host = evaluate(world, use.receivers[0])
    value = attribute(world, host, operation.text)
    if isinstance(value, Failed):
        return Answer((value.problem,), symbol=value.problem.symbol)
    if isinstance(value, Unknown | Foreign):
        return Answer(unknown=f"where {operation.text} is looked up is not known")
    return call(world, value, operation.shape) if operation.shape is not None else Answer()
