"""How thoroughly laws are tried, by HYPOTHESIS_PROFILE: quick (while working), ci (.ci/run) or thorough (new ones)."""

import gc
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import HealthCheck, settings

from tests.support.servers import spark

# Before NumPy is there: each process has a core of its own, where threads of matrix products only wait at full speed.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# The same for Arrow: tests of counted files take 74 and 67 s of CPU in two processes, with its own threads 80 and 75.
os.environ.setdefault("OMP_NUM_THREADS", "1")
# Servers and readers that tests start would compile Rounds anew each time: 1.9 s of CPU for a server in place of 1.5.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

pytest.register_assert_rewrite("tests.metrics.laws.laws", "tests.metrics.laws.strategies", "tests.support.visitor")

OBJECTS_BETWEEN_LOOKS = 20_000  # for garbage
SLOW_IS_FINE = [HealthCheck.too_slow]
settings.register_profile(
    "ci", max_examples=30, deadline=None, derandomize=True, database=None, suppress_health_check=SLOW_IS_FINE
)
settings.register_profile("quick", settings.get_profile("ci"), max_examples=10)
settings.register_profile("thorough", max_examples=1000, deadline=None, database=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


def is_quick(config: pytest.Config) -> bool:
    """Only what is tried again and again while working: neither journeys nor what is marked thorough."""
    return config.option.markexpr == "not browser"


def pytest_configure() -> None:
    """The client of Spark takes a main module without a file, as that of a worker, for a run of doctests."""
    vars(sys.modules["__main__"]).setdefault("__file__", __file__)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """As many as there are cores, and with the journeys, which mostly wait for their browser, one more."""
    return (os.cpu_count() or 1) + (config.option.markexpr in ("", "browser"))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Without the journeys, their modules and Playwright need not be imported: half a second in each process."""
    is_journey = collection_path == Path(__file__).parent / "browser"
    return True if is_journey and is_quick(config) else None


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection() -> Iterator[object]:
    """Nothing that is collected goes away again: looking for garbage on the way takes a third of the time.

    Afterwards it is looked for less often than by default, which took a twentieth of the time of tests that run pages.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()
        gc.set_threshold(OBJECTS_BETWEEN_LOOKS, *gc.get_threshold()[1:])


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Iterator[None]:
    """Docstrings of tests hold no examples, and are not searched for any."""
    return [each for each in (yield) if not isinstance(each, DoctestModule)]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """mypy takes the longest by far, and would otherwise be waited for in the end; Spark is only asked on request."""
    if is_quick(config):
        left_out = [item for item in items if item.get_closest_marker("thorough")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
    items.sort(key=lambda item: item.name != "test_the_checks_are_clean[mypy]")
    if lacking := "run with -m spark" if config.option.markexpr != "spark" else spark.missing():
        for item in items:
            if item.get_closest_marker("spark"):
                item.add_marker(pytest.mark.skip(reason=lacking))


@pytest.fixture(scope="session")
def spark_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[spark.SparkServer]:
    """One for all tests that read; who wants to kill one starts another."""
    server = spark.SparkServer(spark.free_port(), tmp_path_factory.mktemp("spark"))
    server.start()
    yield server
    server.kill()
