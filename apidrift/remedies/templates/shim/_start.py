"""Imported at the start of every process: by the `.pth` file of an installed shim, or by `sitecustomize` under `run`.

Costs next to nothing where the consumer is never imported, and never stops a program that has nothing to do with it.
"""

from __future__ import annotations

import os
import sys

if os.environ.get("APIDRIFT_SHIM") != "0":
    try:
        from ._finder import install

        install()
    except Exception as error:
        sys.stderr.write(f"apidrift: the shim {__package__} could not start: {error}\n")
