"""From how many cases or patients on a number has an interval that resampling or a normal approximation gives."""

from __future__ import annotations

from metrics.intervals.resampling_units import FEWEST_UNITS
from metrics.notes import Code, Note, note

FEWEST_CASES = 10  # of a class or group, below which its proportion is said in words only
FEWEST_EVENTS = 20  # cases of a class, and others, from which on risks are judged: a slope, a curve, net benefit


def few_cases(cases: int, code: Code) -> Note:
    return note(code, cases=cases, needed=FEWEST_CASES)


def few_patients(patients: int, code: Code = Code.FEW_PATIENTS) -> Note:
    return note(code, patients=patients, needed=FEWEST_UNITS)
