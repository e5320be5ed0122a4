"""Leaving the least confident cases to a clinician: the coverage, what it changes, the curve, and confident errors."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import streamlit as st

import charts
from charts.figures.thresholds.risk_coverage import CoverageLine, risk_coverage, risk_coverage_alt
from predictions.cases.case_list import CONFIDENT
from predictions.cases.filters import CaseFilter
from predictions.cases.finding import find
from predictions.cases.kinds import CaseKind
from predictions.problems import Problem
from reviews import View
from reviews.frames import amounts_of
from reviews.risks.selective import LEAST, SelectivePrediction, can_be_selective, selective_prediction
from ui.cases.selection import case_list, link
from ui.parts import inputs, page, pictures
from words import markdown
from words.findings.thresholds import selective as said

KEPT, COVERAGE = "selective", "selective_coverage"
BEGIN = 80.0


def show_selective(view: View, label: int) -> None:
    """Closed. Nothing where scores tell no confidence."""
    if can_be_selective(view):
        page.when_unfolded(said.EXPANDER, "curves_selective", _show, view, label)


def _show(view: View, label: int) -> None:
    try:
        found = selective_prediction(view, label)
        _show_found(view, found)
    except Problem as problem:  # the file that an engine counts is gone, or has too many different scores
        st.error(markdown(str(problem), 300))


def _show_found(view: View, found: SelectivePrediction) -> None:
    kept = inputs.kept(KEPT, {COVERAGE: BEGIN})
    inputs.number(said.COVERAGE, kept, COVERAGE, min_value=1.0, max_value=100.0, step=5.0, format="%.4g", width=220)
    coverage = kept[COVERAGE] / 100
    st.markdown(_said(found, coverage))
    lines = _lines(found, coverage)
    if lines:
        alt = risk_coverage_alt(lines, coverage)
        pictures.show(risk_coverage(lines, coverage), "Risk-coverage curve", alt=alt, key="risk_coverage")
    curve = found.curve
    st.caption(said.how(curve.area, 1 - float(curve.accuracy[-1]), view.evaluation.is_weighted))
    _confident_errors(view)


def _said(found: SelectivePrediction, coverage: float) -> str:
    """In two sentences."""
    view, then, everybody = found.view, found.at(coverage), found.everybody
    if then is None:
        return said.none_decided(coverage, view.voice)
    choice = said.Choice(
        then.coverage, everybody.cases - then.cases, everybody.own - then.own, (then.accuracy, everybody.accuracy),
        (then.miss_rate, everybody.miss_rate), view.level, amounts_of(view),
    )  # fmt: skip
    decided = said.decided(choice, found.label, view.voice)
    return f"{decided}  \n{said.accuracy_said(choice, found.without_score, view.voice)}"


def _lines(found: SelectivePrediction, coverage: float) -> list[CoverageLine]:
    """The miss rate of the class, and the error rate of all classes; each from ten cases on."""
    view, curve, places = found.view, found.curve, found.drawn
    style = replace(charts.styles_of(view.plain_voice, view.is_in_time)[found.label], dash="solid")
    chosen = np.searchsorted(places, curve.place(coverage), side="right") - 1
    lines = []
    kinds = ((curve.missed, curve.own, style), (curve.errors, curve.decided, None))
    for name, (errors, cases, look) in zip(said.names(found.label, view.plain_voice), kinds, strict=True):
        wrong, of = errors[places], cases[places]
        rate = np.where(of >= LEAST, wrong / np.maximum(of, 1), np.nan)
        if np.isnan(rate).all():
            continue
        coverages = curve.coverages[places]
        texts = [said.point_said(name, *each) if each[2] else "" for each in zip(coverages, wrong, of, strict=True)]
        at = int(chosen) if chosen >= 0 and not np.isnan(rate[chosen]) else None
        lines.append(CoverageLine(name, coverages, rate, texts, at, look))
    return lines


def _confident_errors(view: View) -> None:
    """The way to the errors of high scores, where scores are probabilities and there are such errors.

    None while a kept threshold is used: these are the delivered predictions, and Cases lists those in use.
    """
    if view.used_threshold is not None:
        return
    wanted = CaseFilter(frozenset({CaseKind.CONFIDENT}), least=said.CONFIDENT)
    cases = case_list(view)
    if not cases.has_confidence or cases.confident_from != CONFIDENT:
        return
    if number := find(cases, wanted).number:
        link(said.confident_errors(number), wanted, "see_confident_errors")
