"""What is said about recordings: times, how late a phase begins, and the findings of the timeline page."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from metrics.definition import Definition
from metrics.glossary import GLOSSARY
from metrics.recordings.phase_timing import PhaseTiming
from metrics.recordings.recording_scores import RecordingScores
from words.findings.finding import LONGEST, Finding
from words.text.numbers import NBSP, counted, of, percent, whole
from words.text.phrases import enumeration, sentence_case
from words.text.times import bare, late, length
from words.text.voice import Nouns, Voice

FEWEST_FOR_A_MEAN = 5  # recordings; below that every value is listed


@dataclass(frozen=True)
class Phrases:
    """Class names ready for where they go, the study's nouns, and how many seconds a row lasts."""

    voice: Voice
    nouns: Nouns
    seconds: float

    def phase(self, label: int) -> str:
        """The phase in a sentence; "stage 2" where its name is a number."""
        name = self.voice.names[label]
        return name if self.voice.name(label) == name else f"{self.nouns.phase[0]}{NBSP}{name}"

    def phases(self, labels: Sequence[int], most: int = 3) -> str:
        """ "Clipping and Cleaning", "Clipping, Cleaning and 2 more phases"."""
        shown = labels if len(labels) <= most + 1 else labels[:most]
        one, many = self.nouns.phase
        more = [counted(len(labels) - len(shown), (f"more {one}", f"more {many}"))] if len(shown) < len(labels) else []
        return enumeration([*(self.phase(label) for label in shown), *more])

    def late(self, rows: float) -> str:
        """ "38 s late", of an error in rows."""
        return late(rows * self.seconds)

    @property
    def fine(self) -> bool:
        """Whether rows are shorter than a second, so that times need a decimal."""
        return self.seconds < 1


def definition_with_noun(key: str, phase: str) -> Definition:
    """A definition of the catalog about phases, in the word that a study has for a phase: "stage"."""
    given = GLOSSARY[key]
    texts = {each: getattr(given, each).replace("phase", phase) for each in ("name", "question", "where")}
    return replace(given, **texts)


def _lateness(seconds: float) -> tuple[str, str]:
    """By how much, and which way: ("38 s", "late"), ("2 min 10 s", "early"), ("", "on time")."""
    amount = length(abs(seconds))
    if amount == length(0):
        return "", "on time"
    return amount, "late" if seconds > 0 else "early"


def signed_percent(share: float) -> str:
    """ "+12 %", "−28 %", "0 %"."""
    whole_percent = math.floor(abs(share) * 100 + 0.5)
    sign = "" if not whole_percent else "+" if share > 0 else "−"
    return f"{sign}{whole_percent:,}{NBSP}%"


def median_and_quartiles(seconds: Sequence[float]) -> tuple[str, str]:
    """Of several errors the median, and the middle half: ("12 s late", "IQR 4 to 31")."""
    low, middle, high = np.quantile(np.asarray(seconds, np.float64), [0.25, 0.5, 0.75]).tolist()
    if late(low) == late(middle) == late(high):
        return late(middle), "IQR the same"
    same_side = min(low, high) >= 0 < middle or max(low, high) <= 0 > middle
    if same_side and max(abs(low), abs(high)) < 119.5:
        near, far = sorted((abs(low), abs(high)))
        return late(middle), f"IQR{NBSP}{bare(near)}{NBSP}to{NBSP}{bare(far)}"
    return late(middle), f"IQR {late(low)} to {late(high)}"


# ------------------------------------------------------------------ one recording


def recording_finding(name: str, scores: RecordingScores, phrases: Phrases) -> Finding:
    """Where the model is furthest from the truth in one recording. name: already safe for where it goes."""
    begin = f"In {phrases.nouns.recording[0]} {name} the model"
    right = int(scores.cells.trace())
    agree = f"{of(right, scores.rows)} {phrases.nouns.row[1]} agree ({percent(right / scores.rows, scores.rows)})."
    if not scores.occurring:
        return Finding(f"In {phrases.nouns.recording[0]} {name} no {phrases.nouns.phase[0]} occurs.", agree)
    parts = [*_entered(scores, phrases), *_never(scores, phrases)]
    if not parts:
        return Finding(f"{begin} recognises every {phrases.nouns.phase[0]} and enters each on time.", agree)
    whole_story = f"{begin} {' and '.join(parts)}."
    if len(whole_story) <= LONGEST or len(parts) == 1:
        return Finding(whole_story, agree)
    return Finding(f"{begin} {parts[1]}.", f"It {parts[0]}. {agree}")  # what is never seen weighs more


def _entered(scores: RecordingScores, phrases: Phrases) -> list[str]:
    """The phase whose start is furthest off: "enters Clipping 38 s late"."""
    found = [phase for phase in scores.phases if phase.occurs and not phase.missed]
    worst = max(found, key=lambda phase: abs(phase.start_error), default=None)
    amount, side = _lateness(worst.start_error * phrases.seconds) if worst else ("", "")
    if worst is None or not amount:
        return []
    name = phrases.phase(worst.label)
    if name[-1:].isdigit():  # "stage 1 2 h late" would read as one number
        return [f"enters {name} {side}, by {amount}"]
    return [f"enters {name} {amount} {side}"]


def _never(scores: RecordingScores, phrases: Phrases) -> list[str]:
    return [f"never recognises {phrases.phases(scores.missed)}"] if scores.missed else []


# ------------------------------------------------------------------ all recordings


def cohort_finding(every: Sequence[RecordingScores], phrases: Phrases) -> Finding:
    """The phase that is missed in most recordings, else the one whose start is furthest off."""
    phases = {label: _timings(every, label) for label in sorted({i for each in every for i in each.occurring})}
    if not phases:
        return Finding(f"No {phrases.nouns.phase[0]} occurs in any {phrases.nouns.recording[0]}.", "")
    worst = max(phases, key=lambda label: _how_bad(phases[label]))
    timings = phases[worst]
    missed, found = sum(each.missed for each in timings), [each for each in timings if not each.missed]
    if not missed:
        return _none_missed(worst, found, len(every), phrases)
    headline = f"In {_never_recognised(missed, timings, len(every), worst, phrases)}"
    if not found:
        return Finding(f"{headline}.", "")
    when = f"when it did, it started {_starts(found, phrases)}"
    if len(headline) + len(when) + 3 <= LONGEST:
        return Finding(f"{headline}; {when}.", "")
    return Finding(f"{headline}.", f"{sentence_case(when)}.")


def _timings(every: Sequence[RecordingScores], label: int) -> list[PhaseTiming]:
    """One phase in the recordings where it occurs."""
    found = (each.phase(label) for each in every)
    return [phase for phase in found if phase is not None and phase.occurs]


def _how_bad(timings: Sequence[PhaseTiming]) -> tuple[int, float, float]:
    """Missed in most, then in the largest share, then with the median start furthest off."""
    missed = sum(each.missed for each in timings)
    errors = [each.start_error for each in timings if not each.missed]
    return missed, missed / len(timings), abs(float(np.median(errors))) if errors else 0.0


def _never_recognised(
    missed: int, timings: Sequence[PhaseTiming], recordings: int, label: int, phrases: Phrases
) -> str:
    """ "3 of 40 videos the model never recognised Clipping", "3 of the 38 videos with Clipping ... it"."""
    unit, phase, never = phrases.nouns.recording, phrases.phase(label), "the model never recognised"
    if len(timings) < recordings:
        return f"{whole(missed)}{NBSP}of the {counted(len(timings), unit)} with {phase} {never} it"
    if missed < recordings:
        return f"{whole(missed)}{NBSP}of{NBSP}{counted(recordings, unit)} {never} {phase}"
    return f"{_all_of(recordings, unit)} {never} {phase}"


def _all_of(recordings: int, unit: tuple[str, str]) -> str:
    return f"all {counted(recordings, unit)}" if recordings > 1 else f"the only {unit[0]}"


def _starts(found: Sequence[PhaseTiming], phrases: Phrases) -> str:
    """The errors of a start: every one of a few, the median and the middle half of more."""
    errors = _start_errors(found, phrases)
    if len(errors) < FEWEST_FOR_A_MEAN:
        return enumeration([late(each) for each in sorted(errors)])
    median, quartiles = median_and_quartiles(errors)
    return f"a median {median} ({quartiles})"


def _start_errors(found: Sequence[PhaseTiming], phrases: Phrases) -> list[float]:
    return [each.start_error * phrases.seconds for each in found]


def _none_missed(label: int, found: Sequence[PhaseTiming], recordings: int, phrases: Phrases) -> Finding:
    headline = f"In {_all_of(recordings, phrases.nouns.recording)} the model recognises every {phrases.nouns.phase[0]}"
    errors = _start_errors(found, phrases)
    if len(errors) >= FEWEST_FOR_A_MEAN and not _lateness(float(np.median(errors)))[0]:
        return Finding(f"{headline}; the median start of each is on time.", "")
    rest = f"{phrases.phase(label)} starts {_starts(found, phrases)}"
    if len(headline) + len(rest) + 3 <= LONGEST:
        return Finding(f"{headline}; {rest}.", "")
    return Finding(f"{headline}.", f"Furthest off: {rest}.")
