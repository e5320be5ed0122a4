"""The scores of segments over all recordings, closed: overlap, edit score, F1, each beside its spread."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from metrics import METRICS, fold_summary, macro
from metrics.counts import Counts
from metrics.intervals.resampling_units import FEWEST_UNITS
from metrics.recordings.recording_intervals import mean_of_recordings
from metrics.recordings.recording_scores import IOUS, SEQUENCE_METRICS, mean_over_recordings, phase_jaccard
from predictions.slices.sequences import patients_of
from ui.parts import page
from ui.parts.help import header_of
from ui.tables.downloads import download
from ui.tables.shown import markdown_table
from ui.timeline.phase_download import policy
from ui.timeline.timeline import Timeline
from words import NBSP, ci, counted, decimal, interval, markdown, of, percent, whole
from words.findings.recordings.timeline import FEWEST_FOR_A_MEAN
from words.text.numbers import span_of

F1_PLACES = {f"segmental_f1_{iou * 100:.0f}": place for place, iou in enumerate(IOUS)}


def show_segment_scores(timeline: Timeline) -> None:
    """An expander; what it holds is counted when it is opened."""
    page.when_unfolded("Overlap, edit score, F1 of segments", "segment_scores", _show, timeline)


def _show(timeline: Timeline) -> None:
    markdown_table(score_table(timeline))
    st.caption(_notes(timeline))
    one = timeline.nouns.recording[0]
    download(score_frame(timeline), f"{one}s", f"Every score of every {one}", policy(timeline, one))


def _notes(timeline: Timeline) -> str:
    own, other = timeline.values_of("overlap_score"), np.array([each.overlap_any for each in timeline.scores])
    phase, many = timeline.nouns.phase[0], timeline.nouns.recording[1]
    return (
        f"Segment: longest run of one class. CI only for means over {FEWEST_UNITS} {many} or more (bootstrap over "
        f"{many}, 2,000 resamples, seed 0). Overlap by the literal source formula, which ignores the {phase} name: "
        f"{_mean_said(timeline, other)} ({_mean_said(timeline, own)} with it). {phase.capitalize()} Jaccard "
        f"{decimal(phase_jaccard_of(timeline), 2)}: mean over {many}, then over {timeline.nouns.phase[1]}."
    )


def phase_jaccard_of(timeline: Timeline) -> float:
    """The mean over the phases of the mean over the recordings where each occurs or is predicted."""
    means = timeline.view.cached(("jaccard",), lambda: mean_over_recordings(phase_jaccard(timeline.scores)))
    kept = np.array([label not in timeline.background for label in range(len(means))])
    return float(macro(means[kept]))


def score_table(timeline: Timeline) -> pd.DataFrame:
    """Mean over the recordings beside the pooled number, with the lowest recording."""
    return pd.DataFrame([_row(timeline, key) for key in SEQUENCE_METRICS])


def _row(timeline: Timeline, key: str) -> dict[str, str]:
    values, unit = timeline.values_of(key), timeline.nouns.recording
    row = {"**Score**": header_of(key)}
    if len(values) < FEWEST_FOR_A_MEAN:
        each = [f"{markdown(n)} {_two(v)}" for n, v in zip(timeline.names, values.tolist(), strict=True)]
        row[f"Each {unit[0]}"] = ", ".join(each)
    else:
        row[f"Mean ± SD  \nover {unit[1]}"] = _mean_said(timeline, values)
        if len(values) >= FEWEST_UNITS:
            row[f"{ci(timeline.view.level)}  \nof the mean"] = _mean_interval(timeline, values)
        row[f"Median  \nIQR over {unit[1]}"] = _median(values)
        row[f"Lowest  \n{unit[0]}"] = _lowest(timeline, values)
    row[f"Pooled  \nall {unit[1]} together"] = _pooled(timeline, key)
    return row


def _mean_said(timeline: Timeline, values: np.ndarray) -> str:
    """ "0.88 ± 0.05", or the single values of a few recordings."""
    summary, unit = fold_summary(values), timeline.nouns.recording
    if not summary.used:
        return "not estimable"
    if len(values) < FEWEST_FOR_A_MEAN:
        return ", ".join(_two(value) for value in values.tolist())
    n = f" ({summary.used} of {counted(summary.total, unit)})" if summary.used < summary.total else ""
    return f"{_two(summary.mean)}{NBSP}±{NBSP}{_two(summary.sd)}{n}"


def _two(value: float) -> str:
    return decimal(value, 2)


def _mean_interval(timeline: Timeline, values: np.ndarray) -> str:
    """As in the report."""
    view = timeline.view
    patients = patients_of(view.study, view.model, timeline.recordings)
    found = mean_of_recordings(values, patients, view.level, view.evaluation.intervals)
    return interval(found, 2) or ":gray[not estimable]"


def _median(values: np.ndarray) -> str:
    used = values[~np.isnan(values)]
    if not len(used):
        return ":gray[not estimable]"
    low, middle, high = np.quantile(used, [0.25, 0.5, 0.75]).tolist()
    return f"{_two(middle)}  \n:small[{span_of(low, high, 2)}]"


def _lowest(timeline: Timeline, values: np.ndarray) -> str:
    if np.isnan(values).all():
        return ":gray[not estimable]"
    at = int(np.nanargmin(values))
    return f"{_two(values[at])}  \n:small[{markdown(timeline.names[at])}]"


def _pooled(timeline: Timeline, key: str) -> str:
    if key == "frame_accuracy":
        cells = timeline.cells.sum(0)
        right, rows = int(np.trace(cells)), int(cells.sum())
        return f"{percent(right / rows, rows)}  \n:small[{of(right, rows)}{NBSP}{timeline.nouns.row[1]}]"
    if key in F1_PLACES:
        found = sum((each.found[F1_PLACES[key]] for each in timeline.scores), Counts(0, 0, 0, 0))
        counts = f"{whole(found.tp)} detected, {whole(found.fp)} spurious, {whole(found.fn)} missed"
        return f"{_two(float(METRICS['f1'](found)))}  \n:small[{counts}]"
    return ":gray[not pooled]"


def score_frame(timeline: Timeline) -> pd.DataFrame:
    """A row per recording with all its numbers; undefined cells are empty."""
    rows = [
        {timeline.nouns.recording[0]: recording.name, timeline.nouns.row[1]: scores.rows}
        | scores.values
        | {
            "kappa": scores.kappa,
            "overlap_any_class": scores.overlap_any,
            "true segments": scores.true_segments,
            "predicted segments": scores.segments,
            f"missed {timeline.nouns.phase[1]}": len(scores.missed),
            "order violations": scores.violations,
        }
        for recording, scores in zip(timeline.recordings, timeline.scores, strict=True)
    ]
    return pd.DataFrame(rows).round(6)
