"""The shim's self-test: `python -m NAME [--json]`. Exit code 0: it fits what is installed here; 1: it does not."""

from __future__ import annotations

import json
import sys

from ._status import status


def main() -> int:
    """Print what the shim is for and whether it fits."""
    told = status()
    if "--json" in sys.argv[1:]:
        print(json.dumps(told, indent=1))
        return 0 if told["fits"] else 1
    print(f"{told['shim']} {told['version']}: {told['consumer']} on {', '.join(told['providers'])}")  # type: ignore[arg-type]
    print(f"fits: yes, {told['edits']} edits" if told["fits"] else f"fits: no: {told['reason']}")
    for path in told["files"]:  # type: ignore[attr-defined]
        print(f"  {path}")
    off = " (switched off by APIDRIFT_SHIM=0)" if told["switch"] == "0" else ""
    print(f"active in this process: {'yes' if told['active'] else 'no'}{off}")
    return 0 if told["fits"] else 1


if __name__ == "__main__":
    sys.exit(main())
