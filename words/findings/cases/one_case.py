"""What became of one case."""

from __future__ import annotations

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


def case_said(truth: int, predicted: int, voice: Voice, case_id: str = "") -> str:
    """One case: who it is, its true and predicted class and what became of it. case_id: safe for Markdown."""
    is_missed_as_normal = truth in voice.diseases and predicted == voice.normal  # as what, is just being said
    outcome = "missed" if is_missed_as_normal else case_outcome(truth, predicted, voice)
    who, name = (f"{case_id}: ", voice.name(truth)) if case_id else ("", voice.title(truth))
    return f"{who}**{name}** classified as **{voice.name(predicted)}** ({outcome})."
