"""Each model moved to the sensitivity, and to the specificity, of the other as it stands."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pandas as pd
import streamlit as st

from metrics.paired.paired_auc import Held, Matched, matched
from predictions.slices.paired_models import Pair
from ui.compare.common_scores import common_scores
from ui.compare.comparison import Comparison
from ui.parts.tables import header
from words.findings.compare import (
    Names,
    matched_said,
    points,
    points_interval,
    right_of,
    small_lines,
    test_said,
    verdict_said,
)

HELD: tuple[Held, Held] = ("sensitivity", "specificity")
OTHER = {"sensitivity": "specificity", "specificity": "sensitivity"}


def show_matched_thresholds(pair: Pair, now: Comparison) -> None:
    """What each model does where it reaches the other: a row per moved model and what is held."""
    st.subheader("At the same sensitivity, or specificity", anchor=False)
    found = now.cached(("matched", now.label, now.level), lambda: list(_every_match(pair, now)))
    if not found:
        st.markdown("Moving a threshold needs a score of this class from both models, and cases of both kinds.")
        return
    rows = [_row(now.safe if moved == 0 else Names(*now.safe[::-1]), each) for moved, each in found]
    st.table(pd.DataFrame(rows), border="horizontal", hide_index=True)
    st.caption(
        "One model stands as it is; the other is moved to the threshold that just reaches it. The threshold was looked "
        "for on these same cases and the intervals take it as given, so they are somewhat too narrow."
    )


def _every_match(pair: Pair, now: Comparison) -> Iterator[tuple[int, Matched]]:
    """(0 where the compared model is moved, 1 where the reference is; what it does then)."""
    common = common_scores(pair, now)
    if common is None:
        return
    for moved, held in product((0, 1), HELD):
        standing, scores, table = common.calls[1 - moved], common.scores[moved], common.tables[moved]
        found = matched(held, common.truth, standing, scores, common.patients, now.level, table)
        if found is not None:
            yield moved, found


def _row(names: Names, found: Matched) -> dict[str, str]:
    """names: of the moved model, and of the standing one in the place of the reference."""
    share = found.other
    reached = (right_of(share, True), f"against {right_of(share, False)}")
    tested = (points_interval(share.difference, share.cases), test_said(share))
    return {
        header("Moved"): small_lines(f"**{names.model}**", *matched_said(found, names.reference)),
        "**Then compared**": small_lines(OTHER[found.held], *reached),
        "**Moved − standing**": small_lines(f"**{points(share.difference.value, share.cases)}**", *tested),
        "**Verdict**": verdict_said(share, names),
    }
