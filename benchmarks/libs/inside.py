"""Runs inside an environment that has one version of a library, with the standard library alone.

Old versions need old Pythons, so it keeps to what Python 3.7 knows (and to its standard library).
`inside.py signatures` reads `{"import", "roots", "receivers"}` from standard input and prints the parameters of every
public callable it finds by `inspect`; `inside.py run` reads a list of scripts and prints what became of each: every
script runs in a process of its own, for at most a few seconds, in a throw-away folder.
"""

# ruff: noqa: ANN001, ANN002, ANN201, ANN202, C901

import contextlib
import importlib
import inspect
import io
import json
import os
import pkgutil
import re
import signal
import sys
import tempfile
import traceback
import types
import warnings

SECONDS = 4
KINDS = {0: "posonly", 1: "pos", 2: "args", 3: "kwonly", 4: "kwargs"}
REFUSAL = re.compile(
    r"unexpected keyword argument|positional arguments? but|multiple values for|required positional argument"
    r"|required keyword-only argument|takes no arguments|invalid keyword argument|takes no keyword arguments"
    r"|takes (at most|exactly|from|at least) .* argument|positional-only|got some positional|unknown keyword"
    r"|argument for .* given by name|missing .* argument"
)


# What is there -------------------------------------------------------------------------------------------------------


def walk(question):
    """Parameters of every public callable, by the shortest path it is known under."""
    found = {}
    for module in modules(question["import"], question["roots"]):
        for name in public(module):
            with contextlib.suppress(Exception):
                value = getattr(module, name)
                if isinstance(value, types.ModuleType) or not callable(value) or not ours(value, question["import"]):
                    continue
                path = f"{module.__name__}.{name}"
                known = found.get(id(value))
                if known is None or (path.count("."), path) < (known[0].count("."), known[0]):
                    found[id(value)] = (path, value)
    answer = {}
    for path, value in found.values():
        if (shape := parameters(value)) is not None:
            answer[path] = shape
        if inspect.isclass(value):
            for name in sorted(vars_of(value)):
                method = inspect.getattr_static(value, name, None)
                if name.startswith("_") or not isinstance(method, (types.FunctionType, classmethod, staticmethod)):
                    continue
                with contextlib.suppress(Exception):
                    skip = 0 if isinstance(method, (classmethod, staticmethod)) else 1
                    if (shape := parameters(getattr(value, name), skip)) is not None:
                        answer[f"{path}:{name}"] = [*shape, type(method).__name__]
    return answer


def vars_of(value):
    return {name for base in value.__mro__ if base is not object for name in vars(base)}


def modules(top, roots):
    loaded = [importlib.import_module(top)]
    names = set(roots)
    with contextlib.suppress(Exception):
        names |= {f"{top}.{m.name}" for m in pkgutil.iter_modules(loaded[0].__path__)}
    for name in sorted(names):
        if any(p.startswith("_") or p in {"tests", "testing", "conftest", "setup"} for p in name.split(".")):
            continue
        with contextlib.suppress(BaseException):
            loaded.append(importlib.import_module(name))
    return loaded


def public(module):
    listed = vars(module).get("__all__") or [n for n in dir(module) if not n.startswith("_")]
    return sorted(n for n in listed if isinstance(n, str) and not n.startswith("_"))


def ours(value, top):
    return str(getattr(value, "__module__", "") or "").partition(".")[0] == top.partition(".")[0]


def parameters(value, skip=0):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            signature = inspect.signature(value)
        except (TypeError, ValueError):
            return None
    return [
        [p.name, KINDS[p.kind], None if p.default is p.empty else spelled(p.default)]
        for p in list(signature.parameters.values())[skip:]
    ]


def spelled(value):
    """A default as a literal that can stand in a script; `...` for anything else."""
    if value is None or isinstance(value, (bool, int, float, str)):
        text = repr(value)
        return text if len(text) < 30 and text not in {"inf", "-inf", "nan"} else "..."
    return "..."


# What runs -----------------------------------------------------------------------------------------------------------


def attempt(text):
    """Run one script in a child process."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        os.setsid()
        with os.fdopen(write, "w") as out:
            json.dump(outcome(text), out)
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        data = pipe.read()
    os.waitpid(child, 0)
    return json.loads(data) if data else {"end": "died"}


class _TimeOutError(BaseException):
    pass


def _ring(*_):
    raise _TimeOutError


def outcome(text):
    signal.signal(signal.SIGALRM, _ring)
    signal.alarm(SECONDS)
    folder = tempfile.mkdtemp(prefix="apidrift-case-")
    os.chdir(folder)
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(null, stream)
    with warnings.catch_warnings(record=True) as heard, contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("always")
        try:
            exec(compile(text, "case.py", "exec"), {"__name__": "__main__"})
            end = {"end": "ok"}
        except BaseException as error:  # noqa: BLE001 -- whatever it is, it is the answer
            end = describe(error)
    end["warned"] = sorted({str(w.message)[:300] for w in heard if issubclass(w.category, _kinds())})
    return end


def _kinds():
    return (DeprecationWarning, FutureWarning, PendingDeprecationWarning, UserWarning)


def describe(error):
    frames = traceback.extract_tb(error.__traceback__)
    return {
        "end": "raised",
        "type": type(error).__name__,
        "text": str(error)[:300],
        "refused": isinstance(error, TypeError) and bool(REFUSAL.search(str(error))),
        "line": next((f.lineno for f in frames if f.filename == "case.py"), 0),
        "depth": len(frames) - 1,
        "inner": frames[-1].name if frames else "",
    }


def main():
    question = json.load(sys.stdin)
    sys.stdin = io.StringIO("")
    out = os.dup(1)
    os.dup2(2, 1)
    warnings.simplefilter("ignore")
    os.environ.setdefault("MPLBACKEND", "Agg")
    if sys.argv[1] == "signatures":
        answer = walk(question)
    else:
        for name in question["warm"]:
            with contextlib.suppress(BaseException):
                importlib.import_module(name)
        answer = [attempt(text) for text in question["scripts"]]
    with os.fdopen(out, "w") as stream:
        json.dump(answer, stream)


if __name__ == "__main__":
    main()
