import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from metrics.calibration.splines import quantiles, quantiles_of

values = st.sampled_from([0.0, 0.1, 0.25]) | st.floats(-1e6, 1e6)


@given(st.lists(st.tuples(values, st.integers(1, 4)), min_size=1, max_size=40), st.lists(st.floats(0, 1), min_size=1))
def test_quantiles_are_those_of_each_value_repeated(given_: list[tuple[float, int]], parts: list[float]) -> None:
    each, cases = np.array([value for value, _ in given_]), np.array([float(many) for _, many in given_])
    found = quantiles_of(each, cases, parts)
    order = each.argsort()
    assert_array_equal(found, quantiles(each[order], cases[order], parts))
    low, high = (np.quantile(np.repeat(each, cases.astype(int)), parts, method=kind) for kind in ("lower", "higher"))
    near = 1e-9 * np.abs(each).max()
    assert ((low - near <= found) & (found <= high + near)).all()


def test_long_values_need_no_order() -> None:
    drawn = np.random.default_rng(0).normal(size=50_000)
    found = quantiles_of(drawn, np.ones(len(drawn)), (0.0, 0.5, 0.9, 1.0))
    np.testing.assert_allclose(found, np.quantile(drawn, (0.0, 0.5, 0.9, 1.0)), rtol=1e-12)
