"""Imports that misbehave: each is survived, told with its reason, and leaves no process and no file behind."""

from __future__ import annotations

import re
import secrets
import sys
import tempfile
import textwrap
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from apidrift.model.surface import Release
from apidrift.model.symbols import Class, Function
from apidrift.surfaces._runtime import Child, Limits, RuntimeSurface
from apidrift.surfaces._runtime import _child as child_room

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from apidrift.model.signature import Signature

Ask = "Callable[[str], RuntimeSurface]"
GOOD = "def f(a, b=1): ...\n"


@pytest.fixture
def ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., RuntimeSurface]]:
    """Makes a surface over a package whose module `bad` misbehaves, and checks afterwards that nothing is left."""
    homes = tmp_path / "homes"
    homes.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(homes))
    token = secrets.token_hex(16)
    monkeypatch.setattr(child_room.secrets, "token_hex", lambda _: token)
    opened: list[RuntimeSurface] = []

    def make(bad: str, **limits: float) -> RuntimeSurface:
        package = tmp_path / "lib/prov"
        package.mkdir(parents=True)
        (package / "__init__.py").write_text("")
        (package / "bad.py").write_text(textwrap.dedent(bad))
        (package / "good.py").write_text(GOOD)
        bounds = Limits(**({"seconds": 20.0, "memory": 4 << 30} | limits))
        here = Path(sys.executable)
        opened.append(RuntimeSurface(lambda: Child(here, bounds, (str(tmp_path / "lib"),)), Release("prov", "1")))
        return opened[-1]

    yield make
    for surface in opened:
        surface.close()
    assert child_room.descendants(token) == []
    assert list(homes.iterdir()) == []
    assert threading.active_count() == 1


def shape(signature: Signature | None) -> str:
    return str(signature)


def problem(surface: RuntimeSurface) -> str:
    """Why `bad` could not be imported; the module beside it answers all the same, before and after."""
    bad = surface.module("prov.bad")
    assert bad is not None
    good = surface.member("prov.good", "f")
    assert isinstance(good, Function)
    assert shape(good.signature) == "(a, b=1)"
    assert [each.what for each in surface.skipped] == (["prov.bad"] if bad.problem else [])
    return bad.problem


FAILING = {
    "sys.exit": ("import sys; sys.exit(3)", r"leaves the program \(exit code 3\)"),
    "os._exit": ("import os; os._exit(0)", "ended itself with exit code 0"),
    "crash": ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "ended by SIGSEGV"),
    "kills its group": ("import os, signal; os.killpg(0, signal.SIGKILL)", "ended by SIGKILL"),
    "interrupts": ("raise KeyboardInterrupt", "KeyboardInterrupt"),
    "raises": ("raise RuntimeError('no\\nGPU')", "RuntimeError: no\nGPU"),
    "misses a dependency": ("import nothing_like_it", "ModuleNotFoundError: No module named 'nothing_like_it'"),
    "50 GB": ("x = bytearray(50 << 30)", "more memory than it may have"),
    "forks": ("import os; os.fork()", "does not let imported code fork"),
    "network": ("import socket; socket.create_connection(('127.0.0.1', 9))", "does not let imported code reach"),
    "many programs": (
        "import subprocess, sys\nfor _ in range(50): subprocess.run([sys.executable, '-S', '-c', ''])",
        "start that many programs",
    ),
    "syntax": ("def f(:", "SyntaxError"),
    "not itself": ("import sys; del sys.modules[__name__]", "KeyError|not in sys.modules"),
    "recursion": ("def f(): f()\nf()", "RecursionError"),
}


@pytest.mark.parametrize("kind", FAILING)
def test_what_fails_is_told_with_its_reason(ask: Callable[..., RuntimeSurface], kind: str) -> None:
    text, reason = FAILING[kind]
    assert re.search(reason, problem(ask(text)))


def test_a_hang_ends_with_the_time(ask: Callable[..., RuntimeSurface]) -> None:
    begun = time.monotonic()
    assert problem(ask("import time; time.sleep(60)", seconds=2.0)) == "no answer within 2 seconds"
    assert time.monotonic() - begun < 20


def test_a_busy_loop_ends_with_the_time(ask: Callable[..., RuntimeSurface]) -> None:
    assert problem(ask("while True: pass", seconds=2.0)) == "no answer within 2 seconds"


def test_programs_that_breed_are_ended(ask: Callable[..., RuntimeSurface]) -> None:
    bomb = """
        import subprocess, sys, time
        code = "import subprocess, sys, time\\nfor _ in range(3): subprocess.Popen([sys.executable, '-S', '-c', 'import time; time.sleep(30)'])\\ntime.sleep(30)"
        for _ in range(8): subprocess.Popen([sys.executable, '-S', '-c', code], start_new_session=True)
        time.sleep(30)
    """
    assert problem(ask(bomb, processes=12)) == "more than 12 processes at a time"


QUIET = {
    "noise": "import os, sys\nprint('x' * 100000)\nos.write(2, b'y' * 100000)\nsys.stdout.flush()",
    "noise everywhere": "import os\nfor n in range(3, 20):\n    try: os.write(n, b'{}\\n')\n    except OSError: pass",
    "threads": "import threading, time\nfor _ in range(5): threading.Thread(target=time.sleep, args=(60,)).start()",
    "a program left behind": "import subprocess\nsubprocess.Popen(['sleep', '60'], start_new_session=True)",
    "files": "import os, pathlib, tempfile\npathlib.Path.home().joinpath('x').write_text('x')\n"
    "pathlib.Path('y').write_text('y')\ntempfile.mkdtemp()",
    "exit handlers": "import atexit, time; atexit.register(time.sleep, 60)",
    "signals": "import signal\nfor s in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP): signal.signal(s, signal.SIG_IGN)",
    "modules gone": "import sys\nfor n in ('json', 'inspect', 'os', 'types', 'dis'): sys.modules[n] = None",
    "builtins gone": "import builtins\ndel builtins.print, builtins.open",
}


@pytest.mark.parametrize("kind", QUIET)
def test_what_only_annoys_is_no_problem(ask: Callable[..., RuntimeSurface], kind: str) -> None:
    surface = ask(QUIET[kind] + "\ndef g(x): ...\n")
    assert problem(surface) == ""
    found = surface.member("prov.bad", "g")
    assert isinstance(found, Function)
    assert shape(found.signature) == "(x)"


def test_another_object_in_the_place_of_the_module(ask: Callable[..., RuntimeSurface]) -> None:
    surface = ask("import sys\nclass M:\n    def __getattr__(self, name): return 3\nsys.modules[__name__] = M()")
    found = surface.module("prov.bad")
    assert found is not None
    assert found.dynamic == "it puts another object in its place"


LIES = """
    import functools, inspect
    def lie(a, b): ...
    lie.__signature__ = inspect.Signature([inspect.Parameter('x', inspect.Parameter.KEYWORD_ONLY)])
    def told(*args, **kwargs): ...
    told.__signature__ = inspect.signature(lambda a, b=2: 0)
    def wrapped(a, b): ...
    @functools.wraps(wrapped)
    def narrower(a): return wrapped(a, 1)
    @functools.wraps(wrapped)
    def passing(*args, **kwargs): return wrapped(*args, **kwargs)
    @functools.wraps(wrapped)
    def more(*args, extra=1, **kwargs): return wrapped(*args, **kwargs)
    class C:
        __signature__ = inspect.signature(lambda q: 0)
        def __init__(self, a): ...
    class Broken:
        __signature__ = 'nonsense'
        def __init__(self, a): ...
    class Meta(type):
        def __getattribute__(cls, name): raise RuntimeError(name)
    class Evil(metaclass=Meta): ...
    class Default:
        def __repr__(self): raise RuntimeError
        def __eq__(self, other): raise RuntimeError
        def __bool__(self): raise RuntimeError
    def default(x=Default()): ...
"""


def test_lying_signatures(ask: Callable[..., RuntimeSurface]) -> None:
    surface = ask(LIES)
    assert problem(surface) == ""

    def of(name: str) -> tuple[str, str]:
        found = surface.member("prov.bad", name)
        if isinstance(found, Class):
            return shape(found.constructor), found.constructor_opaque
        assert isinstance(found, Function)
        return shape(found.signature), found.opaque

    assert of("lie") == ("(a, b)", "its __signature__ is not what it binds")
    assert of("told") == ("(a, b=2)", "its __signature__ is told by itself")
    assert of("narrower") == ("(a)", "")
    assert of("passing") == ("(a, b)", "")
    assert of("more") == ("(a, b, *, extra=1)", "")
    assert of("C") == of("Broken") == ("(a)", "its __signature__ is not what it binds")
    assert of("default") == ("(x=<Default>)", "")
    surface.member("prov.bad", "Evil")
    assert surface.member("prov.bad", "default") is not None


def test_an_interpreter_that_cannot_start(tmp_path: Path) -> None:
    with RuntimeSurface(lambda: Child(tmp_path / "none"), Release("prov", "1")) as surface:
        found = surface.module("prov")
    assert found is not None
    assert "cannot be started" in found.problem
