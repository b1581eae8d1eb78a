"""From two signatures to scripts: one call each, in mixtures of positional and keyword arguments."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

Parameters = list[tuple[str, str, str | None]]
"""Name, kind (`posonly`, `pos`, `args`, `kwonly`, `kwargs`) and default as a literal, of every parameter."""

_LISTS = frozenset(
    [
        "a",
        "x",
        "y",
        "z",
        "arr",
        "array",
        "arrays",
        "values",
        "data",
        "X",
        "Y",
        "b",
        "v",
        "xs",
        "ys",
        "ar",
        "ary",
        "p",
        "c",
        "m",
        "seq",
        "iterable",
        "sequence",
        "obj",
        "objs",
        "items",
        "col",
        "cols",
        "sample",
        "samples",
        "scores",
        "weights",
        "points",
        "index",
        "columns",
        "args",
    ]
)
_TEXTS = frozenset(
    [
        "name",
        "path",
        "text",
        "s",
        "label",
        "key",
        "method",
        "kind",
        "string",
        "filename",
        "fname",
        "url",
        "title",
        "pattern",
        "color",
        "mode",
        "value",
        "msg",
        "message",
        "encoding",
        "word",
        "sep",
        "source",
        "tag",
        "locale",
    ]
)


@dataclass(frozen=True)
class Form:
    """How a call passes its arguments."""

    positional: int
    keywords: tuple[str, ...] = ()


def stable(*parts: object) -> int:
    """A number that depends on the parts alone."""
    return int.from_bytes(hashlib.sha256("|".join(map(str, parts)).encode()).digest()[:6], "big")


def of_kind(parameters: Parameters, *kinds: str) -> Parameters:
    return [p for p in parameters if p[1] in kinds]


def forms(old: Parameters, new: Parameters, subject: str) -> list[Form]:
    """Calls that bind on the old signature: around every parameter that differs, then plain ones."""
    positional, named = of_kind(old, "posonly", "pos"), of_kind(old, "pos", "kwonly")
    least = sum(p[2] is None for p in positional)
    must = tuple(p[0] for p in of_kind(old, "kwonly") if p[2] is None)
    found = [Form(least, must)]
    for name in differing(old, new):
        place = next((i for i, p in enumerate(positional) if p[0] == name), None)
        if place is not None and place >= least:
            found.append(Form(place + 1, must))
            if place + 1 < len(positional):
                found.append(Form(place + 2, must))
        if any(p[0] == name for p in named) and (place is None or place >= least) and name not in must:
            found.append(Form(least, (*must, name)))
    found += [Form(more, must) for more in range(least + 1, min(len(positional), least + 6) + 1)]
    late = [p[0] for p in named if p[2] is not None]
    found += [Form(least, (*must, name)) for name in sorted(late, key=lambda n: stable(subject, n))[:3]]
    if least and all(p[1] == "pos" for p in positional[:least]):
        whole = tuple(p[0] for p in positional[:least])
        found.append(Form(0, (*whole, *must)))
        found.append(Form(0, (*whole, *must, *sorted(late, key=lambda n: stable(subject, n, 2))[:1])))
    for name in sorted(late, key=lambda n: stable(subject, n, 3))[:2]:
        place = next((i for i, p in enumerate(positional) if p[0] == name), None)
        if place is not None and place > least:
            found.append(Form(least + 1, (*must, name)))
    return list(dict.fromkeys(found))


def differing(old: Parameters, new: Parameters) -> list[str]:
    """Parameters of the old signature that are gone, of another kind or at another place."""
    places = {p[0]: (p[1], i) for i, p in enumerate(of_kind(new, "posonly", "pos", "kwonly"))}
    gone = [
        p[0]
        for i, p in enumerate(of_kind(old, "posonly", "pos", "kwonly"))
        if p[0] not in places or places[p[0]][0] != p[1] or (p[1] != "kwonly" and places[p[0]][1] != i)
    ]
    return gone[:5]


def binds(parameters: Parameters, form: Form) -> bool:
    """Whether a call binds to a signature."""
    positional = of_kind(parameters, "posonly", "pos")
    kinds = {p[1] for p in parameters}
    if form.positional > len(positional) and "args" not in kinds:
        return False
    filled = {p[0] for p in positional[: form.positional]}
    for name in form.keywords:
        if name in filled or (
            name not in {p[0] for p in of_kind(parameters, "pos", "kwonly")} and "kwargs" not in kinds
        ):
            return False
        filled.add(name)
    return all(p[0] in filled or p[2] is not None for p in of_kind(parameters, "posonly", "pos", "kwonly"))


def landing(parameters: Parameters, form: Form) -> list[str]:
    """Where each positional argument goes: a parameter's name, or `*`."""
    names = [p[0] for p in of_kind(parameters, "posonly", "pos")]
    return [names[i] if i < len(names) else "*" for i in range(form.positional)]


def shifted(old: Parameters, new: Parameters, form: Form) -> str:
    """The first positional argument that reaches another parameter; empty: none does. A mere rename is none."""
    before, after = {p[0] for p in old}, {p[0] for p in new}
    for there, here in zip(landing(old, form), landing(new, form), strict=True):
        if there != here and (there in after or here in before):
            return f"{there} → {here}"
    return ""


def spelled(old: Parameters, form: Form) -> str:
    """The arguments as Python text."""
    positional = of_kind(old, "posonly", "pos")
    texts = [value(p) for p in positional[: form.positional]]
    by_name = {p[0]: p for p in old}
    return ", ".join([*texts, *(f"{name}={value(by_name[name])}" for name in form.keywords)])


def value(parameter: tuple[str, str, str | None]) -> str:
    """Something to pass: the default where it is a literal, else by the parameter's name."""
    name, _, default = parameter
    if default not in {None, "...", "None"}:
        return str(default)
    if default == "None":
        return "None"
    if name in _LISTS:
        return "[1, 2, 3]"
    return "'a'" if name in _TEXTS or name.endswith(("name", "path")) else "1"


def script(path: str, kind: str, receiver: str, arguments: str, style: int) -> str:
    """A script with one call. A path is `a.b.f`, or `a.b.C:method` with the receiver's expression."""
    head, _, method = path.partition(":")
    module, _, name = head.rpartition(".")
    top = head.partition(".")[0]
    if not method:
        forms_ = [
            f"import {top}\n" + (f"import {module}\n" if module != top else "") + f"\n{head}({arguments})\n",
            f"from {module} import {name}\n\nresult = {name}({arguments})\n",
            f"import {module} as lib\n\nlib.{name}({arguments})\n",
        ]
        return forms_[style % 3]
    if kind in {"classmethod", "staticmethod"}:
        return f"from {module} import {name}\n\n{name}.{method}({arguments})\n"
    if "\n" in receiver:
        return f"{receiver.strip()}\nit.{method}({arguments})\n"
    made = receiver.replace("{C}", name)
    forms_ = [
        f"from {module} import {name}\n\nit = {made}\nit.{method}({arguments})\n",
        f"import {module} as lib\n\n{receiver.replace('{C}', 'lib.' + name)}.{method}({arguments})\n",
        f"import {module}\n\nit = {receiver.replace('{C}', head)}\nresult = it.{method}({arguments})\n",
    ]
    return forms_[style % 3]
