"""The grammar of a page: title line, finding, key figures, meanings, and what is said when there is nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import NoReturn

import pandas as pd
import streamlit as st

from metrics import Estimate, Evaluation
from predictions import Study, WithoutCases
from predictions.problems import listed
from ui.parts.help import defined, help_for, help_of_all
from ui.parts.tables import NO_INTERVAL, as_csv, as_excel, without_ids
from ui.state import choices, session, widgets
from ui.state.session import LEVELS, USUAL_LEVEL
from words import NBSP, Voice, bounds, ci, counted, decimal, distinct, markdown, of, percent, percent_of, whole
from words.findings.definitions import meaning
from words.findings.finding import Finding
from words.findings.methods import independence, intervals_made
from words.notices import worded
from words.text.notes import why
from words.text.numbers import FEW

__all__ = [
    "download",
    "evaluation_or_stop",
    "finding",
    "footnote",
    "key_figures",
    "meanings",
    "nothing_to_show",
    "numbers_heading",
    "rows_or_stop",
    "study_or_stop",
    "title_line",
    "voice",
]

Made = Callable[[pd.DataFrame], bytes]
FORMATS: dict[str, tuple[str, str, Made]] = {
    "CSV": ("csv", "text/csv", as_csv),
    "Excel": ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", as_excel),
}
DATA_PAGE = str(Path(__file__).parents[2] / "pages" / "data.py")
DEFINITIONS_PAGE = str(Path(__file__).parents[2] / "pages" / "definitions.py")


def voice(study: Study) -> Voice:
    """The study's names, safe for Markdown, and the all-clear class that the reader chose."""
    return session.view().voice


# ------------------------------------------------------------------ the line above every page


def title_line(title: str) -> None:
    """Name of the page, the choices that apply to every page, and how much of the file is used."""
    study = session.current()
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.title(title, anchor=False, width="content")
        if study is None:
            st.popover("No study open", icon=":material/tune:", type="tertiary", disabled=True)
            return
        # The label is written after the choices inside, so that it never lags behind them.
        popover = st.popover(
            _choice_label(study), icon=":material/tune:", type="tertiary", key=widgets.key("choices_of_all_pages")
        )
        with popover:
            _choices_of_all_pages(study)
        st.caption(_what_is_used(study), width="content")


def _choices_of_all_pages(study: Study) -> None:
    st.caption("These apply to every page.")
    if len(study.model_names) > 1:
        names = choices.model_names(study)
        choices.pick("model", "Model", range(len(names)), names.__getitem__, st.selectbox)
    splits = study.splits_of(session.view().model)
    if len(splits) > 1:
        choices.pick("split", "Split", range(len(splits)), distinct(splits).__getitem__, st.selectbox)
    labels = distinct(study.labels)
    choices.pick(
        "normal",
        "Class that means all clear",
        range(choices.NO_NORMAL, len(study.labels)),
        lambda i: "none of them" if i == choices.NO_NORMAL else labels[i],
        st.selectbox,
        help="Usually Normal. Misses that are called this class count as the dangerous ones.",
    )
    choices.pick(
        "level", "Confidence level of the intervals", range(len(LEVELS)),
        lambda i: percent(LEVELS[i], 0), st.segmented_control, required=True,
        help="A higher level makes every interval wider.",
    )  # fmt: skip


def _choice_label(study: Study) -> str:
    parts = []
    if study.model_names and (name := study.model_names[session.view().model]):
        parts.append(markdown(name, 32))
    if split := session.view().split:
        parts.append(markdown(split, 24))
    normal = session.view().normal
    parts.append("no all-clear class" if normal is None else f"all-clear is {markdown(study.labels[normal], 24)}")
    if session.view().level != LEVELS[USUAL_LEVEL]:
        parts.append(ci(session.view().level))
    return " · ".join(parts)


def _what_is_used(study: Study) -> str:
    used = session.view().evaluation.n
    text = counted(used, study.unit)
    left_out = study.rows - study.used
    return f"{text} · {whole(left_out)} row{'s' if left_out != 1 else ''} of the file not used" if left_out else text


# ------------------------------------------------------------------ what a page needs


def study_or_stop(needs: str) -> Study:
    """The open study; without one the page says what it would show, and leads to where one is opened."""
    study = session.current()
    if study is None:
        nothing_to_show("No study is open yet.", needs, "Open a study")
    return study


def evaluation_or_stop(needs: str) -> tuple[Study, Evaluation]:
    """The open study and its chosen model on the chosen split."""
    study = study_or_stop(needs)
    evaluation = session.view().evaluation
    if not evaluation.n:
        nothing_to_show(
            "This part of the study has no case to count.",
            "No row of the chosen model and split has both a true class and an answer. Choose another split or model "
            "at the top of the page, or look at what was left out.",
        )
    return study, evaluation


def nothing_to_show(headline: str, why: str, button: str = "Go to the data") -> NoReturn:
    """The same grammar as any page, when it cannot have numbers: what is missing, and the way to it."""
    finding(Finding(headline, ""))
    with st.container(border=True):
        st.markdown(why)
        if st.button(button, icon=":material/arrow_forward:"):
            st.switch_page(DATA_PAGE)
    st.stop()


def rows_or_stop(study: Study) -> None:
    """Go on where single cases are held; a file that is too large for it says so and what can be read of it."""
    if study.without_cases is WithoutCases.TOO_MANY_ROWS:
        nothing_to_show(
            "This page needs single cases, and this file has too many rows to hold them.",
            "Its rows were counted where the file lies: Overview, Clinical risk, Confusion, Curves and Threshold speak "
            "of all of them. To see this page, open a file with a part of the rows.",
        )


def finding(said: Finding) -> None:
    """One sentence that matters, as a heading; then what qualifies it."""
    st.header(said.headline, anchor=False)
    if said.detail:
        st.markdown(said.detail, help=help_of_all(said.named))


# ------------------------------------------------------------------ numbers


def key_figures(figures: Iterable[tuple[str, Estimate, str | None]]) -> None:
    """(name, estimate, help) each in a bordered box with its interval; a share also with its counts."""
    shown = list(figures)
    with st.grid(len(shown), min_column_width=200):  # narrower boxes would cut counts off on a phone
        for name, estimate, explanation in shown:
            value, chip, counts = _figure(estimate)
            st.metric(
                name, value, chip, delta_color="off", delta_arrow="off", delta_description=counts, border=True,
                help=_with_reason(explanation or help_for(name), estimate),
            )  # fmt: skip


def _with_reason(explanation: str | None, estimate: Estimate) -> str | None:
    """What the number means, and why it has no interval where it has none."""
    lacking = why(estimate) if estimate.is_defined and estimate.low is None else ""
    return "\n\n".join(part for part in (explanation, lacking and f"**{NO_INTERVAL}:** {lacking}.") if part) or None


def _figure(estimate: Estimate) -> tuple[str, str, str | None]:
    """Value, what stands in the chip, what stands beside it (below it where there is no room)."""
    if not estimate.is_defined:
        return "–", "not estimable", why(estimate)
    places = 3 if estimate.trials is None else None
    chip = NO_INTERVAL if estimate.low is None else bounds(estimate, places=places)
    if estimate.trials is None:
        return decimal(estimate.value), chip, None if estimate.low is None else why(estimate) or None
    counts = of(estimate.successes or 0, estimate.trials)
    if estimate.trials < FEW:
        return counts, chip if estimate.low is None else f"{chip}{NBSP}%", "too few for a percentage"
    return percent_of(estimate), chip, counts


def download(
    frame: pd.DataFrame, name: str, what: str, ids: Iterable[str] | None = None, hidden: Iterable[str] = (),
    whole_list: Callable[[], pd.DataFrame] | None = None,
) -> None:  # fmt: skip
    """The shown numbers as CSV and Excel, made when asked for; what a spreadsheet would run is made text.

    ids: given for rows of single cases, which ask first: their columns that tell who it is. Running numbers take
    the place of those unless the reader wants them. hidden: columns that are never taken along, as they may name
    a patient; one of the ids among them keeps its running numbers. whole_list: makes all rows once they are asked
    for, where `frame` is only the part of them that is shown.
    """
    label = "Download" if ids is None else "Download the list"
    with st.popover(label, icon=":material/download:", type="tertiary", key=widgets.key(f"download_{name}")):
        st.caption(f"{what}.")
        never = [column for column in frame if column in set(hidden)]
        if never:
            st.caption(f"Without {markdown(listed(never), 400)}, which may identify patients directly.")
        allowed = ids is None or st.checkbox(
            "These are rows of single cases. I may take them with me.", key=widgets.key(f"may_take_{name}")
        )
        numbered = [column for column in ids or () if column in frame]
        dropped = [column for column in never if column not in numbered]
        who = [column for column in numbered if column not in never]
        if who and st.checkbox(
            "With the ids of the file, not running numbers", key=widgets.key(f"with_ids_{name}"), disabled=not allowed
        ):
            numbered = [column for column in numbered if column in never]
        shown = _to_take(frame, numbered, dropped)
        for kind, (ending, mime, made) in FORMATS.items():
            later = whole_list and _later(made, whole_list, numbered, dropped)
            file = f"rounds-{name}.{ending}"
            st.download_button(
                kind, later or partial(made, shown), file_name=file, mime=mime, key=widgets.key(f"{name}_{ending}"),
                icon=":material/download:", on_click="ignore", disabled=not allowed, width="stretch",
            )  # fmt: skip


def _to_take(frame: pd.DataFrame, numbered: list[str], dropped: list[str]) -> pd.DataFrame:
    """With running numbers in place of ids, and without the columns that are never taken along."""
    return without_ids(frame, numbered).drop(columns=dropped)


def _later(
    made: Made, whole_list: Callable[[], pd.DataFrame], numbered: list[str], dropped: list[str]
) -> Callable[[], bytes]:
    return lambda: made(_to_take(whole_list(), numbered, dropped))


def numbers_heading(frame: pd.DataFrame, name: str, what: str, title: str = "In numbers") -> None:
    """The heading of the numbers, with their download at the right."""
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.subheader(title, anchor=False, width="content")
        download(frame, name, what)


def meanings(keys: Iterable[str], others: Iterable[str] = ()) -> None:
    """What the numbers of this page mean, by key or by name; open, as the headers of tables lead here."""
    st.subheader("What these numbers mean", anchor="what-these-numbers-mean")
    entries = [each for name in (*others, *keys) if (each := defined(name))]
    with st.expander(", ".join(entry.name for entry in entries), expanded=True):
        st.markdown("\n\n".join(map(meaning, entries)))
        st.page_link(DEFINITIONS_PAGE, label="All definitions", icon=":material/menu_book:")


def footnote(study: Study, *parts: str, methods: Iterable[str] = ()) -> None:
    """How the intervals were made, and what they assume. methods: of the page's numbers where rows are independent."""
    evaluation = session.view().evaluation
    made = [intervals_made(evaluation.level, evaluation.is_clustered, methods)] if methods else []
    column = markdown(study.mapping.case_id or study.mapping.sequence or "id", 40)
    assumed = independence(evaluation.n, evaluation.clusters, study.unit, column)
    steps = worded(study.steps) if study.steps else ""
    st.caption(" ".join(part for part in (*made, *parts, assumed, steps) if part))
