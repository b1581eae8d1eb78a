"""Settings of the whole suite."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# How fast examples are made tells about the machine, not about the code.
settings.register_profile("apidrift", suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("apidrift")
