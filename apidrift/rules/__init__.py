"""Rules: what kinds of change there are. Every file beside the private ones is one rule.

A rule file holds the rule's public page (its docstring), its metadata (`RULE`) and its `check`. Codes by group:

| Codes | Group |
| --- | --- |
| AD000 | unclassified: seen by the structural comparison, claimed by no rule |
| AD010-AD019 | reverse contract: the provider calls the consumer |
| AD020-AD029 | strings: names of the provider inside strings |
| AD030-AD049 | protocol and behaviour |
| AD050-AD059 | environment |
| AD060-AD079 | the consumer's own facts |
| AD1xx | existence |
| AD2xx | kind |
| AD3xx | parameter |
| AD4xx | result |
| AD5xx | attribute |
| AD6xx | constructor |
| AD7xx | hierarchy |
| AD8xx | enum |
| AD9xx | exception and deprecation |

Importing this package loads no rule; they are loaded when they are asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apidrift.rules._claims import settle
from apidrift.rules._facts import is_method
from apidrift.rules._registry import all_rules, by_name, explain, fallback, rule
from apidrift.rules._results import result_text
from apidrift.rules._rule import Direction, Pair, Rule
from apidrift.rules._types import aligned, members

if TYPE_CHECKING:
    RULES: tuple[Rule, ...]
    """Every rule, in order of code."""

__all__ = [
    "RULES",
    "Direction",
    "Pair",
    "Rule",
    "aligned",
    "all_rules",
    "by_name",
    "explain",
    "fallback",
    "is_method",
    "members",
    "result_text",
    "rule",
    "settle",
]


def __getattr__(name: str) -> object:
    if name == "RULES":
        return all_rules()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
