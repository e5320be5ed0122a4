"""How much wider an interval of whole patients is than one of single rows, in words."""

import pytest

from metrics import Estimate
from metrics.notes import Code, Note
from words.findings.naive_intervals import if_independent, times_wider, width_ratio

SHOWN = Estimate(0.8, 0.7, 0.9, successes=80, trials=100)


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [(0.75, 0.85, "2.0 times wider"), (0.7, 0.9, "as wide"), (0.6, 1.0, "0.5 times as wide"), (0.8, 0.8, "")],
)
def test_the_factor_is_the_ratio_of_the_widths(low: float, high: float, words: str) -> None:
    assert times_wider(SHOWN, Estimate(0.8, low, high)) == words


def test_without_one_of_the_two_there_is_no_factor() -> None:
    assert width_ratio(Estimate(0.8), SHOWN) is width_ratio(SHOWN, Estimate(0.8)) is None
    plain = if_independent("Accuracy", Estimate(0.8, note=Note(Code.NO_INTERVAL)), SHOWN).replace("\u2060", "")
    assert plain == "Accuracy 70–90 (too narrow)"
    assert if_independent("Accuracy", SHOWN, Estimate(0.8)) == ""
