import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy import special

from metrics import METRICS, Counts, kappa, kappa_interval, likelihood_ratios
from metrics.notes import Code, Note
from tests.metrics.laws.strategies import Cells, matrices

cells = st.integers(0, 50)
levels = st.sampled_from([0.5, 0.95, 0.999])


def test_published_likelihood_ratios_are_met() -> None:
    """Coronary artery disease, first test: the documentation of the R package DTComPair."""
    positive, negative = likelihood_ratios(Counts(397, 84, 54, 177))
    found = [(round(ratio.value, 7), round(ratio.low, 7), round(ratio.high, 7)) for ratio in (positive, negative)]
    assert found == [(2.7351124, 2.2860079, 3.2724472), (0.1765568, 0.1356142, 0.2298601)]


@given(cells, cells, cells, cells, levels)
def test_likelihood_ratios_are_those_of_the_catalog_in_an_interval_that_mirrors(
    tp: int, fp: int, fn: int, tn: int, level: float
) -> None:
    counts = Counts(tp, fp, fn, tn)
    for ratio, key in zip(likelihood_ratios(counts, level), ("lr_positive", "lr_negative"), strict=True):
        assert ratio.value == pytest.approx(float(METRICS[key](counts)), nan_ok=True)
        assert (ratio.low is None) == (ratio.high is None)
        if ratio.low is None:
            assert ratio.note
        else:
            assert 0 < ratio.low < ratio.value < ratio.high
            assert ratio.low * ratio.high == pytest.approx(ratio.value**2)
    mirrored = likelihood_ratios(Counts(fn, tn, tp, fp), level)  # the other way round
    assert mirrored[0] == pytest.approx(likelihood_ratios(counts, level)[1]) or mirrored[0].low is None


@pytest.mark.parametrize(
    ("counts", "positive", "negative"),
    [
        (Counts(10, 0, 2, 20), (math.nan, False), (1 / 6, True)),
        (Counts(0, 5, 10, 20), (0, False), (1.25, True)),
        (Counts(10, 5, 0, 15), (4, True), (0, False)),
        (Counts(10, 20, 5, 0), (2 / 3, True), (math.nan, False)),
        (Counts(10, 20, 0, 0), (1, False), (math.nan, False)),
        (Counts(0, 0, 10, 20), (math.nan, False), (1, False)),
        (Counts(0, 5, 0, 20), (math.nan, False), (math.nan, False)),
        (Counts(0, 0, 0, 0), (math.nan, False), (math.nan, False)),
    ],
    ids=["no fp", "no tp", "no fn", "no tn", "all positive", "none positive", "no case", "nobody"],
)
def test_a_zero_cell_leaves_the_interval_out_where_it_enters(
    counts: Counts, positive: tuple[float, bool], negative: tuple[float, bool]
) -> None:
    for ratio, (value, has_interval) in zip(likelihood_ratios(counts), (positive, negative), strict=True):
        assert ratio.value == pytest.approx(value, nan_ok=True)
        assert (ratio.low is not None) == has_interval
        assert has_interval or ratio.note


def test_likelihood_ratios_of_huge_counts_and_arrays_of_one() -> None:
    counts = Counts(*np.array([9 * 10**17, 10**17, 10**17, 9 * 10**17], np.int64))
    positive, _ = likelihood_ratios(counts)
    assert (positive.value, positive.low, positive.high) == pytest.approx((9, 9, 9))
    assert positive.low < positive.high


def test_published_kappa_and_its_error_are_met() -> None:
    """Two raters, three diagnoses: Fleiss, Levin and Paik 2003, Statistical Methods for Rates and Proportions."""
    found = kappa_interval([[75, 1, 4], [5, 4, 1], [0, 0, 10]])
    assert found.value == pytest.approx(0.68, abs=5e-3)
    assert (found.high - found.low) / 2 / special.ndtri(0.975) == pytest.approx(0.087, abs=1e-3)


def slow_kappa_error(matrix: Cells) -> float:
    """The delta method with a numerical gradient of kappa in the proportions of the cells."""
    proportions, step = matrix / matrix.sum(), 1e-6
    gradient = np.zeros(matrix.shape)
    for place in np.ndindex(*matrix.shape):
        moved = np.zeros(matrix.shape)
        moved[place] = step
        gradient[place] = (kappa((proportions + moved) * 1.0) - kappa((proportions - moved) * 1.0)) / (2 * step)
    variance = (proportions * gradient**2).sum() - (proportions * gradient).sum() ** 2
    return math.sqrt(variance / matrix.sum())


@pytest.mark.parametrize("seed", range(6))
def test_the_error_of_kappa_is_that_of_the_delta_method(seed: int) -> None:
    matrix = np.random.default_rng(seed).integers(1, 30, (seed % 4 + 2,) * 2) + 20 * np.eye(seed % 4 + 2, dtype=int)
    found = kappa_interval(matrix)
    assert (found.high - found.low) / 2 == pytest.approx(special.ndtri(0.975) * slow_kappa_error(matrix), rel=1e-5)


@given(matrices(largest=10**17), levels)
@example(np.array([[0, 10**17], [99999998159694697, 0]]), 0.5)
def test_kappa_lies_within_its_interval_and_that_within_its_range(matrix: Cells, level: float) -> None:
    found = kappa_interval(matrix, level)
    assert found.value == pytest.approx(float(kappa(matrix)), nan_ok=True)
    if found.low is None:
        assert found.note
    else:
        assert -1 <= found.low <= found.value <= found.high <= 1
        assert found.low < found.high


@pytest.mark.parametrize(
    ("matrix", "value"),
    [
        ([[5, 0], [0, 7]], 1),
        ([[0, 5], [5, 0]], -1),
        ([[0, 10], [0, 20]], 0),
        ([[7, 0], [0, 0]], math.nan),
        ([[0, 0], [0, 0]], math.nan),
    ],
    ids=["all agree", "none agrees", "one call", "one class", "nobody"],
)
def test_agreement_that_does_not_vary_has_no_interval(matrix: list[list[int]], value: float) -> None:
    found = kappa_interval(matrix)
    assert found.value == pytest.approx(value, nan_ok=True)
    assert (found.low, found.high) == (None, None)
    assert found.note


def test_one_disagreement_in_many_cases_is_seen() -> None:
    found = kappa_interval([[5 * 10**13, 1], [0, 5 * 10**13]])
    assert 0.99 < found.low < found.value < found.high <= 1
    swallowed = kappa_interval([[5 * 10**16, 1], [0, 5 * 10**16]])  # by rounding
    assert (swallowed.value, swallowed.low, swallowed.note) == (1, None, Note(Code.CONSTANT_AGREEMENT))


def test_a_level_that_is_none_is_refused() -> None:
    for refused in (lambda: kappa_interval([[1, 2], [3, 4]], 95), lambda: likelihood_ratios(Counts(1, 2, 3, 4), 0)):
        with pytest.raises(ValueError, match="level"):
            refused()


def test_no_bound_of_kappa_lies_beyond_its_range() -> None:
    least, most = kappa_interval([[1, 9], [9, 0]]), kappa_interval([[9, 1], [0, 9]], 0.999)
    assert (least.low, most.high) == (-1, 1)
    assert least.low < least.value < least.high
