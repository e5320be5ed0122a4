"""What is said about a list of single cases: how many match of how many, and in which order they stand.

Kinds and orders are the codes of `CaseKind` and `CaseOrder`, in a room above this one.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from words.text.amounts import ONE_BY_ONE, Amounts
from words.text.numbers import NBSP, decimal, threshold, whole
from words.text.phrases import enumeration
from words.text.voice import Voice


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

    truth, predicted: a class, or None for any. confident: the scores at which an error is confident. as_normal: how
    many of the matching cases are classified as Normal, None without a Normal class. other: the model, safe for
    Markdown, where models differ on whether a case has the class `truth`; "" where they differ in any way.
    """

    number: int
    among: int
    kinds: Collection[str] = ()
    truth: int | None = None
    predicted: int | None = None
    confident: ConfidentScores = ConfidentScores()
    as_normal: int | None = None
    other: str = ""

    @property
    def of_predictions(self) -> bool:
        """Whether the cases are counted among predictions rather than among patients."""
        return set(self.kinds) == {"false positive"} and self.truth is None


def cases_finding(found: Matching, voice: Voice, amounts: Amounts = ONE_BY_ONE) -> str:
    """ "12 of 451 patients with VT were missed.", "2:50 of 12:03 min of Clipping were missed." """
    if found.of_predictions:
        return _of_predictions(found, voice, amounts)
    asked, verb = _asked(found, voice), "is" if found.number == 1 else "are"
    if not asked and found.truth is None:
        every = "All " if found.number > 1 else ""
        return f"{every}{amounts.counted(found.number, voice.unit)} {verb} listed."
    if not asked:
        return f"{_counted_group(found.number, found, voice, amounts)} {verb} listed."
    if not found.among:
        return f"There are no {_group(2, found, voice)} to look through."
    verb = "was" if found.number <= 1 else "were"
    return f"{_part_of_group(found, voice, amounts)} {verb} {enumeration(asked)}{_where(found, voice)}."


def _where(found: Matching, voice: Voice) -> str:
    """ ": 23 as Normal, 11 as another class" of all misclassified cases with disease."""
    is_all = set(found.kinds) == {"missed"} and found.truth is None and found.predicted is None
    if not is_all or voice.normal is None or found.as_normal is None or not found.number or len(voice.names) == 2:
        return ""
    others, normal = found.number - found.as_normal, voice.name(voice.normal)
    if not others:
        return f", all as {normal}" if found.number > 1 else f" as {normal}"
    return f": {whole(found.as_normal)} as {normal}, {whole(others)} as another class"


def _part_of_group(found: Matching, voice: Voice, amounts: Amounts) -> str:
    """ "12 of 451 patients with VT", "All 9 patients with VT", "2:50 of 12:03 min of Clipping"."""
    group = _counted_group(found.among, found, voice, amounts)
    if amounts.seconds is None or found.number in (0, found.among):
        return f"{_part(found)}{group}"
    return f"{amounts.part(found.number, found.among)}{_of_class(found, voice)}"


def _part(found: Matching) -> str:
    """ "12 of ", "None of ", "All "."""
    if found.number == found.among > 1:
        return f"All{NBSP}"
    return f"{whole(found.number)}{NBSP}of{NBSP}" if found.number else "None of "


def _counted_group(number: int, found: Matching, voice: Voice, amounts: Amounts) -> str:
    """ "451 patients with VT", "190 patients with disease", "12:03 min of Clipping"."""
    if amounts.seconds is not None:
        return f"{amounts.counted(number, voice.unit)}{_of_class(found, voice)}"
    return f"{whole(number)}{NBSP}{_group(number, found, voice)}"


def _of_class(found: Matching, voice: Voice) -> str:
    return "" if found.truth is None else f" of {voice.name(found.truth)}"


def _group(number: int, found: Matching, voice: Voice) -> str:
    """ "patients with VT", "patients with disease": among whom the filters look; `number` of them."""
    unit = voice.unit[number != 1]
    if found.truth is not None:
        return voice.cases(found.truth, number)
    if voice.normal is None or not {"missed", "reassured"} & set(found.kinds):
        return unit
    return voice.cases(voice.diseases[0], number) if len(voice.diseases) == 1 else f"{unit} with disease"


def _asked(found: Matching, voice: Voice) -> list[str]:
    """What the cases of the list were, each after "were"."""
    one = found.number == 1
    missed = "missed" if found.truth is not None else "misclassified"
    said = {
        "missed": missed,
        "reassured": "" if voice.normal is None else f"classified as {voice.name(voice.normal)}",
        "false positive": "a false positive" if one else "false positives",
        "confident": f"misclassified with a score of {found.confident.said}",
        "rescued": "misclassified here and correct in another model",
        "different": _different(found.other),
    }
    parts = [said[kind] for kind in said if kind in found.kinds]
    predicted = [] if found.predicted is None else [f"classified as {voice.name(found.predicted)}"]
    return [part for part in dict.fromkeys([*parts, *predicted]) if part]


def _different(other: str) -> str:
    if not other:
        return "classified differently by the models"
    return f"classified correctly by this model or {other}, not by both"


def _of_predictions(found: Matching, voice: Voice, amounts: Amounts) -> str:
    predictions = "prediction" if found.among == 1 else "predictions"
    if found.predicted is not None:
        named = f"{voice.name(found.predicted)} {predictions}"
    else:
        named = f"{predictions} of a disease" if voice.normal is not None else predictions
    if not found.among:
        return f"No {named}."
    verb = "is" if found.number <= 1 else "are"
    if amounts.seconds is None:
        return f"{_part(found)}{whole(found.among)} {named} {verb} incorrect."
    some = amounts.part(found.number, found.among)
    part = some if 0 < found.number < found.among else f"{_part(found)}{amounts.counted(found.among, voice.unit)}"
    return f"{part} of {named} {verb} incorrect."


def narrowed_said(column: str, value: str, case_id: str) -> str:
    """By what the list is narrowed beside what became of the cases; names and values safe for Markdown."""
    where = [f"{column} is {value}"] if column else []
    where += [f"the id is, or begins with, {case_id}"] if case_id else []
    return f"Only where {enumeration(where)}." if where else ""


def confident_said(confident: int, incorrect: int, scores: ConfidentScores, amounts: Amounts = ONE_BY_ONE) -> str:
    """How many errors of the list are confident, and at which scores."""
    if not incorrect:
        return ""
    return f"Confident errors (score {scores.said}): {amounts.part(confident, incorrect)}."


def least_asked(lone: str, are_probabilities: bool) -> tuple[str, str]:
    """Name and help of the field for the score at which an error is confident.

    lone: the only class of two with scores, safe for Markdown, or "".
    """
    if not lone:
        return "Confident: score at least", ""
    other = "1 − that score" if are_probabilities else "that score with the opposite sign"
    return "Confidence at least", f"The score of {lone} where {lone} is predicted, else {other}."


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
    said, true = voice.names[predicted], voice.names[truth]
    text = f"**{true}** classified as **{said}**: {case_outcome(truth, predicted, voice)}."
    if score is None:
        return text
    beside = "" if truth == predicted or score_of_truth is None else f", of {true} {decimal(score_of_truth)}"
    return f"{text} Score of {said} {decimal(score)}{beside}."


def kind_name(kind: str, voice: Voice) -> str:
    """The name of a filter, in Markdown."""
    normal = "" if voice.normal is None else voice.names[voice.normal]
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
    return "\n\n".join(["All chosen filters apply; with none, every case is listed.", *lines])


def order_name(order: str, voice: Voice) -> str:
    """An order as a choice; without a Normal class no error is more harmful than another."""
    return "File order" if order == "file" else "Most harmful first" if voice.normal is not None else "Errors first"


def order_said(order: str, has_scores: bool, mixed: bool, voice: Voice) -> str:
    """How the list is sorted. mixed: correct cases are in it as well as errors."""
    if order == "file":
        return "File order."
    if order == "confident":
        return "Most confident first." if has_scores else "File order: no scores."
    correct = " Correct cases follow, least confident first." if mixed and has_scores else ""
    if voice.normal is None:
        return f"Most confident error first.{correct}" if has_scores else "Errors in file order."
    return f"Most harmful error first{', then most confident' if has_scores else ''}.{correct}"


def fetched_said(shown: int, number: int, most: int, source: str) -> str:
    """ "50 of 1,204 rows were fetched from a.parquet." source: safe for Markdown."""
    unit, verb = "row" if number == 1 else "rows", "was" if shown == 1 else "were"
    rows = f"{whole(shown)} of {whole(number)} {unit} {verb} fetched from {source}."
    if most == number:
        return rows
    return f"{rows} The first {whole(most)} can be opened: filter the list to see others."
