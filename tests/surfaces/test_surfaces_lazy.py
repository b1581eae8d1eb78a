from __future__ import annotations

import pytest
from surfaces_tools import surface_of

from apidrift.model.surface import Found, Gap, Missing, Unsure, resolve
from apidrift.model.symbols import Alias, Attribute

BASE = {
    "prov/a.py": "def x(): ...\ndef y(): ...\ndef new(): ...",
    "prov/sub/__init__.py": "",
    "prov/sub/b.py": "def z(): ...",
}

TABLES = {
    "module:name": "T = {'x': '.a:x'}\ndef __getattr__(name):\n    from importlib import import_module\n    if name in T:\n        m, a = T[name].split(':')\n        return getattr(import_module(m, __package__), a)\n    raise AttributeError(name)",
    "module": "import importlib\nT = {'x': 'prov.a'}\ndef __getattr__(name):\n    if name not in T:\n        raise AttributeError(name)\n    return getattr(importlib.import_module(T[name]), name)",
    "tuple": "import importlib\nT = {'x': ('a', 'x')}\ndef __getattr__(name):\n    try:\n        m, a = T[name]\n    except KeyError:\n        raise AttributeError(name) from None\n    return getattr(importlib.import_module(f'.{m}', __name__), a)",
    "chain": "def __getattr__(name):\n    if name == 'x':\n        from .a import x\n        return x\n    elif name in ('y',):\n        import prov.a\n        return prov.a.y\n    raise AttributeError(f'no {name}')",
    "reversed": "import importlib\nS = {'a': ['x', 'y'], 'sub.b': ['z']}\nR = {n: m for m, ns in S.items() for n in ns}\ndef __getattr__(name):\n    if (m := R.get(name)) is not None:\n        return getattr(importlib.import_module('.' + m, __name__), name)\n    raise AttributeError(name)",
    "typing": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .a import x\nelse:\n    T = {'x': '.a'}\n    def __getattr__(name):\n        import importlib\n        if name in T:\n            return getattr(importlib.import_module(T[name], __name__), name)\n        raise AttributeError(name)",
    "helper": "from .lazy import make\n__getattr__ = make(__name__, {'x': 'a'})",
    "attach": "import lazy_loader as lazy\n__getattr__, __dir__, __all__ = lazy.attach(__name__, submodules=['sub'], submod_attrs={'a': ['x', 'y']})",
}
HELPER = "import importlib\ndef make(package, table):\n    def get(name):\n        if name in table:\n            return getattr(importlib.import_module(f'{package}.{table[name]}'), name)\n        raise AttributeError(name)\n    return get"


@pytest.mark.parametrize("kind", TABLES)
def test_lazy_tables(kind):
    surface = surface_of({**BASE, "prov/__init__.py": TABLES[kind], "prov/lazy.py": HELPER})
    assert surface.module("prov").dynamic == ""
    found = resolve(surface, "prov.x")
    assert isinstance(found, Found)
    assert found.path == "prov.a.x"
    assert "x" in surface.module("prov").index
    assert resolve(surface, "prov.nope") == Missing(Gap.NAME, "prov", "nope")


def test_deprecated_names_say_so():
    source = "import warnings\nOLD = {'old': 'new'}\ndef __getattr__(name):\n    if name in OLD:\n        warnings.warn(f'{name} is now {OLD[name]}', DeprecationWarning)\n        from prov import a\n        return getattr(a, OLD[name])\n    raise AttributeError(name)"
    surface = surface_of({**BASE, "prov/__init__.py": source})
    assert surface.member("prov", "old") == Alias("prov.a.new", "getattr", deprecated="old is now new", line=3)
    assert resolve(surface, "prov.old").deprecated == "old is now new"


def test_a_value_it_computes_is_there_but_not_known():
    source = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    value: int\ndef __getattr__(name):\n    if name == 'value':\n        return compute()\n    raise AttributeError(name)"
    surface = surface_of({"prov/__init__.py": source})
    assert surface.member("prov", "value") == Attribute("int", "int", line=4)
    assert surface.module("prov").dynamic == ""


def test_a_submodule_served_lazily_stays_a_module():
    source = "import importlib\ndef __getattr__(name):\n    if name in ('sub',):\n        return importlib.import_module(f'prov.{name}')\n    raise AttributeError(name)"
    surface = surface_of({**BASE, "prov/__init__.py": source})
    assert resolve(surface, "prov.sub.b.z").path == "prov.sub.b.z"


def test_moved_and_removed_names_told_by_another_module():
    migration = "MOVED = {'prov.mod:old': 'prov.a:new'}\nREMOVED = {'prov.mod:gone'}\ndef migrate(module):\n    from .errors import Gone\n    def wrapper(name):\n        path = f'{module}:{name}'\n        if path in MOVED:\n            import warnings\n            warnings.warn(f'{path} moved')\n            return import_string(MOVED[path])\n        if path in REMOVED:\n            raise Gone(f'{path} was removed')\n        import sys\n        names = sys.modules[module].__dict__\n        if name in names:\n            return names[name]\n        raise AttributeError(name)\n    return wrapper"
    files = {
        **BASE,
        "prov/__init__.py": "",
        "prov/m.py": migration,
        "prov/errors.py": "class Gone(ImportError): ...",
        "prov/mod.py": "from .m import migrate\n__getattr__ = migrate(__name__)",
    }
    surface = surface_of(files)
    assert resolve(surface, "prov.mod.old").path == "prov.a.new"
    gone = resolve(surface, "prov.mod.gone")
    assert gone.raising.exception == "prov.errors.Gone"
    assert gone.raising.message == "prov.mod:gone was removed"
    assert isinstance(resolve(surface, "prov.mod.never"), Missing)


def test_an_attached_stub():
    files = {
        **BASE,
        "prov/__init__.py": "import lazy_loader\n__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)",
        "prov/__init__.pyi": "from .a import x, y as why",
    }
    surface = surface_of(files)
    assert resolve(surface, "prov.x").path == "prov.a.x"
    assert resolve(surface, "prov.why").path == "prov.a.y"
    assert isinstance(resolve(surface, "prov.z"), Missing)


LAZY_MODULE = """
from typing import TYPE_CHECKING
_import_structure = {'a': ['x']}
try:
    if not available():
        raise Missing()
except Missing:
    pass
else:
    _import_structure['a'].extend(['y'])
    _import_structure['sub.b'] = ['z']
if TYPE_CHECKING:
    from .a import new
    from .models import *
else:
    import sys
    sys.modules[__name__] = _LazyModule(__name__, globals()['__file__'], _import_structure)
"""


def test_a_package_that_puts_a_lazy_module_in_its_place():
    gathered = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .config import *\nelse:\n    import sys\n    f = globals()['__file__']\n    sys.modules[__name__] = _LazyModule(__name__, f, define_import_structure(f))"
    many = (
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n"
        + "".join(f"    from .m{i} import *\n" for i in range(20))
        + "    from .llama import *\n"
    )
    files = {
        **BASE,
        "prov/__init__.py": LAZY_MODULE,
        "prov/models/__init__.py": many,
        "prov/models/llama/__init__.py": gathered,
        "prov/models/llama/config.py": "class LlamaConfig: ...\n__all__ = ['LlamaConfig']",
        "prov/models/m3.py": "class Odd: ...\n__all__ = ['Odd']",
    }
    surface = surface_of(files)
    assert surface.module("prov").dynamic
    for path, target in {
        "x": "prov.a.x",
        "y": "prov.a.y",
        "z": "prov.sub.b.z",
        "new": "prov.a.new",
        "LlamaConfig": "prov.models.llama.config.LlamaConfig",
    }.items():
        found = resolve(surface, f"prov.{path}")
        assert isinstance(found, Found), found
        assert found.path == target
    assert resolve(surface, "prov.models.llama.LlamaConfig").path == "prov.models.llama.config.LlamaConfig"
    assert resolve(surface, "prov.Odd").path == "prov.models.m3.Odd"
    assert resolve(surface, "prov.Nothing") == Missing(Gap.NAME, "prov", "Nothing")


def test_a_getattr_from_outside_is_opaque():
    surface = surface_of({"prov/__init__.py": "from elsewhere import __getattr__"})
    assert surface.module("prov").dynamic == "its __getattr__ comes from elsewhere"
    assert isinstance(resolve(surface, "prov.x"), Unsure)
