"""The phases over all recordings: how often each is missed, how late it begins, what its time was called."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
import streamlit as st

from metrics import macro
from metrics.recordings.phase_timing import PhaseTiming
from metrics.recordings.recording_scores import mean_over_recordings, phase_jaccard
from ui.parts.help import header_of
from ui.parts.tables import MOST_IN_A_TABLE, header
from ui.timeline.course import Course
from words import NBSP, counted, decimal, markdown, of
from words.findings.timeline import FEWEST_FOR_A_MEAN, late, median_and_quartiles, signed_percent

__all__ = ["macro_jaccard", "minutes", "phase_frame", "show_minutes", "show_phases"]


def jaccard(course: Course) -> np.ndarray:
    """(recordings, K) kept with the study."""
    return course.view.cached(("jaccard",), lambda: phase_jaccard(course.scores))


def phases_of(course: Course) -> dict[int, list[PhaseTiming]]:
    """Phases that occur or are called somewhere, in the order in which they come, with each recording's timing."""
    seen: dict[int, list[PhaseTiming]] = {}
    first: dict[int, list[float]] = {}
    for scores in course.scores:
        for place, phase in enumerate(scores.phases):
            seen.setdefault(phase.label, []).append(phase)
            first.setdefault(phase.label, []).append(place)
    return {label: seen[label] for label in sorted(seen, key=lambda label: float(np.median(first[label])))}


def phase_table(course: Course) -> pd.DataFrame:
    """A row per phase over all recordings."""
    means = mean_over_recordings(jaccard(course))
    return pd.DataFrame([_phase_row(course, label, each, means) for label, each in phases_of(course).items()])


def _phase_row(course: Course, label: int, timings: Sequence[PhaseTiming], means: np.ndarray) -> dict[str, str]:
    tell, unit = course.tell, course.nouns.recording
    occurring = [each for each in timings if each.occurs]
    found = [each for each in occurring if not each.missed]
    missed = len(occurring) - len(found)
    defined = int((~np.isnan(jaccard(course)[:, label])).sum())
    never = f"{of(missed, len(occurring))} {unit[1]}" if occurring else ":gray[does not occur]"
    found_at, left_at = (
        [getattr(each, side) * tell.seconds for each in found] for side in ("start_error", "stop_error")
    )
    return {
        header(course.nouns.phase[0].capitalize()): f"**{tell.voice.names[label]}**",
        header_of("missed_phases", name="Never recognised"): never,
        header_of("phase_jaccard", "mean", "Jaccard"): _mean_jaccard(float(means[label]), counted(defined, unit)),
        header_of("start_error", "median, IQR", "Start"): _errors_said(found_at),
        header_of("stop_error", "median, IQR", "End"): _errors_said(left_at),
        header_of("length_error", "median, IQR", "Length"): _lengths_said([each.length_error for each in occurring]),
        "**Start furthest off**": _furthest(course, label),
    }


def _mean_jaccard(mean: float, over: str) -> str:
    return f"**{decimal(mean, 2)}**  \n:small[{over}]"


def _errors_said(seconds: list[float]) -> str:
    if not seconds:
        return ":gray[not estimable]"
    if len(seconds) < FEWEST_FOR_A_MEAN:
        return ", ".join(late(each).replace(" ", NBSP) for each in sorted(seconds))
    median, quartiles = median_and_quartiles(seconds)
    return f"**{median.replace(' ', NBSP)}**  \n:small[{quartiles}]"


def _lengths_said(shares: list[float]) -> str:
    if not shares:
        return ":gray[not estimable]"
    if len(shares) < FEWEST_FOR_A_MEAN:
        return ", ".join(signed_percent(each) for each in sorted(shares))
    low, middle, high = np.quantile(shares, [0.25, 0.5, 0.75]).tolist()
    return f"**{signed_percent(middle)}**  \n:small[IQR{NBSP}{signed_percent(low)}{NBSP}to{NBSP}{signed_percent(high)}]"


def _furthest(course: Course, label: int) -> str:
    """The three recordings in which the phase starts furthest from the truth."""
    errors = {
        place: phase.start_error
        for place, scores in enumerate(course.scores)
        if (phase := scores.phase(label)) is not None and phase.occurs and not phase.missed and phase.start_error
    }
    worst = sorted(errors, key=lambda place: -abs(errors[place]))[:3]
    return (
        "  \n".join(
            f":small[{markdown(course.names[place], 14)} {course.tell.late(errors[place])}]".replace(" ", NBSP)
            for place in worst
        )
        or ":gray[none]"
    )


def show_phases(course: Course) -> None:
    """Up to a dozen phases to read, more to scroll."""
    if not phases_of(course):
        st.markdown(f"No {course.nouns.phase[0]} occurs or is called.")
    elif len(phases_of(course)) <= MOST_IN_A_TABLE:
        st.table(phase_table(course), border="horizontal", hide_index=True)
    else:
        st.dataframe(phase_frame(course), hide_index=True)


def phase_frame(course: Course) -> pd.DataFrame:
    """The same as numbers, times in seconds; undefined cells are empty."""
    means, seconds = mean_over_recordings(jaccard(course)), course.tell.seconds
    rows = []
    for label, timings in phases_of(course).items():
        occurring = [each for each in timings if each.occurs]
        found = [each for each in occurring if not each.missed]
        row = {
            course.nouns.phase[0]: course.study.labels[label],
            f"{course.nouns.recording[1]} with it": len(occurring),
            "never recognised": len(occurring) - len(found),
            "mean Jaccard": _rounded(float(means[label])),
        }
        row |= _quartiles("start error (s)", [each.start_error * seconds for each in found])
        row |= _quartiles("end error (s)", [each.stop_error * seconds for each in found])
        row |= _quartiles("length error", [each.length_error for each in occurring])
        rows.append(row)
    return pd.DataFrame(rows)


def _quartiles(name: str, values: list[float]) -> dict[str, float | None]:
    parts = np.quantile(values, [0.25, 0.5, 0.75]).tolist() if values else [np.nan] * 3
    return {
        f"{name}, {part}": _rounded(v)
        for part, v in zip(("lower quartile", "median", "upper quartile"), parts, strict=True)
    }


def _rounded(value: float) -> float | None:
    return None if np.isnan(value) else round(value, 6)


def macro_jaccard(course: Course) -> str:
    """One number for all phases, and in which order it was averaged."""
    means = mean_over_recordings(jaccard(course))
    kept = np.array([label not in course.background for label in range(len(means))])
    return (
        f"Mean Jaccard {decimal(float(macro(means[kept])), 2)}: of each {course.nouns.phase[0]} first over the "
        f"{course.nouns.recording[1]} where it occurs or is called, then over the {course.nouns.phase[1]}."
    )


def used_classes(course: Course) -> list[int]:
    """Classes that occur or are called, in file order."""
    cells = sum(each.cells for each in course.scores)
    return np.flatnonzero(np.asarray(cells).any(0) | np.asarray(cells).any(1)).tolist()


def minutes(course: Course) -> pd.DataFrame:
    """Minutes of each true class (rows) by what they were called (columns)."""
    used, labels = used_classes(course), course.study.labels
    cells = np.asarray(sum(each.cells for each in course.scores))[np.ix_(used, used)] * course.tell.seconds / 60
    frame = pd.DataFrame(cells.round(2), columns=[labels[i] for i in used])
    frame.insert(0, "truth \\ called, minutes", [labels[i] for i in used], allow_duplicates=True)
    return frame


def show_minutes(course: Course) -> None:
    """The table of minutes: rows are the truth."""
    frame = minutes(course)
    if len(frame) > MOST_IN_A_TABLE:
        st.dataframe(frame, hide_index=True)
        return
    names = [course.tell.voice.names[i] for i in used_classes(course)]
    cells = [
        [f"**{markdown_name}**", *(_minutes_cell(value, i == j) for j, value in enumerate(row))]
        for i, (markdown_name, row) in enumerate(zip(names, frame.iloc[:, 1:].to_numpy(), strict=True))
    ]
    st.table(
        pd.DataFrame(cells, columns=[header("Truth"), *(f"called  \n**{name}**" for name in names)]),
        border="horizontal", hide_index=True,
    )  # fmt: skip


def _minutes_cell(value: float, right: bool) -> str:
    if not value:
        return ":gray[0]"
    text = f"{value:,.1f}" if value >= 0.1 else f"{value:.2f}"
    return f"**{text}**" if right else text
