"""Starts the shim in every process that inherits PYTHONPATH, then the `sitecustomize` that stood there before."""

import importlib.machinery
import importlib.util
import os
import sys

_HERE = os.path.dirname(os.path.abspath(__file__))


def _start() -> None:
    project = os.path.join(os.path.dirname(_HERE), "src")
    sys.path.insert(0, project)
    try:
        importlib.import_module("@PACKAGE@._start")
    finally:
        sys.path.remove(project)


def _chain() -> None:
    others = [path for path in sys.path if os.path.abspath(path or ".") != _HERE]
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize", others)
    if spec is not None and spec.loader is not None:
        module = importlib.util.module_from_spec(spec)
        sys.modules["sitecustomize"] = module
        spec.loader.exec_module(module)


_start()
_chain()
