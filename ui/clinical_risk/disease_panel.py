"""The panels of the clinical risk page, and their numbers as tables."""

from __future__ import annotations

import pandas as pd
import streamlit as st

import charts
from metrics import Estimate, Evaluation, missed_as_normal_by_class, risk_scores
from reviews import View
from ui.cases.selection import link_to_missed
from ui.parts import my_prevalence
from ui.parts.help import header_of, help_for, help_of
from ui.parts.html_picture import draw
from ui.parts.tables import header
from ui.requirements.panel import of_disease
from words import NBSP, Voice, bounds, interval, of, percent, percent_of, share, whole
from words.findings.overview import called_normal, missed

WHY_TWO_RATES = (
    "The risk score and the miss rate count the same cases over different totals. The risk score asks: of all "
    "that were called all clear, how many have this disease? It is small where the disease is rare, and says "
    "nothing when almost nobody is called all clear. The miss rate asks: of all that have this disease, how many "
    "were called all clear? The risk scores of the diseases add up to the whole; the miss rates do not."
)


def show_disease(view: View, label: int) -> None:
    """One disease: missed and where it went, false alarms, and what its all-clear is worth."""
    study, evaluation, voice = view.study, view.evaluation, view.voice
    matrix, name = evaluation.matrix, voice.names[label]
    support = int(matrix.support[label])
    with st.container(border=True):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.subheader(name, anchor=False, width="content")
            st.markdown(
                f"{of(support, evaluation.n)} {study.unit[1]} ({percent(support / evaluation.n, evaluation.n)})",
                width="content",
            )
        of_disease(evaluation, label, voice)
        with st.grid(2, min_column_width=300, gap="medium"):
            with st.container():
                _missed(evaluation, label, voice)
                link_to_missed(study, label, support - int(matrix.cells[label, label]))
            with st.container():
                _alarms(evaluation, label, voice)
        keys = ("wrong_all_clears", *(["class_risk_score"] if voice.normal is not None else []))
        st.caption(_all_clear(evaluation, label, voice), help="\n\n".join(map(help_of, keys)))
        prevalence = my_prevalence.prevalence_in_use(study, label, evaluation.counts(label))
        if prevalence is not None and not prevalence.is_own:
            st.caption(my_prevalence.line(evaluation, prevalence, voice.normal, voice))


def _missed(evaluation: Evaluation, label: int, voice: Voice) -> None:
    estimate = missed(evaluation, label)
    said = f"**Missed: {of(estimate.successes or 0, estimate.trials or 0)}** · {_share(estimate, evaluation.level)}"
    st.markdown(said, help=help_of("fnr"))
    matrix = evaluation.matrix
    draw(
        charts.missed_strip(matrix, label, voice.normal, voice.unit), charts.missed_legend(matrix, label, voice.normal)
    )


def _alarms(evaluation: Evaluation, label: int, voice: Voice) -> None:
    wrong = evaluation.classes[label]["ppv"].complement()
    called = wrong.trials or 0
    said = f"{of(wrong.successes or 0, called)} {voice.names[label]} calls" if called else "no calls"
    st.markdown(
        f"**False alarms: {said}** · {_share(wrong, evaluation.level) if called else 'not estimable'}",
        help=help_of("wrong_calls"),
    )
    draw(charts.alarm_strip(evaluation.matrix, label))


def _share(estimate: Estimate, level: float) -> str:
    """The percentage with its interval; the counts alone are already in the line before."""
    few = (estimate.trials or 0) < 10
    return f"too few for a percentage ({bounds(estimate, level)})" if few else share(estimate, True, level)


def _all_clear(evaluation: Evaluation, label: int, voice: Voice) -> str:
    name, cleared = voice.names[label], evaluation.classes[label]["npv"].complement()
    text = f"Every {voice.unit[0]} was called {name}."
    if cleared.trials:
        text = (
            f"Not called {name}: of {whole(cleared.trials)} {voice.unit[1]}, "
            f"{voice.count_phrase(cleared.successes or 0, label)} ({percent_of(cleared)}, {bounds(cleared)})."
        )
    if voice.normal is not None:
        text += f" {_risk_score(evaluation, label, voice)}"
    return text


def _risk_score(evaluation: Evaluation, label: int, voice: Voice) -> str:
    normal, part = voice.normal or 0, evaluation.classes[label]["risk_score"]
    if not part.trials:
        return f"Risk score: not estimable, nobody was called {voice.names[normal]}."
    return (
        f"Risk score {percent_of(part)} ({bounds(part)}): of {whole(part.trials)} {voice.unit[1]} called "
        f"{voice.name(normal)}, {voice.count_phrase(part.successes or 0, label)}."
    )


def reassurance_figures(evaluation: Evaluation, normal: int, name: str) -> list[tuple[str, Estimate, str | None]]:
    """False reassurance and missed disease over all diseases, and how often the all-clear is given."""
    assert evaluation.cleared is not None
    return [
        ("False reassurance", called_normal(evaluation, normal), None),
        ("Missed disease", evaluation.overall["missed_as_normal"], None),
        (f"Called {name}", evaluation.cleared, help_for("Called all clear")),
    ]


def risk_table(evaluation: Evaluation, order: list[int], voice: Voice) -> pd.DataFrame:
    """Per disease the two rates side by side, each with its two counts."""
    normal = voice.normal or 0
    rows = []
    for label in order:
        of_calls, of_cases = (evaluation.classes[label][key] for key in ("risk_score", "missed_as_normal"))
        rows.append(
            {
                header("Disease"): f"**{voice.names[label]}**",
                header_of("class_risk_score", f"of those called {voice.names[normal]}, have it"): _cell(of_calls),
                header_of("class_missed_as_normal", f"of those who have it, called {voice.names[normal]}"): _cell(
                    of_cases
                ),
                header_of("fnr", "of those who have it, called anything else"): _cell(missed(evaluation, label)),
            }
        )
    return pd.DataFrame(rows)


def _cell(estimate: Estimate) -> str:
    if not estimate.is_defined:
        return ":gray[not estimable]  \n:small[no such calls]"
    counts = of(estimate.successes or 0, estimate.trials or 0)
    found = interval(estimate) or f"no{NBSP}interval"
    return f"**{percent_of(estimate)}**  \n:small[{counts}{NBSP}·{NBSP}{found}]"


def risk_frame(evaluation: Evaluation, order: list[int], normal: int | None) -> pd.DataFrame:
    """The numbers of the panels, for a spreadsheet."""
    matrix = evaluation.matrix
    frame = pd.DataFrame(
        {
            "class": [evaluation.labels[i] for i in order],
            "cases": matrix.support[order],
            "missed": (matrix.support - matrix.cells.diagonal())[order],
            "calls": matrix.called[order],
            "false alarms": (matrix.called - matrix.cells.diagonal())[order],
        }
    )
    if normal is not None:
        frame["called all clear"] = matrix.cells[order, normal]
        frame["risk score"] = risk_scores(matrix.cells, normal)[order]
        frame["miss rate"] = missed_as_normal_by_class(matrix.cells, normal)[order]
    return frame
