"""How thoroughly laws are tried: `--hypothesis-profile=thorough` looks much longer, and elsewhere each time."""

import pytest
from hypothesis import HealthCheck, settings

pytest.register_assert_rewrite("tests.metrics.laws", "tests.metrics.strategies")

settings.register_profile(
    "quick",
    max_examples=30,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("thorough", max_examples=1000, deadline=None, database=None)
settings.load_profile("quick")
