"""A stack of slices gives for each slice what scikit-learn gives for it alone, and nan where it would invent a 0."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as reference

from metrics import METRICS, RANKED, ConfusionMatrix, Evaluation, MetricChoice, Slices, ThresholdTable
from metrics.folds.slices import WHOLE_MATRIX

LABELS = tuple("abc")
REFERENCES = {
    "sensitivity": lambda t, p, average: reference.recall_score(t, p, average=average),
    "ppv": lambda t, p, average: reference.precision_score(t, p, average=average),
    "f1": lambda t, p, average: reference.f1_score(t, p, average=average),
    "jaccard": lambda t, p, average: reference.jaccard_score(t, p, average=average),
}
READINGS = [
    *(MetricChoice(key, average) for key in METRICS for average in ("macro", "micro", "weighted", 0)),
    *(MetricChoice(key, average) for key in RANKED for average in ("macro", "weighted", 0)),
    *(MetricChoice(key) for key in WHOLE_MATRIX),
]


def codes(rows: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Every class is true and predicted at least once."""
    rng = np.random.default_rng(seed)
    return np.r_[rng.integers(0, 3, rows), 0:3], np.r_[rng.integers(0, 3, rows), 0:3]


def evaluation(truth: np.ndarray, predicted: np.ndarray, scores: np.ndarray | None = None) -> Evaluation:
    tables = () if scores is None else [ThresholdTable.from_scores(scores[:, k], truth == k) for k in range(3)]
    return Evaluation(ConfusionMatrix.from_codes(truth, predicted, LABELS), tuple(tables))


@pytest.mark.parametrize("average", ["macro", "micro", "weighted"])
@pytest.mark.parametrize("key", REFERENCES)
def test_averages_of_every_slice_are_those_of_scikit_learn(key: str, average: str) -> None:
    parts = [codes(rows, seed) for seed, rows in enumerate((5, 40, 300))]
    found = Slices.of([evaluation(*part) for part in parts]).values(MetricChoice(key, average))
    assert found == pytest.approx([REFERENCES[key](*part, average) for part in parts], abs=1e-12)


@pytest.mark.parametrize("average", ["macro", "weighted"])
def test_ranked_averages_of_every_slice_are_those_of_scikit_learn(average: str) -> None:
    rng = np.random.default_rng(7)
    parts = [
        (truth, predicted, rng.dirichlet(np.ones(3), len(truth))) for truth, predicted in (codes(50, 1), codes(90, 2))
    ]
    found = Slices.of([evaluation(*part) for part in parts]).values(MetricChoice("auc", average))
    expected = [reference.roc_auc_score(t, s, multi_class="ovr", average=average) for t, _, s in parts]
    assert found == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("reading", READINGS, ids=lambda reading: f"{reading.key}-{reading.average}")
@given(seed=st.integers(0, 2**32 - 1))
def test_a_slice_in_a_stack_has_the_value_that_it_has_alone(reading: MetricChoice, seed: int) -> None:
    rng = np.random.default_rng(seed)
    parts = [(rng.integers(0, 3, n), rng.integers(0, 3, n), rng.random((n, 3)).round(1)) for n in (1, 2, 9)]
    evaluations = [evaluation(*part) for part in parts]
    together = Slices.of(evaluations).values(reading)
    alone = [Slices.of([each]).values(reading)[0] for each in evaluations]
    np.testing.assert_array_equal(together, alone)


def test_both_readings_of_macro_f1() -> None:
    """Opitz and Burst 2019: the F1 of the means and the mean of the F1 are two numbers."""
    truth, predicted = np.repeat([0, 0, 1, 1, 2], [30, 10, 5, 5, 10]), np.repeat([0, 1, 1, 0, 2], [30, 10, 5, 5, 10])
    slices = Slices.of([evaluation(truth, predicted)])
    precision, recall = (
        score(truth, predicted, average="macro") for score in (reference.precision_score, reference.recall_score)
    )
    assert slices.values(MetricChoice("f1_of_means"))[0] == pytest.approx(2 * precision * recall / (precision + recall))
    assert slices.values(MetricChoice("f1", "macro"))[0] == pytest.approx(
        reference.f1_score(truth, predicted, average="macro")
    )
    nothing_right = Slices.of([evaluation(np.array([0, 1]), np.array([1, 0]))])
    assert [nothing_right.values(MetricChoice(*each))[0] for each in (("f1_of_means",), ("f1", "macro"))] == [0, 0]


def test_a_class_without_cases_is_excluded_from_its_slice_and_counted() -> None:
    slices = Slices.of(
        [evaluation(np.array([0, 0, 1, 2]), np.array([0, 1, 1, 2])), evaluation(np.array([0, 1]), np.array([0, 1]))]
    )
    sensitivity = MetricChoice("sensitivity", "macro")
    assert slices.values(sensitivity).tolist() == pytest.approx([(0.5 + 1 + 1) / 3, 1.0])
    assert slices.classes_used(sensitivity).tolist() == [3, 2]
    assert np.isnan(slices.values(MetricChoice("sensitivity", 2))[1])
    assert slices.classes_used(MetricChoice("mcc")) is None


def test_without_scores_nothing_is_ranked_and_without_slices_nothing_is_known() -> None:
    slices = Slices.of([evaluation(*codes(9, 0))])
    assert not slices.has_scores
    assert np.isnan(slices.values(MetricChoice("auc", "macro"))).all()
    with pytest.raises(ValueError, match="no slice"):
        Slices.of([])
