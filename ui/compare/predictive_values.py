"""PPV and NPV of two models as ratios: they call different cases, so that their differences cannot be paired."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from metrics.paired.predictive_ratios import PredictiveRatio, predictive_ratios
from predictions.slices.paired_models import Pair
from ui.compare.comparison import Comparison
from ui.parts.help import header_of
from ui.parts.tables import header
from words import NBSP, decimal, of, percent
from words.findings.compare import Names, p_said, ratio_interval, small_lines
from words.text.notes import why


def show_predictive_values(pair: Pair, now: Comparison) -> None:
    """A row for PPV and one for NPV: what each model reaches, their ratio and which is better."""
    names, name = now.safe, now.view.voice.name(now.label)
    ppv, npv = now.cached(("predictive ratios", now.label, now.level), lambda: _ratios(pair, now))
    rows = [
        {
            header("Calls"): f"**{header_of(key)}**  \n:small[{of_which}]",
            f"**{names.model}**": _value_cell(ratio.first),
            f"**{names.reference}**": _value_cell(ratio.second),
            f"**Ratio**  \n{now.level * 100:g}{NBSP}% interval": _ratio_cell(ratio),
            "**Verdict**": _verdict(ratio, names),
        }
        for key, of_which, ratio in (
            ("relative_ppv", f"of {name} calls, right", ppv),
            ("relative_npv", f"of not {name}, right", npv),
        )
    ]
    st.subheader("What a call is worth", anchor=False)
    st.table(pd.DataFrame(rows), border="horizontal", hide_index=True)
    st.caption(
        f"Both depend on how common {name} is among these cases. Ratios above 1 speak for {names.model}. McNemar's "
        "test is not for them: the two models call different cases."
    )


def _ratios(pair: Pair, now: Comparison) -> tuple[PredictiveRatio, PredictiveRatio]:
    first, second = (codes == now.label for codes in pair.calls)
    return predictive_ratios(pair.truth == now.label, first, second, pair.patients, now.level)


def _value_cell(share: tuple[int, int]) -> str:
    right, calls = share
    return small_lines(percent(right / calls, calls), of(right, calls)) if calls else ":gray[no calls]"


def _ratio_cell(ratio: PredictiveRatio) -> str:
    if not ratio.ratio.is_defined:
        return f":gray[not estimable]  \n:small[{why(ratio.ratio)}]"
    small = [ratio_interval(ratio.ratio), p_said(ratio.p)]
    if ratio.is_clustered and ratio.naive.low is not None:
        small.append(f"rows independent: {ratio_interval(ratio.naive)}")
    return small_lines(f"**{decimal(ratio.ratio.value, 2)}**", *small)


def _verdict(ratio: PredictiveRatio, names: Names) -> str:
    low, high = ratio.ratio.low, ratio.ratio.high
    if low is None or high is None:
        return "not judged"
    if low > 1 or high < 1:
        return f"{names.model if low > 1 else names.reference} better"
    return "no clear difference (the interval holds 1)"
