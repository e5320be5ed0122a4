"""What the timeline page looks at: the recordings, how time is counted, which one is open; and its numbers."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass

import numpy as np
import streamlit as st
from streamlit.elements.lib.mutable_tab_container import TabContainer

from metrics.glossary import GLOSSARY
from metrics.recordings.recording_scores import SEQUENCE_METRICS, RecordingScores, score_recording
from predictions.problems import Notice
from predictions.slices.row_duration import Pace, nouns_of, pace_of, row_edges
from predictions.slices.sequences import Recording, recording_notices, recordings
from predictions.study import Study
from reviews import View
from ui.parts import page
from ui.parts.tables import MOST_IN_A_TABLE
from ui.state import widgets
from words import NBSP, counted, decimal, distinct, markdown, percent, whole
from words.findings.definitions import meaning, tooltip
from words.findings.finding import Finding
from words.findings.timeline import Nouns, Teller, cohort_finding
from words.notices import worded

__all__ = [
    "Course",
    "course_or_stop",
    "facts",
    "footnote",
    "meanings",
    "meanings_of",
    "of_all",
    "opened",
    "pace_said",
    "pick_recording",
    "settings",
    "tabs",
    "view_of_all",
    "warnings",
]

NAME, TAB = "pick_timeline_name", "pick_timeline_tab"
BOX, RATE, WAY = "pick_timeline_box", "pick_timeline_rate", "pick_timeline_way"
BACKGROUND = "pick_timeline_background"
PER_ROW, PER_SECOND = "seconds per row", "rows per second"
MOST_LISTED = 1_000
MANY = 1_000  # recordings take longer than a second
SHORTEST, LONGEST = 1e-4, 86_400.0


@dataclass(frozen=True, eq=False)
class Course:
    """The recordings of the chosen model and split with their numbers, worst overlap first in `ranked`."""

    view: View
    recordings: tuple[Recording, ...]
    scores: tuple[RecordingScores, ...]
    ranked: tuple[int, ...]
    pace: Pace
    tell: Teller
    background: frozenset[int]

    @property
    def study(self) -> Study:
        return self.view.study

    @property
    def nouns(self) -> Nouns:
        return self.tell.nouns

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the recordings, no two alike, as plain text."""
        return distinct(each.name for each in self.recordings)


def course_or_stop(view: View) -> Course:
    """The recordings; without any the page says what it needs."""
    page.cases_or_stop(view)
    study = view.study
    found = view.cached(("recordings",), lambda: recordings(study, view.model, view.split))
    if not found:
        page.nothing_to_show(
            "This study has no recordings to lay out in time.",
            "A timeline needs one row per frame or epoch, a column that names the recording (for example `video_id` "
            "or `night`) and one that orders its rows (for example `frame`, `epoch` or `second`). If the file has "
            "them under other names, say so on the Data page.",
        )
    pace = view.cached(("pace",), lambda: pace_of(study, found))
    background = frozenset(widgets.state.get(BACKGROUND, ()))
    scores = view.cached(("scores", background), lambda: _scores(study, found, pace, background))
    ranked = tuple(np.argsort([each.overlap for each in scores], kind="stable").tolist())
    tell = Teller(view.voice, nouns_of(study), _seconds(pace))
    return Course(view, found, scores, ranked, pace, tell, background)


def _scores(
    study: Study, found: tuple[Recording, ...], pace: Pace, background: frozenset[int]
) -> tuple[RecordingScores, ...]:
    classes = len(study.labels)
    with st.spinner(f"Counting {whole(len(found))} recordings.") if len(found) > MANY else nullcontext():
        return tuple(
            score_recording(each.truth, each.predicted, classes, row_edges(each, pace.step), background)
            for each in found
        )


def of_all(course: Course) -> Finding:
    """What is said about all recordings; kept, as it goes through every one of them."""
    key = ("finding", course.background, course.tell.seconds)
    return course.view.cached(key, lambda: cohort_finding(course.scores, course.tell))


# ------------------------------------------------------------------ how time is counted


def _seconds(pace: Pace) -> float:
    """What the reader typed, else what the file suggests."""
    typed = widgets.state.get(RATE)
    if not typed:
        return pace.seconds
    return float(typed) if widgets.state.get(WAY, PER_ROW) == PER_ROW else 1 / float(typed)


def settings(course: Course) -> None:
    """How long a row lasts and which classes are no phase: what is assumed stands beside it."""
    names, phase = course.tell.voice.names, course.nouns.phase[0]
    with st.popover(
        _settings_label(course), icon=":material/schedule:", type="tertiary", key=widgets.key("timeline_settings")
    ):
        _pace_boxes(course)
        label, help_ = (
            f"Classes that are no {phase}",
            f"Their time is no {phase}, as before an operation begins.",
        )
        if len(names) <= MOST_IN_A_TABLE:
            st.pills(
                label, range(len(names)), selection_mode="multi", key=widgets.key(BACKGROUND), wrap=True, help=help_,
                format_func=names.__getitem__, persist_state="session",
            )  # fmt: skip
        else:
            plain = distinct(course.study.labels)
            st.multiselect(
                label, range(len(names)), key=widgets.key(BACKGROUND), help=help_, format_func=plain.__getitem__,
                persist_state="session",
            )  # fmt: skip


def pace_said(course: Course) -> str:
    """How it is known how long a row lasts."""
    if widgets.state.get(RATE):
        return f"You said: {_per_row(course)}."
    return markdown(course.pace.because, 300)


def _pace_boxes(course: Course) -> None:
    row = course.nouns.row
    ways = {PER_ROW: f"seconds per {row[0]}", PER_SECOND: f"{row[1]} per second"}
    with st.container(horizontal=True, vertical_alignment="bottom", wrap=True):
        st.number_input(
            f"How long a {row[0]} lasts", SHORTEST, LONGEST, value=None, key=widgets.key(RATE), persist_state="session",
            placeholder=f"{course.pace.seconds:g}", format="%g", width=180,
        )  # fmt: skip
        st.segmented_control(
            "Counted in",
            list(ways),
            format_func=ways.__getitem__,
            default=PER_ROW,
            key=widgets.key(WAY),
            required=True,
            label_visibility="collapsed",
            wrap=True,
            persist_state="session",
        )


def _settings_label(course: Course) -> str:
    hidden = len(course.background)
    every = f"every class is a {course.nouns.phase[0]}"
    return (
        f"{_per_row(course)} · {every if not hidden else counted(hidden, ('class', 'classes')) + ' in the background'}"
    )


def _per_row(course: Course) -> str:
    seconds, row = course.tell.seconds, course.nouns.row
    if seconds < 1:
        return f"{1 / seconds:.4g}{NBSP}{row[1]} per second"
    return f"{seconds:.4g}{NBSP}second{'s' if seconds != 1 else ''} per {row[0]}"


# ------------------------------------------------------------------ which recording is open


def view_of_all(course: Course) -> bool:
    """Whether the view of all recordings is open; asked before its tab is drawn, as the finding stands above."""
    return bool(widgets.state.get(TAB) == _tab_names(course)[1])


def _tab_names(course: Course) -> tuple[str, str]:
    one, many = course.nouns.recording
    return f"One {one}", f"All {many}"


def tabs(course: Course) -> Sequence[TabContainer]:
    """The two views; only the one that is open is worked out."""
    return st.tabs(_tab_names(course), key=widgets.key(TAB), on_change="rerun")


def opened(course: Course) -> int:
    """The position of the chosen recording: the one chosen before if this slice has it, else the worst."""
    names = [each.name for each in course.recordings]
    chosen = widgets.state.get(NAME)
    return names.index(chosen) if chosen in names else course.ranked[0]


def pick_recording(course: Course) -> None:
    """A list, worst overlap first, and steps to the one before and after it."""
    listed, at = list(course.ranked[:MOST_LISTED]), opened(course)
    if at not in listed:
        listed.append(at)
    widgets.state[BOX] = at
    place = listed.index(at)
    noun = course.nouns.recording
    more = f" (the {whole(MOST_LISTED)} worst)" if len(course.ranked) > MOST_LISTED else ""
    names = distinct((each.name for each in course.recordings), 24)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small", wrap=True):
        st.selectbox(
            f"{noun[0].capitalize()}, worst overlap first{more}", listed, key=widgets.key(BOX), width=340,
            format_func=lambda i: f"{names[i]} · overlap {decimal(course.scores[i].overlap, 2)}",
            on_change=lambda: _open(course, widgets.state.get(BOX)),
        )  # fmt: skip
        for label, step, icon in (("Previous", -1, "arrow_back"), ("Next", 1, "arrow_forward")):
            there = 0 <= place + step < len(listed)
            target = listed[place + step] if there else at
            st.button(
                label, icon=f":material/{icon}:", disabled=not there, key=widgets.key(f"timeline_{label}"),
                on_click=_open, args=(course, target),
            )  # fmt: skip
        settings(course)


def _open(course: Course, position: int | str | None) -> None:
    """A list whose texts changed meanwhile sends the old text, which is no position."""
    if isinstance(position, int):
        widgets.state[NAME] = course.recordings[position].name


def warnings(course: Course) -> None:
    """What is odd about the order of the rows and may change how a number is read."""
    said = [worded(notice) for notice in _notices(course) if notice.level == "warning"]
    if said:
        st.warning(" ".join(markdown(text, 400) for text in said), icon=":material/rule:")


def facts(course: Course) -> str:
    """What is odd about it and changes nothing."""
    return " ".join(markdown(worded(notice), 400) for notice in _notices(course) if notice.level == "info")


def _notices(course: Course) -> tuple[Notice, ...]:
    view = course.view
    return view.cached(("recording notices",), lambda: recording_notices(view.study, view.model, view.split))


COUNTED_HERE = ("stretches", "missed_phases", "order_violations", "start_error", "stop_error", "length_error")
FOOTNOTE = (
    "A stretch is a longest run of rows with one name. A number of one recording has no interval. The mean over "
    "recordings has one from 15 on: {level}, whole recordings drawn anew (bootstrap, 2,000 resamples, seed 0)."
)


def footnote(course: Course) -> str:
    """How its intervals are made, at the chosen level."""
    return FOOTNOTE.format(level=percent(course.view.level, 0))


def meanings(course: Course) -> None:
    """The numbers of the catalog, then what is counted only here."""
    page.meanings(("jaccard",), SEQUENCE_METRICS)
    word = course.nouns.phase[0]
    own = [GLOSSARY[key] for key in COUNTED_HERE]
    with st.expander(", ".join(each.name.replace("phase", word) for each in own), expanded=True):
        for each in own:
            st.markdown(meaning(each).replace("phase", word))


def meanings_of(course: Course) -> dict[str, str]:
    """The help of what is counted only here, by the name that the study gives it."""
    word = course.nouns.phase[0]
    each = (GLOSSARY[key] for key in COUNTED_HERE)
    return {definition.name.replace("phase", word): tooltip(definition).replace("phase", word) for definition in each}
