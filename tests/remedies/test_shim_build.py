"""What a shim is made of, before anything imports it."""

from __future__ import annotations

import msgspec
import pytest
from shim_support import BOX, GO, MORE, MORE_EDIT, PACKAGE, WORK, edited, remedy, stub

from apidrift.errors import NothingToCheckError, UsageError
from apidrift.remedies import build_shim


def test_the_same_remedy_gives_the_same_bytes():
    assert build_shim([remedy()], {}) == build_shim([remedy()], {})


def test_names_and_versions_say_what_it_is_for():
    made = build_shim([remedy()], {"prov": ("prov", "prov-cpu")})
    assert (made.name, made.package, made.version) == ("apidrift-shim-cons-prov", PACKAGE, "1.0+prov.2.0")
    facts: dict[str, object] = {}
    exec(made.files[f"src/{PACKAGE}/_facts.py"], facts)
    assert facts["PROVIDERS"] == (("prov", ("prov", "prov-cpu"), "==2.0"),)
    assert facts["MODULES"] == {"cons.sub": "cons/sub/__init__.py", "cons.work": "cons/work.py"}


def test_the_readme_lists_every_edit_and_none_of_the_consumers_text():
    text = build_shim([remedy()], {}).files["README.md"].decode()
    assert text.count("replace: must is needed (dropped)") == 3
    assert "api.call" not in text
    assert "@" not in text


def test_no_placeholder_is_left():
    made = build_shim([remedy()], {})
    assert not [
        path for path, data in made.files.items() if b"@NAME@" in data or b"@PACKAGE@" in data or b"@VER" in data
    ]


def test_it_uses_the_standard_library_alone():
    made = build_shim([remedy()], {})
    assert not [path for path, data in made.files.items() if b"import apidrift\n" in data or b"from apidrift." in data]


def test_nothing_to_mend_is_no_shim():
    with pytest.raises(NothingToCheckError, match="nothing to build"):
        build_shim([remedy(edited("cons/work.py", WORK))], {})


def test_remedies_on_different_files_are_refused():
    other = remedy(edited("cons/sub/__init__.py", MORE + "# other\n", MORE_EDIT), provider="lib")
    with pytest.raises(UsageError, match="computed on different files"):
        build_shim([remedy(), other], {})


def test_remedies_that_overlap_are_refused():
    other = remedy(edited("cons/work.py", WORK, ("call(1)", "call(3)")), provider="lib")
    with pytest.raises(UsageError, match=r"cons/work\.py:7: edits of two remedies overlap"):
        build_shim([remedy(edited("cons/work.py", WORK, GO, BOX)), other], {})


def test_one_shim_mends_one_consumer():
    with pytest.raises(UsageError, match="one version of one consumer"):
        build_shim([remedy(), msgspec.structs.replace(remedy(), consumer_version="2.0")], {})


def test_stubs_are_a_module_only_where_there_are_some():
    assert f"src/{PACKAGE}/_apidrift_prov.py" not in build_shim([remedy()], {}).files
    text = stub("one", "return 1") + "\n\n" + stub("two", "return 2")
    made = build_shim([remedy(stubs=text)], {})
    assert made.files[f"src/{PACKAGE}/_apidrift_prov.py"].decode() == text
    assert b"{'cons._apidrift_prov': '_apidrift_prov.py'}" in made.files[f"src/{PACKAGE}/_facts.py"]
