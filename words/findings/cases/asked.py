"""What a list of single cases is asked for: what became of the cases, said before and after they are counted.

Kinds are the codes of `CaseKind`, in a room above this one.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from words.text.numbers import threshold
from words.text.voice import Voice

OUTCOMES = {"missed", "reassured", "false positive"}


@dataclass(frozen=True)
class ConfidentScores:
    """The scores at which an error is confident, as the file has them.

    least: at or above it, where the class of the score is predicted. most: at or below it, where one score serves two
    classes and the other class is predicted. None where there are no such errors.
    """

    least: float | None = 0.9
    most: float | None = None

    @property
    def said(self) -> str:
        """ "at least 0.900", "at most 0.100", "at least 0.900 or at most 0.100"."""
        sides = (("at least", self.least), ("at most", self.most))
        return " or ".join(f"{side} {threshold(score)}" for side, score in sides if score is not None)


@dataclass(frozen=True)
class Matching:
    """How many cases match, of how many that could; and what was asked for.

    kinds: a case has one of the `OUTCOMES` among them, and is of every other kind. truth, predicted: a class, or None
    for any. confident: the scores at which an error is confident. as_normal: how many of the matching cases are
    classified as Normal, None without a Normal class. other: the model, safe for Markdown, where models differ on
    whether a case has the class `truth`; "" where they differ in any way. is_narrowed: to some ids, or to a group.
    """

    number: int
    among: int
    kinds: Collection[str] = ()
    truth: int | None = None
    predicted: int | None = None
    confident: ConfidentScores = ConfidentScores()
    as_normal: int | None = None
    other: str = ""
    is_narrowed: bool = False

    @property
    def of_predictions(self) -> bool:
        """Whether the cases are counted among predictions rather than among patients."""
        return set(self.kinds) == {"false positive"} and self.truth is None

    @property
    def of_disease(self) -> bool:
        """Whether only patients with disease can be among the cases."""
        return bool(self.outcomes) and self.outcomes <= {"missed", "reassured"}

    @property
    def outcomes(self) -> set[str]:
        """The kinds of which a case has one."""
        return OUTCOMES & {str(kind) for kind in self.kinds}


def kinds_asked(found: Matching, voice: Voice) -> str:
    """ "were missed", "had misclassified disease or were false positives": what the cases are; "" where all may be."""
    was, outcomes = "was" if found.number <= 1 else "were", _told_outcomes(found, voice)
    said = {
        "every error": f"{was} misclassified",
        "missed": _missed(found, voice, was),
        "reassured": _reassured(found, voice, was),
        "false positive": f"{was} {'a false positive' if found.number <= 1 else 'false positives'}",
    }
    asked = " or ".join(said[kind] for kind in said if kind in outcomes)
    if "confident" in found.kinds:
        asked = f"{asked or said['every error']} with a score of {found.confident.said}"
    parts = [*([asked] if asked else []), *_beside_others(found, was if not asked else "")]
    if found.predicted is not None:
        predicted = f"classified as {voice.name(found.predicted)}"
        again = was if not parts or len(outcomes) > 1 else ""
        parts += [] if parts == [f"{was} {predicted}"] else [f"{again} {predicted}".strip()]
    return (", and " if len(outcomes) > 1 else " and ").join(parts)


def _beside_others(found: Matching, verb: str) -> list[str]:
    """What other models say of the cases. verb: "" where one was said."""
    if "different" in found.kinds:
        return [f"{verb} {_different(found.other)}".strip()]
    if "rescued" in found.kinds:
        return [f"{verb} misclassified here and correct in another model" if verb else "correct in another model"]
    return []


def _told_outcomes(found: Matching, voice: Voice) -> set[str]:
    """The outcomes that are told: without those that are a part of another one."""
    outcomes = found.outcomes - ({"reassured"} if voice.normal is None else set())
    if len(outcomes) < 2:
        return outcomes
    if _is_every_error(outcomes, found.truth, voice):
        is_of_disease = found.truth is not None and found.truth in voice.diseases
        return {"missed" if is_of_disease else "every error"}
    return outcomes - ({"reassured"} if "missed" in outcomes else set())


def _is_every_error(kinds: set[str], truth: int | None, voice: Voice) -> bool:
    """Whether every error of the true class is of one of these kinds, None for all classes."""
    if voice.normal is None:
        return bool(kinds & {"missed", "false positive"})
    if truth is None:
        return kinds >= {"missed", "false positive"} and not voice.not_diseases
    return ("missed" in kinds and truth in voice.diseases) or ("false positive" in kinds and truth == voice.normal)


def _missed(found: Matching, voice: Voice, was: str) -> str:
    if found.truth is not None:
        return f"{was} missed"
    return f"{was} misclassified" if voice.normal is None or found.of_disease else "had misclassified disease"


def _reassured(found: Matching, voice: Voice, was: str) -> str:
    normal = "" if voice.normal is None else voice.name(voice.normal)
    is_said = found.truth is not None or found.of_disease
    return f"{was} classified as {normal}" if is_said else f"had disease classified as {normal}"


def _different(other: str) -> str:
    if not other:
        return "classified differently by the models"
    return f"classified correctly by this model or {other}, not by both"


def kind_name(kind: str, voice: Voice) -> str:
    """The name of a filter, in Markdown."""
    normal = "" if voice.normal is None else voice.name(voice.normal)
    return {
        "missed": "Misclassified" if voice.normal is None else "Misclassified disease",
        "reassured": f"Disease classified as {normal}",
        "false positive": "False positive",
        "confident": "Confident error",
        "rescued": "Another model is correct",
        "different": "Models differ",
    }[kind]


def kind_help(kinds: Collection[str], voice: Voice) -> str:
    """What each of the filters asks."""
    normal = None if voice.normal is None else voice.name(voice.normal)
    said = {
        "missed": "predicted class differs from the true class" + (", which is a disease" if normal else ""),
        "reassured": f"true class is a disease, predicted class is {normal}",
        "false positive": "predicted class differs from the true class" + (f" and is not {normal}" if normal else ""),
        "confident": "misclassified with at least this score of the predicted class",
        "rescued": "misclassified by this model, correct in another model of the study",
        "different": "another model of the study predicts another class",
    }
    lines = [f"**{kind_name(kind, voice)}**: {said[kind]}." for kind in said if kind in kinds]
    return "\n\n".join(
        ["A case has one of the outcomes and meets every other choice; with none, all are listed.", *lines]
    )


def least_asked(lone: str, are_probabilities: bool) -> tuple[str, str]:
    """Name and help of the field for the score at which an error is confident.

    lone: the only class of two with scores, safe for Markdown, or "".
    """
    if not lone:
        return "Confident: score at least", ""
    other = "1 − that score" if are_probabilities else "that score with the opposite sign"
    return "Confidence at least", f"The score of {lone} where {lone} is predicted, else {other}."
