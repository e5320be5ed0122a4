import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy import stats

from metrics import METRICS, Counts, FoldSummary, fold_summary, micro

values = st.lists(st.floats(-1, 1) | st.none(), min_size=2, max_size=12)


def test_mean_and_sd_are_those_over_the_folds_where_it_is_defined() -> None:
    found = fold_summary([0.8, None, 0.6, math.nan, 0.7])
    assert (found.used, found.total) == (3, 5)
    assert found.mean == pytest.approx(0.7)
    assert found.sd == pytest.approx(0.1)


def test_the_interval_is_wider_than_that_of_independent_values() -> None:
    """Nadeau and Bengio 2003: 1/K becomes 1/K + n_test/n_train, which is 1/(K − 1) for K equal folds."""
    folds = [0.78, 0.82, 0.75, 0.8, 0.85]
    found, naive = fold_summary(folds), stats.sem(folds)
    reach = stats.t.ppf(0.975, 4) * naive * math.sqrt(1 + 5 / 4)
    assert (found.low, found.high) == pytest.approx((found.mean - reach, found.mean + reach))


@given(values, st.sampled_from([0.5, 0.95, 0.99]))
@example([0.0, 9e-186], 0.5)
def test_missing_folds_and_the_order_of_folds_do_not_matter_to_mean_and_sd(
    given_: list[float | None], level: float
) -> None:
    found, back = fold_summary(given_, level), fold_summary(given_[::-1], level)
    defined = np.array([value for value in given_ if value is not None])
    assert (found.used, found.total) == (len(defined), len(given_))
    assert (found.mean, found.sd) == pytest.approx((back.mean, back.sd), nan_ok=True)
    if len(defined) > 1:
        assert found.mean == pytest.approx(defined.mean(), abs=1e-12)
        assert found.sd == pytest.approx(defined.std(ddof=1), abs=1e-12)
    if found.low is not None:
        assert found.low <= found.mean <= found.high
        assert found.low < found.high


def test_a_higher_level_is_wider() -> None:
    usual, wider = fold_summary([0.7, 0.8, 0.9]), fold_summary([0.7, 0.8, 0.9], 0.99)
    assert wider.low < usual.low < usual.high < wider.high


@pytest.mark.parametrize(
    ("folds", "mean", "sd"),
    [
        ([], math.nan, math.nan),
        ([None, None], math.nan, math.nan),
        ([0.7], 0.7, math.nan),
        ([0.3, None], 0.3, math.nan),
    ],
)
def test_one_fold_has_no_spread_and_none_no_mean(folds: list[float | None], mean: float, sd: float) -> None:
    found = fold_summary(folds)
    assert (found.mean, found.sd) == pytest.approx((mean, sd), nan_ok=True)
    assert (found.low, found.high) == (None, None)


def test_equal_folds_have_no_spread_and_no_interval_of_width_0() -> None:
    assert fold_summary([0.1, None, 0.1, 0.1]) == FoldSummary(0.1, 0.0, 3, 4)


def test_pooled_counts_and_the_mean_of_folds_differ_for_f1() -> None:
    """The three readings of cross-validated F1 of Forman and Scholz 2010, SIGKDD Explorations 12:49."""
    tp, fp, fn = np.array([[3, 1, 0], [0, 1, 1], [2, 0, 2], [0, 0, 1], [4, 2, 0]]).T
    counts = Counts(tp, fp, fn, np.zeros_like(tp))
    precision, recall = (fold_summary(METRICS[key](counts)) for key in ("ppv", "sensitivity"))
    assert micro("f1", counts) == pytest.approx(9 / 13)
    assert fold_summary(METRICS["f1"](counts)).mean == pytest.approx(0.4648, abs=5e-5)
    harmonic = 2 * precision.mean * recall.mean / (precision.mean + recall.mean)
    assert harmonic == pytest.approx(0.5472, abs=5e-5)
    assert (precision.used, precision.total) == (4, 5)


def test_what_is_no_row_of_values_or_no_level_is_refused() -> None:
    with pytest.raises(ValueError, match="one row"):
        fold_summary([[0.1, 0.2]])
    with pytest.raises(ValueError, match="level"):
        fold_summary([0.1, 0.2], level=95)


def test_an_undefined_fold_still_trained_the_others() -> None:
    """Three of four folds have a value: the mean is of three, and the training data are those of four folds."""
    found = fold_summary([0.7, 0.8, np.nan, 0.9])
    reach = 4.302652729911275 * 0.1 * np.sqrt(1 / 3 + 1 / 3)
    assert (found.mean, found.sd, found.used, found.total) == (pytest.approx(0.8), pytest.approx(0.1), 3, 4)
    assert (found.low, found.high) == (pytest.approx(0.8 - reach), pytest.approx(0.8 + reach))
