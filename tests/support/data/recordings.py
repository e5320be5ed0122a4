"""Recordings to draw: rows of two seconds, four classes of which the last may be background."""

import numpy as np

import charts
from charts.style.theme import phase_styles
from metrics.measures.segments import segments
from metrics.recordings.phase_timing import differences

NAMES = ("Preparation", "Clipping", "Cleaning", "Idle")
ROW = 2.0


def looks(background=frozenset(), order=(0, 1, 2, 3)) -> charts.ClassLooks:
    return charts.ClassLooks(NAMES, phase_styles(range(4), normal=None), order, frozenset(background))


def course(truth, predicted, background=frozenset(), name="SIM01") -> charts.Course:
    truth, predicted = np.asarray(truth), np.asarray(predicted)
    return charts.Course(
        name,
        np.arange(len(truth) + 1) * ROW,
        segments(truth),
        segments(predicted),
        differences(truth, predicted, background),
        ROW,
    )
