import math

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from metrics import METRICS, ConfusionMatrix
from tests.metrics.laws import laws
from tests.metrics.laws.laws import BY_NAME, MEASURES, RULES
from tests.metrics.laws.strategies import Cells, frozen, matrices, matrices_with_normal

pairs = st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("abcd")), min_size=1, max_size=40)
moderate = matrices_with_normal(largest=10**6)
Given = tuple[Cells, int]


def test_every_metric_of_the_catalog_is_held_to_the_laws() -> None:
    assert set(RULES) == set(METRICS) <= set(BY_NAME)
    assert len(BY_NAME) == len(MEASURES)


@pytest.mark.thorough
@settings(max_examples=3 * settings.default.max_examples)
@given(matrices_with_normal())
@example((frozen([[0, 0, 14_285_714_285_714_285], [0, 0, 0], [0, 0, 1]]), 0))
def test_every_measure_is_its_definition_and_nan_only_where_that_divides_by_zero(given_: Given) -> None:
    laws.all_obey(laws.definition, *given_)


@given(matrices_with_normal())
@example((frozen([[0, 1], [3_087_295_753, 0]]), 0))
def test_every_measure_stays_within_its_bounds(given_: Given) -> None:
    laws.all_obey(laws.bounds, *given_)


@given(moderate, st.data())
def test_classes_in_another_order_keep_their_values(given_: Given, data: st.DataObject) -> None:
    laws.all_obey(laws.renaming, *given_, data.draw(st.permutations(range(len(given_[0])))))


@given(moderate, st.integers(2, 1000))
def test_every_case_repeated_changes_no_measure(given_: Given, times: int) -> None:
    laws.all_obey(laws.repetition, *given_, times)


@given(moderate)
def test_transposing_swaps_sensitivity_and_ppv_and_keeps_agreement(given_: Given) -> None:
    laws.all_obey(laws.transposition, *given_)


@given(moderate, st.data())
def test_an_absent_class_leaves_the_others_alone(given_: Given, data: st.DataObject) -> None:
    laws.all_obey(laws.absent_class, *given_, data.draw(st.integers(0, len(given_[0]))))


@pytest.mark.thorough
@given(st.data(), st.integers(1, 4))
def test_a_stack_of_matrices_gives_the_value_of_each(data: st.DataObject, size: int) -> None:
    shape = matrices(smallest=size, widest=size, largest=10**6)
    stack = frozen(data.draw(st.lists(shape, min_size=6, max_size=6))).reshape(2, 3, size, size)
    laws.all_obey(laws.stack, stack, data.draw(st.integers(0, size - 1)))


def undefined(cells: list[list[int]], normal: int) -> set[str]:
    """The measures that are nan: "mcc", "ppv[1]"."""
    values = {m.name: np.atleast_1d(m.of(np.array(cells), normal)) for m in MEASURES}
    missing = [(name, v, i) for name, v in values.items() for i in np.flatnonzero(np.isnan(v))]
    return {name if len(v) == 1 else f"{name}[{i}]" for name, v, i in missing}


def test_one_class_alone_leaves_undefined_what_nobody_could_know() -> None:
    everybody_is_the_first = undefined([[7, 0], [0, 0]], normal=0)
    first = {f"{key}[0]" for key in ("specificity", "npv", "fpr", "lr_positive", "lr_negative")}
    second = {"sensitivity", "ppv", "fnr", "f1", "jaccard", "lr_positive", "lr_negative"}
    overall = {"mcc", "kappa", "weighted_specificity", "missed_as_normal", "risk_scores[0]"}
    overall |= {f"missed_as_normal_by_class[{i}]" for i in range(2)}
    assert everybody_is_the_first == first | {f"{key}[1]" for key in second} | overall


def test_no_cases_leave_everything_undefined() -> None:
    missing = undefined([[0, 0], [0, 0]], normal=0)
    assert set(BY_NAME) == {name.split("[")[0] for name in missing}
    by_class = len(METRICS) + len(("risk_scores", "missed_as_normal_by_class"))
    assert len(missing) == len(MEASURES) + by_class


def test_nobody_predicted_normal_is_undefined_rather_than_the_best() -> None:
    cells = [[0, 5], [0, 5]]
    assert math.isnan(BY_NAME["risk_score"].of(cells, 0))
    assert BY_NAME["missed_as_normal"].of(cells, 0) == 0


def test_a_single_matrix_gives_plain_floats() -> None:
    for measure in MEASURES:
        value = measure.of(np.array([[3, 1], [2, 4]]), 0)
        assert isinstance(value, float) or np.shape(value) == (2,), measure.name


@given(pairs, st.randoms(use_true_random=False))
def test_the_order_of_the_cases_does_not_matter(given_: list[tuple[str, str]], random: object) -> None:
    shuffled = random.sample(given_, len(given_))  # type: ignore[attr-defined]
    first, second = (ConfusionMatrix.from_labels(*zip(*rows, strict=True)) for rows in (given_, shuffled))
    assert first.labels == second.labels
    assert (first.cells == second.cells).all()


@given(pairs, st.lists(st.text(), min_size=4, max_size=4, unique=True))
def test_the_names_of_the_classes_do_not_matter(given_: list[tuple[str, str]], names: list[str]) -> None:
    name = dict(zip("abcd", names, strict=True))
    renamed = [(name[truth], name[predicted]) for truth, predicted in given_]
    plain = ConfusionMatrix.from_labels(*zip(*given_, strict=True), labels="abcd")
    other = ConfusionMatrix.from_labels(*zip(*renamed, strict=True), labels=names)
    assert (plain.cells == other.cells).all()


@given(pairs, pairs)
def test_pooled_matrices_are_the_matrix_of_all_cases(
    first: list[tuple[str, str]], second: list[tuple[str, str]]
) -> None:
    a, b, both = (
        ConfusionMatrix.from_labels(*zip(*rows, strict=True), labels="abcd") for rows in (first, second, first + second)
    )
    assert ((a + b).cells == both.cells).all()


@given(matrices())
def test_one_vs_rest_accounts_for_every_case(cells: Cells) -> None:
    matrix = ConfusionMatrix(tuple(range(len(cells))), cells)
    counts = matrix.one_vs_rest()
    expected = zip(*laws.cells_of_each(cells.tolist()), strict=True)
    assert [part.tolist() for part in counts] == [list(part) for part in expected]
    assert matrix.total == sum(cells.ravel().tolist())
    assert ((counts.tp + counts.fn == matrix.support) & (counts.tp + counts.fp == matrix.predicted)).all()
