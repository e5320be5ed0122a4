"""Weighted cases: as if each stood in the file so often, with the intervals of the cases that were seen."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from metrics import ConfusionMatrix, Evaluation, MetricChoice, ResamplingUnits, Slices, ThresholdTable
from metrics.thresholding.per_class_thresholds import ThresholdedMatrix, decide
from metrics.weighted_evaluation import WeightedEvaluation, drawn_decisions, weighted_evaluation
from tests.support.declared import is_declared

LABELS = ("Normal", "Ectopic", "VT")


def rows(cases: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(n,) true and predicted classes, (n, 3) scores with ties."""
    rng = np.random.default_rng(seed)
    truth = rng.choice(3, cases, p=[0.6, 0.25, 0.15])
    scores = np.round(rng.dirichlet([1, 1, 1], cases) + 0.6 * np.eye(3)[truth], 2)
    return truth, scores.argmax(1), scores


def plain(
    truth: np.ndarray, predicted: np.ndarray, scores: np.ndarray, patients: np.ndarray | None = None
) -> Evaluation:
    count = len(truth) if patients is None else len(np.unique(patients))
    columns = tuple(np.ascontiguousarray(scores[:, i]) for i in range(3))
    units = ResamplingUnits(truth, predicted, 3, count, columns, patients)
    tables = tuple(ThresholdTable.from_scores(each, truth == i) for i, each in enumerate(columns))
    return Evaluation(ConfusionMatrix.from_codes(truth, predicted, LABELS), tables, count, normal=0, units=units)


def weighted(evaluation: Evaluation, weights: np.ndarray) -> WeightedEvaluation:
    return weighted_evaluation(evaluation, weights)


@cache
def drawn() -> WeightedEvaluation:
    """Enough cases for intervals, which are drawn once for all who ask."""
    return weighted(plain(*rows(300, 5)), np.random.default_rng(5).exponential(1.0, 300))


def values(evaluation: Evaluation) -> list[float]:
    """Every number of every class, overall, of the averages, and at a threshold."""
    blocks = [*evaluation.classes, evaluation.overall, evaluation.macro, evaluation.weighted, evaluation.micro]
    blocks += [evaluation.at(2, 0.4)]
    return [each.value for block in blocks for each in block.values()]


@pytest.mark.thorough
@given(st.integers(0, 1000), st.integers(5, 14))
@example(805, 6)  # the lowest score has no weight
def test_whole_weights_are_repeated_rows(seed: int, cases: int) -> None:
    data = rows(cases, seed)
    times = np.random.default_rng(seed).integers(0, 4, cases)
    again = tuple(np.repeat(each, times, axis=0) for each in data)
    assert values(weighted(plain(*data), times)) == pytest.approx(values(plain(*again)), nan_ok=True)


@pytest.mark.thorough
@given(st.integers(0, 1000), st.floats(1e-6, 1e6))
def test_a_common_factor_changes_nothing(seed: int, factor: float) -> None:
    made = plain(*rows(14, seed))  # too few to draw from
    weights = np.random.default_rng(seed).exponential(1.0, 14) + 0.01
    assert values(weighted(made, weights * factor)) == pytest.approx(values(weighted(made, weights)), nan_ok=True)


def test_intervals_are_those_of_patients_who_were_copied() -> None:
    """Each case as a patient with as many rows as it weighs: the same draws, the same bounds."""
    data, times = rows(300, 3), np.random.default_rng(3).integers(1, 5, 300)
    copied = plain(*(np.repeat(each, times, axis=0) for each in data), np.repeat(np.arange(300), times))
    own, other = weighted(plain(*data), times), copied
    for key in ("mcc", "kappa", "accuracy", "balanced_accuracy", "macro_f1", "macro_auc", "risk_score"):
        assert (own.overall[key].low, own.overall[key].high) == pytest.approx(
            (other.overall[key].low, other.overall[key].high)
        ), key
    for label in range(3):
        for key in ("sensitivity", "ppv", "f1", "auc", "average_precision"):
            one, two = own.classes[label][key], other.classes[label][key]
            assert (one.low, one.high) == pytest.approx((two.low, two.high)), key


def test_counts_are_those_of_the_cases() -> None:
    data = rows(200, 4)
    made = weighted(plain(*data), np.linspace(0.5, 9.0, 200))
    found, seen = made.classes[2]["sensitivity"], plain(*data).classes[2]["sensitivity"]
    assert (found.successes, found.trials) == (seen.successes, seen.trials)
    assert found.value != seen.value
    assert made.matrix.total == made.n == 200
    assert tuple(made.table(2).at(0.4)) == tuple(plain(*data).table(2).at(0.4))
    assert made.curve(2).n_positive != made.table(2).n_positive


def test_every_interval_is_a_declared_bootstrap() -> None:
    made = drawn()
    methods = {each.method for block in (*made.classes, made.overall, made.macro) for each in block.values()} - {None}
    assert all(is_declared(each) for each in methods)
    assert not any("patient" in each or "Wilson" in each or "DeLong" in each for each in methods)
    patients = np.random.default_rng(6).integers(0, 100, 300)
    clustered = weighted(plain(*rows(300, 5), patients), np.ones(300))
    assert clustered.overall["accuracy"].method.startswith("patient bootstrap SE")


@pytest.mark.thorough
def test_cases_without_weight_are_as_if_they_were_not_there() -> None:
    data, weights = rows(300, 7), np.random.default_rng(7).exponential(1.0, 300)
    weights[::3] = 0
    found = weighted(plain(*data), weights)
    left = weighted(plain(*(each[weights > 0] for each in data)), weights[weights > 0])
    for key in ("mcc", "accuracy", "macro_auc"):
        one, other = found.overall[key], left.overall[key]
        assert (one.value, one.low, one.high) == pytest.approx((other.value, other.low, other.high)), key
    assert weighted(plain(*data), np.zeros(300)).overall["accuracy"].low is None


def test_a_level_is_that_of_every_interval() -> None:
    made = drawn()
    wider = made.at_level(0.99)
    assert wider.overall["mcc"].low < made.overall["mcc"].low
    assert wider.classes[2]["auc"].low < made.classes[2]["auc"].low
    assert replace(made, normal=1).overall["risk_score"].value != made.overall["risk_score"].value


def test_a_style_is_that_of_every_interval() -> None:
    made = drawn()
    other = made.in_style("conventional")
    for key in ("accuracy", "mcc", "balanced_accuracy"):
        assert other.overall[key].method == "bootstrap", key
        assert other.overall[key].value == made.overall[key].value
    assert other.classes[2]["auc"].low != made.classes[2]["auc"].low


def folded(made: Evaluation, folds: np.ndarray) -> Evaluation:
    return replace(made, units=replace(made.units, folds=folds))


def test_the_auc_of_weighted_rows_is_the_mean_of_their_folds_as_of_copied_patients() -> None:
    data, times, folds = rows(300, 6), np.random.default_rng(6).integers(0, 4, 300), np.arange(300) % 5
    again = tuple(np.repeat(each, times, axis=0) for each in data)
    copied = folded(plain(*again, np.repeat(np.arange(300), times)), np.repeat(folds, times))
    found = weighted(folded(plain(*data), folds), times)
    assert found.is_cross_validated
    for key in ("auc", "average_precision"):
        own, other = found.classes[2][key], copied.classes[2][key]
        assert (own.value, own.low, own.high) == pytest.approx((other.value, other.low, other.high)), key
    assert found.classes[2]["auc"].method == "Newcombe score, DeLong variance, t(22.6)"
    assert found.classes[2]["auc"].scope == copied.classes[2]["auc"].scope
    own, other = found.pooled_auc(2), copied.pooled_auc(2)
    assert (own.value, own.low, own.high) == pytest.approx((other.value, other.low, other.high))
    assert found.macro["auc"].value == pytest.approx(copied.macro["auc"].value)


def test_folds_as_slices_are_read_weighted_and_counted_once() -> None:
    data, times = rows(200, 8), np.random.default_rng(8).integers(1, 4, 200)
    again = tuple(np.repeat(each, times, axis=0) for each in data)
    own, other = Slices.of([weighted(plain(*data), times / 3)]), Slices.of([plain(*again)])
    choices = [MetricChoice("sensitivity", "macro"), MetricChoice("auc", "weighted"), MetricChoice("f1", "weighted")]
    for choice in [*choices, MetricChoice("ppv", 1), MetricChoice("specificity", "micro"), MetricChoice("mcc")]:
        assert own.values(choice) == pytest.approx(other.values(choice)), choice
    assert own.n.tolist() == [200]
    assert own.support.tolist() == [np.bincount(data[0]).tolist()]
    assert own.counts_seen.tp.sum() == (data[0] == data[1]).sum()


def test_a_zone_of_scores_is_that_of_copied_patients() -> None:
    data, times = rows(300, 3), np.random.default_rng(3).integers(1, 5, 300)
    copied = plain(*(np.repeat(each, times, axis=0) for each in data), np.repeat(np.arange(300), times))
    own = weighted(plain(*data), times)
    for ends in ((-np.inf, 0.3), (0.3, 0.6), (0.6, np.inf)):
        one, two = own.in_zone(1, *ends), copied.in_zone(1, *ends)
        for key in ("lr_positive", "ppv", "sensitivity", "inside"):
            assert (one[key].value, one[key].low, one[key].high) == pytest.approx(
                (two[key].value, two[key].low, two[key].high)
            ), key
        seen = (data[2][:, 1] >= ends[0]) & (data[2][:, 1] < ends[1])
        assert (one["inside"].successes, one["inside"].trials) == (seen.sum(), 300)
    with pytest.raises(ValueError, match="no scores"):
        replace(own, tables=()).in_zone(1, 0.3, 0.6)


def test_decisions_on_weighted_cases_are_those_of_repeated_rows() -> None:
    truth, _, scores = rows(300, 4)
    times = np.random.default_rng(4).integers(1, 5, 300)
    predicted = decide(scores, [0.8, 0.9, 0.8])
    again = np.repeat(truth, times), np.repeat(predicted, times)
    wanted = ThresholdedMatrix.of(*again, LABELS).figures(0)
    seen = ThresholdedMatrix.of(truth, predicted, LABELS).figures(0)
    found = drawn_decisions(truth, predicted, LABELS, times / 3, normal=0)
    assert found.keys() == wanted.keys()
    for key, each in found.items():
        assert each.value == pytest.approx(wanted[key].value), key
        assert (each.successes, each.trials) == (seen[key].successes, seen[key].trials), key
        assert each.low < each.value < each.high
    assert wanted["no_prediction"].value > 0
    assert drawn_decisions(truth, predicted, LABELS, times).keys() == {"overall_accuracy", "no_prediction"}


def test_decisions_of_patients_are_drawn_with_all_their_rows() -> None:
    """Rows that stand there four times tell no more once their patients are known."""
    generator = np.random.default_rng(5)
    truth, predicted = generator.integers(0, len(LABELS), 200), generator.integers(0, len(LABELS) + 1, 200)
    again = [np.repeat(each, 4) for each in (truth, predicted)]
    once = ThresholdedMatrix.of(truth, predicted, LABELS).figures(0)
    rows = ThresholdedMatrix.of(*again, LABELS).figures(0)
    found = drawn_decisions(*again, LABELS, patients=np.repeat(np.arange(200), 4), normal=0)
    assert found.keys() == once.keys()
    for key, each in found.items():
        assert (each.value, each.successes, each.trials) == (rows[key].value, rows[key].successes, rows[key].trials)
        assert (each.method or "").startswith("patient bootstrap")
        assert each.high - each.low == pytest.approx(once[key].high - once[key].low, rel=0.15)
        assert each.high - each.low > 1.5 * (rows[key].high - rows[key].low)


def test_a_cell_has_the_proportion_by_weight_and_the_counts_of_the_cases() -> None:
    whole = drawn()
    both = zip(whole.part_of_cell(2, 2), whole.unweighted.part_of_cell(2, 2), strict=True)
    for key, (found, seen) in zip(("sensitivity", "ppv"), both, strict=True):
        assert found == whole.classes[2][key]
        assert (found.successes, found.trials) == (seen.successes, seen.trials)
        assert found.value != seen.value


def test_areas_and_bands_of_a_class_are_those_among_all_and_of_the_population() -> None:
    whole = drawn()
    assert dict(whole.areas(1)) == {key: whole.classes[1][key] for key in ("auc", "average_precision")}
    found, same = whole.bands(1), whole.in_population.bands(1)
    assert found is not None
    assert same is not None
    np.testing.assert_array_equal(found.tpr_low, same.tpr_low)


def test_what_cases_without_a_prediction_weigh_is_not_known() -> None:
    unweighted = replace(plain(*rows(60, 1)), unanswered=(3, 0, 0))
    assert unweighted.if_unanswered_wrong(0) is not None
    assert weighted(unweighted, np.ones(60)).if_unanswered_wrong(0) is None
