"""How many borders a score reaches: the same as by searching for each, whatever the borders and the scores."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from metrics.kernels.steps import CELLS, Steps

ends = st.floats(-1e300, 1e300) | st.sampled_from([0.0, 1.0, -np.inf, np.inf])


@given(st.integers(0, 2**32 - 1), st.lists(ends, max_size=40), st.sampled_from([1, 0.01, 0, 1e300]), st.booleans())
def test_borders_are_reached_as_if_each_score_were_searched_for(
    seed: int, more: list[float], spread: float, with_ties: bool
) -> None:
    scores = np.random.default_rng(seed).random(CELLS + 7) * spread
    scores = scores.round(2) if with_ties else scores
    borders = np.sort(np.concatenate([[scores.min()], more, scores[:30]]))
    borders[0] = min(borders[0], scores.min())
    reached = Steps.between(borders, scores).reached(scores)
    assert (reached == np.searchsorted(borders, scores, side="right")).all()
