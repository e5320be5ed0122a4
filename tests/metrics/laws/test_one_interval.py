"""One number has one interval, whatever name it goes by and wherever it stands."""

from collections.abc import Iterator

import numpy as np
import pytest

from metrics import ConfusionMatrix, Estimate, Evaluation, ThresholdTable
from metrics.interval_methods import STYLES, Style
from metrics.intervals.resampling_units import ResamplingUnits
from metrics.paired.paired_auc import paired_auc_of_patients
from metrics.weighted_evaluation import weighted_evaluation

demo = pytest.importorskip("predictions.demo", reason="metrics is proved without the other rooms, too")

SAME = (
    ("overall.accuracy", "micro.sensitivity", "micro.ppv", "micro.f1", "weighted.sensitivity"),
    ("overall.balanced_accuracy", "macro.sensitivity"),
    ("overall.mean_class_accuracy", "macro.accuracy", "micro.accuracy"),
    ("overall.macro_f1", "macro.f1"),
)
SAME_OF_TWO = (
    ("overall.accuracy", "overall.mean_class_accuracy", "micro.specificity", "micro.npv", "weighted.accuracy",
     "0.accuracy", "1.accuracy"),
    ("overall.balanced_accuracy", "macro.specificity"),
    ("macro.ppv", "macro.npv"),
    ("0.sensitivity", "1.specificity"), ("1.sensitivity", "0.specificity"),
    ("0.ppv", "1.npv"), ("1.ppv", "0.npv"), ("0.fnr", "1.fpr"), ("1.fnr", "0.fpr"),
    ("overall.risk_score", "1.risk_score"), ("overall.missed_as_normal", "1.missed_as_normal", "1.fnr"),
)  # fmt: skip
SAME_OF_ONE_SCORE = (("0.auc", "1.auc", "macro.auc", "weighted.auc", "overall.macro_auc"),)


def of(evaluation: Evaluation, path: str) -> Estimate:
    block, name = path.split(".")
    return evaluation.classes[int(block)][name] if block.isdigit() else getattr(evaluation, block)[name]


def told(evaluation: Evaluation, path: str) -> tuple[object, ...]:
    found = of(evaluation, path)
    ends = (found.value, *((found.low, found.high) if found.low is not None else (-1, -1)))
    return tuple(np.round(ends, 12).tolist()), found.method, found.note


def differing(evaluation: Evaluation, groups: tuple[tuple[str, ...], ...]) -> Iterator[tuple[str, object]]:
    for first, *others in groups:
        for other in others:
            if told(evaluation, first) != told(evaluation, other):
                yield first, (other, told(evaluation, first), told(evaluation, other))


@pytest.mark.parametrize("key", [example.key for example in demo.EXAMPLES])
def test_every_example_has_one_interval_for_one_number(key: str) -> None:
    evaluation = demo.open_example(key).evaluate()
    for each in {evaluation, evaluation.naive}:
        groups = SAME + SAME_OF_TWO[:-1] * (len(each.labels) == 2 and each.normal == 0)
        assert list(differing(each, groups)) == []


def two_classes(patients: bool, zeros: bool = False, cases: int = 240, digits: int = 1) -> Evaluation:
    """One score, of which the other class has the negative; of many digits it is drawn in ranges."""
    rng = np.random.default_rng(4)
    truth = (rng.random(cases) < 0.3).astype(int)
    score = truth + rng.normal(0, 0.8, cases).round(digits)
    predicted, of_patients = (score > 0.6).astype(int), np.arange(cases) // 4
    tables = tuple(ThresholdTable.from_scores(sign * score, truth == code) for code, sign in ((0, -1), (1, 1)))
    units = ResamplingUnits(
        truth, predicted, 2, cases // 4 if patients else cases, (0.0 - score, score), of_patients if patients else None
    )
    matrix = ConfusionMatrix.from_codes(truth, predicted, ("Normal", "Ill"))
    return Evaluation(matrix, tables, normal=0, units=units, undefined_as_zero=zeros)


@pytest.mark.parametrize("zeros", [False, True])
@pytest.mark.parametrize("patients", [False, True])
def test_two_classes_have_one_interval_for_one_number(patients: bool, zeros: bool) -> None:
    evaluation = two_classes(patients, zeros)
    assert list(differing(evaluation, SAME + SAME_OF_TWO + SAME_OF_ONE_SCORE)) == []
    assert of(evaluation, "macro.auc").low is not None


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("patients", [False, True])
def test_two_classes_of_one_score_in_ranges_have_one_area(patients: bool, weighted: bool, style: Style) -> None:
    evaluation = two_classes(patients, digits=12)
    if weighted:
        evaluation = weighted_evaluation(evaluation, np.random.default_rng(1).choice([1, 3.5], evaluation.n))
    assert list(differing(evaluation.in_style(style), SAME_OF_ONE_SCORE)) == []


def test_a_mean_over_one_class_is_the_number_of_that_class() -> None:
    cells = np.array([[40, 6, 4], [0, 0, 0], [0, 0, 0]])
    evaluation = Evaluation(ConfusionMatrix(("a", "b", "c"), cells))
    own, mean = evaluation.classes[0]["sensitivity"], evaluation.macro["sensitivity"]
    assert (own.low, own.high, own.method) == (mean.low, mean.high, mean.method) == (*bounds(own), "Wilson")
    assert mean.trials is None


def bounds(found: Estimate) -> tuple[float | None, float | None]:
    return found.low, found.high


@pytest.mark.parametrize("patients", [False, True])
def test_an_area_of_a_comparison_is_that_of_the_other_pages(patients: bool) -> None:
    evaluation = two_classes(patients)
    units = evaluation.units
    assert units is not None
    score = units.scores[1]
    rival = score + np.random.default_rng(1).normal(0, 1, len(score))
    found = paired_auc_of_patients(units.truth == 1, score, rival, units.patients)
    assert found.first == evaluation.classes[1]["auc"]
    estimator = "patient bootstrap" if patients else "DeLong"
    assert found.first.method.startswith(f"Newcombe score, {estimator} variance, t(")
