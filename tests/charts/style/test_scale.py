"""The axis of scores: logit for probabilities, logarithmic for a marker over powers of ten, else as it is."""

import numpy as np
import pytest

from charts.style.scale import LOG_FROM, Scale, needs_log, scale_of
from metrics import ThresholdTable

DRAWN = np.random.default_rng(0)
TROPONIN = np.exp(np.concatenate([DRAWN.normal(1.9, 0.9, 700), DRAWN.normal(5.2, 1.7, 150)])).round(1) + 0.5


def scale(scores: np.ndarray) -> Scale:
    return scale_of(ThresholdTable.from_scores(scores, np.arange(len(scores)) >= len(scores) * 0.8))


def bars(scores: np.ndarray, shown: Scale) -> np.ndarray:
    return np.histogram(np.clip(shown.place(scores), shown.low, shown.high), 40, (shown.low, shown.high))[0]


def test_a_marker_over_powers_of_ten_is_not_squeezed_into_one_bar() -> None:
    shown = scale(TROPONIN)
    assert shown.kind == "log"
    assert bars(TROPONIN, shown).max() < 0.15 * len(TROPONIN)
    assert bars(TROPONIN, Scale("linear", 0, TROPONIN.max())).max() > 0.8 * len(TROPONIN)


@pytest.mark.parametrize(
    ("scores", "kind"),
    [
        (TROPONIN, "log"),
        (np.append(TROPONIN, 0.0), "linear"),  # a logarithm of 0 has no place
        (TROPONIN - 10, "linear"),
        (np.linspace(1, 1000, 400), "linear"),
        (DRAWN.normal(70, 10, 400), "linear"),
        (DRAWN.gamma(2.0, 50, 400), "linear"),
        (TROPONIN / 1e5, "logit"),
        (np.linspace(0, 1, 400), "logit"),
        (np.full(9, 3.0), "linear"),
    ],
)
def test_the_kind_follows_from_the_scores(scores: np.ndarray, kind: str) -> None:
    assert scale(scores).kind == kind


def test_it_is_logarithmic_from_twenty_medians_to_the_highest_score() -> None:
    assert needs_log(1.0, 10.0, 10.0 * LOG_FROM)
    assert not needs_log(1.0, 10.0, 9.9 * LOG_FROM)
    assert not needs_log(0.0, 10.0, 10.0 * LOG_FROM)


def test_a_single_tiny_score_does_not_take_the_axis() -> None:
    shown = scale(np.append(TROPONIN, 1e-12))
    assert shown.score(shown.low) > 1e-3
    assert bars(np.append(TROPONIN, 1e-12), shown).sum() == len(TROPONIN) + 1


def test_places_and_scores_are_each_others_inverse() -> None:
    for scores in (TROPONIN, DRAWN.random(50), DRAWN.normal(size=50)):
        shown = scale(scores)
        assert shown.score(shown.place(scores)) == pytest.approx(scores)


def test_ticks_of_a_logarithmic_axis_are_powers_of_ten_with_fewer_than_three_also_two_and_five() -> None:
    assert Scale("log", np.log10(0.5), np.log10(20_000)).ticks()[1] == ["1", "10", "100", "1,000", "10,000"]
    assert Scale("log", np.log10(3), np.log10(150)).ticks()[1] == ["5", "10", "20", "50", "100"]
    for low, high in ((1e-9, 1e9), (2.0, 9.0)):
        places, texts = Scale("log", np.log10(low), np.log10(high)).ticks()
        assert 2 <= len(places) == len(texts) <= 12
