"""The numbers of all recordings of a study: each as a dot, and by phase."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

import charts
from metrics import METRICS, bootstrap, fold_summary
from metrics.counts import Counts
from metrics.intervals.resampling_units import FEWEST_UNITS
from metrics.recordings.recording_scores import IOUS, SEQUENCE_METRICS
from ui.parts.downloads import DownloadPolicy, download, identifying_columns
from ui.parts.help import header_of
from ui.parts.tables import header
from ui.timeline.timeline import Timeline
from words import NBSP, ci, counted, decimal, interval, markdown, of, percent, whole
from words.findings.timeline import FEWEST_FOR_A_MEAN

NAMES = {
    "frame_accuracy": "Frame accuracy",
    "overlap_score": "Overlap score",
    "edit_score": "Edit score",
    **{f"segmental_f1_{iou * 100:.0f}": f"F1 at {iou * 100:.0f} %" for iou in IOUS},
}
F1_PLACES = {f"segmental_f1_{iou * 100:.0f}": place for place, iou in enumerate(IOUS)}


def heading(timeline: Timeline) -> None:
    """The heading of the numbers, with a list of the recordings, whose names may tell who somebody is."""
    one, many = timeline.nouns.recording
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.subheader(f"In numbers, {counted(len(timeline.scores), (one, many))}", anchor=False, width="content")
        mapping, what = timeline.study.mapping, f"Every number of every {one}"
        names_patients = identifying_columns(timeline.study, (mapping.sequence or "",))
        policy = DownloadPolicy(("recording",), ("recording",) if names_patients else ())
        download(recording_frame(timeline), "recordings", what, policy)


def values_of(timeline: Timeline, key: str) -> np.ndarray:
    """(recordings,) one number of each."""
    return np.array([each.values[key] for each in timeline.scores])


def few(timeline: Timeline) -> bool:
    """Whether there are too few recordings for a mean and its spread."""
    return len(timeline.scores) < FEWEST_FOR_A_MEAN


def dot_rows(timeline: Timeline) -> list[charts.DotRow]:
    """A row of dots for each number."""
    rows = []
    for key in SEQUENCE_METRICS:
        values = values_of(timeline, key)
        summary = fold_summary(values)
        spread = (np.nan, np.nan) if few(timeline) else (summary.mean, summary.sd)
        rows.append(charts.DotRow(NAMES[key], _mean_said(timeline, values), values, timeline.names, *spread))
    return rows


def how_to_read_dots(timeline: Timeline) -> str:
    """What dots, bar and band are."""
    one = timeline.nouns.recording[0]
    if few(timeline):
        return f"Each dot is a {one}. With fewer than {FEWEST_FOR_A_MEAN} a mean and its spread would say little."
    most = charts.MOST_DOTS
    some = (
        f" Of {whole(len(timeline.scores))}, {most} are drawn, evenly by rank." if len(timeline.scores) > most else ""
    )
    return f"Each dot is a {one}. Bar: their mean. Band: one SD, the spread between them, not an interval.{some}"


def _mean_said(timeline: Timeline, values: np.ndarray) -> str:
    """ "0.88 ± 0.05", or the single values of a few recordings."""
    summary, unit = fold_summary(values), timeline.nouns.recording
    if not summary.used:
        return "not estimable"
    if few(timeline):
        return ", ".join(_two(value) for value in values.tolist())
    n = f" ({summary.used} of {counted(summary.total, unit)})" if summary.used < summary.total else ""
    return f"{_two(summary.mean)}{NBSP}±{NBSP}{_two(summary.sd)}{n}"


def _two(value: float) -> str:
    return decimal(value, 2)


# ------------------------------------------------------------------ number by number


def metric_table(timeline: Timeline) -> pd.DataFrame:
    """Mean over the recordings beside the pooled number, with the lowest recording."""
    return pd.DataFrame([_metric_row(timeline, key) for key in SEQUENCE_METRICS])


def _metric_row(timeline: Timeline, key: str) -> dict[str, str]:
    values, unit = values_of(timeline, key), timeline.nouns.recording
    summary = fold_summary(values)
    row = {header("Number"): header_of(key)}
    if few(timeline):
        each = [f"{markdown(n, 24)} {_two(v)}" for n, v in zip(timeline.names, values.tolist(), strict=True)]
        row[f"**Each {unit[0]}**"] = ", ".join(each)
    else:
        used = (
            f"{counted(summary.used, unit)}"
            if summary.used == summary.total
            else f"{of(summary.used, summary.total)} {unit[1]}"
        )
        mean = f"**{_two(summary.mean)}{NBSP}±{NBSP}{_two(summary.sd)}**  \n:small[{used}]"
        row[f"**Mean ± SD**  \nover {unit[1]}"] = mean if summary.used else ":gray[not estimable]"
        if len(values) >= FEWEST_UNITS:
            row[f"**{ci(timeline.view.level)}**  \nof the mean"] = _mean_interval(values, timeline.view.level)
        row[f"**Median**  \nIQR over {unit[1]}"] = _median(values)
        row[f"**Lowest**  \n{unit[0]}"] = _lowest(timeline, values)
    row["**Pooled**  \nall rows or stretches together"] = _pooled(timeline, key)
    return row


def _mean_interval(values: np.ndarray, level: float) -> str:
    """The mean redrawn from whole recordings: sums of the values over their number."""
    used = values[~np.isnan(values)]
    if len(used) < FEWEST_UNITS:
        return ":gray[not estimable]"
    pairs = np.column_stack([used, np.ones(len(used))])[:, None, :]
    mean = bootstrap(lambda cells: cells[..., 0, 0] / cells[..., 0, 1], pairs, level=level)
    return interval(mean, 2)


def _median(values: np.ndarray) -> str:
    used = values[~np.isnan(values)]
    if not len(used):
        return ":gray[not estimable]"
    low, middle, high = np.quantile(used, [0.25, 0.5, 0.75]).tolist()
    return f"{_two(middle)}  \n:small[{_two(low)}{NBSP}to{NBSP}{_two(high)}]"


def _lowest(timeline: Timeline, values: np.ndarray) -> str:
    if np.isnan(values).all():
        return ":gray[not estimable]"
    at = int(np.nanargmin(values))
    return f"{_two(values[at])}  \n:small[{markdown(timeline.names[at], 20)}]"


def _pooled(timeline: Timeline, key: str) -> str:
    if key == "frame_accuracy":
        cells = sum(each.cells for each in timeline.scores)
        right, rows = int(np.trace(cells)), int(np.sum(cells))
        return f"**{percent(right / rows, rows)}**  \n:small[{of(right, rows)} {timeline.nouns.row[1]}]"
    if key in F1_PLACES:
        found = sum((each.found[F1_PLACES[key]] for each in timeline.scores), Counts(0, 0, 0, 0))
        counts = f"{whole(found.tp)} found, {whole(found.fp)} spurious, {whole(found.fn)} missed"
        return f"**{_two(float(METRICS['f1'](found)))}**  \n:small[{counts}]"
    return ":gray[not pooled]"


def any_class(timeline: Timeline) -> str:
    """The printed formula of the overlap score, which lets a stretch of any name match."""
    values = np.array([each.overlap_any for each in timeline.scores])
    return (
        f"By the formula as printed, a true stretch may be matched by a stretch of any name: "
        f"**{_mean_said(timeline, values)}** in place of {_mean_said(timeline, values_of(timeline, 'overlap_score'))}. "
        "It ignores the phase name, segmentation only: a model that swaps two phases everywhere scores 1."
    )


def recording_frame(timeline: Timeline) -> pd.DataFrame:
    """A row per recording with all its numbers."""
    rows = [
        {"recording": recording.name, "rows": scores.rows}
        | {key: None if np.isnan(value) else round(value, 6) for key, value in scores.values.items()}
        | {
            "overlap_any_class": None if np.isnan(scores.overlap_any) else round(scores.overlap_any, 6),
            "true stretches": scores.true_segments,
            "called stretches": scores.segments,
            "missed phases": len(scores.missed),
            "order violations": scores.violations,
        }
        for recording, scores in zip(timeline.recordings, timeline.scores, strict=True)
    ]
    return pd.DataFrame(rows)
