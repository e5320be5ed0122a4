import math
import operator
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import metrics as m
from metrics.kernels.given import amounts, count, number, numbers

MASKED = np.ma.masked_array([1.0, 2.0], mask=[False, True])


@pytest.mark.parametrize(
    ("given_", "kind"),
    [
        ([1, 2], "i"),
        (np.array([1, 2], object), "i"),
        ([Fraction(1), Decimal(2)], "f"),
        ([1.0, None], "f"),
        (np.ma.masked_array([1, 2], mask=False), "i"),
        ([], "f"),
        ([2**70, 1], "f"),
    ],
)
def test_numbers_are_taken_as_they_are(given_: Any, kind: str) -> None:
    found = numbers("x", given_)
    assert type(found) is np.ndarray
    assert found.dtype.kind == kind
    assert found.tolist() == pytest.approx([math.nan if each is None else each for each in given_], nan_ok=True)


@pytest.mark.parametrize(
    "given_",
    [
        MASKED,
        np.ma.masked,
        ["1"],
        "1",
        [1, "a"],
        [[1, 2], [3]],
        [10**400],
        [1j],
        [{}],
        np.array(["2024"], "M8[D]"),
    ],
)
@pytest.mark.parametrize("check", [numbers, amounts, number, count])
def test_what_is_no_number_is_refused_by_name(check: Any, given_: Any) -> None:
    with pytest.raises(ValueError, match="`x`"):
        check("x", given_)


@pytest.mark.parametrize("given_", [[1, -1], [math.nan], [math.inf], [1, None], -1])
def test_amounts_are_finite_and_not_negative(given_: Any) -> None:
    with pytest.raises(ValueError, match="`x`"):
        amounts("x", given_)
    assert amounts("x", [0, 0.5]).tolist() == [0, 0.5]


def test_one_number_lies_within_its_bounds_and_one_count_is_whole() -> None:
    assert number("x", np.float32(0.5), 0, 1) == number("x", [0.5]) == 0.5
    assert number("x", -math.inf) == -math.inf
    assert count("x", np.uint8(200)) + count("x", 2.0) + count("x", 10**30) == 10**30 + 202
    for refused in (math.nan, None, [0.1, 0.2], 1.5, -0.5):
        with pytest.raises(ValueError, match="`x`"):
            number("x", refused, 0, 1)
        with pytest.raises(ValueError, match="`x`"):
            count("x", refused)


CELLS, COUNTS = np.ones((20, 2, 2)), m.Counts(8, 2, 2, 8)
TABLE = m.ThresholdTable.from_scores([0.2, 0.7], [False, True])
ASKED: list[tuple[str, Callable[[Any], Any], bool]] = [  # argument, function of it, whether nan is undefined
    ("values", m.macro, True),
    ("values", lambda given_: m.weighted(given_, 1), True),
    ("support", lambda given_: m.weighted([0.1, 0.2], given_), False),
    ("values", m.fold_summary, True),
    ("sensitivity", lambda given_: m.predictive_values(given_, 0.9, 0.1), True),
    ("specificity", lambda given_: m.predictive_values(0.9, given_, 0.1), True),
    ("prevalence", lambda given_: m.predictive_values(0.9, 0.9, given_), True),
    ("sensitivity", lambda given_: m.natural_frequencies(given_, 0.9, 0.1), False),
    ("specificity", lambda given_: m.natural_frequencies(0.9, given_, 0.1), False),
    ("prevalence", lambda given_: m.natural_frequencies(0.9, 0.9, given_), False),
    ("per", lambda given_: m.natural_frequencies(0.9, 0.9, 0.1, per=given_), False),
    ("threshold", lambda given_: m.net_benefit(COUNTS, given_), False),
    ("prevalence", lambda given_: m.net_benefit(COUNTS, 0.1, np.nan if given_ is None else given_), False),
    ("minimum", lambda given_: m.target_sensitivity(TABLE, given_), False),
    ("minimum", lambda given_: m.target_specificity(TABLE, given_), False),
    ("cost_fn", lambda given_: m.lowest_cost(TABLE, given_, 1), False),
    ("cost_fp", lambda given_: m.lowest_cost(TABLE, 1, given_), False),
    ("first_only", lambda given_: m.mcnemar(given_, 1), False),
    ("second_only", lambda given_: m.mcnemar(1, given_), False),
    ("both", lambda given_: m.paired_difference(given_, 1, 1, 1), False),
    ("neither", lambda given_: m.paired_difference(1, 1, 1, given_), False),
    ("x1", lambda given_: m.difference(given_, 2, 1, 2), False),
    ("truth", lambda given_: m.hand_till(given_, [[0.1, 0.9], [0.9, 0.1]]), False),
    ("scores", lambda given_: m.hand_till([0], given_), False),
    ("truth", lambda given_: m.ConfusionMatrix.from_codes(given_, [0, 1], "ab"), False),
    ("predicted", lambda given_: m.ConfusionMatrix.from_codes([0, 1], given_, "ab"), False),
    ("replicates", lambda given_: m.bootstrap(m.accuracy, CELLS, given_), False),
    ("clusters", lambda given_: m.bootstrap(m.accuracy, np.ones((2, 2)) if given_ is None else given_), False),
    ("level", lambda given_: m.delong(TABLE, given_), False),
    ("level", lambda given_: m.kappa_interval(CELLS[0], given_), False),
    ("level", lambda given_: m.likelihood_ratios(COUNTS, given_), False),
    ("level", lambda given_: m.fold_summary([0.1, 0.2], given_), False),
    ("iou", lambda given_: m.segmental_f1([], given_), False),
]


@pytest.mark.parametrize(("name", "call", "may_be_undefined"), ASKED)
@pytest.mark.parametrize(
    "given_", ["a", ["a", "b"], [[1, 2], [3]], MASKED, None, math.nan, -0.5, -math.inf, -(10**400)]
)
def test_every_argument_of_a_public_function_is_refused_by_name(
    name: str, call: Callable[[Any], Any], may_be_undefined: bool, given_: Any
) -> None:
    is_taken = given_ is None or (isinstance(given_, float) and (math.isnan(given_) or name == "values"))
    if may_be_undefined and is_taken:
        return
    with pytest.raises(ValueError, match=rf"`{name}`|{name}, |lie between 0 and 1|codes|`cells`|level|one row"):
        call(given_)


@pytest.mark.parametrize("per", [1.5, math.inf, -5])
def test_people_are_whole_and_not_negative(per: float) -> None:
    with pytest.raises(ValueError, match="`per`"):
        m.natural_frequencies(0.9, 0.9, 0.1, per=per)  # type: ignore[arg-type]


def test_a_class_without_weight_counts_for_nothing() -> None:
    assert m.weighted([math.inf, 1.0], [0, 1]) == 1
    with pytest.raises(ValueError, match="`support`"):
        m.weighted([0.1, 0.2], [1])


@pytest.mark.parametrize("labels", [None, 3, [["a"], ["b"]], np.array([["a"], ["b"]]), MASKED.astype(int)])
def test_true_and_predicted_classes_are_one_column(labels: Any) -> None:
    with pytest.raises(ValueError, match=r"one column|missing"):
        m.ConfusionMatrix.from_labels(labels, labels)
    if np.ndim(labels):
        with pytest.raises(ValueError, match=r"one column|missing"):
            m.edit_score(labels, labels)


OF_TABLES: dict[str, tuple[float, ...]] = {
    "auc": (), "average_precision": (), "brier": (), "recalibration": (), "delong": (), "youden": (),
    "target_sensitivity": (0.9,), "target_specificity": (0.9,), "lowest_cost": (1, 1),
}  # fmt: skip
OF_COUNTS: dict[str, Callable[[Any], Any]] = {
    "a metric": m.METRICS["f1"],
    "micro": lambda given: m.micro("f1", given),
    "net benefit": lambda given: m.net_benefit(given, 0.1),
    "likelihood ratios": m.likelihood_ratios,
}
ADDED = m.Counts(1, 2, 3, 4), m.ConfusionMatrix(("a", "b"), [[1, 2], [3, 4]]), m.ThresholdTable([0.5], [1], [1])


def named(given: object) -> str:
    """A short id: mutmut passes ids on, and one with a line break in it names no test."""
    return type(given).__name__


@pytest.mark.parametrize("name", OF_TABLES)
@pytest.mark.parametrize("given", [[1, 2], None, "0.5", ADDED[0]], ids=named)
def test_what_needs_a_table_says_so(name: str, given: object) -> None:
    with pytest.raises(TypeError, match="`table` must be a ThresholdTable, not "):
        getattr(m, name)(given, *OF_TABLES[name])


@pytest.mark.parametrize("name", OF_COUNTS)
@pytest.mark.parametrize("given", [[1, 2, 3, 4], None, ADDED[1]], ids=named)
def test_what_needs_counts_says_so(name: str, given: object) -> None:
    with pytest.raises(TypeError, match="`counts` must be a Counts, not "):
        OF_COUNTS[name](given)


@pytest.mark.parametrize("each", ADDED, ids=named)
def test_only_what_is_alike_adds_up(each: Any) -> None:
    with pytest.raises(TypeError, match=f"`other` must be a {type(each).__name__}, not int"):
        operator.add(each, 3)


def test_micro_knows_the_metrics_of_one_class() -> None:
    with pytest.raises(ValueError, match="`key` must be one of sensitivity, "):
        m.micro("nope", m.Counts([1, 2], [1, 0], [0, 1], [2, 1]))


SEQUENCE, STEPS = ["a", "b"], m.ThresholdTable([0.9, 0.2], [3, 1], [1, 4])
BY_NAME: list[tuple[str, Callable[[Any], Any], tuple[Any, ...]]] = [
    ("labels", lambda given_: m.ConfusionMatrix(given_, [[1]]), (None, 3, [["a"]])),
    ("cells", lambda given_: m.ConfusionMatrix("ab", given_), ([[0.5]], [1, 2], [[1], [2, 3]], [[-1, 0], [0, 0]])),
    ("cells", lambda given_: m.ConfusionMatrix("a", given_), ([[2**63]], [[10**400]], "a")),
    ("labels", lambda given_: m.ConfusionMatrix.from_codes([0], [0], given_), (None, 3)),
    ("truth", lambda given_: m.ConfusionMatrix.from_codes(given_, [0, 1], "ab"), ([0.5, 1], [0], [0, 2])),
    ("predicted", lambda given_: m.ConfusionMatrix.from_codes([0, 1], given_, "ab"), ([0.5, 1], [0], [0, -1])),
    ("labels", lambda given_: m.ConfusionMatrix.from_labels("ab", "ab", given_), (3, "aa", [["a"], ["b"]])),
    ("truth", lambda given_: m.ConfusionMatrix.from_labels(given_, "ab"), (None, "a", ["a", None], np.ones((2, 0)))),
    ("predicted", lambda given_: m.ConfusionMatrix.from_labels("ab", given_), (None, "a", ["a", None])),
    ("is_positive", lambda given_: m.ThresholdTable.from_scores([0.1, 0.2], given_), ([True], True)),
    ("level", lambda given_: m.wilson(1, 2, given_), (0, 1, "0.95")),
    ("level", lambda given_: m.estimate("f1", COUNTS, given_), (None, 1)),
    ("level", lambda given_: m.predictive_estimates(m.Counts(1, 1, 1, 1), 0.1, given_), (None, 1)),
    ("trials", lambda given_: m.wilson(3, given_), (2, 10**400)),
    ("trials", lambda given_: m.clopper_pearson(3, given_), (2, 10**400)),
    ("n1", lambda given_: m.difference(1, given_, 1, 2), (0.5, [2, 3], 10**400)),
    ("x2", lambda given_: m.difference(1, 2, given_, 2), ("a", -1)),
    ("first_only", lambda given_: m.mcnemar(given_, 1), (10**400,)),
    ("both", lambda given_: m.paired_difference(given_, 1, 1, 1), (10**400,)),
    ("first", lambda given_: m.paired_auc([0, 1], given_, [0.1, 0.2]), ("a", [0.1], [0.1, math.nan])),
    ("second", lambda given_: m.paired_auc([0, 1], [0.1, 0.2], given_), ("a", [0.1], [0.1, math.inf])),
    ("clusters", lambda given_: m.bootstrap(m.accuracy, given_), ("a", [[1, 2]], MASKED)),
    ("replicates", lambda given_: m.bootstrap(m.accuracy, CELLS, given_), (0, 1.5, b"abc")),
    ("seed", lambda given_: m.bootstrap(m.accuracy, CELLS, 10, given_), (None, "a", -1)),
    ("not_diseases", lambda given_: m.risk_score([[1, 1], [1, 1]], 0, given_), (1, None)),
    ("sensitivity", lambda given_: m.people_per(given_, 0.9, 0.1), (2, None, math.nan)),
    ("counts", lambda given_: m.predictive_estimates(given_, 0.1), ((1, 2, 3, 4), m.Counts(0.5, 1, 1, 1))),
    ("counts", lambda given_: m.estimate("sensitivity", given_), ((1, 2, 3, 4), m.Counts(1.5, 0, 1.5, 0))),
    ("counts", m.likelihood_ratios, (m.Counts(1.5, 1, 1, 1), m.Counts([1, 2], 1, 1, 1))),
    ("metric", lambda given_: m.estimate(given_, COUNTS), ("nope", 3)),
    ("truth", lambda given_: m.edit_score(given_, SEQUENCE), (None, ["a"], ["a", None], [["a"], ["b", "c"]])),
    ("predicted", lambda given_: m.overlap_score(SEQUENCE, given_), (None, ["a"], ["a", None])),
    ("background", lambda given_: m.edit_score(SEQUENCE, SEQUENCE, given_), ([["a"]],)),
    ("sequences", lambda given_: m.segmental_f1(given_, 0.5), (None, [1], [SEQUENCE, SEQUENCE, "abc"])),
    ("cells", m.f1_of_means, (None, "a", [1, 2], [[1, 2, 3], [1, 2, 3]])),
    ("values", m.outlying, ("a", MASKED)),
    ("matrix", lambda given_: m.by_danger(given_, 0), ([[1]], None)),
    ("table", m.listed_thresholds, ([0.5], None)),
    ("table", lambda given_: m.choice_optimism(given_, m.youden), ([0.5], None)),
    ("replicates", lambda given_: m.choice_optimism(STEPS, m.youden, replicates=given_), (None, 1.5, b"abc", -1)),
]  # fmt: skip


@pytest.mark.parametrize(("name", "call", "refused"), BY_NAME)
def test_what_cannot_be_used_is_refused_in_one_line_by_its_own_name(
    name: str, call: Callable[[Any], Any], refused: tuple[Any, ...]
) -> None:
    for given_ in refused:
        with pytest.raises((TypeError, ValueError), match=f"^[^\n]*`{name}`[^\n]*$"):
            call(given_)


@pytest.mark.parametrize("kind", [np.float64, np.float32, np.int8, Fraction])
def test_numbers_of_other_kinds_are_the_same_numbers(kind: Any) -> None:
    assert m.lowest_cost(STEPS, kind(5), kind(1)) == m.lowest_cost(STEPS, 5, 1)
    assert m.cost_threshold(kind(3), kind(1)) == 0.25
    if kind is not np.int8:
        assert m.wilson(1, 2, kind(0.5)) == m.wilson(1, 2, 0.5)
