"""Conventional intervals are those that other programs print: plain DeLong, percentile bootstrap, plain Fleiss."""

import numpy as np
import pytest
from sklearn import metrics as reference

from metrics import ConfusionMatrix, Evaluation, ThresholdTable, kappa_interval
from metrics.intervals.areas.areas import Areas
from metrics.intervals.areas.bands import bands
from metrics.intervals.resampling_units import ResamplingUnits
from metrics.paired.paired_auc import paired_auc_of_patients
from metrics.paired.paired_proportions import paired_proportion
from metrics.paired.predictive_ratios import predictive_ratio
from metrics.prevalence.at_prevalence import predictive_values_at_prevalence
from tests.support.declared import is_declared

CLASSES, ROWS = 3, 300
CLOSE = 0.02  # 300 resamples here, 2,000 there
NUMBERS = ("macro.f1", "2.f1", "overall.balanced_accuracy", "2.average_precision")


def rows(patients: bool = False) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray | None]:
    rng = np.random.default_rng(5)
    truth = rng.choice(CLASSES, ROWS, p=[0.6, 0.25, 0.15])
    scores = np.eye(CLASSES)[truth] * 1.4 + rng.normal(size=(ROWS, CLASSES))
    return truth, scores.argmax(1), scores, np.arange(ROWS) // 5 if patients else None


def evaluation(patients: bool = False) -> Evaluation:
    truth, predicted, scores, ids = rows(patients)
    columns = tuple(np.ascontiguousarray(column) for column in scores.T)
    units = ResamplingUnits(truth, predicted, CLASSES, ROWS if ids is None else ROWS // 5, columns, ids)
    tables = tuple(ThresholdTable.from_scores(column, truth == i) for i, column in enumerate(columns))
    found = Evaluation(ConfusionMatrix.from_codes(truth, predicted, tuple("abc")), tables, units=units)
    return found.in_style("conventional")


def test_an_area_has_delongs_interval_as_stata_prints_it() -> None:
    """Hanley and McNeil 1982, 109 CT images: Stata 18 Base Reference Manual, roctab, 0.83295 to 0.95339."""
    normal, abnormal = [33, 6, 6, 11, 2], [3, 2, 2, 11, 33]
    scores = np.repeat([1, 2, 3, 4, 5] * 2, normal + abnormal)
    found = Areas((None, ThresholdTable.from_scores(scores, np.arange(109) >= 58)), None, "conventional").auc(1)
    assert (found.value, found.low, found.high) == pytest.approx((0.8932, 0.83295, 0.95339), abs=5e-5)
    assert found.method == "DeLong"


def test_kappa_has_the_plain_interval_of_fleiss() -> None:
    found = evaluation()
    assert found.overall["kappa"] == kappa_interval(found.matrix.cells)


def resampled(patients: bool) -> dict[str, tuple[float, float]]:
    """Rows, or patients with all their rows, drawn with replacement; the outer percentiles of each number."""
    truth, predicted, scores, ids = rows(patients)
    rng, own = np.random.default_rng(99), np.arange(ROWS) if ids is None else ids
    of_unit = [np.flatnonzero(own == unit) for unit in range(own.max() + 1)]
    values = []
    for _ in range(300):
        drawn = np.concatenate([of_unit[unit] for unit in rng.integers(0, len(of_unit), len(of_unit))])
        values.append(_by_scikit_learn(truth[drawn], predicted[drawn], scores[drawn]))
    low, high = np.quantile(values, [0.025, 0.975], axis=0)
    return dict(zip(NUMBERS, zip(low, high, strict=True), strict=True))


def _by_scikit_learn(truth: np.ndarray, predicted: np.ndarray, scores: np.ndarray) -> tuple[float, ...]:
    """F1 and recall of each class at once; their means are macro F1 and balanced accuracy."""
    _, recall, f1, _ = reference.precision_recall_fscore_support(truth, predicted)
    return f1.mean(), f1[2], recall.mean(), reference.average_precision_score(truth == 2, scores[:, 2])


def test_the_means_are_the_numbers_of_those_names() -> None:
    truth, predicted, scores, _ = rows()
    macro_f1, _, balanced, _ = _by_scikit_learn(truth, predicted, scores)
    assert macro_f1 == pytest.approx(reference.f1_score(truth, predicted, average="macro"))
    assert balanced == pytest.approx(reference.balanced_accuracy_score(truth, predicted))


@pytest.mark.parametrize("patients", [False, True])
@pytest.mark.thorough
def test_other_numbers_have_the_percentiles_of_scikit_learn_on_resamples(patients: bool) -> None:
    found = evaluation(patients)
    for path, expected in resampled(patients).items():
        block, name = path.split(".")
        given = (found.classes[int(block)] if block.isdigit() else getattr(found, block))[name]
        assert given.method == ("patient bootstrap" if patients else "bootstrap"), path
        assert (given.low, given.high) == pytest.approx(expected, abs=CLOSE), path


@pytest.mark.parametrize("patients", [False, True])
def test_the_style_changes_intervals_and_nothing_else(patients: bool) -> None:
    conventional = evaluation(patients)
    default = conventional.in_style("default")
    assert default.intervals == "default"
    for block in ("overall", "macro", "micro", "weighted"):
        for name, given in getattr(conventional, block).items():
            other = getattr(default, block)[name]
            assert (given.value, given.scope, given.trials) == (other.value, other.scope, other.trials)
            assert " scale" not in (given.method or "")
            assert given.low is None or is_declared(given.method or "")
    if not patients:
        assert conventional.classes[0]["sensitivity"] == default.classes[0]["sensitivity"]  # Wilson stays
    assert conventional.at_level(0.9).intervals == conventional.naive.intervals == "conventional"
    with pytest.raises(ValueError, match="style"):
        conventional.in_style("plain")  # type: ignore[arg-type]


def test_what_rests_on_patients_has_plain_percentiles() -> None:
    found = evaluation(patients=True)
    truth, predicted, scores, ids = rows(patients=True)
    is_class, guess = truth == 1, np.random.default_rng(0).integers(0, 3, ROWS)
    ratio = predictive_ratio(is_class, predicted == 1, guess == 1, ids, style="conventional")
    given = [
        paired_proportion(predicted == truth, guess == truth, ids, style="conventional").difference,
        ratio.ratio,
        ratio.difference,
        *predictive_values_at_prevalence(found, 1, 0.1),
        found.at(1, 0.5)["sensitivity"],
        found.part_of_cell(1, 0)[0],
        paired_auc_of_patients(is_class, scores[:, 1], scores[:, 0], ids, style="conventional").first,
    ]
    assert {each.method for each in given} == {"patient bootstrap"}
    usual, plain = bands(found.in_style("default")._areas, 1), bands(found._areas, 1)
    assert plain is not None
    assert usual is not None
    assert (plain.tpr_low >= usual.tpr_low).all()
    assert (plain.tpr_low > usual.tpr_low).any()
