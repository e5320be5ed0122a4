"""Intervals over recordings: resampled one by one here, counted together there; and their coverage."""

import numpy as np
import pytest

from metrics import Counts
from metrics.notes import Code, Note, note
from metrics.recordings.recording_intervals import mean_of_recordings, pooled_segmental_f1
from tests.support.declared import is_declared

RNG = np.random.default_rng(3)
VALUES = np.clip(RNG.normal(0.8, 0.12, 40), 0, 1)
SEGMENTS = Counts(*(RNG.integers(low, 9, 40) for low in (4, 0, 0)), np.zeros(40, int))


def resampled(statistic, patients: np.ndarray | None = None) -> tuple[float, float]:
    """Percentiles of 4,000 resamples, drawn by an own loop."""
    rng, own = np.random.default_rng(8), np.arange(40) if patients is None else patients
    rows = [np.flatnonzero(own == patient) for patient in range(own.max() + 1)]
    drawn = [np.concatenate([rows[i] for i in rng.integers(0, len(rows), len(rows))]) for _ in range(4000)]
    low, high = np.quantile([statistic(each) for each in drawn], [0.025, 0.975])
    return float(low), float(high)


def f1_of(rows: np.ndarray) -> float:
    found, spurious, missed, _ = (np.asarray(part)[rows].sum() for part in SEGMENTS)
    return float(2 * found / (2 * found + spurious + missed))


@pytest.mark.thorough
@pytest.mark.parametrize("patients", [None, np.arange(40) // 2])
def test_it_is_the_bootstrap_of_recordings_or_of_patients(patients: np.ndarray | None) -> None:
    mean = mean_of_recordings(VALUES, patients, style="conventional")
    pooled = pooled_segmental_f1(SEGMENTS, patients, style="conventional")
    assert (mean.low, mean.high) == pytest.approx(resampled(lambda rows: VALUES[rows].mean(), patients), abs=0.006)
    assert (pooled.low, pooled.high) == pytest.approx(resampled(f1_of, patients), abs=0.008)
    assert mean.method == pooled.method == "patient bootstrap"
    assert (mean.value, pooled.value) == (pytest.approx(VALUES.mean()), f1_of(np.arange(40)))
    units = 40 if patients is None else 20
    assert mean_of_recordings(VALUES, patients).method == f"patient bootstrap SE, logit scale, t({units - 1})"
    assert is_declared(pooled_segmental_f1(SEGMENTS, patients).method or "")


def test_an_undefined_recording_is_not_in_the_mean() -> None:
    values = np.append(VALUES, [np.nan, np.nan])
    assert mean_of_recordings(values).value == pytest.approx(VALUES.mean())
    assert mean_of_recordings(values).method == "patient bootstrap SE, logit scale, t(39)"


def test_no_interval_has_a_reason() -> None:
    few = mean_of_recordings(np.append(VALUES[:14], np.nan))
    assert (few.low, few.note) == (None, note(Code.FEW_PATIENTS, patients=14, needed=15))
    assert mean_of_recordings(np.ones(30)).note == Note(Code.ALL_REPLICATES_EQUAL)
    assert mean_of_recordings([np.nan]).note == mean_of_recordings([]).note == Note(Code.NO_SEGMENT)
    nothing = Counts(*np.zeros((4, 20), int))
    assert pooled_segmental_f1(nothing).note == Note(Code.NO_SEGMENT)
    assert pooled_segmental_f1(Counts(*(part[:14] for part in SEGMENTS))).low is None


@pytest.mark.thorough
@pytest.mark.parametrize(("first", "second"), [(8, 2), (19, 1)])
def test_it_covers_the_true_mean_of_skewed_scores(first: int, second: int) -> None:
    """Beta scores with means of 0.8 and 0.95, 20 recordings; percentiles cover some 91 %."""
    rng = np.random.default_rng(1)
    found = [mean_of_recordings(each) for each in rng.beta(first, second, (500, 20))]
    assert np.mean([each.low <= first / (first + second) <= each.high for each in found]) > 0.925
