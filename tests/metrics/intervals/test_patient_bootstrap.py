"""Patient-level intervals, on made-up studies whose rows are as alike as we say."""

import math
import re
from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from metrics import (
    ConfusionMatrix,
    Estimate,
    Evaluation,
    ResamplingUnits,
    ThresholdTable,
    auc,
    average_precision,
    bootstrap,
    clopper_pearson,
    mcc,
)
from metrics.intervals.areas.replicates import RankResamples
from metrics.intervals.patient_order import order_of
from metrics.intervals.resampling_units import weights
from metrics.notes import Code, note

LABELS = ("Normal", "VT", "AF")


def study(patients: int, rows_each: int, seed: int = 0, copies: bool = False) -> Evaluation:
    """Three classes. Rows of a patient share a part of their score; as copies they share all."""
    rng = np.random.default_rng(seed)
    owner = np.repeat(np.arange(patients), rows_each)
    drawn = patients if copies else len(owner)
    truth, noise = rng.integers(0, 3, drawn), rng.random((3, drawn))
    noise[truth, np.arange(drawn)] += 0.4
    if copies:
        truth, noise = truth[owner], noise[:, owner]
    else:
        noise += 0.8 * rng.random((3, patients))[:, owner]
    return evaluated(truth, noise, owner)


def evaluated(truth: np.ndarray, scores: np.ndarray, owner: np.ndarray | None) -> Evaluation:
    predicted, size = scores.argmax(0), len(scores)
    count = len(truth) if owner is None else len(np.unique(owner))
    return Evaluation(
        ConfusionMatrix.from_codes(truth, predicted, LABELS[:size]),
        tuple(ThresholdTable.from_scores(scores[k], truth == k) for k in range(size)),
        clusters=None if owner is None else count,
        normal=0,
        units=ResamplingUnits(truth, predicted, size, count, tuple(scores), owner),
    )


def figures(evaluation: Evaluation) -> Iterable[tuple[str, Estimate]]:
    for block in (evaluation.overall, evaluation.macro, evaluation.weighted, evaluation.micro, *evaluation.classes):
        yield from block.items()


def width(estimate: Estimate) -> float:
    assert estimate.low is not None
    assert estimate.high is not None
    return estimate.high - estimate.low


def test_every_number_keeps_its_value_and_has_an_interval_from_the_patients() -> None:
    found = study(80, 6)
    for (key, clustered), (_, naive) in zip(figures(found), figures(found.naive), strict=True):
        assert clustered.value == pytest.approx(naive.value, nan_ok=True), key
        assert (clustered.successes, clustered.trials) == (naive.successes, naive.trials), key
        named = r"(patient bootstrap|cluster-robust) SE, (logit|log) scale, t\(\d+\)(, via accuracy)?"
        assert re.fullmatch(f"{named}|Newcombe score, patient bootstrap variance, t\\(\\d+\\)", clustered.method), key
        assert clustered.low - 1e-12 <= clustered.value <= clustered.high + 1e-12, key
        assert clustered.low >= -1, key


def test_copying_every_row_narrows_no_interval() -> None:
    once, ten_times = study(120, 1, seed=3, copies=True), study(120, 10, seed=3, copies=True)
    assert not once.naive.is_clustered
    for (key, single), (_, copied) in zip(figures(once.naive), figures(ten_times), strict=True):
        if not key.startswith("lr_"):  # on the log scale without patients
            assert width(copied) == pytest.approx(width(single), rel=0.35), key
    naive, clustered = ten_times.naive.overall["accuracy"], ten_times.overall["accuracy"]
    assert width(clustered) / width(naive) == pytest.approx(10**0.5, rel=0.1)


def test_it_is_the_bootstrap_of_the_patients_matrices() -> None:
    found = study(200, 4)
    units = found.units
    assert units is not None
    cells = np.zeros((200, 3, 3))
    np.add.at(cells, (units.patients, units.truth, units.predicted), 1)
    expected = bootstrap(mcc, cells, seed=5)
    assert (found.overall["mcc"].low, found.overall["mcc"].high) == pytest.approx(
        (expected.low, expected.high), abs=0.01
    )


def test_fewer_than_fifteen_patients_give_the_reason_and_no_interval() -> None:
    found = study(14, 20)
    notes = {estimate.note for _, estimate in figures(found) if estimate.low is None}
    assert note(Code.FEW_PATIENTS, patients=14, needed=15) in notes
    assert all(each.code is Code.FEW_PATIENTS and each.fields["patients"] in range(10, 15) for each in notes)
    assert found.overall["accuracy"].low is None
    assert found.naive.overall["accuracy"].low is not None
    assert found.bands(1) is None


def test_patients_who_tell_nothing_about_a_number_do_not_count_for_it() -> None:
    """Only five patients ever have the class: its sensitivity has no interval, its specificity has."""
    rng = np.random.default_rng(2)
    owner = np.repeat(np.arange(40), 10)
    truth = np.where(owner < 5, rng.integers(0, 2, 400), 0)
    found = evaluated(truth, rng.random((2, 400)), owner).classes[1]
    assert found["sensitivity"].note == note(Code.FEW_PATIENTS, patients=5, needed=15)
    assert found["auc"].note == note(Code.FEW_PATIENTS, patients=5, needed=15)
    assert found["specificity"].method == "patient bootstrap SE, logit scale, t(39)"


def test_of_agreement_those_count_who_have_a_case_outside_the_largest_class_wherever_it_stands() -> None:
    owner = np.repeat(np.arange(40), 10)
    truth = np.where(owner < 6, np.tile([0, 1], 200), 2)
    found = evaluated(truth, np.random.default_rng(3).random((3, 400)), owner).overall["kappa"]
    assert found.note == note(Code.FEW_PATIENTS_OUTSIDE_LARGEST, patients=6, needed=15)


def test_rows_of_which_each_patient_has_one_are_independent() -> None:
    """Every patient has one sick row and many healthy ones: sick rows are never two of one patient."""
    rng = np.random.default_rng(4)
    owner = np.repeat(np.arange(50), 4)
    truth = np.tile([1, 0, 0, 0], 50)
    found = evaluated(truth, rng.random((2, 200)), owner)
    assert found.classes[1]["sensitivity"] == found.naive.classes[1]["sensitivity"]
    assert found.classes[1]["specificity"].method == "patient bootstrap SE, logit scale, t(49)"


def test_none_or_all_are_bounded_by_the_patients_and_not_by_the_rows() -> None:
    owner = np.repeat(np.arange(12), 30)
    truth = np.tile([1, 0], 180)
    found = evaluated(truth, np.array([1.0 - truth, truth]), owner).classes[1]["sensitivity"]
    assert (found.low, found.high) == (clopper_pearson(12, 12).low, 1.0)
    assert (found.successes, found.trials) == (180, 180)


@pytest.mark.thorough
def test_of_very_many_patients_groups_are_drawn_and_tell_the_same() -> None:
    found = study(6000, 3)
    expected = found.naive
    units = replace(expected.units, patients=np.repeat(np.arange(6000), 3), count=6000)
    assert units.groups == 2000
    assert units.group.max() == 1999
    assert np.bincount(units.group).tolist() == [9] * 2000
    rng = np.random.default_rng(0)
    own = np.array([np.bincount(rng.integers(0, 6000, 6000), minlength=6000) for _ in range(1000)])
    right = (units.truth == units.predicted).reshape(6000, 3).sum(1)
    low, high = np.quantile(own @ right / 18000, [0.025, 0.975])
    assert (found.overall["accuracy"].low, found.overall["accuracy"].high) == pytest.approx((low, high), abs=0.0015)


def test_areas_from_ranges_are_centred_on_the_exact_ones() -> None:
    found = study(3000, 2)
    table = found.table(1)
    drawn = RankResamples.of(found.units, 1, table)
    assert drawn.positives.shape[1] <= 130
    assert drawn.aucs.mean() == pytest.approx(found.classes[1]["auc"].value, abs=0.001)
    assert drawn.average_precisions.mean() == pytest.approx(found.classes[1]["average_precision"].value, abs=0.002)
    assert drawn.aucs.std() == pytest.approx(width(found.classes[1]["auc"]) / 3.92, rel=0.05)


def test_a_likelihood_ratio_of_copied_rows_has_the_error_of_the_rows_once() -> None:
    """sqrt(Σ (1 − p) / successes) of Simel, Samsa and Matchar, with t of the patients of the class."""
    copied, once = study(900, 4, copies=True), study(900, 1, copies=True).naive
    for key in ("lr_positive", "lr_negative"):
        found, plain = copied.classes[1][key], once.classes[1][key]
        patients = int(once.matrix.support[1])
        error = math.log(plain.high / plain.low) / 2 / 1.959963984540054
        reach = stats.t.ppf(0.975, patients - 1) * error * math.sqrt(patients / (patients - 1))
        assert math.log(found.high / found.value) == pytest.approx(reach, rel=0.05)  # three errors of 2,000 draws
        assert found.high / found.value == pytest.approx(found.value / found.low)
        assert found.method == f"patient bootstrap SE, log scale, t({patients - 1})"


def test_a_likelihood_ratio_has_the_spread_of_the_logarithms_of_drawn_patients() -> None:
    found = study(60, 5)
    units = found.units
    place = np.argsort(order_of(units.unit, 60, units.truth * units.size + units.predicted))
    draws = weights(60).astype(int)[:, place[units.unit]]
    ill, called = units.truth == 1, units.predicted == 1
    hits, trials, others, of_others = (draws @ each for each in (ill & called, ill, ~ill & called, ~ill))
    logs = np.log(hits / trials / (others / of_others))
    ratio, patients = found.classes[1]["lr_positive"], len(np.unique(units.patients[ill]))
    reach = stats.t.ppf(0.975, patients - 1) * logs.std() * math.sqrt(patients / (patients - 1))
    assert math.log(ratio.high / ratio.value) == pytest.approx(reach)


def test_a_likelihood_ratio_does_not_depend_on_single_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """With few false positives some draws have one or none: the spread of the ratio itself moved by a sixth."""
    widths = []
    for seed in range(4):
        monkeypatch.setattr("metrics.intervals.resampling_units.SEED", seed)
        weights.cache_clear()
        found = study(40, 5).classes[1]["lr_positive"]
        widths.append(math.log(found.high / found.low))
    weights.cache_clear()
    assert max(widths) / min(widths) < 1.1


def test_a_likelihood_ratio_whose_draws_often_lack_a_cell_has_no_interval() -> None:
    """One patient holds all false positives: every third draw is without, and its ratio without a number."""
    truth, owner = np.repeat([0, 1], 60), np.arange(120) // 2
    positive = (truth == 1) & (np.arange(120) % 3 > 0)
    positive[:2] = True
    found = evaluated(truth, np.stack([~positive, positive]).astype(float), owner).classes[1]["lr_positive"]
    assert found.value == pytest.approx(40 / 60 / (2 / 60))
    assert (found.low, found.note and found.note.code) == (None, Code.UNDEFINED_REPLICATES)


def test_a_likelihood_ratio_of_0_has_no_interval_but_the_reason() -> None:
    truth, owner = np.repeat([0, 1], 60), np.arange(120) % 30
    scores = np.where(np.arange(2)[:, None] == truth, 1.0, 0.0)
    found = evaluated(truth, scores, owner).classes[1]
    assert (found["lr_negative"].value, found["lr_negative"].low) == (0, None)
    assert found["lr_negative"].note == note(Code.ZERO_RATIO)
    wrong = evaluated(truth, 1 - scores, owner).classes[1]["lr_positive"]
    assert (wrong.value, wrong.note) == (0, note(Code.ZERO_RATIO))


def test_where_all_patients_are_predicted_alike_a_ratio_has_no_interval() -> None:
    truth, owner = np.tile([0, 0, 1, 1], 30), np.repeat(np.arange(30), 4)
    predicted = np.tile([0, 1, 0, 1], 30)
    found = evaluated(truth, np.stack([1 - predicted, predicted]), owner).classes[1]["lr_positive"]
    assert (found.value, found.low, found.note) == (1, None, note(Code.ALL_PREDICTED_ALIKE))


def test_drawn_areas_of_independent_cases_agree_with_delong() -> None:
    found = study(1500, 1).naive
    expected = found.classes[2]["auc"]
    assert expected.method.startswith("Newcombe score, DeLong variance, t(")
    drawn = RankResamples.of(found.units, 2, found.table(2)).aucs
    assert np.quantile(drawn, [0.025, 0.975]) == pytest.approx([expected.low, expected.high], abs=0.003)


def test_a_replicate_is_a_table_of_its_own() -> None:
    """The first replicate's area is that of the rows taken as often as it drew them."""
    found = study(60, 2)
    units, table = found.units, found.table(0)
    drawn = RankResamples.of(units, 0, table)
    assert len(drawn.ends) == len(table.scores)  # few scores: the ranges are the scores
    often = weights(60)[0].astype(int)[units.group]
    again = ThresholdTable.from_scores(np.repeat(units.scores[0], often), np.repeat(units.truth == 0, often))
    assert drawn.aucs[0] == pytest.approx(auc(again))
    assert drawn.average_precisions[0] == pytest.approx(average_precision(again))


def test_a_threshold_counts_what_the_table_counts() -> None:
    found = study(90, 5)
    rule = found.at(1, 0.9)
    counts = found.table(1).at(0.9)
    assert (rule["sensitivity"].successes, rule["sensitivity"].trials) == (counts.tp, counts.tp + counts.fn)
    assert (rule["ppv"].successes, rule["ppv"].trials) == (counts.tp, counts.tp + counts.fp)
    assert rule["specificity"].method == "patient bootstrap SE, logit scale, t(89)"
    assert width(rule["specificity"]) > width(found.naive.at(1, 0.9)["specificity"])
    assert found.naive.at(1, 0.9)["specificity"].method == "Wilson"
    assert found.at(1, np.inf)["ppv"].note


@pytest.mark.parametrize("naive", [True, False])
def test_a_higher_level_is_wider_and_leaves_the_values(naive: bool) -> None:
    usual = study(100, 3)
    usual = usual.naive if naive else usual
    wider = usual.at_level(0.99)
    for (key, inner), (_, outer) in zip(figures(usual), figures(wider), strict=True):
        assert outer.value == inner.value
        assert outer.low < inner.low < inner.high < outer.high, key
    with pytest.raises(ValueError, match="level"):
        usual.at_level(1.0)


def test_bands_hold_the_curve_and_widen_with_the_level() -> None:
    found = study(150, 3)
    band, wider = found.bands(1), found.at_level(0.99).bands(1)
    counts = found.table(1).counts
    exact = np.interp(band.fpr, counts.fp / counts.fp[-1], counts.tp / counts.tp[-1])
    inner = slice(2, -2)
    assert (band.tpr_low[inner] <= exact[inner]).all()
    assert (exact[inner] <= band.tpr_high[inner]).all()
    assert (wider.tpr_low <= band.tpr_low).all()
    assert (wider.precision_high >= band.precision_high).all()
    naive = found.naive.bands(1)
    assert (naive.tpr_high - naive.tpr_low).mean() < (band.tpr_high - band.tpr_low).mean()


@pytest.mark.parametrize("power", [1, 30])
def test_ranges_of_the_score_hold_what_a_search_would_find(power: int) -> None:
    """Many scores are placed by equal cells; those that crowd near 0 share theirs with borders."""
    rng = np.random.default_rng(power)
    scores = np.round(rng.random(50_000) ** power, 9)
    truth = rng.integers(0, 2, len(scores))
    units = ResamplingUnits(truth, truth, 2, len(scores), (None, scores))
    lowest = np.append(np.sort(rng.choice(np.unique(scores), 40, replace=False))[::-1], scores.min())
    positives, negatives = units.ranked(1, lowest)
    down_to = [(scores >= border).sum() for border in lowest]
    assert (positives + negatives).sum(0).cumsum().tolist() == down_to
    assert positives.sum(0).cumsum().tolist() == [(scores[truth == 1] >= border).sum() for border in lowest]


def test_what_is_drawn_is_made_once_for_all_classes() -> None:
    weights.cache_clear()
    found = study(150, 3)
    assert found.classes[0]["average_precision"].low is not None
    assert weights.cache_info().misses == 1


def test_a_handful_of_cases_has_no_band() -> None:
    truth = np.array([0, 1] * 7)
    scores = np.array([1 - truth / 2, truth / 2]) + np.random.default_rng(0).random((2, 14))
    assert evaluated(truth, scores, None).bands(1) is None
    twice = evaluated(np.tile(truth, 2), np.tile(scores, 2), None)
    assert twice.bands(1) is not None


def test_the_normal_predictions_have_an_interval_from_the_patients() -> None:
    found = study(80, 6)
    assert found.predicted_normal.successes == found.matrix.predicted[0]
    assert found.predicted_normal.method == "patient bootstrap SE, logit scale, t(79)"
    assert found.naive.predicted_normal.method == "Wilson"
    assert replace(found, normal=None).predicted_normal is None


def test_the_complement_of_a_proportion_has_the_same_width() -> None:
    ppv = study(80, 6).classes[1]["ppv"]
    wrong = ppv.complement()
    assert (wrong.successes, wrong.trials) == (ppv.trials - ppv.successes, ppv.trials)
    assert (wrong.low, wrong.high) == (1 - ppv.high, 1 - ppv.low)
    assert wrong.complement().value == pytest.approx(ppv.value)


def test_two_rows_of_a_patient_are_not_independent() -> None:
    """Both rows of a patient say the same: the interval is that of half as many cases, not that of all rows."""
    owner = np.arange(120) // 2
    truth, right = owner % 2, owner % 10 > 1
    scores = np.where(right, truth, 1 - truth)
    found = evaluated(truth, np.array([1 - scores, scores], float), owner)
    shown, naive = found.classes[1]["sensitivity"], found.naive.classes[1]["sensitivity"]
    assert shown.method == "patient bootstrap SE, logit scale, t(29)"
    assert naive.method == "Wilson"
    assert width(shown) > 1.3 * width(naive)
