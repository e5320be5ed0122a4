"""The decision curve: published values, the bootstrap as the oracle of its standard errors, and laws."""

import math
import time
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import stats

from metrics import ConfusionMatrix, Evaluation, ResamplingUnits, ThresholdTable, net_benefit
from metrics.notes import Code, Note
from metrics.utility.decision_curve import DecisionCurve, counts_at, decision_curve
from metrics.weighted_evaluation import weighted_evaluation
from tests.support.declared import is_declared

RISKS = np.array([0.05, 0.1, 0.2, 0.25, 0.3])
GRID = np.arange(1, 100) / 100


def evaluation(truth: np.ndarray, scores: np.ndarray, patients: np.ndarray | None = None) -> Evaluation:
    codes, predicted = truth.astype(int), (scores >= 0.5).astype(int)
    count = len(codes) if patients is None else len(np.unique(patients))
    units = ResamplingUnits(codes, predicted, 2, count, (None, scores), patients)
    matrix = ConfusionMatrix.from_codes(codes, predicted, ("well", "ill"))
    return Evaluation(matrix, (None, ThresholdTable.from_scores(scores, codes == 1)), units=units)


def of_table(positives: list[int], negatives: list[int], scores: list[float]) -> Evaluation:
    values = np.repeat([*scores, *scores], [*positives, *negatives])
    return evaluation(np.repeat([True, False], [sum(positives), sum(negatives)]), values)


def simulated(cases: int, seed: int = 0, rows_each: int = 1) -> Evaluation:
    """Calibrated risks; with several rows a patient's outcomes depend on one risk."""
    generator = np.random.default_rng(seed)
    patients = np.repeat(np.arange(cases // rows_each), rows_each)
    risk = generator.beta(1, 5, cases // rows_each)[patients]
    truth = generator.random(len(risk)) < risk
    scores = np.clip(risk + generator.normal(0, 0.02, len(risk)), 0, 1)
    return evaluation(truth, scores, patients if rows_each > 1 else None)


def cancer() -> Evaluation:
    """dcurves df_binary, cancerpredmarker: the cells at the five thresholds, 750 of whom 105 have cancer."""
    return of_table([62, 10, 3, 12, 9, 9], [49, 23, 26, 95, 127, 325], [0.3, 0.25, 0.2, 0.1, 0.05, 0.0])


def test_a_published_decision_curve_is_met() -> None:
    """dcurves 1.1.7 and its R results, df_binary."""
    curve = decision_curve(cancer(), 1, RISKS)
    assert curve.counts.tp.tolist() == [96, 87, 75, 72, 62]
    assert curve.counts.fp.tolist() == [320, 193, 98, 72, 49]
    assert_allclose(curve.model.value, [0.1055439, 0.0874074, 0.0673333, 0.064, 0.0546667], atol=5e-8)
    assert_allclose(curve.everyone, [0.0947368, 0.0444444, -0.075, -0.1466667, -0.2285714], atol=5e-8)
    assert_allclose(curve.avoided.value, [20.5333, 38.6667, 56.9333, 63.2, 66.0889], atol=5e-5)
    assert_allclose(curve.gain.value, [0.0108070, 0.0429630, 0.0673333, 0.064, 0.0546667], atol=5e-7)


def test_a_binary_marker_has_the_published_curve_and_pays_for_its_harm() -> None:
    """dcurves df_binary, famhistory: 24 and 91 positive of 105 and 645; R results without harm."""
    curve = decision_curve(of_table([24, 81], [91, 554], [1.0, 0.0]), 1, np.array([0.05, 0.1, 0.2]))
    assert_allclose(curve.model.value, [0.025614035, 0.018518519, 0.001666667], atol=5e-10)
    harmed = curve.with_harm(0.01)
    assert_allclose(harmed.model.value, [0.015614035, 0.008518519, -0.008333333], atol=5e-10)
    assert_allclose(harmed.over_everyone.value, curve.over_everyone.value - 0.01)
    assert_allclose(harmed.model.error, curve.model.error)
    assert_allclose(harmed.with_harm(0).model.value, curve.model.value)
    with pytest.raises(ValueError, match="at least 0"):
        curve.with_harm(-0.1)


def test_it_is_standardised_by_prevalence_never_by_the_positive_rate() -> None:
    curve = decision_curve(cancer(), 1, RISKS)
    assert_allclose(curve.standardised.value, curve.model.value / 0.14)
    perfect = decision_curve(of_table([30, 0], [0, 70], [1.0, 0.0]), 1, RISKS)
    assert_allclose(perfect.standardised.value, 1)


def test_everybody_is_flagged_at_0_and_1_is_no_threshold() -> None:
    curve = decision_curve(cancer(), 1, [0.0, 0.1])
    assert curve.model.value[0] == curve.everyone[0] == pytest.approx(0.14)
    assert curve.over_everyone.value[0] == 0
    assert math.isnan(curve.avoided.value[0])
    assert curve.estimate(curve.avoided, 0).note == Note(Code.UNDEFINED)
    with pytest.raises(ValueError, match="thresholds"):
        decision_curve(cancer(), 1, [0.5, 1.0])


def test_scores_of_0_and_1_are_used_as_they_are() -> None:
    curve = decision_curve(of_table([20, 20], [25, 25], [1.0, 0.0]), 1, [0.01, 0.5, 0.99])
    assert curve.counts.tp.tolist() == [20, 20, 20]
    assert curve.counts.fp.tolist() == [25, 25, 25]


@given(st.lists(st.integers(0, 40), min_size=12, max_size=12), st.floats(0.02, 0.98))
def test_a_curve_is_read_at_observed_scores(counts: list[int], risk: float) -> None:
    positives, negatives = [1 + counts[0], *counts[1:6]], [1 + counts[6], *counts[7:]]
    seen = of_table(positives, negatives, [0.9, 0.6, 0.4, 0.3, 0.1, 0.0])
    table = seen.table(1)
    assert table is not None
    curve = decision_curve(seen, 1, [risk])
    assert curve.model.value[0] == pytest.approx(net_benefit(table.at(risk), risk))
    assert curve.over_everyone.value[0] == pytest.approx(curve.model.value[0] - curve.everyone[0], abs=1e-9)
    assert tuple(int(each[0]) for each in counts_at(table, np.array([risk]))) == tuple(table.at(risk))
    better = max(0.0, float(curve.everyone[0]))
    assert curve.gain.value[0] == pytest.approx(curve.model.value[0] - better, abs=1e-9)


# ------------------------------------------------------------------ intervals


def test_an_estimate_lies_in_the_middle_of_its_bounds_and_a_multiple_is_as_uncertain() -> None:
    curve = decision_curve(cancer(), 1, RISKS)
    found = curve.estimate(curve.model, 1)
    assert (found.low, found.high) == tuple(float(each[1]) for each in curve.bounds(curve.model))
    assert found.value - found.low == pytest.approx(found.high - found.value)
    assert_allclose(curve.avoided.error, curve.over_everyone.error * 100 * (1 - RISKS) / RISKS)


def test_counts_are_of_each_case_once_and_net_benefit_by_weight() -> None:
    plain = simulated(400)
    weights = 1.0 + np.arange(400) % 3
    curve = decision_curve(weighted_evaluation(plain, weights), 1, RISKS)
    assert tuple(map(tuple, curve.counts)) == tuple(map(tuple, decision_curve(plain, 1, RISKS).counts))
    units = plain.units
    assert units is not None
    copies = np.repeat(np.arange(400), weights.astype(int))
    scores = units.scores[1]
    assert scores is not None
    repeated = decision_curve(evaluation(units.truth[copies] == 1, scores[copies]), 1, RISKS)
    assert_allclose(curve.model.value, repeated.model.value)
    assert curve.estimate(curve.model, 1).method == curve.method


def drawn_errors(seen: Evaluation, replicates: int, weights: np.ndarray | None = None) -> list[np.ndarray]:
    """The bootstrap's standard errors of model, of its difference to everybody and by prevalence, drawn as rows."""
    units, generator = seen.units, np.random.default_rng(1)
    assert units is not None
    unit, scores, truth = units.unit, units.scores[1], units.truth == 1
    assert scores is not None
    own = np.ones(len(truth)) if weights is None else weights
    drawn = []
    for _ in range(replicates):
        times = np.bincount(generator.integers(0, units.count, units.count), minlength=units.count)[unit] * own
        flagged = scores[:, None] >= RISKS
        tp, fp = (times * truth) @ flagged, (times * ~truth) @ flagged
        total, ill, odds = times.sum(), (times * truth).sum(), RISKS / (1 - RISKS)
        model, everyone = (tp - fp * odds) / total, (ill - (total - ill) * odds) / total
        drawn.append([model, model - everyone, model / (ill / total)])
    return list(np.std(drawn, axis=0, ddof=1))


def errors(curve: DecisionCurve) -> list[np.ndarray]:
    return [curve.model.error, curve.over_everyone.error, curve.standardised.error]


@pytest.mark.thorough
@pytest.mark.parametrize("rows_each", [1, 4])
def test_the_standard_errors_are_those_of_the_bootstrap(rows_each: int) -> None:
    """Within four Monte-Carlo errors of 3,000 resamples (1.3 % each) and of our own."""
    seen = simulated(400, 2, rows_each)
    curve = decision_curve(seen, 1, RISKS)
    for ours, drawn in zip(errors(curve), drawn_errors(seen, 3000), strict=True):
        assert_allclose(ours, drawn * math.sqrt(400 / 399), rtol=0.052 if rows_each == 1 else 0.073)
    assert curve.method is not None
    assert curve.method.startswith("bootstrap SE, t(" if rows_each == 1 else "patient bootstrap SE, t(")
    assert is_declared(curve.method)


def test_of_single_cases_it_is_the_bootstrap_of_infinitely_many_draws() -> None:
    """Over all counts that a draw of the 80 cases can have, by their multinomial chances."""
    ill, well, hits, alarms = 20, 60, 15, 12
    curve = decision_curve(of_table([hits, ill - hits], [alarms, well - alarms], [0.4, 0.1]), 1, [0.2])
    drawn_ill = np.arange(1, 80)
    chance = stats.binom.pmf(drawn_ill, 80, 0.25) / stats.binom.pmf(drawn_ill, 80, 0.25).sum()

    def moments(number: Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray]) -> float:
        """Variance of a number of true positives, false positives and cases with the class, over all draws."""
        mean = square = 0.0
        for many, often in zip(drawn_ill.tolist(), chance.tolist(), strict=True):
            tp, fp = np.arange(many + 1), np.arange(80 - many + 1)
            both = often * np.outer(
                stats.binom.pmf(tp, many, hits / ill), stats.binom.pmf(fp, 80 - many, alarms / well)
            )
            found = number(tp[:, None], fp, np.array(many))
            mean, square = mean + float((both * found).sum()), square + float((both * found**2).sum())
        return (square - mean**2) * 80 / 79

    expected = [
        moments(lambda tp, fp, many: (tp - fp / 4) / 80),
        moments(lambda tp, fp, many: ((80 - many - fp) / 4 - (many - tp)) / 80),
        moments(lambda tp, fp, many: (tp - fp / 4) / many),
    ]
    assert_allclose(
        np.concatenate(errors(curve)) ** 2, expected, rtol=1e-8
    )  # a draw without one kind has a chance of 1e-10
    elsewhere = decision_curve(of_table([hits, ill - hits], [alarms, well - alarms], [0.4, 0.1]), 1, [0.2], 0.05)
    fixed = moments(lambda tp, fp, many: 0.05 * tp / many - 0.95 / 4 * fp / (80 - many))
    assert_allclose(elsewhere.model.error**2, fixed, rtol=1e-8)


@pytest.mark.parametrize("patients", [None, np.arange(400) // 4], ids=["single cases", "patients"])
def test_who_missed_nobody_may_have_missed_one(patients: np.ndarray | None) -> None:
    """Without a missed case its variance would be that of the spared actions alone, and the interval too narrow."""
    is_ill = np.arange(400) < 120
    seen = evaluation(is_ill, np.where(is_ill | (np.arange(400) < 350), 0.6, 0.02), patients)
    curve = decision_curve(seen, 1, [0.1])
    assert curve.counts.fn[0] == 0
    assert curve.bounds(curve.over_everyone)[0][0] < curve.over_everyone.value[0] - 1 / 400
    found = curve.estimate(curve.gain, 0).method
    assert found is not None
    assert ", one case added, t(" in found
    assert is_declared(found)
    assert curve.method is not None
    assert "added" not in curve.method


def test_where_all_kinds_were_seen_no_case_is_added() -> None:
    curve = decision_curve(of_table([50, 40, 10], [20, 60, 120], [0.5, 0.2, 0.05]), 1, [0.1, 0.3])
    assert all("added" not in str(curve.estimate(curve.model, at).method) for at in (0, 1))
    everybody = decision_curve(of_table([50, 40, 10], [20, 60, 120], [0.5, 0.2, 0.05]), 1, [0.02])
    own = (1 - everybody.model.value[0]) ** 2 * 100 + (0.02 / 0.98 + everybody.model.value[0]) ** 2 * 200
    unseen = everybody.model.value[0] ** 2 * 2
    assert everybody.model.error[0] == pytest.approx(math.sqrt(300 / 299 * (own + unseen)) / 300)


def test_patients_with_several_rows_widen_the_interval() -> None:
    seen = simulated(1600, 2, 4)
    assert (decision_curve(seen, 1, RISKS).model.error > 1.1 * decision_curve(seen.naive, 1, RISKS).model.error).all()


def test_rows_that_are_patients_have_the_same_errors_either_way() -> None:
    seen = simulated(900)
    assert seen.units is not None
    alone = evaluation(seen.units.truth == 1, seen.units.scores[1], np.arange(900))  # type: ignore[arg-type]
    for one, other in zip(errors(decision_curve(seen, 1, GRID)), errors(decision_curve(alone, 1, GRID)), strict=True):
        assert_allclose(one, other, rtol=0.07)  # four Monte-Carlo errors of 2,000 draws


@pytest.mark.thorough
def test_weighted_cases_are_drawn_with_their_weights() -> None:
    seen = simulated(800, 3)
    weights = np.where(seen.units.truth == 1, 1.0, 5.0)  # type: ignore[union-attr]
    curve = decision_curve(weighted_evaluation(seen, weights), 1, RISKS)
    for ours, drawn in zip(errors(curve), drawn_errors(seen, 3000, weights), strict=True):
        assert_allclose(ours, drawn, rtol=0.1)
    assert curve.prevalence < 0.6 * decision_curve(seen, 1, RISKS).prevalence
    assert curve.counts.tp.tolist() == decision_curve(seen, 1, RISKS).counts.tp.tolist()


def test_weights_of_1_change_nothing() -> None:
    seen = simulated(800, 3)
    own, weighted = (decision_curve(each, 1, GRID) for each in (seen, weighted_evaluation(seen, np.ones(800))))
    assert_allclose(own.model.value, weighted.model.value)
    assert_allclose(own.model.error, weighted.model.error, rtol=0.07)


def test_at_the_prevalence_of_the_study_another_prevalence_changes_no_value() -> None:
    seen = simulated(1000)
    own = decision_curve(seen, 1, RISKS)
    other = decision_curve(seen, 1, RISKS, own.prevalence)
    assert_allclose(own.model.value, other.model.value)
    assert_allclose(own.everyone, other.everyone)
    assert (other.model.error < own.model.error).all()  # it does not vary from sample to sample
    assert_allclose(other.model.error, other.over_everyone.error)


def test_another_prevalence_has_the_variance_of_two_proportions() -> None:
    curve = decision_curve(cancer(), 1, [0.1], 0.02)
    sensitivity, fpr, weight = 87 / 105, 193 / 645, 1 / 9
    expected = sensitivity * 0.02 - fpr * 0.98 * weight
    both = sensitivity * (1 - sensitivity), fpr * (1 - fpr)
    variance = 0.02**2 * both[0] / 105 + (0.98 * weight) ** 2 * both[1] / 645
    assert curve.model.value[0] == pytest.approx(expected)
    assert curve.model.error[0] == pytest.approx(math.sqrt(variance), rel=5e-3)


def test_below_20_cases_or_15_patients_there_is_no_interval() -> None:
    few = decision_curve(of_table([10, 9], [100, 500], [0.3, 0.1]), 1, RISKS)
    found = few.estimate(few.gain, 1)
    assert found.low is None
    assert found.note is not None
    assert (found.note.code, found.note.fields["needed"]) == (Code.FEW_CASES_OF_GROUP, 20)
    assert few.worthwhile() == ()
    assert decision_curve(of_table([10, 10], [100, 500], [0.3, 0.1]), 1, RISKS).method is not None
    clusters = decision_curve(
        evaluation(np.arange(400) % 4 == 0, np.tile([0.4, 0.1, 0.2, 0.3], 100), np.arange(400) // 30), 1, RISKS
    )
    assert clusters.note is not None
    assert clusters.note.code == Code.FEW_PATIENTS


def test_a_model_that_flags_everybody_gains_nothing_and_claims_no_certainty() -> None:
    curve = decision_curve(of_table([50], [50], [0.9]), 1, [0.1])
    found = curve.estimate(curve.gain, 0)
    assert found.value == 0
    assert found.low is None
    assert found.note is not None
    assert found.note.code == Code.CONSTANT_DIFFERENCE


def test_the_range_where_the_model_is_worth_using_is_that_of_the_lower_bound() -> None:
    curve = decision_curve(cancer(), 1, GRID)
    low, _ = curve.bounds(curve.gain)
    listed = {round(float(risk), 2) for first, last in curve.worthwhile() for risk in GRID if first <= risk <= last}
    assert listed == {round(float(risk), 2) for risk, bound in zip(GRID, low, strict=True) if bound > 0}
    assert listed


def test_a_part_of_a_curve_is_the_curve_of_that_part() -> None:
    seen = simulated(600, 4, 3)
    whole, part = decision_curve(seen, 1, GRID), decision_curve(seen, 1, GRID[9::10])
    found = whole.at_rows(np.arange(9, 99, 10))
    assert found.risks.tolist() == part.risks.tolist()
    assert_allclose(found.gain, part.gain)
    assert_allclose(found.bounds(found.standardised), part.bounds(part.standardised))
    assert found.counts.tp.tolist() == part.counts.tp.tolist()


def test_scores_that_are_no_probabilities_have_no_curve() -> None:
    with pytest.raises(ValueError, match="no probabilities"):
        decision_curve(of_table([50], [50], [1.1]), 1, RISKS)
    with pytest.raises(ValueError, match="no probabilities"):
        decision_curve(cancer(), 0, RISKS)
    with pytest.raises(ValueError, match="both kinds"):
        decision_curve(of_table([50], [0], [0.2]), 1, RISKS)


def test_a_million_rows_take_no_noticeable_time() -> None:
    """0.0008 s measured; the bound is generous for a busy machine."""
    seen = simulated(1_000_000)
    started = time.perf_counter()
    curve = decision_curve(seen, 1, GRID)
    curve.bounds(curve.gain)
    assert time.perf_counter() - started < 0.2
