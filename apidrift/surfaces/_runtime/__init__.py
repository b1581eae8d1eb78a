"""The runtime agent: what an interpreter sees when it imports the provider. The only room that runs provider code."""

from __future__ import annotations

from apidrift.surfaces._runtime._child import Child, Limits
from apidrift.surfaces._runtime._surface import RuntimeSurface

__all__ = ["Child", "Limits", "RuntimeSurface"]
