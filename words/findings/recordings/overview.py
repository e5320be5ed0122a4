"""The finding of the Overview where rows are frames: how much time of a phase or stage is missed."""

from __future__ import annotations

from collections.abc import Sequence

from metrics import Evaluation
from metrics.intervals.resampling_units import FEWEST_UNITS
from metrics.recordings.recording_scores import RecordingScores
from words.findings.finding import Finding, sentences
from words.findings.overview import errors_said, missed
from words.findings.recordings.timeline import Phrases
from words.text.numbers import FEW, NBSP, bounds, of, percent_of, tied
from words.text.phrases import sentence_case

MOST_NAMED = 2  # recordings


def overview_in_time(
    evaluation: Evaluation, scores: Sequence[RecordingScores], names: Sequence[str], label: int, phrases: Phrases
) -> Finding:
    """How much time of the class is missed, where it went, and in which recordings it was not recognised.

    names: of the recordings, ready for where they go; () to name none.
    """
    estimate, name = missed(evaluation, label), phrases.voice.name(label)
    number, total = estimate.successes or 0, estimate.trials or 0
    if not total:
        return Finding(f"No {phrases.nouns.recording[0]} has {name}: missed time of it cannot be assessed.", "")
    is_disease = label in phrases.voice.diseases
    if not number:
        every = f"{phrases.lasts(total)} of {name}"
        none = f"missed none of {every}" if is_disease else f"classified all {every} correctly"
        return Finding(f"{phrases.voice.who} {none}.", "")
    brackets = f" ({percent_of(estimate)})" if total >= FEW else ""
    part = f"{'missed' if is_disease else 'misclassified'} {phrases.part(number, total)}"
    went = errors_said(evaluation, phrases.voice, label, written=phrases.lasts, name=phrases.voice.name)
    rate = "Miss rate" if is_disease else "Error rate"
    certain = f"{rate} {tied(bounds(estimate))}{NBSP}%." if estimate.low is not None else ""
    lost = not_recognised(scores, names, label, phrases)
    return Finding(
        f"{phrases.voice.who} {part} of {name}{brackets}.", sentences(certain, f"{sentence_case(went)}.", lost)
    )


def not_recognised(scores: Sequence[RecordingScores], names: Sequence[str], label: int, phrases: Phrases) -> str:
    """ "Not recognised at all in 1 of 12 videos (SIM09)."; "" where every recording that has it has some of it."""
    found = [each.phase(label) for each in scores]
    occurs = [i for i, phase in enumerate(found) if phase is not None and phase.occurs]
    lost = [i for i in occurs if label in scores[i].missed]
    if not lost:
        return ""
    who = f" ({', '.join(names[i] for i in lost)})" if names and len(lost) <= MOST_NAMED else ""
    return f"Not recognised at all in {of(len(lost), len(occurs))} {phrases.nouns.recording[len(occurs) != 1]}{who}."


def below_the_phases(few: bool, phrases: Phrases, number: int) -> str:
    """What the marks of the table are. few: too few recordings for an interval. number: of recordings."""
    one, many = phrases.nouns.recording
    if not few:
        return "In brackets and as marks: CI. Scale 0–100 %."
    if number < 2:
        return f"A CI needs at least {FEWEST_UNITS} {many}."
    said = f"One tick per {one}, with the lowest and highest; square: all {many} together"
    return f"{said}. A CI needs at least {FEWEST_UNITS} {many}. Scale 0–100 %."
