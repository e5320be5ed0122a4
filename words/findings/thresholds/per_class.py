"""A threshold for every class at once: what it does in words, and which cases it leaves without a prediction."""

from __future__ import annotations

from metrics import Estimate
from metrics.thresholding.per_class_thresholds import ThresholdedMatrix
from words.text.notes import undefined_cell
from words.text.numbers import FEW, bounds, bounds_beside_counts, counted, of, percent_of, whole
from words.text.phrases import enumeration
from words.text.voice import Voice

RULE = "The highest-scoring class at or above its threshold; no prediction if none is."
MEASURES = {
    "risk_score": "disease among {normal} predictions",
    "missed_as_normal": "of all with disease",
    "overall_accuracy": "of all cases",
    "no_prediction": "of all cases",
}
OF_PATIENTS = "Patient-level bootstrap."


def difference(found: ThresholdedMatrix, delivered: ThresholdedMatrix, normal: int | None, voice: Voice) -> str:
    """What the thresholds change against the delivered predictions, in whole cases."""
    total = delivered.matrix.total + int(delivered.no_prediction.sum())
    correct, before = (int(each.matrix.cells.trace()) for each in (found, delivered))
    said = [f"{of(correct, total)} {voice.unit[1]} are classified correctly (as delivered: {whole(before)})"]
    if normal is not None:
        missed, earlier = (int(each.matrix.cells[list(voice.diseases), normal].sum()) for each in (found, delivered))
        verb = f"{'is' if missed == 1 else 'are'} classified as {voice.name(normal)}"
        said.append(f"{counted(missed, voice.unit)} with disease {verb} (as delivered: {whole(earlier)})")
    without = int(found.no_prediction.sum())
    said.append(f"{whole(without)} {'has' if without == 1 else 'have'} no prediction")
    return f"With these thresholds {enumeration(said)}."


def detected(found: ThresholdedMatrix, label: int) -> str:
    """ "45 of 50", over the cases with and without a prediction."""
    return of(int(found.matrix.cells[label, label]), int(found.matrix.support[label] + found.no_prediction[label]))


def cell(value: Estimate) -> str:
    """A proportion with its counts and interval, in two lines of Markdown."""
    if not value.is_defined:
        return undefined_cell(value)
    counts = of(value.successes or 0, value.trials or 0)
    if (value.trials or 0) < FEW:
        return f"**{counts}**  \n:small[{bounds_beside_counts(value)}]"
    return f"**{percent_of(value)}**  \n:small[{counts} · {bounds(value)}]"


def excluded(number: int, unit: tuple[str, str]) -> str:
    """Rows that lack a score of some class; "" where none does."""
    return f"{counted(number, unit)} without a score of every class excluded here." if number else ""
