from dataclasses import replace

import numpy as np
import pytest

from metrics import METRICS
from metrics.counts import Counts
from metrics.notes import Code, note
from metrics.subgroups.class_figures import (
    PROPORTIONS,
    assessable,
    figures_of,
    proportion_of,
    proportions_of,
    proportions_of_counts,
    told_by,
)
from tests.metrics.subgroups.drawn import counted, evaluation

rng = np.random.default_rng(16)
N = 240
TRUTH = (rng.random(N) < 0.4).astype(int)
SCORES = np.clip(rng.normal(0.35 + 0.3 * TRUTH, 0.2), 0.01, 0.99)
PREDICTED = (SCORES >= 0.5).astype(int)
PATIENTS = rng.integers(0, 60, N)
WEIGHTS = rng.choice([1.0, 2.5, 4.0], N)


@pytest.mark.parametrize("patients", [None, PATIENTS], ids=["independent", "patients"])
@pytest.mark.parametrize("weights", [None, WEIGHTS], ids=["each once", "weighted"])
@pytest.mark.parametrize("style", ["default", "conventional"])
def test_a_number_of_a_group_is_that_of_an_evaluation_of_its_cases(patients, weights, style):
    seen = evaluation(TRUTH, PREDICTED, SCORES, patients, weights).in_style(style)
    found = figures_of(seen, 1, has_risks=True)
    for key in ("sensitivity", "fpr", "ppv", "auc"):
        assert found[key] == seen.classes[1][key], key
    assert found["oe_ratio"].value == pytest.approx(seen.calibration(1).oe_ratio.value)
    flagged = WEIGHTS @ PREDICTED / WEIGHTS.sum() if weights is not None else PREDICTED.mean()
    assert found["alarm_rate"].value == pytest.approx(flagged)
    assert found["alarm_rate"].low < flagged < found["alarm_rate"].high
    assert (found["alarm_rate"].successes, found["alarm_rate"].trials) == (PREDICTED.sum(), N)


@pytest.mark.parametrize("cases", [9, 10, 11])
@pytest.mark.parametrize("key", ["sensitivity", "fpr", "ppv", "alarm_rate", "auc", "oe_ratio"])
def test_from_ten_cases_on_a_number_can_be_assessed(key, cases):
    counts = {
        "sensitivity": Counts(cases - 2, 40, 2, 60), "oe_ratio": Counts(cases - 2, 40, 2, 60),
        "auc": Counts(cases - 2, 40, 2, 60), "fpr": Counts(40, 3, 40, cases - 3), "ppv": Counts(5, cases - 5, 30, 30),
        "alarm_rate": Counts(2, 2, 2, cases - 6),
    }[key]  # fmt: skip
    assert told_by(key, counts) == cases
    assert assessable(key, counts) == (cases >= 10)


def test_what_cannot_be_assessed_keeps_its_counts_and_says_why():
    _, truth, predicted = counted((3, 2, 1, 40))
    found = figures_of(evaluation(truth, predicted), 1)["sensitivity"]
    assert not found.is_defined
    assert (found.successes, found.trials, found.low) == (3, 4, None)
    assert found.note == note(Code.NOT_ASSESSABLE, cases=4, needed=10)


def test_a_class_that_is_never_predicted_has_no_ppv_and_misses_all():
    _, truth, predicted = counted((0, 0, 12, 40))
    found = figures_of(evaluation(truth, predicted), 1)
    assert found["ppv"].note.code is Code.NO_PREDICTIONS
    assert found["sensitivity"].value == 0
    assert found["alarm_rate"].value == 0


@pytest.mark.parametrize("key", ["sensitivity", "fpr", "ppv", "alarm_rate"])
def test_a_weighted_number_of_no_cases_says_which_are_missing(key):
    of = {"sensitivity": (0, 0, 0, 30), "fpr": (30, 0, 0, 0), "ppv": (0, 0, 12, 30), "alarm_rate": (10, 5, 5, 30)}[key]
    _, truth, predicted = counted(of)
    weights = np.zeros(len(truth)) if key == "alarm_rate" else np.arange(len(truth)) % 3 + 1.0
    plain, weighted = (evaluation(truth, predicted, weights=each) for each in (None, weights))
    found = proportion_of(weighted, 1, key)
    assert not found.is_defined
    assert found.note.code is (Code.NO_CASES if key == "alarm_rate" else proportion_of(plain, 1, key).note.code)


def test_without_scores_there_is_neither_auc_nor_observed_to_expected():
    _, truth, predicted = counted((10, 5, 5, 40))
    assert list(figures_of(evaluation(truth, predicted), 1)) == list(PROPORTIONS)
    scored = evaluation(truth, predicted, np.where(predicted == 1, 3.0, -1.0))
    assert "oe_ratio" not in figures_of(scored, 1)


def test_the_proportions_have_the_definitions_of_the_catalog():
    counts = Counts(13, 7, 8, 400)
    for key in ("sensitivity", "fpr", "ppv"):
        hits, cases = PROPORTIONS[key](counts)
        assert hits / cases == METRICS[key](counts)
    assert PROPORTIONS["alarm_rate"](counts) == (20, 428)
    assert proportion_of(evaluation(*counted((13, 7, 8, 400))[1:]), 1, "alarm_rate").trials == 428


@pytest.mark.parametrize("level", [0.9, 0.95])
@pytest.mark.parametrize("cells", [(30, 12, 9, 80), (0, 0, 12, 40), (4, 1, 2, 3), (12, 30, 0, 0)])
def test_counts_alone_have_the_numbers_of_an_evaluation_of_independent_cases(cells, level):
    _, truth, predicted = counted(cells)
    seen = replace(evaluation(truth, predicted), level=level)
    found, expected = proportions_of_counts(seen.counts(1), level), proportions_of(seen, 1)
    assert list(found) == list(expected) == list(PROPORTIONS)
    for key, each in found.items():
        assert (each.successes, each.trials, each.note) == (
            expected[key].successes, expected[key].trials, expected[key].note
        )  # fmt: skip
        assert (each.value, each.low, each.high) == pytest.approx(
            (expected[key].value, expected[key].low, expected[key].high), nan_ok=True
        )
