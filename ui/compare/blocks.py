"""The rest of a comparison: areas under the curves, what a call is worth, and one model moved to meet the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd
import streamlit as st

import charts
from metrics import Counts, Estimate, PairedAUC, ThresholdTable
from metrics.paired.paired_auc import Held, Matched, matched, paired_auc_of_patients
from metrics.paired.predictive_ratios import PredictiveRatio, predictive_ratios
from predictions.slices.paired_models import Pair
from ui.compare.choices import Asked
from ui.parts.help import header_of, help_of
from ui.parts.tables import header
from ui.state import session
from words import NBSP, Voice, bounds, decimal, markdown, of, percent
from words.findings.compare import (
    area_said,
    matched_said,
    p_said,
    points,
    points_interval,
    ratio_interval,
    right_of,
    small_lines,
    test_said,
    verdict_said,
)
from words.text.legends import area_legend

__all__ = ["show_areas", "show_matched", "show_ratios"]

NO_SCORES = (
    "Areas under the curve need a score of this class from both models, and there are only labels here. A label is one "
    "point: it says nothing about the other thresholds."
)
NO_GROUP = "Curves need common cases with the class and without it, each with a score of both models."


@dataclass(frozen=True, eq=False)
class Scored:
    """The common cases where both models have a score of the class. The compared model stands first."""

    truth: np.ndarray
    calls: tuple[np.ndarray, np.ndarray]
    scores: tuple[np.ndarray, np.ndarray]
    patients: np.ndarray | None

    @cached_property
    def tables(self) -> tuple[ThresholdTable, ThresholdTable]:
        first, second = (ThresholdTable.from_scores(each, self.truth) for each in self.scores)
        return first, second

    @property
    def has_both_groups(self) -> bool:
        return bool(self.truth.any()) and not self.truth.all()


def _scored(pair: Pair, now: Asked) -> Scored | None:
    """Kept for both blocks that need it, whatever the level."""
    name = ("scored pair", now.model, now.reference, now.split, now.label)
    return session.view().cached(name, lambda: _both_scored(pair, now.label))


def _both_scored(pair: Pair, label: int) -> Scored | None:
    found = pair.scores(label)
    if found is None:
        return None
    scores, known = found
    first, second = (codes[known] == label for codes in pair.calls)
    patients = None if pair.patients is None else pair.patients[known]
    return Scored(pair.truth[known] == label, (first, second), scores, patients)


def _kept(now: Asked, what: str, make: Callable[[], object]) -> object:
    name = (what, now.model, now.reference, now.split, now.label, session.view().level)
    return session.view().cached(name, make)


# ------------------------------------------------------------------ areas


@dataclass(frozen=True, eq=False)
class Areas:
    """Both areas with their curves."""

    paired: PairedAUC
    tables: tuple[ThresholdTable, ThresholdTable]
    points: tuple[Counts, Counts]
    cases: int


def show_areas(pair: Pair, now: Asked, voice: Voice) -> None:
    """The curves of both over one another, and the difference of their areas."""
    st.subheader("How well the scores order the cases", anchor=False, help=help_of("auc_difference"))
    found = _kept(now, "paired areas", lambda: _areas(pair, now))
    if not isinstance(found, Areas):
        st.markdown(str(found))
        return
    style = charts.class_styles(len(now.study.labels), session.view().normal)[now.label]
    names = now.names()
    areas = {names.reference: found.paired.second, names.model: found.paired.first}
    curves = [
        charts.Curve(
            now.study.labels[now.label], found.tables[1 - i], charts.model_style(style, i), area_legend(area),
            found.points[1 - i], name,
        )
        for i, (name, area) in enumerate(areas.items())
    ]  # fmt: skip
    left, right = st.columns([3, 2], gap="medium")
    with left:
        st.plotly_chart(charts.roc(curves), config=charts.CONFIG, alt=charts.roc_alt(curves), key="compare_roc")
    with right:
        rows = [
            {header("Model"): f"**{markdown(name, 32)}**", header_of("auc"): _area_cell(area)}
            for name, area in areas.items()
        ]
        st.table(pd.DataFrame(rows), border="horizontal", hide_index=True)
        st.markdown(area_said(found.paired.difference, found.paired.p, now.safe(), session.view().level))
        known = "" if found.cases == len(pair) else f" {found.cases:,} common cases have a score of both models."
        st.caption(f"Marks: what each model called. Everything here is about {voice.name(now.label)}.{known}")


def _area_cell(area: Estimate) -> str:
    return small_lines(f"**{decimal(area.value)}**", bounds(area, places=3))


def _areas(pair: Pair, now: Asked) -> Areas | str:
    scored = _scored(pair, now)
    if scored is None or not scored.has_both_groups:
        return NO_SCORES if scored is None else NO_GROUP
    paired = paired_auc_of_patients(scored.truth, *scored.scores, scored.patients, session.view().level, scored.tables)
    marks = tuple(_counts(scored.truth, called) for called in scored.calls)
    return Areas(paired, scored.tables, (marks[0], marks[1]), len(scored.truth))


def _counts(truth: np.ndarray, called: np.ndarray) -> Counts:
    tp, support, calls = int((truth & called).sum()), int(truth.sum()), int(called.sum())
    return Counts(tp, calls - tp, support - tp, len(truth) - support - calls + tp)


# ------------------------------------------------------------------ what a call is worth


def show_ratios(pair: Pair, now: Asked, voice: Voice) -> None:
    """PPV and NPV as ratios: the two models call different cases, so that their differences cannot be paired."""

    def make() -> tuple[PredictiveRatio, PredictiveRatio]:
        is_class, calls = pair.truth == now.label, [codes == now.label for codes in pair.calls]
        return predictive_ratios(is_class, *calls, pair.patients, session.view().level)

    ratios: tuple[PredictiveRatio, PredictiveRatio] = _kept(now, "predictive ratios", make)  # type: ignore[assignment]
    names, name = now.safe(), voice.name(now.label)
    st.subheader("What a call is worth", anchor=False)
    said = {"relative_ppv": f"of {name} calls, right", "relative_npv": f"of not {name}, right"}
    rows = [
        {
            header("Calls"): f"**{what}**  \n:small[{said[key]}]",
            f"**{names.model}**": _worth(ratio.first),
            f"**{names.reference}**": _worth(ratio.second),
            f"**Ratio**  \n{session.view().level * 100:g}{NBSP}% interval": _ratio_cell(ratio),
            "**Verdict**": _ratio_verdict(ratio, now),
        }
        for what, key, ratio in zip(
            (header_of("relative_ppv"), header_of("relative_npv")), said, ratios, strict=True
        )
    ]  # fmt: skip
    st.table(pd.DataFrame(rows), border="horizontal", hide_index=True)
    st.caption(
        f"Both depend on how common {name} is among these cases. Ratios above 1 speak for {names.model}. McNemar's "
        "test is not for them: the two models call different cases."
    )


def _worth(share: tuple[int, int]) -> str:
    right, calls = share
    if not calls:
        return ":gray[no calls]"
    return small_lines(percent(right / calls, calls), of(right, calls))


def _ratio_cell(ratio: PredictiveRatio) -> str:
    if not ratio.ratio.is_defined:
        return f":gray[not estimable]  \n:small[{ratio.ratio.note}]"
    small = [ratio_interval(ratio.ratio), p_said(ratio.p)]
    if ratio.is_clustered and ratio.naive.low is not None:
        small.append(f"rows independent: {ratio_interval(ratio.naive)}")
    return small_lines(f"**{decimal(ratio.ratio.value, 2)}**", *small)


def _ratio_verdict(ratio: PredictiveRatio, now: Asked) -> str:
    low, high = ratio.ratio.low, ratio.ratio.high
    if low is None or high is None:
        return "not judged"
    if low > 1 or high < 1:
        return f"{now.safe().model if low > 1 else now.safe().reference} better"
    return "no clear difference (the interval holds 1)"


# ------------------------------------------------------------------ one model moved to meet the other


def show_matched(pair: Pair, now: Asked) -> None:
    """Each model moved to the sensitivity, and to the specificity, of the other as it stands."""
    st.subheader("At the same sensitivity, or specificity", anchor=False)
    found: list[Matched] = _kept(now, "matched", lambda: _all_matched(pair, now))  # type: ignore[assignment]
    if not found:
        st.markdown("Moving a threshold needs a score of this class from both models, and cases of both kinds.")
        return
    st.table(
        pd.DataFrame([_matched_row(now, i, each) for i, each in enumerate(found)]), border="horizontal", hide_index=True
    )
    st.caption(
        "One model stands as it is; the other is moved to the threshold that just reaches it. The threshold was looked "
        "for on these same cases and the intervals take it as given, so they are somewhat too narrow."
    )


def _all_matched(pair: Pair, now: Asked) -> list[Matched]:
    """The compared model moved to both, then the reference."""
    scored = _scored(pair, now)
    if scored is None:
        return []
    held: tuple[Held, Held] = ("sensitivity", "specificity")
    every = [
        matched(
            each, scored.truth, scored.calls[1 - moved], scored.scores[moved], scored.patients, session.view().level,
            scored.tables[moved],
        )
        for moved in (0, 1)
        for each in held
    ]  # fmt: skip
    return [each for each in every if each is not None]


def _matched_row(now: Asked, place: int, found: Matched) -> dict[str, str]:
    names = now.safe()
    moved, standing = names if place < 2 else names[::-1]
    other = "specificity" if found.held == "sensitivity" else "sensitivity"
    share = found.other
    small = (points_interval(share.difference, share.cases), test_said(share))
    return {
        header("Moved"): small_lines(f"**{moved}**", *matched_said(found, standing)),
        "**Then compared**": small_lines(other, right_of(share, True), f"against {right_of(share, False)}"),
        "**Moved − standing**": small_lines(f"**{points(share.difference.value, share.cases)}**", *small),
        "**Verdict**": verdict_said(share, type(names)(moved, standing)),
    }
