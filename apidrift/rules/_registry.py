"""The registry: the one table of rules, each loaded when it is first asked for."""

from __future__ import annotations

import functools
import importlib
from typing import TYPE_CHECKING

from apidrift.errors import UsageError
from apidrift.model.change import Failure

if TYPE_CHECKING:
    from apidrift.rules._rule import Rule

TABLE: dict[str, str] = {
    "AD000": "unclassified",
    "AD010": "hook_signature_changed",
    "AD011": "hook_no_longer_called",
    "AD012": "hook_called",
    "AD013": "hook_result_used",
    "AD014": "callback_called_otherwise",
    "AD015": "more_asked_of_argument",
    "AD016": "placeholder_added",
    "AD020": "environment_variable_removed",
    "AD021": "command_line_flag_removed",
    "AD022": "known_text_removed",
    "AD030": "body_rewritten",
    "AD031": "follow_up_needed",
    "AD032": "argument_needed",
    "AD033": "step_left_out",
    "AD034": "result_reordered",
    "AD060": "never_existed",
    "AD101": "module_removed",
    "AD102": "name_removed",
    "AD103": "name_moved",
    "AD104": "private_name_removed",
    "AD105": "name_type_checking_only",
    "AD106": "access_raises",
    "AD107": "module_moved",
    "AD108": "module_added",
    "AD109": "name_added",
    "AD110": "star_export_removed",
    "AD111": "name_renamed",
    "AD201": "kind_changed",
    "AD202": "class_became_function",
    "AD203": "function_became_class",
    "AD204": "method_became_property",
    "AD205": "property_became_method",
    "AD206": "method_binding_changed",
    "AD207": "became_async",
    "AD208": "became_sync",
    "AD209": "became_generator",
    "AD210": "no_longer_generator",
    "AD211": "context_manager_added",
    "AD212": "context_manager_removed",
    "AD213": "signature_decorated",
    "AD214": "signature_undecorated",
    "AD301": "parameter_removed",
    "AD302": "parameter_removed_swallowed",
    "AD303": "parameter_renamed",
    "AD304": "parameter_added_required",
    "AD305": "parameter_became_required",
    "AD306": "parameter_reordered",
    "AD307": "parameter_inserted",
    "AD308": "parameter_became_keyword_only",
    "AD309": "parameter_became_positional_only",
    "AD310": "variadic_removed",
    "AD311": "variadic_added",
    "AD312": "parameter_default_changed",
    "AD313": "parameter_type_narrowed",
    "AD314": "overload_removed",
    "AD315": "parameter_added_optional",
    "AD316": "parameter_became_optional",
    "AD317": "parameter_type_changed",
    "AD318": "overload_added",
    "AD319": "parameter_kind_relaxed",
    "AD320": "parameter_type_widened",
    "AD321": "values_narrowed",
    "AD401": "result_type_changed",
    "AD402": "result_none_added",
    "AD403": "result_arity_changed",
    "AD404": "result_element_changed",
    "AD405": "result_became_awaitable",
    "AD406": "result_became_iterator",
    "AD407": "result_became_sequence",
    "AD408": "result_mapping_changed",
    "AD409": "result_now_nothing",
    "AD410": "result_added",
    "AD411": "result_type_narrowed",
    "AD412": "result_where_given",
    "AD413": "result_where_omitted",
    "AD501": "attribute_removed",
    "AD502": "attribute_renamed",
    "AD503": "attribute_became_read_only",
    "AD504": "attribute_type_changed",
    "AD505": "constant_value_changed",
    "AD506": "slots_added",
    "AD507": "class_frozen",
    "AD508": "attribute_added",
    "AD509": "attribute_became_writable",
    "AD510": "slots_removed",
    "AD511": "class_unfrozen",
    "AD512": "attribute_became_instance_only",
    "AD513": "version_changed",
    "AD514": "attribute_became_class_wide",
    "AD601": "field_init_excluded",
    "AD602": "field_became_init_only",
    "AD603": "extra_forbidden",
    "AD604": "extra_allowed",
    "AD605": "field_alias_changed",
    "AD606": "named_tuple_changed",
    "AD607": "typeddict_key_removed",
    "AD608": "typeddict_key_added",
    "AD609": "typeddict_key_required",
    "AD610": "constructor_kind_changed",
    "AD611": "field_init_included",
    "AD612": "field_became_kept",
    "AD613": "field_added",
    "AD614": "field_removed",
    "AD615": "subclasses_remade",
    "AD701": "base_removed",
    "AD702": "base_added",
    "AD703": "bases_reordered",
    "AD704": "abstract_method_added",
    "AD705": "abstract_method_removed",
    "AD706": "final_added",
    "AD707": "final_removed",
    "AD708": "special_method_removed",
    "AD709": "special_method_added",
    "AD710": "metaclass_changed",
    "AD801": "enum_member_removed",
    "AD802": "enum_member_renamed",
    "AD803": "enum_value_changed",
    "AD804": "enum_member_added",
    "AD805": "enum_base_changed",
    "AD901": "raised_type_changed",
    "AD902": "exception_base_changed",
    "AD903": "deprecated_added",
    "AD904": "deprecated_removed",
    "AD905": "raised_type_added",
    "AD906": "helper_raises",
    "AD907": "now_raises",
}
"""File stem by code, in order of code. Adding a rule: its file, a line here, a fixture folder of the same name."""

FALLBACKS: dict[Failure, str] = {
    Failure.MISSING_MODULE: "module-removed",
    Failure.MISSING_NAME: "name-removed",
    Failure.MISSING_ATTRIBUTE: "attribute-removed",
    Failure.MISSING_MEMBER: "enum-member-removed",
    Failure.RAISES_ON_ACCESS: "access-raises",
    Failure.MISSING_ARGUMENT: "parameter-added-required",
    Failure.UNEXPECTED_KEYWORD: "parameter-removed",
    Failure.TOO_MANY_POSITIONAL: "parameter-removed",
    Failure.MULTIPLE_VALUES: "parameter-reordered",
    Failure.POSITIONAL_ONLY_KEYWORD: "parameter-became-positional-only",
    Failure.FORBIDDEN_EXTRA: "extra-forbidden",
    Failure.NO_OVERLOAD: "overload-removed",
    Failure.BAD_ARGUMENT: "parameter-type-narrowed",
    Failure.NOT_CALLABLE: "method-became-property",
    Failure.NOT_A_CLASS: "class-became-function",
    Failure.FINAL: "final-added",
    Failure.ABSTRACT: "abstract-method-added",
    Failure.READ_ONLY: "attribute-became-read-only",
    Failure.NOT_SUBSCRIPTABLE: "result-became-iterator",
    Failure.NOT_ITERABLE: "special-method-removed",
    Failure.UNPACK_COUNT: "result-arity-changed",
    Failure.NOT_AWAITABLE: "became-sync",
    Failure.NEVER_AWAITED: "became-async",
    Failure.NOT_A_CONTEXT_MANAGER: "context-manager-removed",
    Failure.MISSING_SPECIAL_METHOD: "special-method-removed",
    Failure.MISSING_WORD: "known-text-removed",
    Failure.MISSING_KEY: "typeddict-key-removed",
    Failure.WRONG_RESULT: "result-type-changed",
    Failure.BAD_OVERRIDE: "hook-signature-changed",
    Failure.CONSTRUCTOR_REPLACED: "subclasses-remade",
    Failure.UNRESOLVED_ANNOTATION: "name-type-checking-only",
    Failure.NOT_CAUGHT: "raised-type-changed",
    Failure.ALWAYS_RAISES: "now-raises",
}
"""Which rule names a failure where no old version is known."""


@functools.cache
def all_rules() -> tuple[Rule, ...]:
    """Every rule, in order of code."""
    return tuple(map(rule, TABLE))


@functools.cache
def rule(code: str) -> Rule:
    """The rule with this code (`AD301`).

    Raises:
        UsageError: there is none; the hint names the nearest ones.
    """
    stem = TABLE.get(code)
    if stem is None:
        raise _unknown(code)
    found: Rule = importlib.import_module(f"apidrift.rules.{stem}").RULE
    return found


def by_name(name: str) -> Rule:
    """The rule with this name (`parameter-removed`).

    Raises:
        UsageError: there is none; the hint names the nearest ones.
    """
    stem = name.strip().lower().replace("-", "_").replace(" ", "_")
    code = next((code for code, each in TABLE.items() if each == stem), None)
    if code is None:
        raise _unknown(name)
    return rule(code)


def fallback(failure: Failure) -> Rule:
    """The rule that names a failure when nothing is known of an older version."""
    return by_name(FALLBACKS[failure])


def explain(code_or_name: str) -> str:
    """A rule's public page, as Markdown.

    Raises:
        UsageError: there is no such rule; the hint names the nearest ones.
    """
    text = code_or_name.strip()
    found = rule(text.upper()) if text.upper() in TABLE else by_name(text)
    return page(found)


def page(found: Rule) -> str:
    """A rule's page: its title, its metadata in one line, and its module's docstring."""
    module = importlib.import_module(f"apidrift.rules.{TABLE[found.code]}")
    facts = [f"`{found.name}`", f"{found.aspect} {found.action}", f"since {found.since}", f"remedy: {found.remedy}"]
    facts += [_DIRECTIONS[found.direction], _confidence(found)]
    return f"# {found.code} {found.title}\n\n{' · '.join(facts)}\n\n{(module.__doc__ or '').strip()}\n"


_DIRECTIONS = {
    "C": "direction: C, the consumer calls the provider",
    "R": "direction: R, the provider calls the consumer",
}


def _confidence(found: Rule) -> str:
    """How sure what the rule names is: a failure is what binding says, a risk is a reading."""
    said = ["certain where it explains a failure"] if found.explains else []
    said += ["likely as a risk"] if found.relevance not in {None, "never"} else []
    return f"confidence: {', '.join(said) or 'certain'}"


def _unknown(text: str) -> UsageError:
    import difflib  # noqa: PLC0415 -- only errors need it

    names = [*TABLE, *(stem.replace("_", "-") for stem in TABLE.values())]
    near = difflib.get_close_matches(text, names, n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(near)}?" if near else "`apidrift explain` lists all rules"
    return UsageError(f"there is no rule {text}", hint=hint)
