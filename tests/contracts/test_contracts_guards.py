"""Guards: the facts around a use, and those that travel with a value."""

from __future__ import annotations

import pytest

from apidrift.model import contract as c


def spelled(guard) -> str:  # noqa: PLR0911 -- one arm per kind
    sign = "not " if getattr(guard, "negated", False) else ""
    match guard:
        case c.TypeChecking():
            return f"{sign}typing"
        case c.VersionGate(distribution, specifier):
            return f"{sign}{distribution}{specifier}"
        case c.PythonGate(specifier):
            return f"{sign}python{specifier}"
        case c.PlatformGate(test):
            return f"{sign}{test}"
        case c.HasName(path, name):
            return f"{sign}has {path}:{name}"
        case c.HasParameter(path, name):
            return f"{sign}takes {path}:{name}"
        case c.Attempt(_, part, catches, reraises):
            return f"{part} {','.join(catches)}{' !' + ','.join(reraises) if reraises else ''}"
        case c.Condition(text):
            return f"if {text}"


def guards_of(found, name: str = "mark") -> list[list[str]]:
    """The guards of every call of `….mark()`, in order of place."""
    return [
        [spelled(g) for g in u.guards]
        for u in found.uses
        if isinstance(u.operation, c.Call) and str(u.receivers[0]).endswith(name)
    ]


HEAD = """
import importlib.metadata, importlib.util, inspect, os, sys, contextlib
from packaging import version
from packaging.version import Version, parse
from typing import TYPE_CHECKING
import typing, prov
k = prov.K()
def flag(): return open("x").read()
"""
GUARDS = {
    "hasattr": (
        "if hasattr(k, 'mark'):\n    k.mark()\nelse:\n    k.mark()",
        [["has prov.K(…):mark"], ["not has prov.K(…):mark"]],
    ),
    "not hasattr": ("if not hasattr(k, 'mark'):\n    pass\nelse:\n    k.mark()", [["has prov.K(…):mark"]]),
    "early return": (
        "def f():\n    if not hasattr(k, 'mark'):\n        return\n    k.mark()",
        [["has prov.K(…):mark"]],
    ),
    "early raise": ("if not hasattr(k, 'mark'):\n    raise SystemExit\nk.mark()", [["has prov.K(…):mark"]]),
    "sys.exit": ("if not hasattr(k, 'mark'):\n    sys.exit(1)\nk.mark()", [["has prov.K(…):mark"]]),
    "assert": ("assert hasattr(k, 'mark')\nk.mark()", [["has prov.K(…):mark"]]),
    "and": ("hasattr(k, 'mark') and k.mark()", [["has prov.K(…):mark"]]),
    "or": ("not hasattr(k, 'mark') or k.mark()", [["has prov.K(…):mark"]]),
    "ternary": ("x = k.mark() if hasattr(k, 'mark') else k.old()", [["has prov.K(…):mark"]]),
    "conjunction": ("if hasattr(k, 'mark') and flag():\n    k.mark()", [["has prov.K(…):mark", "if flag"]]),
    "flag from hasattr": (
        "HAS = hasattr(k, 'mark')\ndef f():\n    if HAS:\n        k.mark()",
        [["has prov.K(…):mark"]],
    ),
    "getattr with default": (
        "m = getattr(k, 'mark', None)\nif m is not None:\n    m()\nif m:\n    m()",
        [["has prov.K(…):mark"], ["has prov.K(…):mark"]],
    ),
    "callable(getattr)": ("if callable(getattr(k, 'mark', None)):\n    k.mark()", [["has prov.K(…):mark"]]),
    "dir": ("if 'mark' in dir(k):\n    k.mark()", [["has prov.K(…):mark"]]),
    "signature": (
        "if 'a' in inspect.signature(prov.mark).parameters:\n    prov.mark(a=1)\nelse:\n    prov.mark()",
        [["takes prov.mark:a"], ["not takes prov.mark:a"]],
    ),
    "signature kept": (
        "sig = inspect.signature(prov.mark)\nif 'a' not in sig.parameters:\n    prov.mark()",
        [["not takes prov.mark:a"]],
    ),
    "fields": ("if 'a' in prov.mark.__dataclass_fields__:\n    prov.mark(a=1)", [["takes prov.mark:a"]]),
    "version": (
        "if Version(prov.__version__) >= Version('0.11'):\n    k.mark()\nelse:\n    k.mark()",
        [["prov>=0.11"], ["prov<0.11"]],
    ),
    "version reversed": ("if parse('0.11') > version.parse(prov.__version__):\n    k.mark()", [["prov<0.11"]]),
    "metadata version": (
        "V = version.parse(importlib.metadata.version('prov'))\ndef f():\n    if V < version.parse('1.0'):\n        k.mark()",
        [["prov<1.0"]],
    ),
    "version text": ("if prov.__version__ == '1.0':\n    k.mark()", [["prov==1.0"]]),
    "version starts with": ("if prov.__version__.startswith('1.0'):\n    k.mark()", [["prov==1.0.*"]]),
    "version among": ("if prov.__version__ in ('1.0', '1.1'):\n    k.mark()", [["not prov!=1.0,!=1.1"]]),
    "version tuple": (
        "if tuple(int(p) for p in prov.__version__.split('.')[:2]) >= (0, 8):\n    k.mark()",
        [["prov>=0.8"]],
    ),
    "version release": ("if Version(prov.__version__).release >= (2, 0):\n    k.mark()", [["prov>=2.0"]]),
    "version major": ("if Version(prov.__version__).major >= 2:\n    k.mark()", [["prov>=2"]]),
    "version helper": (
        (
            "def at_least(text):\n    return Version(prov.__version__) >= Version(text)\n"
            "if at_least('2.1'):\n    k.mark()\nif not at_least('3'):\n    k.mark()"
        ),
        [["prov>=2.1"], ["prov<3"]],
    ),
    "availability helper": (
        (
            "def available():\n    try:\n        import prov.extra\n    except ImportError:\n        return False\n    return True\n"
            "if available():\n    k.mark()"
        ),
        [["has prov.extra:"]],
    ),
    "availability flag": (
        "try:\n    import prov.extra\n    HAS = True\nexcept ImportError:\n    HAS = False\nif HAS:\n    k.mark()\nelse:\n    k.mark()",
        [["has prov.extra:"], ["not has prov.extra:"]],
    ),
    "find_spec": (
        "HAS = importlib.util.find_spec('prov.x') is not None\nif HAS:\n    k.mark()\nif not HAS:\n    k.mark()",
        [["has prov.x:"], ["not has prov.x:"]],
    ),
    "find_spec as truth": ("if bool(importlib.util.find_spec('prov.x')):\n    k.mark()", [["has prov.x:"]]),
    "python": ("if sys.version_info >= (3, 8):\n    k.mark()\nelse:\n    k.mark()", [["python>=3.8"], ["python<3.8"]]),
    "python major": ("if sys.version_info[0] == 2:\n    k.mark()", [["python==2.*"]]),
    "python slice": ("if sys.version_info[:2] < (3, 10):\n    k.mark()", [["python<3.10"]]),
    "platform": (
        "if sys.platform == 'win32':\n    k.mark()\nif os.name != 'nt':\n    k.mark()",
        [["sys.platform == 'win32'"], ["not os.name == 'nt'"]],
    ),
    "type checking": ("if TYPE_CHECKING:\n    k.mark()\nelse:\n    k.mark()", [["typing"], []]),
    "typing.TYPE_CHECKING": ("if typing.TYPE_CHECKING:\n    k.mark()", [["typing"]]),
    "not TYPE_CHECKING": ("if not TYPE_CHECKING:\n    k.mark()", [[]]),
    "try": (
        "try:\n    k.mark()\nexcept (AttributeError, TypeError):\n    k.mark()",
        [["body AttributeError,TypeError"], ["handler AttributeError,TypeError"]],
    ),
    "bare except": ("try:\n    k.mark()\nexcept:\n    pass", [["body BaseException"]]),
    "reraise": (
        "try:\n    k.mark()\nexcept ValueError:\n    raise\nexcept KeyError:\n    pass",
        [["body ValueError,KeyError !ValueError"]],
    ),
    "else of a try": ("try:\n    pass\nexcept ValueError:\n    pass\nelse:\n    k.mark()", [["else ValueError"]]),
    "finally": ("try:\n    pass\nfinally:\n    k.mark()", [[]]),
    "provider exception": ("try:\n    k.mark()\nexcept prov.Error:\n    pass", [["body prov.Error"]]),
    "suppress": ("with contextlib.suppress(AttributeError):\n    k.mark()\nk.mark()", [["body AttributeError"], []]),
    "unknown condition": ("if flag():\n    k.mark()", [["if flag"]]),
    "elif": (
        "if hasattr(k, 'a'):\n    pass\nelif hasattr(k, 'mark'):\n    k.mark()",
        [["not has prov.K(…):a", "has prov.K(…):mark"]],
    ),
    "while": ("while hasattr(k, 'mark'):\n    k.mark()", [["has prov.K(…):mark"]]),
    "comprehension": ("[k.mark() for i in [1] if hasattr(k, 'mark')]", [["has prov.K(…):mark"]]),
    "guard around a definition": ("if hasattr(k, 'mark'):\n    def f():\n        k.mark()", [["has prov.K(…):mark"]]),
    "value bound under a guard": (
        "if sys.version_info >= (3, 8):\n    m = int\nelse:\n    m = prov.mark\nm()",
        [["python<3.8"]],
    ),
    "kwargs under a gate": (
        "kw = {}\nif Version(prov.__version__) >= Version('2'):\n    kw['a'] = 1\nprov.mark(**kw)",
        [["prov>=2"], ["not prov>=2"]],
    ),
    "chained comparison": ("if 1 < 2 < 3:\n    k.mark()", [["if "]]),
}


@pytest.mark.parametrize("name", GUARDS)
def test_guard(contract, name):
    source, expected = GUARDS[name]
    assert guards_of(contract(HEAD + source + "\n")) == expected


def test_the_blocks_of_one_try_share_a_number(contract):
    source = (
        "from prov import f\ntry:\n    f()\nexcept E:\n    f()\nelse:\n    f()\ntry:\n    f()\nexcept E:\n    pass\n"
    )
    blocks = [g.block for u in contract(source).uses for g in u.guards]
    assert blocks == [2, 2, 2, 8]


def test_a_new_name_falls_back_to_the_old_one(contract):
    source = "try:\n    from prov.a import mark\nexcept ImportError:\n    from prov.b import mark\nmark()\n"
    found = contract(source)
    assert guards_of(found) == [["has prov.a:mark"], ["not has prov.a:mark"]]
    assert [spelled(u.guards[0]) for u in found.uses[:2]] == ["body ImportError", "handler ImportError"]


def test_a_fallback_of_another_library_makes_a_use_conditional(contract):
    source = "try:\n    from json import mark\nexcept ImportError:\n    from prov import mark\nmark()\n"
    (use,) = [u for u in contract(source).uses if isinstance(u.operation, c.Call)]
    assert use.conditional


def test_getattr_with_a_default_is_a_guarded_read(contract):
    (use,) = contract("import prov\ngetattr(prov, 'x', None)\n").uses[1:]
    assert isinstance(use.operation, c.Read)
    assert [spelled(g) for g in use.guards] == ["has prov:x"]


def test_types_of_type_checking_blocks_are_types_all_the_same(contract):
    source = "from __future__ import annotations\nfrom typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from prov import K\ndef f(k: K):\n    k.mark()\n"
    assert guards_of(contract(source)) == [[]]


def test_each_alternative_has_its_own_fact(contract):
    source = "from prov import K, L\ndef f(x: K | L):\n    if hasattr(x, 'mark'):\n        x.mark()\n    else:\n        x.mark()\n"
    found = [
        (str(u.receivers[0]), [spelled(g) for g in u.guards])
        for u in contract(source).uses
        if isinstance(u.operation, c.Call)
    ]
    assert found == [
        ("<prov.K>.mark", ["has <prov.K>:mark"]),
        ("<prov.L>.mark", ["has <prov.L>:mark"]),
        ("<prov.K>.mark", ["not has <prov.K>:mark"]),
        ("<prov.L>.mark", ["not has <prov.L>:mark"]),
    ]


OWN = "try:\n    from own.made import K\nexcept ImportError:\n    from prov import K\nK().mark\n"


def test_the_fallback_of_an_import_of_ones_own_is_never_bound(contract):
    files = {"own/made.py": "class K:\n    mark = 1\n", "own/user.py": OWN, "own/__init__.py": ""}
    assert [u for u in contract(files).uses if getattr(u.operation, "name", "") == "mark"] == []
    files["own/made.py"] = "class Other: ...\n"
    assert len([u for u in contract(files).uses if getattr(u.operation, "name", "") == "mark"]) == 1


def test_alternatives_that_do_not_exclude_each_other_are_one_use(contract):
    source = (
        "try:\n    from prov import A\n    from prov import B\nexcept ImportError:\n    raise\n"
        "def f(x):\n    k = A if x else B\n    k().mark\n"
    )
    (use,) = [u for u in contract(source).uses if getattr(u.operation, "name", "") == "mark"]
    assert [str(r) for r in use.receivers] == ["prov.A(…)", "prov.B(…)"]


def test_what_also_arrives_without_a_guard_is_not_gated(contract):
    source = (
        "import prov\nfrom typing import TYPE_CHECKING\nfrom packaging.version import Version\n"
        "if TYPE_CHECKING:\n    if Version(prov.__version__) < Version('2'):\n        import prov.more\n"
        "class A(prov.K):\n    def f(self):\n        self.mark()\n"
    )
    (use,) = [u for u in contract(source).uses if isinstance(u.operation, c.Call) and "mark" in str(u.receivers)]
    assert use.guards == ()
