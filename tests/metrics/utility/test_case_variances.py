"""How often intervals of net benefit hold where few cases are missed, and the degrees of freedom that they rest on."""

from __future__ import annotations

import numpy as np
import pytest

from metrics import ConfusionMatrix, Evaluation, ResamplingUnits, ThresholdTable
from metrics.utility.case_variances import satterthwaite
from metrics.utility.decision_curve import DecisionCurve, decision_curve

ODDS = 0.1 / 0.9
LINES = ("model", "over_everyone", "standardised")


def curve_of(cells: np.ndarray, rows_each: int = 0, prevalence: float | None = None) -> DecisionCurve:
    """At 10 %. cells: TP, FP, FN, TN. rows_each: of a patient, whose rows are alike; 0: single cases."""
    kinds = np.repeat([0, 1, 2, 3], cells)
    truth, score = (kinds % 2 == 0).astype(int), np.where(kinds < 2, 0.3, 0.05)
    tables = (None, ThresholdTable.from_scores(score, truth == 1))
    matrix, units = ConfusionMatrix.from_codes(truth, truth, ("well", "ill")), None
    if rows_each:
        patients = np.arange(len(truth)) // rows_each
        units = ResamplingUnits(truth, truth, 2, len(np.unique(patients)), (None, score), patients)
    return decision_curve(Evaluation(matrix, tables, units=units), 1, [0.1], prevalence)


@pytest.mark.thorough
def test_where_few_cases_are_missed_the_interval_holds_as_often_as_it_says() -> None:
    """Each missed case weighs as much as nine spared actions: with the t of all cases of the class it was 92.0 %."""
    rng, parts, held = np.random.default_rng(0), np.array([0.275, 0.4, 0.025, 0.3]), 0
    for cells in rng.multinomial(200, parts, 2000):
        curve = curve_of(cells)
        low, high = curve.bounds(curve.over_everyone)
        held += low[0] <= ODDS * parts[3] - parts[2] <= high[0]
    assert 0.94 <= held / 2000 <= 0.965


def by_case(cells: np.ndarray, prevalence: float | None) -> list[np.ndarray]:
    """How far each case moves the three numbers, from the numbers with a little more of it."""

    def numbers(cells: np.ndarray) -> np.ndarray:
        tp, fp, fn, tn = cells
        if prevalence is not None:
            worth = prevalence * tp / (tp + fn) - (1 - prevalence) * ODDS * fp / (fp + tn)
            return np.array([worth, worth, worth / prevalence])
        worth, spared = tp - ODDS * fp, ODDS * tn - fn
        return np.array([worth / cells.sum(), spared / cells.sum(), worth / (tp + fn)])

    moves = [(numbers(cells + 1e-5 * one) - numbers(cells - 1e-5 * one)) / 2e-5 for one in np.eye(4)]
    return list(np.repeat(moves, cells, axis=0).T)


@pytest.mark.parametrize("prevalence", [None, 0.02])
@pytest.mark.parametrize("rows_each", [0, 1, 4])
def test_degrees_of_freedom_are_those_of_what_each_unit_moves(rows_each: int, prevalence: float | None) -> None:
    cells = np.array([60, 80, 4, 100])
    curve = curve_of(cells, rows_each, prevalence)
    for name, moves in zip(LINES, by_case(cells, prevalence), strict=True):
        order = np.argsort(np.repeat([0, 1, 2, 3], cells), kind="stable")
        units = np.bincount(np.arange(244) // max(1, rows_each), moves[order])
        expected = satterthwaite((units**2).sum(keepdims=True), (units**4).sum(keepdims=True), len(units))
        most = curve.freedom
        assert getattr(curve, name).freedom[0] == np.floor(np.clip(expected[0], 6, most)), name
    assert (curve.over_everyone.freedom[0] < most) == (prevalence is None)


def test_of_normal_moves_there_are_as_many_as_units_less_one() -> None:
    moves = np.random.default_rng(0).normal(size=20_000)
    found = satterthwaite((moves**2).sum(keepdims=True), (moves**4).sum(keepdims=True), len(moves))
    assert found[0] == pytest.approx(20_000, rel=0.05)
    assert np.isnan(satterthwaite(np.zeros(1), np.zeros(1), 20)[0])
