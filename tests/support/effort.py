"""How often a simulation is repeated."""

from hypothesis import settings


def repeats(full: int) -> int:
    """As often as asked for in .ci/run, a third of it while working: as with the examples of a law."""
    return full if settings.default.max_examples >= 30 else full // 3
