"""The name printed beside an interval is the method that it is; test_estimates.py asks every number for its name."""

import re
from collections.abc import Callable

import numpy as np
import pytest

from metrics import Evaluation, delong, kappa_interval, likelihood_ratios
from metrics.glossary import defined_at
from metrics.interval_methods import (
    BOOTSTRAP_LOGIT,
    CLOPPER_PEARSON,
    CONVENTIONAL,
    DELONG_SCORE,
    STYLES,
    WILSON,
    Style,
    bootstrap_error,
    via,
)
from metrics.intervals.bootstrap import Resamples
from metrics.measures.agreement import mcc_of
from tests.support.declared import PLAIN, is_declared

Opened = Callable[[str], Evaluation]
BRACKETED = r"\(\d+(\.\d)?\)$"  # degrees of freedom


@pytest.fixture
def opened() -> Opened:
    """An example by its key."""
    demo = pytest.importorskip("predictions.demo", reason="metrics is proved without the other rooms, too")
    return lambda key: demo.open_example(key).evaluate()


def test_a_page_never_shows_another_interval_under_the_name_of_the_plain_one(opened: Opened) -> None:
    evaluation = opened("breast-cancer")
    for plain, ours in (
        (delong(evaluation.tables[1]), evaluation.classes[1]["auc"]),
        (kappa_interval(evaluation.matrix.cells), evaluation.overall["kappa"]),
    ):
        assert (plain.low, plain.high) != (ours.low, ours.high)
        assert plain.method in PLAIN
        bare = re.sub(BRACKETED, "", ours.method)
        assert bare in (f"{plain.method}, logit scale, t", f"Newcombe score, {plain.method} variance, t")
    ratios = likelihood_ratios(evaluation.counts(1))
    assert (evaluation.classes[1]["lr_positive"], evaluation.classes[1]["lr_negative"]) == ratios


def test_a_name_says_its_scale_its_quantiles_and_where_it_comes_from(opened: Opened) -> None:
    evaluation = opened("breast-cancer")
    assert evaluation.classes[1]["auc"].method == "Newcombe score, DeLong variance, t(35.4)"
    assert evaluation.classes[1]["f1"].method == "Wilson, via Jaccard"
    assert evaluation.micro["jaccard"].method == "Wilson, via accuracy"
    assert evaluation.overall["balanced_accuracy"].method == "delta method, logit scale"
    assert evaluation.overall["mcc"].method == f"bootstrap SE, logit scale, t({evaluation.n - 1})"
    few = Resamples.of(np.array([[40, 10], [12, 60]]), 500).bootstrap_interval(0.64, mcc_of, lowest=-1.0)
    assert few.method == "bootstrap SE, logit scale, t(121), 500 resamples"
    assert is_declared(few.method)


@pytest.mark.parametrize("name", ["", "wilson", "DeLong, t(40)", "bootstrap, logit scale, t(4)", "Wilson, via F1"])
def test_no_other_name_is_declared(name: str) -> None:
    assert not is_declared(name)


def test_what_definitions_print_is_the_name_without_its_degrees_of_freedom() -> None:
    assert is_declared(f"{BOOTSTRAP_LOGIT}(12)")
    assert is_declared(DELONG_SCORE)
    assert is_declared(via(WILSON, "accuracy"))


BLOCKS = ("overall", "macro", "micro", "weighted")


@pytest.mark.thorough
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("key", ["heart-rhythm", "heart-sounds"])
def test_a_definition_names_the_interval_that_the_number_has(opened: Opened, key: str, style: Style) -> None:
    evaluation = opened(key).naive.in_style(style)
    renamed = CONVENTIONAL if style == "conventional" else {}
    given = {f"{block}.{name}": each for block in BLOCKS for name, each in getattr(evaluation, block).items()}
    given |= {f"classes.{name}": each for name, each in evaluation.classes[0].items()}
    named = {path: (each.method or "", found.interval) for path, each in given.items() if (found := defined_at(path))}
    named = {path: each for path, each in named.items() if each[0] and not each[0].startswith(CLOPPER_PEARSON)}
    bare = {path: (re.sub(BRACKETED, "", method), renamed.get(said, said)) for path, (method, said) in named.items()}
    wrong = {path: each for path, each in bare.items() if each[0] != each[1]}
    assert len(named) > 20
    assert wrong == {}


def test_the_spread_of_replicates_names_its_units() -> None:
    assert bootstrap_error(40) == "patient bootstrap SE, t(39)"
