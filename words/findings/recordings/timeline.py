"""The findings of the timeline page: how much of a phase or stage is missed, and how late a phase begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from metrics.recordings.phase_timing import PhaseTiming
from metrics.recordings.recording_scores import RecordingScores
from words.findings.finding import LONGEST, Finding, sentences
from words.text.numbers import FEW, NBSP, counted, decimal, of, percent, span_of, tied, whole
from words.text.phrases import enumeration
from words.text.times import COARSE, adding_up, duration, late, part_of_duration, without_unit
from words.text.voice import Nouns, Voice

FEWEST_FOR_A_MEAN = 5  # recordings; below that every value is listed


@dataclass(frozen=True)
class Phrases:
    """Class names ready for where they go, the study's nouns, and how many seconds a row lasts."""

    voice: Voice
    nouns: Nouns
    seconds: float

    def late(self, rows: float) -> str:
        """ "38 s late", of an error in rows."""
        return late(rows * self.seconds)

    def lasts(self, rows: float) -> str:
        """ "1:09 min", of a time in rows."""
        return duration(rows * self.seconds, self.seconds)

    def brief(self, rows: float) -> str:
        """ "1:09" where another time beside it has its unit; "70 min" where rows are as long as half a minute."""
        return self.lasts(rows) if self.seconds >= COARSE else without_unit(rows * self.seconds, self.seconds)

    def parts(self, rows: Sequence[float]) -> list[str]:
        """Each as `brief` writes it, so that what is shown adds up to what is shown of their sum."""
        return [self.brief(each / self.seconds) for each in adding_up([n * self.seconds for n in rows], self.seconds)]

    def part(self, rows: float, total: float) -> str:
        """ "1:09 of 12:03 min", of times in rows."""
        return part_of_duration(rows * self.seconds, total * self.seconds, self.seconds)

    @property
    def fine(self) -> bool:
        """Whether rows are shorter than a second, so that times need a decimal."""
        return self.seconds < 1


# ------------------------------------------------------------------ phases: all recordings


def phases_finding(every: Sequence[RecordingScores], label: int, phrases: Phrases) -> Finding:
    """In how many recordings the phase `label` is not recognised, and how late it starts in the others."""
    timings = _timings(every, label)
    phase, (one, many) = phrases.voice.title(label), phrases.nouns.recording
    changes = _changes(every, phrases)
    if not timings:
        where = f"none of {counted(len(every), (one, many))}" if len(every) > 1 else f"no {one}"
        return Finding(f"{phase} occurs in {where}.", sentences(_most_missed(every, label, phrases), changes))
    found = [each for each in timings if not each.missed]
    missed = len(timings) - len(found)
    headline = (
        f"{phase} was {_recognised(missed, len(timings), len(every), phrases)}{_but(every, label, missed, phrases)}."
    )
    starts = "" if any(each.true_pieces > 1 for each in timings) else _starts(found, missed, phrases)
    other = "" if missed else _most_missed(every, label, phrases)
    return Finding(headline, sentences(starts, other, changes))


def _timings(every: Sequence[RecordingScores], label: int) -> list[PhaseTiming]:
    """One phase in the recordings where it occurs."""
    found = (each.phase(label) for each in every)
    return [phase for phase in found if phase is not None and phase.occurs]


def _recognised(missed: int, occurring: int, recordings: int, phrases: Phrases) -> str:
    """ "not recognised in 1 of 12 videos", "recognised in all 11 videos with it", "recognised in the only video"."""
    one, many = phrases.nouns.recording
    with_it = "" if occurring == recordings else " with it"
    if occurring == 1:
        return f"{'not ' if missed else ''}recognised in the only {one}{with_it}"
    if not missed:
        return f"recognised in all {counted(occurring, (one, many))}{with_it}"
    if missed == occurring:
        return f"not recognised in any of {counted(occurring, (one, many))}{with_it}"
    return f"not recognised in {of(missed, occurring)}{NBSP}{many}{with_it}"


def _but(every: Sequence[RecordingScores], label: int, missed: int, phrases: Phrases) -> str:
    """ ", with 2:41 of 5:40 min missed", where a phase that is recognised everywhere is not recognised throughout."""
    rows = sum(missed_rows(each, label) for each in every)
    if missed or not rows:
        return ""
    total = sum(int(each.cells[label].sum()) for each in every)
    return f", with {phrases.part(rows, total)} missed"


def _starts(found: Sequence[PhaseTiming], missed: int, phrases: Phrases) -> str:
    """How late the phase starts where it is recognised: every value of a few, median and range of more."""
    if not found:
        return ""
    errors = sorted(each.start_error * phrases.seconds for each in found)
    where = f"In the other {whole(len(errors))} it" if missed else "It"
    if len(errors) < FEWEST_FOR_A_MEAN:
        return f"{where} starts {enumeration([late(each) for each in errors])}."
    low, high, middle = late(errors[0]), late(errors[-1]), late(float(np.median(errors)))
    if low == high:
        return f"{where} starts {middle} in each."
    return f"{where} starts {middle} (median; range {tied(low)} to{NBSP}{tied(high)})."


def _most_missed(every: Sequence[RecordingScores], but: int, phrases: Phrases) -> str:
    """Of the other phases the one that is missed in most recordings; "" where none is."""
    missed: dict[int, int] = {}
    for label in (label for each in every for label in each.missed if label != but):
        missed[label] = missed.get(label, 0) + 1
    if not missed:
        return ""
    worst = max(missed, key=lambda label: missed[label])
    number = len(_timings(every, worst))
    return f"{phrases.voice.title(worst)} was {_recognised(missed[worst], number, len(every), phrases)}."


def _changes(every: Sequence[RecordingScores], phrases: Phrases) -> str:
    """ "The model changes phase 183 times, the true class 72 times.": how fragmented the predictions are."""
    model, true = _numbers_of_changes(every)
    times = ("time", "times")
    changes = f"{phrases.voice.who} changes {phrases.nouns.phase[0]} {counted(model, times)}"
    return f"{changes}, the true class {counted(true, times)}."


def phase_changes(every: Sequence[RecordingScores], phrases: Phrases) -> str:
    """ "model 183 phase changes, true class 72"."""
    model, true = _numbers_of_changes(every)
    phase = phrases.nouns.phase[0]
    return f"model {counted(model, (f'{phase} change', f'{phase} changes'))}, true class {whole(true)}"


def _numbers_of_changes(every: Sequence[RecordingScores]) -> tuple[int, int]:
    """By the model and of the true class, over all recordings."""
    model = sum(max(each.segments - 1, 0) for each in every)
    return model, sum(max(each.true_segments - 1, 0) for each in every)


# ------------------------------------------------------------------ phases: one recording


def missed_rows(scores: RecordingScores, label: int) -> int:
    """Rows of a class that are predicted as another one."""
    return int(scores.cells[label].sum() - scores.cells[label, label])


def recording_headline(name: str, scores: RecordingScores, label: int, phrases: Phrases) -> str:
    """ "Video SIM09: 1:09 min of Clipping and cutting missed". name: already safe for where it goes."""
    missed, total = missed_rows(scores, label), int(scores.cells[label].sum())
    begin = f"{phrases.nouns.named(name)}:"
    if not total:
        return f"{begin} no {phrases.voice.name(label)}"
    if not missed:
        return f"{begin} all {phrases.lasts(total)} of {phrases.voice.name(label)} recognised"
    return f"{begin} {phrases.lasts(missed)} of {phrases.voice.name(label)} missed"


# ------------------------------------------------------------------ stages: one night


def stages_finding(name: str, every: Sequence[RecordingScores], at: int, label: int, phrases: Phrases) -> Finding:
    """How much of the stage `label` is missed in one night, and its kappa beside that of all."""
    scores, stage = every[at], phrases.voice.name(label)
    begin = f"{phrases.nouns.named(name)}:"
    missed, total = missed_rows(scores, label), int(scores.cells[label].sum())
    if not total:
        spurious = int(scores.cells[:, label].sum())
        extra = f"; the model predicted {phrases.lasts(spurious)}" if spurious else ""
        return Finding(f"{begin} no {stage}{extra}.", _kappa(every, at, phrases))
    if not missed:
        return Finding(f"{begin} the model detected all {phrases.lasts(total)} of {stage}.", _kappa(every, at, phrases))
    rate = f" ({percent(missed / total, total)})" if total >= FEW else ""
    headline = f"{begin} the model missed {phrases.part(missed, total)} of {stage}{rate}"
    row = np.where(np.arange(len(scores.cells)) == label, 0, scores.cells[label])
    most = int(row.argmax())
    went = f"{phrases.lasts(int(row[most]))} as {phrases.voice.name(most)}"
    if len(headline) + len(went) + 3 <= LONGEST:
        return Finding(f"{headline}, {went}.", _kappa(every, at, phrases))
    return Finding(f"{headline}.", sentences(f"Of these, {went}.", _kappa(every, at, phrases)))


def _kappa(every: Sequence[RecordingScores], at: int, phrases: Phrases) -> str:
    """ "κ 0.65, the lowest of 25 nights; median 0.82 (IQR 0.76–0.86)."."""
    own, (one, many) = every[at].kappa, phrases.nouns.recording
    values = np.array([each.kappa for each in every])
    values = values[~np.isnan(values)]
    said = f"κ{NBSP}{decimal(own, 2)}"
    if len(values) < 2 or np.isnan(own):
        return f"{said}."
    rank = "lowest" if own <= values.min() else "highest" if own >= values.max() else ""
    place = f", the {rank} of {counted(len(values), (one, many))}" if rank and values.min() < values.max() else ""
    return f"{said}{place}; {_spread(values, '' if place else f' of {counted(len(values), (one, many))}')}."


def _spread(values: np.ndarray, whose: str) -> str:
    """ "median 0.82 (IQR 0.76–0.86)", of a few the range."""
    if len(values) < FEWEST_FOR_A_MEAN:
        return f"range{whose} {span_of(values.min(), values.max(), 2)}"
    low, middle, high = np.quantile(values, [0.25, 0.5, 0.75]).tolist()
    return f"median{whose} {decimal(middle, 2)} (IQR{NBSP}{span_of(low, high, 2)})"
