"""Requirements are judged on the whole CI, in three states, with laws that hold for any bound and interval."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from metrics import METRICS, ConfusionMatrix, Estimate, Evaluation, ThresholdTable, clopper_pearson, wilson
from metrics.intervals.resampling_units import ResamplingUnits
from metrics.notes import Code, Note, note
from metrics.requirements import OF_A_CLASS, OF_ALL, Requirement, State, assessed, cases_needed, is_proportion, judged

LABELS = ("Normal", "Ectopic", "VT")
MATRIX = ConfusionMatrix(LABELS, np.array([[908, 62, 30], [17, 73, 10], [5, 5, 40]]))
bounds = st.sampled_from([-1.0, -0.5, 0.0, 0.25, 0.5, 1.0]) | st.floats(-1, 1)
intervals = st.tuples(bounds, bounds).map(sorted)
wide = st.tuples(bounds, bounds, bounds, bounds).map(sorted)


def mcc(bound: float, at_most: bool = False) -> Requirement:
    """MCC goes from −1 to 1, so that it can be mirrored."""
    return Requirement(None, "mcc", bound, at_most)


def state(requirement: Requirement, low: float, high: float) -> State:
    return judged(requirement, Estimate((low + high) / 2, low, high, "Wilson")).state


@given(bounds, intervals)
def test_the_other_direction_is_the_mirror_image(bound: float, interval: list[float]) -> None:
    low, high = interval
    assert state(mcc(bound), low, high) == state(mcc(-bound, at_most=True), -high, -low)


@given(bounds, intervals, st.booleans())
def test_met_is_every_value_of_the_interval_and_not_met_is_none(
    bound: float, interval: list[float], at_most: bool
) -> None:
    low, high = interval
    keeps = [value <= bound if at_most else value >= bound for value in (low, high)]
    expected = "met" if all(keeps) else "inconclusive" if any(keeps) else "not met"
    assert state(mcc(bound, at_most), low, high) == expected


@given(bounds, wide, st.booleans())
def test_a_wider_interval_never_decides_nor_turns_a_verdict(bound: float, ends: list[float], at_most: bool) -> None:
    lowest, low, high, highest = ends
    narrow, wider = state(mcc(bound, at_most), low, high), state(mcc(bound, at_most), lowest, highest)
    assert wider in (narrow, "inconclusive")


@given(bounds, bounds, intervals)
def test_what_meets_a_strict_requirement_meets_a_looser_one(one: float, other: float, interval: list[float]) -> None:
    loose, strict = sorted((one, other))
    if state(mcc(strict), *interval) == "met":
        assert state(mcc(loose), *interval) == "met"
    if state(mcc(loose), *interval) == "not met":
        assert state(mcc(strict), *interval) == "not met"


@pytest.mark.parametrize(
    ("low", "high", "at_least", "at_most"),
    [
        (0.5, 0.9, "met", "inconclusive"),
        (0.1, 0.5, "inconclusive", "met"),
        (0.5, 0.5, "met", "met"),
        (math.nextafter(0.5, 0), 0.9, "inconclusive", "inconclusive"),
        (0.1, math.nextafter(0.5, 0), "not met", "met"),
    ],
)
def test_the_bound_itself_suffices(low: float, high: float, at_least: State, at_most: State) -> None:
    assert (state(mcc(0.5), low, high), state(mcc(0.5, True), low, high)) == (at_least, at_most)


@pytest.mark.parametrize(
    ("estimate", "code"),
    [
        (Estimate(math.nan, note=Note(Code.NO_TRUE_CASES)), Code.NO_TRUE_CASES),
        (Estimate(math.nan), Code.ONE_SIDED),
        (Estimate(1.0, note=Note(Code.SEPARATED)), Code.SEPARATED),
        (Estimate(0.7, scope=note(Code.MEAN_OF_CLASSES, used=3, total=4)), Code.NO_INTERVAL),
        (Estimate(0.7, note=note(Code.FEW_PATIENTS, patients=12, needed=15)), Code.FEW_PATIENTS),
    ],
)
def test_without_an_interval_nothing_can_be_told_and_the_reason_is_said(estimate: Estimate, code: Code) -> None:
    verdict = judged(mcc(0.5), estimate)
    assert verdict.state == "inconclusive"
    assert verdict.why is not None
    assert verdict.why.code is code


# ------------------------------------------------------------------ on an evaluation


@pytest.mark.parametrize(
    ("requirement", "expected"),
    [
        (Requirement("VT", "sensitivity", 0.95), "not met"),
        (Requirement("VT", "sensitivity", 0.60), "met"),
        (Requirement("VT", "sensitivity", 0.75), "inconclusive"),
        (Requirement("VT", "fnr", 0.05, at_most=True), "not met"),
        (Requirement("VT", "risk_score", 0.02, at_most=True), "met"),
        (Requirement("VT", "missed_as_normal", 0.3, at_most=True), "met"),
        (Requirement(None, "risk_score", 0.05, at_most=True), "met"),
        (Requirement(None, "accuracy", 0.85), "met"),
        (Requirement(None, "kappa", 0.9), "not met"),
        (Requirement(None, "macro_f1", 0.99), "not met"),
        (Requirement("VT", "auc", 0.9), "inconclusive"),
        (Requirement("AF", "sensitivity", 0.9), "inconclusive"),
    ],
)
def test_a_requirement_is_judged_on_the_number_it_names(requirement: Requirement, expected: State) -> None:
    assert assessed(requirement, Evaluation(MATRIX, normal=0)).verdict.state == expected


@pytest.mark.parametrize(
    ("key", "of", "needs_threshold"), [("macro_auc", None, False), ("auc", "VT", False), ("macro_f1", None, True)]
)
def test_what_takes_no_threshold_is_judged_before_one_is_chosen(
    key: str, of: str | None, needs_threshold: bool
) -> None:
    truth = np.repeat([0, 1, 2], 40)
    drawn = np.random.default_rng(0).random(120)
    tables = tuple(ThresholdTable.from_scores(drawn + (truth == label), truth == label) for label in range(3))
    found = assessed(Requirement(of, key, 0.5), Evaluation(MATRIX, tables), is_decided=False).estimate
    assert found.is_defined is not needs_threshold


@pytest.mark.parametrize(
    ("requirement", "normal", "code"),
    [
        (Requirement("AF", "sensitivity", 0.9), 0, Code.NO_SUCH_CLASS),
        (Requirement("VT", "auc", 0.9), 0, Code.NO_SCORES),
        (Requirement(None, "macro_auc", 0.9), 0, Code.NO_SCORES),
        (Requirement("VT", "missed_as_normal", 0.1, True), None, Code.NO_NORMAL_CLASS),
        (Requirement(None, "missed_as_normal", 0.1, True), None, Code.NO_NORMAL_CLASS),
        (Requirement("Normal", "missed_as_normal", 0.1, True), 0, Code.NORMAL_CLASS_ITSELF),
    ],
)
def test_what_a_study_lacks_is_said(requirement: Requirement, normal: int | None, code: Code) -> None:
    found = assessed(requirement, Evaluation(MATRIX, normal=normal))
    assert (found.verdict.state, found.needed) == ("inconclusive", ())
    assert found.verdict.why == Note(code)


def test_a_class_that_is_no_disease_cannot_be_missed_as_normal() -> None:
    whole = Evaluation(MATRIX, normal=0, not_diseases=frozenset({2}))
    found = assessed(Requirement(MATRIX.labels[2], "missed_as_normal", 0.1, at_most=True), whole)
    assert found.verdict.why == Note(Code.NOT_A_DISEASE)


def test_every_metric_with_a_direction_can_be_required_and_is_found() -> None:
    scores = [ThresholdTable.from_scores([0.9, 0.8, 0.7, 0.2], [True, False, True, False])] * 3
    evaluation = Evaluation(MATRIX, tuple(scores), normal=0)
    assert set(METRICS) - set(OF_A_CLASS) == {"prevalence"}
    for label, keys in (("VT", OF_A_CLASS), (None, OF_ALL)):
        for key in keys:
            found = assessed(Requirement(label, key, 0.5), evaluation)
            assert found.estimate.is_defined, key
            assert (found.estimate.trials is not None) == is_proportion(label, key), key


def test_few_cases_are_noticed_also_behind_an_area() -> None:
    evaluation = Evaluation(ConfusionMatrix(("a", "b"), np.array([[30, 2], [1, 6]])))
    assert assessed(Requirement("b", "sensitivity", 0.3), evaluation).few
    assert [assessed(Requirement(label, "auc", 0.3), evaluation).cases for label in "ab"] == [7, 7]  # the rarer kind
    assert not assessed(Requirement("a", "sensitivity", 0.3), evaluation).few


def test_where_patients_have_several_rows_their_interval_decides() -> None:
    """Five rows of each of 40 patients: the rows alone would claim to know, their patients do not."""
    patients = np.repeat(np.arange(40), 5)
    truth = np.ones(200, np.int64)
    predicted = (patients % 10 != 0).astype(np.int64)  # all rows of every tenth patient are missed
    units = ResamplingUnits(truth, predicted, 2, 40, patients=patients)
    evaluation = Evaluation(ConfusionMatrix(("a", "b"), np.array([[0, 0], [20, 180]])), clusters=40, units=units)
    requirement = Requirement("b", "sensitivity", 0.84)
    assert assessed(requirement, evaluation.naive).verdict.state == "met"
    found = assessed(requirement, evaluation)
    assert found.verdict.state == "inconclusive"
    assert found.estimate.method == "patient bootstrap SE, logit scale, t(39)"
    assert found.needed == (), "it would count rows, and it is patients that are wanted"


@pytest.mark.parametrize(
    ("label", "key", "bound"),
    [("VT", "prevalence", 0.1), (None, "sensitivity", 0.1), ("VT", "mcc", 0.1), ("VT", "sensitivity", 1.01)]
    + [(None, "mcc", -1.01), ("VT", "sensitivity", math.nan), ("VT", "lr_positive", math.inf)],
)
def test_what_cannot_be_required_is_refused(label: str | None, key: str, bound: float) -> None:
    with pytest.raises(ValueError, match=key):
        Requirement(label, key, bound)


# ------------------------------------------------------------------ how many cases would settle it

proportions = st.integers(1, 60).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


def test_a_verdict_needs_no_more_cases() -> None:
    met = wilson(32, 33, 0.9)  # 80 % power would take 40 cases, yet these have told
    assert cases_needed(Requirement("VT", "sensitivity", 0.875), met, 0.9) is None


@given(proportions, st.floats(0.01, 0.99), st.booleans(), st.sampled_from([0.9, 0.95, 0.99]))
def test_the_same_rate_of_as_many_cases_gives_a_verdict(
    counts: tuple[int, int], bound: float, at_most: bool, level: float
) -> None:
    successes, trials = counts
    requirement = Requirement("VT", "sensitivity", bound, at_most)
    needed = cases_needed(requirement, wilson(successes, trials, level), level)
    if needed is None:
        return
    times = -(-needed // trials)
    assert judged(requirement, wilson(successes * times, trials * times, level)).state != "inconclusive"


@pytest.mark.parametrize(("successes", "trials", "bound"), [(40, 50, 0.75), (45, 50, 0.95), (8, 20, 0.5)])
@pytest.mark.parametrize("power", [0.8, 0.9])
def test_of_as_many_new_cases_that_part_of_the_studies_gives_a_verdict(
    successes: int, trials: int, bound: float, power: float
) -> None:
    requirement, rate = Requirement("VT", "sensitivity", bound), successes / trials
    needed = cases_needed(requirement, wilson(successes, trials), power=power)
    assert needed is not None
    states = [judged(requirement, wilson(found, needed)).state for found in range(needed + 1)]
    told = [found for found, state in enumerate(states) if state == ("met" if rate > bound else "not met")]
    assert binom.pmf(told, needed, rate).sum() == pytest.approx(power, abs=0.04)


@pytest.mark.parametrize(("successes", "bound", "at_most"), [(20, 0.95, False), (0, 0.05, True)])
def test_with_none_missed_the_exact_bound_says_how_many_it_takes(successes: int, bound: float, at_most: bool) -> None:
    requirement = Requirement("VT", "sensitivity", bound, at_most)
    needed = cases_needed(requirement, clopper_pearson(successes, 20))
    assert needed == 72, "the rule of three for a one-sided 97.5 %: ln 0.025 / ln 0.95"
    assert judged(requirement, clopper_pearson(72 if successes else 0, 72)).state == "met"
    assert judged(requirement, clopper_pearson(71 if successes else 0, 71)).state == "inconclusive"


@pytest.mark.parametrize(
    ("estimate", "bound"),
    [
        (Estimate(0.8, 0.7, 0.9, "patient bootstrap", None, 40, 50), 0.75),
        (wilson(40, 50), 0.8),
        (wilson(50, 50), 1.0),
        (clopper_pearson(0, 20), 1e-7),
        (wilson(40, 50), 0.80001),
        (wilson(40, 50), 0.95),
        (Estimate(0.9, 0.8, 0.95, "DeLong"), 0.9),
        (Estimate(math.nan), 0.9),
    ],
)
def test_where_a_number_of_cases_would_mislead_none_is_given(estimate: Estimate, bound: float) -> None:
    assert cases_needed(Requirement("VT", "sensitivity", bound), estimate) is None
