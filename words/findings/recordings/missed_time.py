"""The finding of the Missed time page: how much of a phase is missed, and where in the phase."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from metrics.recordings.errors_in_time import ErrorsInTime
from metrics.recordings.recording_scores import RecordingScores
from words.findings.finding import Finding, sentences
from words.findings.recordings.timeline import Phrases, missed_rows
from words.text.numbers import NBSP, counted, percent

NOTHING = 3  # the row of ErrorsInTime.missed of what is not recognised
ONCE = ("at its start", "inside", "at its end")
AGAIN = ("at the start of segments", "inside segments", "at the end of segments")


def missed_time(
    every: Sequence[RecordingScores], parts: Sequence[ErrorsInTime], names: Sequence[str], label: int, phrases: Phrases
) -> Finding:
    """How much of the phase is missed, in which part of it, and how much of its predicted time is another phase.

    names: of the recordings, ready for where they go.
    """
    missed = [missed_rows(each, label) for each in every]
    total = sum(int(each.cells[label].sum()) for each in every)
    rest = predicted_otherwise(every, label, phrases)
    if not total:
        return Finding(f"No {phrases.nouns.recording[0]} has {phrases.voice.name(label)}.", rest)
    if not sum(missed):
        return Finding(f"None of {phrases.lasts(total)} of {phrases.voice.name(label)} is missed.", rest)
    headline = f"{phrases.part(sum(missed), total)} of {phrases.voice.name(label)} are missed{_most(missed, phrases)}."
    return Finding(headline, sentences(f"{', '.join(_where(every, parts, names, label, phrases))}.", rest))


def _most(missed: Sequence[int], phrases: Phrases) -> str:
    """ ", 1:09 in one video": what the worst of several recordings adds."""
    if len(missed) == 1:
        return ""
    amount = "all" if max(missed) == sum(missed) else phrases.brief(max(missed))
    return f", {amount} in one {phrases.nouns.recording[0]}"


def _where(
    every: Sequence[RecordingScores], parts: Sequence[ErrorsInTime], names: Sequence[str], label: int, phrases: Phrases
) -> Iterator[str]:
    rows = np.stack([each.missed[:, label] for each in parts]).sum(0)
    times = phrases.parts(rows.tolist())
    recurs = any((phase := each.phase(label)) and phase.true_pieces > 1 for each in every)
    for part, said in enumerate(AGAIN if recurs else ONCE):
        if rows[part]:
            yield f"{times[part]} {said}"
    if not rows[NOTHING]:
        return
    where = [i for i, each in enumerate(parts) if each.missed[NOTHING, label]]
    if any(label not in every[i].missed for i in where):
        yield f"{times[NOTHING]} in segments that are not recognised at all"
    elif len(every) == 1:
        yield f"{times[NOTHING]} because it is not recognised"
    else:
        among = names[where[0]] if len(where) == 1 else counted(len(where), phrases.nouns.recording)
        yield f"{times[NOTHING]} in {among}, where it is not recognised"


def predicted_otherwise(every: Sequence[RecordingScores], label: int, phrases: Phrases) -> str:
    """ "Of 12:21 min predicted, 3:08 belong to another phase."."""
    predicted = sum(int(each.cells[:, label].sum()) for each in every)
    other = predicted - sum(int(each.cells[label, label]) for each in every)
    if not predicted:
        return f"{phrases.voice.who} never predicted {phrases.voice.name(label)}."
    if not other:
        return f"All {phrases.lasts(predicted)} predicted are correct."
    amount = "all" if other == predicted else phrases.brief(other)
    return f"Of {phrases.lasts(predicted)} predicted, {amount} belong to another {phrases.nouns.phase[0]}."


def where_most(total: ErrorsInTime, labels: Sequence[int], phrases: Phrases) -> str:
    """ "7:54 of 16:35 min missed at the start": the part of the phases where most is missed; "" where nothing is."""
    rows = total.missed[:, list(labels)].sum(1)
    if not rows.any():
        return ""
    phase = phrases.nouns.phase[0]
    where = ("at the start", f"inside the {phase}", "at the end", "in segments not recognised at all")
    return f"{phrases.part(int(rows.max()), int(rows.sum()))} missed {where[int(rows.argmax())]}"


def not_recognised_where(every: Sequence[RecordingScores], names: Sequence[str], label: int, phrases: Phrases) -> str:
    """ "Clipping not recognised in SIM09", "in 2 of 12 videos"; "" where it is recognised everywhere."""
    lost = [i for i, each in enumerate(every) if label in each.missed]
    if not lost:
        return ""
    where = names[lost[0]] if len(lost) == 1 else counted(len(lost), phrases.nouns.recording)
    return f"{phrases.voice.title(label)} not recognised in{NBSP}{where}"


def between_neighbours(between: int, errors: int, phrases: Phrases) -> str:
    """ "15:08 of 16:35 min of error between neighbours (91.3 %)"; "" without any error."""
    share = f" ({percent(between / errors, errors)})" if errors else ""
    return f"{phrases.part(between, errors)} of error between neighbours{share}" if errors else ""
