"""What became of one case, and its scores."""

from __future__ import annotations

from words.text.numbers import decimal
from words.text.voice import Voice


def case_outcome(truth: int, predicted: int, voice: Voice) -> str:
    """What became of one case, in a few words."""
    if truth == predicted:
        return "correct"
    if voice.normal is None or truth not in (*voice.diseases, voice.normal):
        return "incorrect"
    if truth == voice.normal:
        return "false alarm" if predicted in voice.diseases else "incorrect"
    if predicted == voice.normal:
        return f"missed as {voice.name(voice.normal)}"
    order = voice.order
    over = predicted in voice.diseases and order.index(predicted) < order.index(truth)
    return "over-triaged" if over else "missed, another class"


def case_said(truth: int, predicted: int, voice: Voice, score: float | None, score_of_truth: float | None) -> str:
    """One case: its true and predicted class, and the scores of both where they are known."""
    said, true = voice.name(predicted), voice.name(truth)
    text = f"**{voice.title(truth)}** classified as **{said}**: {case_outcome(truth, predicted, voice)}."
    if score is None:
        return text
    beside = "" if truth == predicted or score_of_truth is None else f", of {true} {decimal(score_of_truth)}"
    return f"{text} Score of {said} {decimal(score)}{beside}."
