"""Stages that recur, as in sleep: two staircases of one night, its minutes per stage, and the kappa of all nights."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

import charts
from charts.html.swatches import swatch
from metrics.recordings.sleep import SleepMeasures, sleep_measures
from predictions.slices.row_duration import row_edges
from reviews.class_order import sleep_depth
from ui.parts import pictures
from ui.parts.legend import show_legend
from ui.state import widgets
from ui.tables.layout import header
from ui.tables.shown import markdown_table
from ui.timeline.open_recording import open_clicked, pick_recording
from ui.timeline.phases import drawing_note
from ui.timeline.timeline import Timeline
from words import NBSP, counted, markdown, percent
from words.findings.recordings.timeline import FEWEST_FOR_A_MEAN, Phrases
from words.text.numbers import FEW, tied
from words.text.times import duration, part_of_duration, signed_duration

CHART, FIRST = "timeline_kappas", "stage"
WAKE, REM, DEEP = 0, 1, 4  # depths


def show_night(timeline: Timeline, at: int) -> None:
    """The hypnogram of one night."""
    pick_recording(timeline)
    course, looks = timeline.course(at), _looks(timeline)
    depths = _depths(timeline)
    thick = {label for label, depth in depths.items() if depth in (REM, DEEP)} | {timeline.label}
    picture, drawn = charts.hypnogram(course, looks, thick)
    name = f"Hypnogram of {timeline.nouns.recording[0]} {timeline.names[at]}"
    pictures.show(picture, name, alt=charts.hypnogram_alt(course, looks), key="hypnogram")
    names = timeline.phrases.voice.beside_counts
    differs = f"true class and model differ: {part_of_duration(course.differing, course.total, course.row)}"
    shown = [f"{swatch(looks.color(label))} {names[label]}" for label in looks.order if label in thick]
    show_legend([*shown, f"{swatch(charts.MISSED_OTHER.color)} {differs}"])
    if note := drawing_note(timeline, at, drawn):
        st.caption(note)


def _looks(timeline: Timeline) -> charts.ClassLooks:
    """The stages that occur or are predicted anywhere, from top to bottom; a background class stands last."""
    looks = timeline.looks
    cells = timeline.cells.sum(0)
    used = [label for label in looks.order if cells[label].any() or cells[:, label].any()]
    order = tuple(sorted(used, key=lambda label: label in looks.background))
    return charts.ClassLooks(timeline.view.plain_voice.beside_counts, looks.styles, order, looks.background)


def _depths(timeline: Timeline) -> dict[int, int]:
    """Position of each class whose shown name is a stage of sleep, with its depth: 0 wake, 1 REM, 2 to 5 N1 to N4."""
    found = ((label, sleep_depth(name)) for label, name in enumerate(timeline.view.plain_voice.names))
    return {label: depth for label, depth in found if depth is not None}


# ------------------------------------------------------------------ one night in numbers


def show_stages(timeline: Timeline, at: int) -> None:
    """A row per stage, then sleep measures where wake and REM are known by their names."""
    one, stage = timeline.nouns.named(markdown(timeline.names[at])), timeline.nouns.phase[0]
    st.subheader(f"{one}, minutes per {stage}", anchor=False)
    markdown_table(stage_table(timeline, at))


def stage_table(timeline: Timeline, at: int) -> pd.DataFrame:
    """Markdown: true and predicted time, their difference, detected, PPV."""
    rows = [_stage_row(timeline, at, label) for label in _looks(timeline).order if label not in timeline.background]
    head = header(timeline.nouns.phase[0].capitalize())
    return pd.DataFrame([*rows, *_measure_rows(timeline, at)]).fillna("").rename(columns={FIRST: head})


def _stage_row(timeline: Timeline, at: int, label: int) -> dict[str, str]:
    cells, phrases = timeline.scores[at].cells, timeline.phrases
    true, predicted, both = (int(n) for n in (cells[label].sum(), cells[:, label].sum(), cells[label, label]))
    return {
        FIRST: tied(f"**{phrases.voice.beside_counts[label]}**"),
        "True class": phrases.lasts(true),
        "Model": phrases.lasts(predicted),
        "Difference": signed_duration((predicted - true) * phrases.seconds, phrases.seconds),
        "Detected": _proportion(both, true, phrases),
        "PPV": _proportion(both, predicted, phrases),
    }


def _proportion(part: int, total: int, phrases: Phrases) -> str:
    """Percent, of a few rows their time."""
    if not total:
        return ":gray[–]"
    return percent(part / total, total) if total >= FEW else phrases.part(part, total)


def _measure_rows(timeline: Timeline, at: int) -> list[dict[str, str]]:
    """Sleep efficiency, REM latency and wake after sleep onset on both sides."""
    place = {depth: label for label, depth in _depths(timeline).items()}
    if WAKE not in place or REM not in place:
        return []
    recording, (wake, rem) = timeline.recordings[at], (place[WAKE], place[REM])
    edges = row_edges(recording, timeline.pace.step) * timeline.phrases.seconds
    true, model = (
        sleep_measures(codes, edges, wake, rem, timeline.background) for codes in (recording.truth, recording.predicted)
    )
    row = timeline.phrases.seconds
    return [
        _efficiency(true, model),
        _time_row("REM latency", true.rem_latency, model.rem_latency, row),
        _time_row("Wake after sleep onset", true.wake_after_onset, model.wake_after_onset, row),
    ]


def _efficiency(true: SleepMeasures, model: SleepMeasures) -> dict[str, str]:
    both = true.efficiency, model.efficiency
    true_said, model_said = (":gray[–]" if np.isnan(each) else f"{each * 100:.1f}{NBSP}%" for each in both)
    points = (both[1] - both[0]) * 100
    difference = ":gray[–]" if np.isnan(points) else f"{points:+.1f}{NBSP}points".replace("-", "−")
    return _named("Sleep efficiency", true_said, model_said, difference)


def _time_row(name: str, true: float, model: float, row: float) -> dict[str, str]:
    """Of times in seconds, nan for none. row: seconds."""
    difference = ":gray[–]" if np.isnan(model - true) else signed_duration(model - true, row)
    true_said, model_said = (":gray[none]" if np.isnan(each) else duration(each, row) for each in (true, model))
    return _named(name, true_said, model_said, difference)


def _named(name: str, true: str, model: str, difference: str) -> dict[str, str]:
    return {FIRST: tied(name), "True class": true, "Model": model, "Difference": difference}


# ------------------------------------------------------------------ all nights


def show_kappas(timeline: Timeline, at: int) -> None:
    """The kappa of every night; a click opens one."""
    number = len(timeline.recordings)
    if number < FEWEST_FOR_A_MEAN:
        return
    kappas = np.array([each.kappa for each in timeline.scores])
    st.subheader(f"κ of all {counted(number, timeline.nouns.recording)}", anchor=False)
    one = timeline.nouns.recording[0]
    names = [f"{one} {name}" if name.isdigit() else name for name in timeline.names]
    pictures.show(
        charts.recording_values(kappas, names, at),
        "Kappa",
        alt=charts.recording_values_alt(kappas, names),
        key=widgets.key(CHART),
        on_select=lambda: open_clicked(timeline, CHART),
        selection_mode="points",
    )
    st.caption(f"Dotted: median. A click opens the {timeline.nouns.recording[0]}.")
