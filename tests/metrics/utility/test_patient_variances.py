"""Variances from sums over patients are those of patients who are drawn again."""

from __future__ import annotations

import numpy as np
import pytest

from metrics import ConfusionMatrix, Counts, Evaluation, PlacedSums, ResamplingUnits, ThresholdTable
from metrics.notes import Code
from metrics.utility.case_variances import freedom_of_kinds, moves_of_kinds
from metrics.utility.decision_curve import DecisionCurve, decision_curve
from metrics.utility.patient_variances import PatientsByRisk, drawn, linearised

RISKS = np.array([0.05, 0.1, 0.2, 0.5])
LABEL = 1


def rows(patients: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """True class, risk and patient: 1 to 8 rows that resemble each other."""
    rng = np.random.default_rng(seed)
    who = np.repeat(np.arange(patients), rng.integers(1, 9, patients))
    truth = (rng.random(len(who)) < 0.3).astype(int)
    shift = rng.normal(0, 0.15, patients)[who]
    return truth, np.clip(rng.beta(1, 4, len(who)) + 0.3 * truth + shift, 0, 1), who


def known(truth: np.ndarray, score: np.ndarray, who: np.ndarray) -> PatientsByRisk:
    reaches, own = score >= RISKS[:, None], truth == LABEL
    parts = [own & reaches, ~own & reaches, own & (reaches | True), ~own & (reaches | True)]
    count = len(np.unique(who))
    each = np.array([[np.bincount(who, part[at], count) for part in parts] for at in range(len(RISKS))], np.int64)
    with_it, without = (int(np.count_nonzero(each[0, place])) for place in (2, 3))
    return PatientsByRisk(np.einsum("gip,gjp->gij", each, each), count, with_it, without)


def curves(patients: int, prevalence: float | None = None) -> tuple[DecisionCurve, DecisionCurve]:
    """Of rows that are held, and of the sums alone."""
    truth, score, who = rows(patients)
    table = ThresholdTable.from_scores(score, truth == LABEL)
    units = ResamplingUnits(truth, truth, 2, patients, (None, score), who)
    held = Evaluation(ConfusionMatrix.from_codes(truth, truth, ("Normal", "VT")), (None, table), units=units)
    sums = known(truth, score, who)
    told = Evaluation(held.matrix, held.tables)
    return decision_curve(held, LABEL, RISKS, prevalence), decision_curve(told, LABEL, RISKS, prevalence, sums)


@pytest.mark.parametrize("prevalence", [None, 0.02])
def test_numbers_are_those_of_held_rows_and_errors_those_of_the_bootstrap(prevalence: float | None) -> None:
    held, told = curves(900, prevalence)
    for name in ("model", "over_everyone", "standardised"):
        own, its = getattr(held, name), getattr(told, name)
        np.testing.assert_array_equal(own.value, its.value)
        np.testing.assert_allclose(own.error, its.error, rtol=0.06)
    assert told.estimate(told.model, 1).method == f"cluster-robust SE, t({told.freedom})"


def test_of_one_row_each_they_are_those_of_single_cases() -> None:
    truth, score, _ = rows(400)
    alone = known(truth, score, np.arange(len(truth)))
    table = ThresholdTable.from_scores(score, truth == LABEL)
    rule = np.array([[*table.at(risk)] for risk in RISKS])
    found = linearised(alone, Counts(*rule.T), RISKS, None)
    plain = decision_curve(
        Evaluation(ConfusionMatrix.from_codes(truth, truth, ("a", "b")), (None, table)), LABEL, RISKS
    )
    units = len(truth) / (len(truth) - 1)
    np.testing.assert_allclose(np.sqrt(found[0].variance * units), plain.model.error, rtol=1e-9)
    np.testing.assert_allclose(np.sqrt(found[1].variance * units), plain.over_everyone.error, rtol=1e-9)
    rows_again = ResamplingUnits(truth, truth, 2, len(truth), (None, score))
    np.testing.assert_allclose(found[0].variance, drawn(rows_again, LABEL, RISKS, None)[0].variance, rtol=0.1)


def test_few_patients_have_no_interval() -> None:
    truth, score, who = rows(14, seed=1)
    table, sums = ThresholdTable.from_scores(score, truth == LABEL), known(truth, score, who)
    assert (table.n_positive, sums.with_it) == (20, 11)
    seen = Evaluation(ConfusionMatrix.from_codes(truth, truth, ("Normal", "VT")), (None, table))
    found = decision_curve(seen, LABEL, RISKS, patients=sums)
    assert found.estimate(found.model, 0).low is None
    assert found.estimate(found.model, 0).note.code is Code.FEW_PATIENTS


def test_two_ranges_have_the_sums_of_their_risk_with_rows_of_nobody_known_alone() -> None:
    truth, score, who = rows(60, seed=2)
    named, risk = who % 5 > 0, RISKS[2]
    kinds = [own & reaches for own in (truth == LABEL, truth != LABEL) for reaches in (score >= risk, score < risk)]
    each = np.stack([np.bincount(who[named], kind[named]) for kind in kinds]).astype(np.int64)
    everybody = known(truth, score, np.unique(np.where(named, who, 1000 + np.arange(len(who))), return_inverse=True)[1])
    placed = PlacedSums((0,) * 4, ((0,) * 4,) * 4, everybody.with_it, everybody.without, everybody.count)
    counts = ThresholdTable.from_scores(score, truth == LABEL).at(risk)
    found = PatientsByRisk.in_two_ranges(each @ each.T, each.sum(1), counts, placed)
    np.testing.assert_array_equal(found.products[0], everybody.products[2])
    assert (found.count, found.with_it, found.without) == (everybody.count, everybody.with_it, everybody.without)


@pytest.mark.parametrize("prevalence", [None, 0.02])
def test_rows_of_one_patient_each_have_the_degrees_of_freedom_of_single_cases(prevalence: float | None) -> None:
    truth, score, _ = rows(300, seed=4)
    units = ResamplingUnits(truth, truth, 2, len(truth), (None, score), np.arange(len(truth)))
    rule = Counts(*np.array([[*ThresholdTable.from_scores(score, truth == LABEL).at(risk)] for risk in RISKS]).T)
    weight = RISKS / (1 - RISKS)
    model = (rule.tp - weight * rule.fp) / len(truth)
    over = (weight * rule.tn - rule.fn) / len(truth)
    for found, moves in zip(
        drawn(units, LABEL, RISKS, prevalence), moves_of_kinds(rule, weight, model, over, prevalence), strict=True
    ):
        np.testing.assert_allclose(found.freedom, freedom_of_kinds(moves, rule), rtol=1e-9)
