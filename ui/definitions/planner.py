"""How many cases a study needs: a closed part of the Definitions page, filled in from the open study."""

from __future__ import annotations

import streamlit as st

from metrics.planning import planned
from reviews import View
from ui.parts import inputs
from ui.state import widgets
from words import Voice
from words.findings.planning import NAMES, SOURCES, bound_said, share_name, width_said
from words.text.voice import CASES

TITLE = "Sample size: cases needed for a CI of a given width, or for a requirement"
KEY, GOAL, BOX = "plan_metric", "plan_goal", "plan"  # BOX: what was typed, and the beginning of the keys of boxes
WIDTH, BOUND = "CI half-width", "requirement"
USUAL = {"expected": 0.8, "share": 0.1}
ALONE = Voice(("the class",), CASES)


def show_planner(view: View | None) -> None:
    """The boxes, and the sentence that they give; nothing is counted until it is unfolded."""
    with st.expander(TITLE, key="planner", on_change="rerun") as unfolded:
        if unfolded.open:
            _planner(view)


def _planner(view: View | None) -> None:
    voice, label, level = (view.voice, view.interest, view.level) if view else (ALONE, 0, 0.95)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        metrics = list(NAMES)
        key = st.selectbox(
            "Metric", metrics, format_func=NAMES.__getitem__, width=170, **widgets.keeping(KEY, metrics[0])
        )
        goal = st.segmented_control("For a", (WIDTH, BOUND), required=True, **widgets.keeping(GOAL, WIDTH))
        expected = _box(view, "Expected", key, "expected", _expected(view, key))
        share = _box(view, share_name(key, voice, label), key, "share", _share(view, key), as_percent=True)
        beginning = 0.05 if goal == WIDTH else max(0.01, expected - 0.05)
        asked = _box(view, "Half-width (points)" if goal == WIDTH else "Required", key, f"asked {goal}", beginning)
    part = 1 - share if key in ("specificity", "npv") else share
    if goal == WIDTH:
        sizes = planned(key, expected, part, half_width=min(asked, 0.49), level=level)
        st.markdown(width_said(key, expected, min(asked, 0.49), sizes, level, voice, label))
    else:
        sizes = planned(key, expected, part, bound=asked, level=level)
        st.markdown(bound_said(key, expected, asked, sizes, voice, label))
    st.caption(SOURCES)


def _box(view: View | None, label: str, key: str, name: str, usual: float, as_percent: bool = False) -> float:
    """A number box: in percent but for an AUC, which is a fraction. What is typed is kept for what is looked at."""
    scale, digits = (1, 2) if key == "auc" and not as_percent else (100, 1)
    shown = label.removesuffix(" (points)") if scale == 1 else label if label.endswith(")") else f"{label} (%)"
    kept, begin = inputs.kept(BOX, {}), round(usual * scale, digits)
    own = (view and (view.model, view.split, view.lens, view.interest), key, name)
    inputs.number(
        shown, kept, f"{BOX} {key} {name}", name=own, usual=begin, min_value=0.1 * scale / 100, max_value=1.0 * scale,
        step=scale / 100, width=170, format=f"%.{digits}f",
    )  # fmt: skip
    return float(kept.get(own, begin)) / scale


def _expected(view: View | None, key: str) -> float:
    """The value of the study, held a little away from 0 and 1."""
    figure = view.evaluation.classes[view.interest].get(key) if view and view.evaluation.n else None
    return min(0.99, max(0.01, figure.value)) if figure is not None and figure.is_defined else USUAL["expected"]


def _share(view: View | None, key: str) -> float:
    if view is None or not view.evaluation.n:
        return USUAL["share"]
    matrix = view.evaluation.matrix
    counted = matrix.predicted if key in ("ppv", "npv") else matrix.support
    return min(0.99, max(0.001, int(counted[view.interest]) / view.evaluation.n))
