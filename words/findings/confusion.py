"""The finding of the Confusion page: the most dangerous error, then the most frequent one; and what each error is."""

from __future__ import annotations

from collections.abc import Sequence

from metrics import Evaluation
from metrics.danger import largest_error, leading_error
from metrics.interval_methods import CLUSTER_ROBUST
from metrics.intervals.patient_counts import known_by
from metrics.recordings.recording_scores import RecordingScores
from words.findings.finding import LONGEST, Finding, sentences
from words.findings.methods import too_few_patients
from words.text.amounts import ONE_BY_ONE, Amounts
from words.text.numbers import FEW, NBSP, bounds, ci, in_brackets, of
from words.text.voice import CASES, Nouns, Voice

Cell = tuple[int, int]  # true class, predicted class


def confusion(evaluation: Evaluation, voice: Voice, amounts: Amounts = ONE_BY_ONE) -> Finding:
    """Disease classified as Normal first; where there is none, the most frequent error."""
    matrix = evaluation.matrix
    if matrix.cells.trace() == matrix.total:
        return Finding(f"{voice.who} made no error in {amounts.counted(evaluation.n, voice.unit)}.", "")
    cell = leading_error(matrix, voice.diseases, voice.normal, voice.interest)
    if cell[1] == voice.normal and cell[0] in voice.diseases:
        detail = sentences(_interval(evaluation, cell), _most_frequent(evaluation, cell, voice))
        return Finding(_as_normal(evaluation, cell, voice), detail)
    headline = f"Most frequent error: {_named(cell, voice)}, {_part(evaluation, cell, amounts)}."
    if len(headline) > LONGEST and amounts.seconds is not None:
        headline = f"Most frequent error: {_named(cell, voice)}, {_part(evaluation, cell, amounts, brief=True)}."
    none = voice.normal is not None and any(evaluation.matrix.support[i] for i in voice.diseases)
    said = f"No disease is classified as {voice.name(voice.normal or 0)}." if none else ""
    return Finding(headline, sentences(_interval(evaluation, cell), said))


def kind_of(cell: Cell, voice: Voice) -> str:
    """What an error means for the patient."""
    truth, predicted = cell
    if voice.normal is None:
        return ""
    if truth == voice.normal:
        return "false alarm" if predicted in voice.diseases else "error"
    if truth not in voice.diseases:
        return "error"
    return f"missed as {voice.name(predicted)}" if predicted == voice.normal else "missed, another class"


def _as_normal(evaluation: Evaluation, cell: Cell, voice: Voice) -> str:
    truth, normal = cell
    part, support = int(evaluation.matrix.cells[cell]), int(evaluation.matrix.support[truth])
    brackets = in_brackets(part, support, _proportion(evaluation, cell))
    if part == support == 1:
        return f"The only {voice.cases(truth, 1)} is classified as {voice.name(normal)}."
    verb = "is" if part == 1 else "are"
    return f"{voice.part_phrase(part, support, truth)} {verb} classified as {voice.name(normal)}{brackets}."


def _interval(evaluation: Evaluation, cell: Cell) -> str:
    found = evaluation.part_of_cell(*cell)[0]
    if (found.trials or 0) < FEW or found.low is None:
        return ""
    return f"{bounds(found, evaluation.level)} %."


def _most_frequent(evaluation: Evaluation, told: Cell, voice: Voice) -> str:
    cells, cell = evaluation.matrix.cells, largest_error(evaluation.matrix)
    if cell == told:
        return "No other error is more frequent." if cells[cell] + cells.trace() < cells.sum() else ""
    return f"Most frequent error: {_named(cell, voice)}, {_part(evaluation, cell)}."


def _named(cell: Cell, voice: Voice) -> str:
    return f"{voice.name(cell[0])} classified as {voice.name(cell[1])}"


def _part(evaluation: Evaluation, cell: Cell, amounts: Amounts = ONE_BY_ONE, brief: bool = False) -> str:
    """ "45 of 1,000 (4.5 %)". brief: without what it is of."""
    part, support = int(evaluation.matrix.cells[cell]), int(evaluation.matrix.support[cell[0]])
    brackets = in_brackets(part, support, _proportion(evaluation, cell))
    return f"{amounts.counted(part, CASES) if brief else amounts.part(part, support)}{brackets}"


def _proportion(evaluation: Evaluation, cell: Cell) -> float | None:
    """Of its true class; None where that is a proportion of the counts."""
    return evaluation.part_of_cell(*cell)[0].value if evaluation.is_weighted else None


def marks_said(evaluation: Evaluation, of_class: float = 1.0, of_predictions: float = 1.0) -> str:
    """What stands below each value of the table of errors; "" where clusters are too few for any CI.

    of_class, of_predictions: where the scales of the two columns end.
    """
    if too_few_patients(evaluation):
        return ""
    of_patients = f"{CLUSTER_ROBUST} SE" if known_by(evaluation.patients) == "sums" else "cluster bootstrap"
    method = of_patients if evaluation.is_clustered else "bootstrap" if evaluation.is_weighted else "Wilson"
    ends = [f"0–{end * 100:.0f}{NBSP}%" for end in (of_class, of_predictions)]
    scale = ends[0] if ends[0] == ends[1] else f"{ends[0]} of the true class, {ends[1]} of the predictions"
    return f"Below each value: {ci(evaluation.level)} ({method}), scale {scale}."


def in_recordings(every: Sequence[RecordingScores], cell: Cell, nouns: Nouns) -> str:
    """ "In 10 of 12 videos.": of those where the true class occurs; "" of one recording, or of an empty cell."""
    with_class = [each for each in every if each.cells[cell[0]].any()]
    number = sum(bool(each.cells[cell]) for each in with_class)
    return f"In {of(number, len(with_class))} {nouns.recording[1]}." if number and len(every) > 1 else ""


def neighbours(between: int, errors: int, amounts: Amounts, nouns: Nouns) -> str:
    """ "Of 16:35 min of error, 15:08 (91.3 %) lie between neighbouring phases."."""
    if not errors:
        return ""
    error = f"Of {amounts.counted(errors, nouns.row)} of error"
    share = in_brackets(between, errors)
    return f"{error}, {amounts.alone(between)}{share} lie between neighbouring {nouns.phase[1]}."
