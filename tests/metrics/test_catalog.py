import ast
import math
import operator
import re
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics import METRICS, Counts, Formula, Proportion, estimate

KEYS = "sensitivity specificity ppv npv fpr fnr accuracy f1 jaccard prevalence lr_positive lr_negative"
few = st.integers(0, 3) | st.integers(0, 10**6)
OPERATIONS = {ast.Add: operator.add, ast.Mult: operator.mul, ast.Div: operator.truediv, ast.Sub: operator.sub}


def closing(latex: str, start: int) -> int:
    """Where the group that opens at `start` closes."""
    depth = 0
    for i in range(start, len(latex)):
        depth += {"{": 1, "}": -1}.get(latex[i], 0)
        if not depth:
            return i
    raise AssertionError(f"unbalanced: {latex}")


def python_of(latex: str) -> str:
    r"""\frac{a}{b} as ((a) / (b)), \mathrm{TP} as TP, a thin space as a product."""
    text = re.sub(r"\\mathrm\{(TP|FP|FN|TN)\}", r"\1", latex).replace(r"\,", "*")
    while (start := text.find(r"\frac{")) >= 0:
        middle = closing(text, start + 5)
        end = closing(text, middle + 1)
        top, bottom = text[start + 6 : middle], text[middle + 2 : end]
        text = f"{text[:start]}(({top}) / ({bottom})){text[end + 1 :]}"
    return text


def evaluated(node: Any, names: dict[str, Fraction]) -> Fraction:
    match node:
        case ast.BinOp():
            return OPERATIONS[type(node.op)](evaluated(node.left, names), evaluated(node.right, names))
        case ast.Name():
            return names[node.id]
        case ast.Constant():
            return Fraction(node.value)
    raise AssertionError(f"a formula holds {ast.dump(node)}")


def test_the_catalog_holds_the_agreed_keys_in_order() -> None:
    assert list(METRICS) == KEYS.split()
    with pytest.raises(TypeError):
        METRICS["other"] = METRICS["f1"]  # type: ignore[index]


@pytest.mark.parametrize("key", METRICS)
@given(st.tuples(few, few, few, few))
def test_the_formula_that_is_shown_is_the_one_that_is_computed(key: str, cells: tuple[int, ...]) -> None:
    names = dict(zip(("TP", "FP", "FN", "TN"), map(Fraction, cells), strict=True))
    shown = ast.parse(python_of(METRICS[key].rule.latex), mode="eval").body
    found = float(METRICS[key](Counts(*cells)))
    try:
        assert found == pytest.approx(float(evaluated(shown, names)), rel=1e-12)
    except ZeroDivisionError:
        assert math.isnan(found)


@pytest.mark.parametrize("key", METRICS)
def test_every_entry_says_its_question_and_why_it_may_be_undefined(key: str) -> None:
    metric = METRICS[key]
    assert metric.key == key
    assert metric.name
    assert metric.means
    assert metric.undefined
    assert metric.question.endswith((".", "?"))
    assert isinstance(metric.rule, Proportion | Formula)


@pytest.mark.parametrize("key", METRICS)
@given(st.tuples(few, few, few, few))
def test_an_estimate_brings_counts_and_interval_or_the_reason(key: str, cells: tuple[int, ...]) -> None:
    metric, found = METRICS[key], estimate(key, Counts(*cells))
    assert found == estimate(metric, Counts(*map(np.int64, cells))) or math.isnan(found.value)
    if math.isnan(found.value):
        assert (found.note, found.low, found.high) == (metric.undefined, None, None)
    elif isinstance(metric.rule, Proportion):
        assert found.value == found.successes / found.trials
        assert 0 <= found.low <= found.value <= found.high <= 1
        assert (found.method, found.note) == ("Wilson", None)
    else:
        assert (found.low, found.trials, found.note) == (None, None, None)


def test_predictive_numbers_are_marked_as_depending_on_prevalence() -> None:
    """Twice the healthy cases at the same sensitivity and specificity."""
    here, elsewhere = Counts(8, 6, 2, 30), Counts(8, 12, 2, 60)
    for metric in METRICS.values():
        moves = float(metric(here)) != pytest.approx(float(metric(elsewhere)))
        assert moves == metric.by_prevalence, metric.key
