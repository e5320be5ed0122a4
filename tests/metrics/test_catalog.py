import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics import METRICS, Counts, Proportion, estimate
from metrics.catalog import CATALOG, shown_in
from metrics.definition import Formula, Ratio
from metrics.notes import Note

KEYS = "sensitivity specificity ppv npv fpr fnr accuracy f1 jaccard prevalence lr_positive lr_negative"
few = st.integers(0, 3) | st.integers(0, 10**6)


def test_the_catalog_holds_the_agreed_keys_in_order() -> None:
    assert list(METRICS) == KEYS.split()
    with pytest.raises(TypeError):
        METRICS["other"] = METRICS["f1"]  # type: ignore[index]


@pytest.mark.parametrize("key", METRICS)
def test_every_entry_says_what_it_means_and_why_it_may_be_undefined(key: str) -> None:
    metric = METRICS[key]
    assert metric.key == key
    assert metric.name
    assert metric.undefined
    assert metric.meaning.endswith(".")
    assert isinstance(metric.rule, Proportion | Ratio | Formula)


@pytest.mark.parametrize("key", METRICS)
@given(st.tuples(few, few, few, few))
def test_an_estimate_brings_counts_and_interval_or_the_reason(key: str, cells: tuple[int, ...]) -> None:
    metric, found = METRICS[key], estimate(key, Counts(*cells))
    assert found == estimate(metric, Counts(*map(np.int64, cells))) or math.isnan(found.value)
    if math.isnan(found.value):
        assert (found.note, found.low, found.high) == (Note(metric.undefined), None, None)
    elif isinstance(metric.rule, Proportion):
        assert found.value == found.successes / found.trials
        assert 0 <= found.low <= found.value <= found.high <= 1
        method = "Wilson" if 0 < found.value < 1 else "Clopper–Pearson"
        assert (found.method, found.note) == (method, None)
    else:
        assert (found.low, found.trials, found.note) == (None, None, None)


def test_predictive_numbers_are_marked_as_depending_on_prevalence() -> None:
    """Twice the healthy cases at the same sensitivity and specificity."""
    here, elsewhere = Counts(8, 6, 2, 30), Counts(8, 12, 2, 60)
    for metric in METRICS.values():
        moves = float(metric(here)) != pytest.approx(float(metric(elsewhere)))
        assert moves == metric.by_prevalence, metric.key


def test_a_table_shows_the_metrics_that_name_it_in_their_order() -> None:
    for place in {each for metric in CATALOG.values() for each in metric.places}:
        shown = shown_in(place)
        assert set(shown) == {key for key, metric in CATALOG.items() if place in metric.places}
        ranks = [CATALOG[key].places[place] for key in shown]
        assert ranks == sorted(set(ranks)), "no two share a rank"
