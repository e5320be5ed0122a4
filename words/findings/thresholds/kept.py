"""A threshold that is kept for one class of a model: its name, its formula, and why it cannot be used on every page."""

from __future__ import annotations

from words.findings.curves import ASSUMED
from words.findings.lens import LONGEST
from words.text.escape import markdown
from words.text.numbers import threshold
from words.text.voice import Voice

WHY_NOT = {
    "no_scores": "The model gives no scores for this class, so its predictions stay as delivered.",
    "no_rows": "The other pages stay as delivered: weighted rows of a file that is too large to load cannot be "
    "classified again.",
    "others_without_scores": "The other pages stay as delivered: without scores for the other classes nothing tells "
    "which of them a case below the threshold would get.",
}


def named(at: float, label: int, voice: Voice) -> str:
    """Its name in the title line: "threshold 0.100"; with its class where that is not the class of interest."""
    of_class = "" if label == voice.interest else f"{voice.name(label)} "
    return f"{of_class}threshold {threshold(at)}"


def named_assumed(at: float, label: int, voice: Voice) -> str:
    """The same of a threshold that nobody chose: "threshold 0.5 (assumed)"."""
    of_class = "" if label == voice.interest else f"{voice.name(label)} "
    return f"{of_class}threshold {at:g} ({ASSUMED})"


def rule(at: float, label: int, voice: Voice) -> str:
    """ "VT predicted at a score of 0.100 or above"."""
    return f"{voice.title(label)} predicted at a score of {threshold(at)} or above"


def as_delivered(why: str) -> str:
    """Of a kept threshold whose file cannot be asked any more. why: plain text. Markdown."""
    return f"The predictions are shown as delivered, not at the kept threshold: {markdown(why, LONGEST)}"


def reported(at: float, label: int, applied: bool, model: str, voice: Voice) -> str:
    """What a report says of a kept threshold. applied: whether its numbers are those of the threshold."""
    whose = f"{model}: " if model else ""
    if not applied:
        return f"{whose}kept threshold, not used in this report: {rule(at, label, voice)}."
    below = "below it the delivered prediction, or where that is this class the other class with the highest score"
    return f"{whose}{rule(at, label, voice)}, a threshold chosen in Rounds; {below}."
