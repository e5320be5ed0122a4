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
from ui.timeline.timeline import Timeline
from words import NBSP, counted, decimal, markdown, of
from words.findings.timeline import FEWEST_FOR_A_MEAN, median_and_quartiles, signed_percent
from words.text.times import late


def jaccard(timeline: Timeline) -> np.ndarray:
    """(recordings, K) kept with the study."""
    return timeline.view.cached(("jaccard",), lambda: phase_jaccard(timeline.scores))


def phases_of(timeline: Timeline) -> dict[int, list[PhaseTiming]]:
    """Phases that occur or are called somewhere, in the order in which they come, with each recording's timing."""
    seen: dict[int, list[PhaseTiming]] = {}
    first: dict[int, list[float]] = {}
    for scores in timeline.scores:
        for place, phase in enumerate(scores.phases):
            seen.setdefault(phase.label, []).append(phase)
            first.setdefault(phase.label, []).append(place)
    return {label: seen[label] for label in sorted(seen, key=lambda label: float(np.median(first[label])))}


def phase_table(timeline: Timeline) -> pd.DataFrame:
    """A row per phase over all recordings."""
    means = mean_over_recordings(jaccard(timeline))
    return pd.DataFrame([_phase_row(timeline, label, each, means) for label, each in phases_of(timeline).items()])


def _phase_row(timeline: Timeline, label: int, timings: Sequence[PhaseTiming], means: np.ndarray) -> dict[str, str]:
    phrases, unit = timeline.phrases, timeline.nouns.recording
    occurring = [each for each in timings if each.occurs]
    found = [each for each in occurring if not each.missed]
    missed = len(occurring) - len(found)
    defined = int((~np.isnan(jaccard(timeline)[:, label])).sum())
    never = f"{of(missed, len(occurring))} {unit[1]}" if occurring else ":gray[does not occur]"
    found_at, left_at = (
        [getattr(each, side) * phrases.seconds for each in found] for side in ("start_error", "stop_error")
    )
    return {
        header(timeline.nouns.phase[0].capitalize()): f"**{phrases.voice.names[label]}**",
        header_of("missed_phases", name="Never recognised"): never,
        header_of("phase_jaccard", "mean", "Jaccard"): _mean_jaccard(float(means[label]), counted(defined, unit)),
        header_of("start_error", "median, IQR", "Start"): _errors_said(found_at),
        header_of("stop_error", "median, IQR", "End"): _errors_said(left_at),
        header_of("length_error", "median, IQR", "Length"): _lengths_said([each.length_error for each in occurring]),
        "**Start furthest off**": _furthest(timeline, label),
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


def _furthest(timeline: Timeline, label: int) -> str:
    """The three recordings in which the phase starts furthest from the truth."""
    errors = {
        place: phase.start_error
        for place, scores in enumerate(timeline.scores)
        if (phase := scores.phase(label)) is not None and phase.occurs and not phase.missed and phase.start_error
    }
    worst = sorted(errors, key=lambda place: -abs(errors[place]))[:3]
    return (
        "  \n".join(
            f":small[{markdown(timeline.names[place], 14)} {timeline.phrases.late(errors[place])}]".replace(" ", NBSP)
            for place in worst
        )
        or ":gray[none]"
    )


def show_phases(timeline: Timeline) -> None:
    """Up to a dozen phases to read, more to scroll."""
    if not phases_of(timeline):
        st.markdown(f"No {timeline.nouns.phase[0]} occurs or is called.")
    elif len(phases_of(timeline)) <= MOST_IN_A_TABLE:
        st.table(phase_table(timeline), border="horizontal", hide_index=True)
    else:
        st.dataframe(phase_frame(timeline), hide_index=True)


def phase_frame(timeline: Timeline) -> pd.DataFrame:
    """A row per phase as numbers, times in seconds; undefined cells are empty."""
    means, seconds = mean_over_recordings(jaccard(timeline)), timeline.phrases.seconds
    rows = []
    for label, timings in phases_of(timeline).items():
        occurring = [each for each in timings if each.occurs]
        found = [each for each in occurring if not each.missed]
        row = {
            timeline.nouns.phase[0]: timeline.study.labels[label],
            f"{timeline.nouns.recording[1]} with it": len(occurring),
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


def macro_jaccard(timeline: Timeline) -> str:
    """One number for all phases, and in which order it was averaged."""
    means = mean_over_recordings(jaccard(timeline))
    kept = np.array([label not in timeline.background for label in range(len(means))])
    return (
        f"Mean Jaccard {decimal(float(macro(means[kept])), 2)}: of each {timeline.nouns.phase[0]} first over the "
        f"{timeline.nouns.recording[1]} where it occurs or is called, then over the {timeline.nouns.phase[1]}."
    )
