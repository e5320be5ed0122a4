"""Average precision and means of areas: bounds from how far each case, or patient, moves them, held or asked for."""

import numpy as np
import pytest

from metrics import ConfusionMatrix, Evaluation, ThresholdTable
from metrics.intervals.areas.areas import Areas
from metrics.intervals.areas.linearised import SumsOverRows, squares_over_units
from metrics.intervals.areas.replicates import RankResamples
from metrics.intervals.bootstrap import spread
from metrics.intervals.resampling_units import ResamplingUnits
from metrics.measures.influence import AreaOf, MovedMean, Moves
from metrics.notes import Code

LABELS = ("a", "b", "c")
BLOCKS = ("macro", "weighted")


def rows(size: int, patients: int | None = None, digits: int = 2, seed: int = 0) -> ResamplingUnits:
    """Of three classes, the third rare; patients: who resemble themselves."""
    rng = np.random.default_rng(seed)
    owner = None if patients is None else rng.integers(0, patients, size)
    truth = rng.choice(3, size, p=(0.5, 0.4, 0.1))
    own = np.zeros((size, 3)) if owner is None else rng.normal(size=(patients, 3))[owner]
    scores = np.round(rng.normal(size=(size, 3)) + own + 1.5 * np.eye(3)[truth], digits)
    count = size if owner is None else len(np.unique(owner))
    return ResamplingUnits(truth, scores.argmax(1), 3, count, tuple(scores.T), owner)


def tables(units: ResamplingUnits) -> tuple[ThresholdTable, ...]:
    return tuple(ThresholdTable.from_scores(each, units.truth == label) for label, each in enumerate(units.scores))


def evaluated(units: ResamplingUnits, **more: object) -> Evaluation:
    matrix = ConfusionMatrix.from_codes(units.truth, units.predicted, LABELS)
    return Evaluation(matrix, tables(units), units=units, **more)


@pytest.mark.parametrize("patients", [None, 80])
def test_the_error_is_the_spread_of_drawn_rows_or_patients(patients: int | None) -> None:
    units = rows(1200, patients)
    drawn = RankResamples.of(units, 1, tables(units)[1])
    areas = Areas(tables(units), units)
    assert areas._error(AreaOf("average_precision", (1,))) == pytest.approx(
        spread(drawn.average_precisions, drawn.n_informative), rel=0.06
    )
    if patients:
        assert areas._error(AreaOf("auc", (1,))) == pytest.approx(spread(drawn.aucs, drawn.n_informative), rel=0.06)


@pytest.mark.parametrize("by_cases", [False, True])
@pytest.mark.parametrize("key", ["auc", "average_precision"])
def test_that_of_a_mean_is_the_spread_of_means_of_the_same_draws(key: str, by_cases: bool) -> None:
    units = rows(900, 60)
    areas = Areas(tables(units), units)
    each = [areas.of(label) for label in range(3)]
    values = np.array([of.aucs if key == "auc" else of.average_precisions for of in each])
    cases = np.array([of.positives.sum(1) if by_cases else np.ones(len(of.positives)) for of in each])
    drawn = (values * cases).sum(0) / cases.sum(0)
    assert areas._error(AreaOf(key, (0, 1, 2), by_cases)) == pytest.approx(
        spread(drawn, each[0].n_informative), rel=0.06
    )


def test_rows_of_one_patient_each_give_the_bounds_of_independent_rows() -> None:
    """But for the ranges that stand for the scores, here each score is one."""
    units = rows(400, digits=1)
    alone = evaluated(units)
    apart = evaluated(ResamplingUnits(units.truth, units.predicted, 3, 400, units.scores, np.arange(400)))
    for label in range(3):
        found, own = (each.classes[label]["average_precision"] for each in (apart, alone))
        assert (found.low, found.high) == pytest.approx((own.low, own.high), rel=1e-5)
        assert (own.method or "").startswith("linearised SE, logit scale, t(")
        assert (found.method or "").startswith("cluster-robust SE, logit scale, t(")


def elsewhere(units: ResamplingUnits) -> SumsOverRows:
    def squares(moves: dict[int, Moves], numbers: list[MovedMean]) -> list[int]:
        return [int(squares_over_units(units, moves, each)) for each in numbers]

    return SumsOverRows(units.count, squares, lambda *_: None)


def test_rows_that_are_asked_for_give_the_bounds_of_rows_that_are_held() -> None:
    units = rows(700)
    held = evaluated(units)
    asked = Evaluation(held.matrix, held.tables, sums=elsewhere(units))
    for block in BLOCKS:
        for key in ("auc", "average_precision"):
            assert getattr(asked, block)[key] == getattr(held, block)[key]
    for label in range(3):
        assert asked.classes[label]["average_precision"] == held.classes[label]["average_precision"]


def test_all_numbers_are_asked_for_at_once_when_the_first_is_wanted() -> None:
    units, asked = rows(300), []

    def squares(moves: dict[int, Moves], numbers: list[MovedMean]) -> list[int]:
        asked.append(len(numbers))
        return list(elsewhere(units).squares(moves, numbers))

    found = Evaluation(evaluated(units).matrix, tables(units), sums=SumsOverRows(300, squares, lambda *_: None))
    assert found.classes[0]["average_precision"].low is not None
    assert not asked, "the table tells of one class"
    for level in (0.95, 0.8):
        assert all(getattr(found.at_level(level), block)["auc"].low for block in BLOCKS)
    assert asked == [4]


def test_patients_that_do_not_fit_leave_the_number_without_interval() -> None:
    units = rows(300)
    found = Evaluation(evaluated(units).matrix, tables(units), sums=SumsOverRows(300, lambda *_: None, lambda *_: None))
    assert found.macro["auc"].low is None
    assert found.macro["auc"].value == evaluated(units).macro["auc"].value


def test_bands_of_independent_rows_need_no_rows() -> None:
    units = rows(500)
    held, known = (each.bands(2) for each in (evaluated(units), Evaluation(evaluated(units).matrix, tables(units))))
    assert held is not None
    assert known is not None
    for name in ("tpr_low", "tpr_high", "precision_low", "precision_high"):
        assert (getattr(held, name) == getattr(known, name)).all()


def test_the_conventional_interval_is_that_of_percentiles_where_rows_are_held() -> None:
    units = rows(500)
    held = evaluated(units).in_style("conventional")
    asked = Evaluation(held.matrix, held.tables, sums=elsewhere(units)).in_style("conventional")
    assert held.macro["auc"].method == "bootstrap"
    assert held.classes[0]["average_precision"].method == "bootstrap"
    assert (asked.macro["auc"].method or "").startswith("linearised SE, t(")
    assert asked.macro["auc"].low == pytest.approx(held.macro["auc"].low, abs=0.003)


def test_conventional_bounds_end_at_0_and_1() -> None:
    truth = np.repeat([0, 1], (30, 30))
    scores = 0.55 * np.random.default_rng(1).normal(size=60) + 1.5 * truth
    units = ResamplingUnits(truth, truth, 2, 60, (1 - scores, scores))
    seen = Evaluation(ConfusionMatrix.from_codes(truth, truth, LABELS[:2]), tables(units), sums=elsewhere(units))
    found = seen.in_style("conventional").macro["average_precision"]
    assert found.low < found.value < found.high == 1


def test_few_cases_of_a_class_have_no_interval() -> None:
    truth = np.repeat([0, 1], (60, 9))
    scores = np.random.default_rng(0).random((2, 69))
    found = evaluated_pair(truth, scores)
    assert found.classes[1]["average_precision"].note.code is Code.FEW_CASES_OF_GROUP
    assert found.macro["average_precision"].note.code is Code.FEW_CASES_OF_CLASS


def evaluated_pair(truth: np.ndarray, scores: np.ndarray) -> Evaluation:
    units = ResamplingUnits(truth, truth, 2, len(truth), tuple(scores))
    return Evaluation(ConfusionMatrix.from_codes(truth, truth, LABELS[:2]), tables(units), units=units)
