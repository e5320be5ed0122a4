"""How thoroughly laws are tried, by HYPOTHESIS_PROFILE: quick (while working), ci (.ci/run) or thorough (new ones)."""

import os

import pytest
from hypothesis import HealthCheck, settings

pytest.register_assert_rewrite("tests.metrics.laws", "tests.metrics.strategies", "tests.support.visitor")

SLOW_IS_FINE = [HealthCheck.too_slow]
settings.register_profile(
    "ci", max_examples=30, deadline=None, derandomize=True, database=None, suppress_health_check=SLOW_IS_FINE
)
settings.register_profile("quick", settings.get_profile("ci"), max_examples=10)
settings.register_profile("thorough", max_examples=1000, deadline=None, database=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """As many as there are cores, and with the journeys, which mostly wait for their browser, one more."""
    return (os.cpu_count() or 1) + (config.option.markexpr != "not browser")
