"""The rule `score >= threshold` of the Threshold page: picking it, and what follows from it."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
import pandas as pd
import streamlit as st

import charts
from metrics import METRICS, Corrected, Counts, Estimate, Evaluation, ThresholdTable
from predictions import Study, best_of_the_others, matrix_at
from ui.parts.help import help_of
from ui.parts.tables import class_row
from ui.state import choices, session, widgets
from ui.state.browser import can_follow
from words import Voice, distinct, threshold, whole
from words.findings import one_class_threshold

__all__ = [
    "SHOWN",
    "classes_with_scores",
    "figures",
    "frame",
    "halves",
    "is_probability",
    "keep",
    "pick_class",
    "pick_label",
    "pick_value",
    "show_corrected",
    "show_matrix",
    "show_pictures",
    "two_by_two",
    "value",
]

SHOWN = ("sensitivity", "fpr", "ppv", "npv")
THRESHOLDS = "pick_thresholds"
SLIDER, BOX = "threshold_slider", "threshold_box"
MOST_BUTTONS = 5


def classes_with_scores(study: Study, evaluation: Evaluation) -> list[int]:
    """The classes that a line can be drawn for; with one score for one of two classes, that class alone."""
    options = [i for i in range(len(study.labels)) if (table := evaluation.table(i)) is not None and len(table.scores)]
    return [study.positive] if study.positive in options else options


def pick_class(study: Study, evaluation: Evaluation, voice: Voice) -> tuple[int, ThresholdTable]:
    """The class of interest, among those with scores, and its table."""
    label = pick_label(study, classes_with_scores(study, evaluation), "Class", voice)
    table = evaluation.table(label)
    assert table is not None
    return label, table


def pick_label(study: Study, options: list[int], title: str, voice: Voice) -> int:
    """The class of interest among some: buttons for a few, a list for many."""
    few = len(options) <= MOST_BUTTONS
    more = {"required": True, "wrap": True} if few else {"width": 320}
    names = voice.names if few else distinct(study.labels)  # buttons take Markdown, lists plain text
    widget = st.segmented_control if few else st.selectbox
    return choices.pick("class", title, options, names.__getitem__, widget, **more)


def value(study: Study, label: int, table: ThresholdTable) -> float:
    """The threshold of this class: as it was left, else the file's own rule, else the middle."""
    kept = widgets.state.setdefault(THRESHOLDS, {})
    key = (study.key, label)
    if key not in kept:
        kept[key] = _start(study, label, table)
    if can_follow():
        return kept[key]
    low, high = _range(table)  # a slider has ends
    return min(max(kept[key], low), high)


def keep(study: Study, label: int, threshold: float) -> None:
    """Keep another threshold for this class."""
    widgets.state.setdefault(THRESHOLDS, {})[study.key, label] = threshold


def _start(study: Study, label: int, table: ThresholdTable) -> float:
    """The file's own rule where it cuts through the scores, else the middle of them."""
    usual = study.mapping.threshold if label == study.positive else 0.5
    if table.scores[-1] < usual <= table.scores[0]:
        return usual
    middle = float(table.scores[len(table.scores) // 2])
    return round(middle, decimals(table)) if abs(middle) < LARGEST else middle


LARGEST = 1e12  # scores beyond this, or closer together than this allows, have no steps of a thousandth


def is_probability(table: ThresholdTable) -> bool:
    return bool(table.scores[-1] >= 0 and table.scores[0] <= 1)


def _range(table: ThresholdTable) -> tuple[float, float]:
    """From a rule that calls everybody to one that calls nobody, in whole steps where there are any."""
    low, high = float(table.scores[-1]), float(table.scores[0])
    if is_probability(table):
        return 0.0, 1.0
    if max(-low, high) >= LARGEST:
        return low, float(np.nextafter(high, np.inf))
    step = step_of(table)
    return math.floor(low / step) * step, (math.floor(high / step) + 1) * step


def decimals(table: ThresholdTable) -> int:
    """Decimals of a step of at most a thousandth of the range; three at least, twelve at most."""
    width = float(table.scores[0]) if is_probability(table) else float(table.scores[0]) - float(table.scores[-1])
    if not 0 < width < LARGEST:
        return 3
    return min(12, max(3, 3 - math.floor(math.log10(width))))


def step_of(table: ThresholdTable) -> float:
    low, high = float(table.scores[-1]), float(table.scores[0])
    return (high / 1000 - low / 1000) or high / 1000 if max(-low, high) >= LARGEST else 10.0 ** -decimals(table)


def pick_value(study: Study, label: int, table: ThresholdTable, voice: Voice) -> None:
    """A slider and a number box that always agree."""
    low, high = _range(table)
    places = decimals(table)
    at = value(study, label, table)
    widgets.state[SLIDER] = widgets.state[BOX] = at

    def take(source: str) -> None:
        if source in widgets.state:
            keep(study, label, widgets.state[source])

    show = f"%.{places}f"
    # Widget labels are Markdown too: the names in `voice` are escaped for it.
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        st.number_input(
            f"Call {voice.names[label]} when its score is at least",
            low,
            high,
            step=step_of(table),
            format="%.6f" if at != round(at, places) else show,
            key=widgets.key(BOX),
            on_change=take,
            args=(BOX,),
            width=320,
        )
        st.slider(
            "Threshold",
            low,
            high,
            step=step_of(table),
            format=show,
            key=widgets.key(SLIDER),
            on_change=take,
            args=(SLIDER,),
            width=560,
        )


def halves(table: ThresholdTable, label: int, voice: Voice) -> str:
    """What the two halves of the histogram are, and that their heights cannot be compared."""
    others = f"{whole(table.n_negative)} others"
    return (
        f"Above: {voice.group_phrase(table.n_positive, label)}. Below: {others}. Each half is drawn to its own scale."
    )


def figures(found: Mapping[str, Estimate]) -> list[tuple[str, Estimate, str | None]]:
    """Sensitivity, false alarm rate, PPV and NPV of one rule, with counts and intervals."""
    return [(METRICS[key].name, found[key], help_of(key)) for key in SHOWN]


def frame(
    label: str, at: float, counts: Counts, found: Mapping[str, Estimate], corrected: Mapping[str, Corrected]
) -> pd.DataFrame:
    """The same with the four cells, and what was corrected for the choosing, for a spreadsheet."""
    row = class_row(label, counts, {key: found[key] for key in SHOWN})
    expected = {f"{key}_corrected": each.value for key, each in corrected.items() if not math.isnan(each.value)}
    return pd.DataFrame([{"threshold": at} | row | expected])


def show_pictures(study: Study, label: int, table: ThresholdTable, at: float, voice: Voice) -> None:
    """The scores cut by the line, and the place of the rule on both curves."""
    name = study.labels[label]
    left, middle, right = st.columns([2, 1, 1], gap="medium")
    with left:
        st.plotly_chart(
            charts.scores_by_truth(table, at, name, study.unit),
            config=charts.CONFIG, alt=charts.scores_by_truth_alt(table, at, name, study.unit), key="scores",
        )  # fmt: skip
        st.caption(halves(table, label, voice))
    with middle:
        st.markdown("**ROC**", help=help_of("auc"))
        st.plotly_chart(
            charts.roc_point(table, at), config=charts.CONFIG, alt=charts.roc_point_alt(table, at), key="roc_point"
        )
    with right:
        st.markdown("**Precision and recall**", help=help_of("average_precision"))
        st.plotly_chart(
            charts.pr_point(table, at), config=charts.CONFIG, alt=charts.pr_point_alt(table, at), key="pr_point"
        )


def show_corrected(
    corrected: Mapping[str, Corrected], counts: Counts, unit: tuple[str, str], is_clustered: bool
) -> None:
    """Apparent and corrected value of each rate side by side."""
    st.markdown("**Chosen and judged on the same cases**", help=help_of("optimism"))
    rows = one_class_threshold.compared(corrected, counts)
    st.table(
        pd.DataFrame(
            {
                "Rate": [f"**{name}**" for name, _, _ in rows],
                f"on these {unit[1]}": [apparent for _, apparent, _ in rows],
                f"to expect of new {unit[1]}": [f"**{expected}**" for _, _, expected in rows],
            }
        ),
        border="horizontal",
        hide_index=True,
    )
    st.caption(f"{one_class_threshold.HOW_CORRECTED}{f' {one_class_threshold.ROWS_DRAWN}' if is_clustered else ''}")


def two_by_two(counts: Counts, name: str) -> pd.DataFrame:
    """Truth by call, in people."""
    return pd.DataFrame(
        {
            "Truth": [f"**{name}**", f"**not {name}**"],
            f"called {name}": [f":blue[■] {whole(counts.tp)} found", f":orange[◆] {whole(counts.fp)} false alarms"],
            f"not called {name}": [f":red[✕] {whole(counts.fn)} missed", f":gray[●] {whole(counts.tn)} cleared"],
        }
    )


def show_matrix(study: Study, label: int, at: float, voice: Voice) -> None:
    """The whole matrix that follows when this class gets its threshold and the others share the rest."""
    if len(study.labels) < 3 or math.isinf(at):
        return
    seen = choices.model(), choices.split(study), label
    others = session.remembered(study, ("others", *seen), lambda: best_of_the_others(study, *seen))
    matrix = matrix_at(study, *seen, at, others)
    if matrix is None:
        return
    st.subheader("What this does to the other classes", anchor=False)
    st.markdown(
        f"Call {voice.names[label]} when its score is at least {threshold(at)}; otherwise the class with the highest "
        f"score among the others. Moving this line moves {study.unit[1]} into and out of every other class."
    )
    with st.container(width=820 if len(matrix.labels) <= charts.MOST_WITH_TEXT else "stretch"):
        st.plotly_chart(
            charts.confusion(matrix, "counts", None, study.unit),
            config=charts.CONFIG,
            alt=charts.confusion_alt(matrix, study.unit),
            key="matrix_at",
        )
