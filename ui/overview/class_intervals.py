"""How sure every class is: its rates as marks with their intervals, side by side."""

from __future__ import annotations

import streamlit as st

import charts
from metrics import METRICS
from reviews import View
from ui.parts.html_picture import draw, side_by_side, titled
from words import ci, distinct

DRAWN = ("sensitivity", "specificity", "ppv", "f1")


def show_class_intervals(view: View) -> None:
    """A small picture per number, all on one scale, so that their widths can be compared; none without intervals."""
    study, evaluation = view.study, view.evaluation
    if not any(figures[key].low is not None for figures in evaluation.classes for key in DRAWN):
        return
    styles = charts.class_styles(len(study.labels), view.normal)
    names = distinct(study.labels)
    span = charts.common_span(figures[key] for figures in evaluation.classes for key in DRAWN)
    st.subheader("How sure each number is", anchor=False)
    st.caption(f"Mark: the value. Line: its {ci(evaluation.level)}. A hollow mark stands for fewer than ten cases.")
    panels = []
    for key in DRAWN:
        named = zip(names, styles, evaluation.classes, strict=True)
        rows = [charts.IntervalMark(name, style, figures[key]) for name, style, figures in named]
        panels.append(titled(key, charts.interval_marks(METRICS[key].name, rows, span, evaluation.level)))
    draw(side_by_side(panels))
