import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from metrics import ConfusionMatrix, Evaluation, ResamplingUnits, ThresholdTable, macro, micro, weighted, wilson
from metrics.catalog import AVERAGED, METRICS
from metrics.interval_methods import STYLES, Style
from metrics.intervals.analytic import kappa_logit_interval, proportion_interval
from metrics.notes import Code, Note, note
from metrics.thresholds import ThresholdTable as Table

LABELS = ("Normal", "Ectopic", "VT", "Artifact")
RHYTHM = [[900, 60, 35, 5], [20, 76, 4, 0], [5, 5, 40, 0], [0, 0, 0, 0]]  # the last class never occurs
cells = arrays(np.int64, st.integers(1, 5).map(lambda k: (k, k)), elements=st.integers(0, 40))


def evaluation(counts: object, normal: int | None = None, **more: object) -> Evaluation:
    array = np.asarray(counts)
    return Evaluation(ConfusionMatrix(tuple("abcde")[: len(array)], array), normal=normal, **more)


@pytest.mark.thorough
@given(cells)
def test_every_average_is_that_of_the_class_values(counts: np.ndarray) -> None:
    found = evaluation(counts)
    one_vs_rest = found.matrix.one_vs_rest()
    for key in AVERAGED:
        values = METRICS[key](one_vs_rest)
        for estimates, expected in (
            (found.macro, macro(values)),
            (found.weighted, weighted(values, found.matrix.support)),
            (found.micro, micro(key, one_vs_rest)),
        ):
            assert estimates[key].value == pytest.approx(expected, nan_ok=True, rel=1e-12)


@pytest.mark.thorough
@given(cells, st.sampled_from([None, 0]))
def test_every_number_lies_within_its_interval_or_says_why_there_is_none(
    counts: np.ndarray, normal: int | None
) -> None:
    found = evaluation(counts, normal)
    for figures in (found.overall, found.macro, found.micro, found.weighted, *found.classes):
        for key, estimate in figures.items():
            if estimate.low is None or estimate.high is None:
                assert estimate.note or key in ("auc", "average_precision"), key
            else:
                assert estimate.low - 1e-12 <= estimate.value <= estimate.high + 1e-12, key
                assert estimate.method


@given(cells)
def test_micro_bounds_are_those_of_the_accuracy_through_the_same_formula(counts: np.ndarray) -> None:
    found = evaluation(counts)
    if not found.n:
        assert all(math.isnan(each.value) and each.note == Note(Code.NO_CASES) for each in found.micro.values())
        return
    size, correct = len(counts), proportion_interval(int(np.trace(counts)), int(counts.sum()))
    assert found.micro["f1"].low == pytest.approx(correct.low)
    if size > 1:
        assert found.micro["specificity"].low == pytest.approx(1 - (1 - correct.low) / (size - 1))
        assert found.micro["jaccard"].high == pytest.approx(correct.high / (2 - correct.high))
        assert found.micro["accuracy"].low == pytest.approx(1 - 2 / size * (1 - correct.low))
        assert found.micro["accuracy"] == found.macro["accuracy"] == found.overall["mean_class_accuracy"]
    assert found.weighted["sensitivity"] == found.overall["accuracy"] == correct


def test_resampling_a_thousand_tables_finds_the_same_interval() -> None:
    """The macro F1 of matrices drawn one by one, by an own loop, spreads as the interval says."""
    counts = np.array(RHYTHM)[:3, :3]
    found = evaluation(counts).macro["f1"]
    rng = np.random.default_rng(7)
    drawn = rng.multinomial(counts.sum(), counts.ravel() / counts.sum(), size=4000).reshape(-1, 3, 3)
    f1 = [np.mean([2 * c[i, i] / (c[i].sum() + c[:, i].sum()) for i in range(3)]) for c in drawn]
    assert (found.low, found.high) == pytest.approx(tuple(np.quantile(f1, [0.025, 0.975])), abs=0.006)


def test_an_average_says_over_how_many_classes_it_runs() -> None:
    found = Evaluation(ConfusionMatrix(LABELS, RHYTHM))
    assert found.macro["sensitivity"].scope == note(Code.MEAN_OF_CLASSES, used=3, total=4)
    assert found.excluded_from("sensitivity") == (3,)
    assert found.macro["ppv"].note == note(Code.FEW_CASES_OF_CLASS, cases=0, needed=10)  # and no "of 4"
    assert found.macro["ppv"].value == pytest.approx((900 / 925 + 76 / 141 + 40 / 79 + 0) / 4)
    assert found.overall["balanced_accuracy"].value == found.macro["sensitivity"].value


def test_scikit_learns_convention_counts_what_is_undefined_as_zero() -> None:
    matrix = ConfusionMatrix(LABELS, RHYTHM)
    usual, zeros = (Evaluation(matrix, undefined_as_zero=flag).macro["sensitivity"] for flag in (False, True))
    assert zeros.value == pytest.approx(usual.value * 3 / 4)
    assert zeros.scope == note(Code.UNDEFINED_COUNTED_AS_ZERO, undefined=1, total=4)
    assert zeros.low < zeros.value < zeros.high


def test_areas_that_no_class_has_are_zero_by_that_convention() -> None:
    codes, scores = np.zeros(20, np.int16), np.arange(20) / 20
    units = ResamplingUnits(codes, codes, 2, 20, (None, scores))
    matrix, table = ConfusionMatrix(("a", "b"), [[20, 0], [0, 0]]), Table.from_scores(scores, codes == 1)
    found = Evaluation(matrix, (None, table), units=units, undefined_as_zero=True).macro["auc"]
    assert (found.value, found.low, found.note) == (0, None, Note(Code.NO_CLASS_DEFINED))


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("block", ["macro", "weighted"])
@pytest.mark.parametrize("key", ["auc", "average_precision"])
def test_an_interval_of_areas_shrinks_with_the_zeros_that_are_counted(key: str, block: str, style: Style) -> None:
    """The third class has cases and no scores, so that a part of the mean is 0 by that convention."""
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 3, 300)
    scores = tuple((truth == label) + rng.normal(size=300) for label in (0, 1))
    tables = (*(Table.from_scores(each, truth == label) for label, each in enumerate(scores)), None)
    units = ResamplingUnits(truth, truth, 3, 300, (*scores, None))
    plain = Evaluation(ConfusionMatrix.from_codes(truth, truth, LABELS[:3]), tables, units=units, intervals=style)
    usual, zeros = (getattr(each, block)[key] for each in (plain, replace(plain, undefined_as_zero=True)))
    share = 2 / 3 if block == "macro" else np.mean(truth < 2)
    assert (zeros.value, zeros.low, zeros.high) == pytest.approx(
        [share * each for each in (usual.value, usual.low, usual.high)]
    )
    assert zeros.method == usual.method


def test_without_cases_there_is_no_interval_by_that_convention() -> None:
    found = Evaluation(ConfusionMatrix(LABELS, np.zeros((4, 4), int)), undefined_as_zero=True)
    assert found.macro["sensitivity"].low is None
    assert found.macro["sensitivity"].note is not None


def test_areas_average_over_the_classes_that_have_scores_and_cases() -> None:
    tables = (Table.from_scores([0.1, 0.4, 0.8], [True, False, False]), None)
    found = Evaluation(ConfusionMatrix(("a", "b"), [[1, 0], [1, 1]]), tables)
    assert (found.macro["auc"].value, found.macro["auc"].scope) == (0.0, note(Code.MEAN_OF_CLASSES, used=1, total=2))
    assert found.overall["macro_auc"] == found.macro["auc"]
    without = Evaluation(ConfusionMatrix(("a", "b"), [[2, 1], [0, 0]]), (Table.from_scores([0.1], [True]), None))
    assert without.macro["auc"].note == Note(Code.NO_CLASS_WITH_SCORES)
    assert "auc" not in without.micro


def test_weighted_areas_weigh_by_cases() -> None:
    tables = tuple(
        ThresholdTable.from_scores(np.arange(6) / 6, truth) for truth in np.eye(3, dtype=bool)[[0, 1, 1, 2, 2, 2]].T
    )
    found = Evaluation(ConfusionMatrix(("a", "b", "c"), np.diag([1, 2, 3])), tables)
    areas = [figures["auc"].value for figures in found.classes]
    assert found.weighted["auc"].value == pytest.approx(np.average(areas, weights=[1, 2, 3]))


def test_the_risks_are_there_where_there_is_a_normal_class() -> None:
    found = Evaluation(ConfusionMatrix(LABELS, RHYTHM), normal=0)
    assert found.overall["risk_score"] == wilson(25, 925)
    assert found.overall["missed_as_normal"] == wilson(25, 150)
    parts = [figures["risk_score"].value for figures in found.classes[1:]]
    assert sum(parts) == pytest.approx(25 / 925)
    assert "risk_score" not in found.classes[0]
    assert found.classes[3]["missed_as_normal"].note == Note(Code.NO_TRUE_CASES)
    assert not {"risk_score", "missed_as_normal"} & set(Evaluation(ConfusionMatrix(LABELS, RHYTHM)).overall)


def test_a_model_that_never_predicts_normal_has_no_false_reassurance() -> None:
    risk = evaluation([[0, 5], [0, 20]], normal=0).overall["risk_score"]
    assert math.isnan(risk.value)
    assert (risk.successes, risk.trials) == (0, 0)
    assert risk.note == Note(Code.NO_NORMAL_PREDICTIONS)
    assert evaluation([[5, 5], [0, 0]], normal=0).overall["missed_as_normal"].note == Note(Code.ONLY_NORMAL_CASES)


def test_kappa_and_likelihood_ratios_carry_their_own_intervals() -> None:
    found = evaluation([[80, 20], [10, 90]], level=0.9)
    assert found.overall["kappa"] == kappa_logit_interval([[80, 20], [10, 90]], 0.9)
    assert found.classes[0]["lr_positive"].method == "log"


def test_what_never_varies_has_no_interval_without_width() -> None:
    never_found = evaluation([[50, 0], [20, 0]]).classes[1]["f1"]
    assert (never_found.value, never_found.low, never_found.method) == (0.0, 0.0, "Clopper–Pearson, via Jaccard")


def test_an_average_over_no_class_says_what_is_missing() -> None:
    nobody = evaluation([[0, 0], [0, 0]])
    assert nobody.macro["f1"].note == Note(Code.NO_CLASS_DEFINED)
    unranked = Evaluation(ConfusionMatrix(("a", "b"), [[3, 1], [0, 0]]), (None, ThresholdTable([0.5], [0], [4])))
    assert unranked.macro["auc"].note == Note(Code.NO_CLASS_WITH_SCORES)


def test_a_number_that_is_defined_carries_no_reason() -> None:
    found = evaluation([[80, 20], [10, 90]]).classes[0]
    assert [key for key, estimate in found.items() if estimate.note is not None] == []


def test_with_zeros_for_what_is_undefined_macro_npv_is_macro_ppv_with_its_interval() -> None:
    cells = np.array([[0, 7], [0, 13]])
    found = Evaluation(ConfusionMatrix(("a", "b"), cells), undefined_as_zero=True).macro
    assert found["npv"] == found["ppv"]
    assert found["ppv"].low is not None


def test_mcc_has_an_interval_where_resamples_lose_a_rare_class() -> None:
    """It is defined without that class, unlike a mean over the classes."""
    found = evaluation([[900, 20, 0], [30, 60, 0], [0, 1, 0]]).overall
    assert found["mcc"].low < found["mcc"].value < found["mcc"].high
    assert found["balanced_accuracy"].low is None
