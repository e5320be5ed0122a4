"""What is said about a list of single cases: how many match of how many, and in which order they stand.

Kinds and orders are the codes of `CaseKind` and `CaseOrder`, in a room above this one.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from words.text.numbers import NBSP, counted, decimal, threshold, whole
from words.text.phrases import enumeration
from words.text.voice import Voice


@dataclass(frozen=True)
class Matching:
    """How many cases match, of how many that could; and what was asked for.

    truth, called: a class, or None for any. least: the score from which on the model counts as sure.
    """

    number: int
    among: int
    kinds: Collection[str] = ()
    truth: int | None = None
    called: int | None = None
    least: float = 0.9

    @property
    def of_calls(self) -> bool:
        """Whether the cases are counted among calls rather than among patients."""
        return set(self.kinds) == {"false alarm"} and self.truth is None


def cases_finding(found: Matching, voice: Voice) -> str:
    """ "12 of 451 patients with VT were missed." """
    if found.of_calls:
        return _of_calls(found, voice)
    asked = _asked(found, voice)
    if not asked and found.truth is None:
        every = "All " if found.number > 1 else ""
        return f"{every}{counted(found.number, voice.unit)} {'is' if found.number == 1 else 'are'} listed."
    if not asked:
        return f"{_counted_group(found.number, found, voice)} {'is' if found.number == 1 else 'are'} listed."
    if not found.among:
        return f"There are no {_group(2, found, voice)} to look through."
    verb = "was" if found.number <= 1 else "were"
    return f"{_part(found)}{_counted_group(found.among, found, voice)} {verb} {enumeration(asked)}."


def _part(found: Matching) -> str:
    """ "12 of ", "None of ", "All "."""
    if found.number == found.among > 1:
        return f"All{NBSP}"
    return f"{whole(found.number) if found.number else 'None'}{NBSP}of{NBSP}"


def _counted_group(number: int, found: Matching, voice: Voice) -> str:
    """ "451 patients with VT", "190 patients that are not Normal"."""
    return f"{whole(number)}{NBSP}{_group(number, found, voice)}"


def _group(number: int, found: Matching, voice: Voice) -> str:
    """ "patients with VT", "patients that are not Normal": among whom the filters look; `number` of them."""
    unit = voice.unit[number != 1]
    if found.truth is not None:
        return voice.cases(found.truth, number)
    if voice.normal is None or not {"missed", "reassured"} & set(found.kinds):
        return unit
    return f"{unit} that {'is' if number == 1 else 'are'} not {voice.name(voice.normal)}"


def _asked(found: Matching, voice: Voice) -> list[str]:
    """What the cases of the list were, each after "were"."""
    one = found.number == 1
    said = {
        "missed": "missed",
        "reassured": "" if voice.normal is None else f"called {voice.name(voice.normal)}",
        "false alarm": "a false alarm" if one else "false alarms",
        "sure": f"called wrongly with a score of at least {threshold(found.least)}",
        "rescued": "called wrongly here but rightly by another model",
        "different": "answered differently by the models",
    }
    parts = [said[kind] for kind in said if kind in found.kinds]
    called = [] if found.called is None else [f"called {voice.name(found.called)}"]
    return [part for part in dict.fromkeys([*parts, *called]) if part]


def _of_calls(found: Matching, voice: Voice) -> str:
    if found.called is not None:
        calls = f"{voice.name(found.called)} {'call' if found.among == 1 else 'calls'}"
    else:
        calls = "call" if found.among == 1 else "calls"
        calls += f" other than {voice.name(voice.normal)}" if voice.normal is not None else ""
    if not found.among:
        return f"The model made no {calls}."
    are = "is a false alarm" if found.number <= 1 else "are false alarms"
    return f"{_part(found)}{whole(found.among)} {calls} {are}."


def narrowed_said(column: str, value: str, case_id: str) -> str:
    """By what the list is narrowed beside what became of the cases; names and values safe for Markdown."""
    where = [f"{column} is {value}"] if column else []
    where += [f"the id is, or begins with, {case_id}"] if case_id else []
    return f"Only where {enumeration(where)}." if where else ""


def sure_said(sure: int, wrong: int, least: float) -> str:
    """How many of the wrong answers of the list the model was sure of."""
    if not wrong:
        return ""
    at_least = f"a score of at least {threshold(least)}"
    if wrong == 1:
        return f"The model gave this wrong answer {at_least}." if sure else ""
    some = "all" if sure == wrong else whole(sure) if sure else "none"
    return f"The model gave {some}{NBSP}of{NBSP}the {whole(wrong)} wrong answers {at_least}."


def case_outcome(truth: int, called: int, normal: int | None) -> str:
    """What became of one case, in a word or two."""
    if truth == called:
        return "right"
    if normal is None:
        return "wrong"
    return "a false alarm" if truth == normal else "missed"


def case_said(truth: int, called: int, voice: Voice, score: float | None, score_of_truth: float | None) -> str:
    """One case: what is true, what the model said, and the scores it gave to both where they are known."""
    said, true = voice.names[called], voice.names[truth]
    text = f"Truly **{true}**, called **{said}**: {case_outcome(truth, called, voice.normal)}."
    if score is None:
        return text
    beside = "" if truth == called or score_of_truth is None else f", and the truth {decimal(score_of_truth)}"
    return f"{text} The model gave its answer a score of {decimal(score)}{beside}."


def kind_name(kind: str, voice: Voice) -> str:
    """The name of a filter, in Markdown."""
    normal = "" if voice.normal is None else voice.names[voice.normal]
    return {
        "missed": "Missed",
        "reassured": f"Called {normal} though not",
        "false alarm": "False alarm",
        "sure": "Wrong but sure",
        "rescued": "Another model is right",
        "different": "Models differ",
    }[kind]


def kind_help(kinds: Collection[str], voice: Voice) -> str:
    """What each of the filters asks."""
    normal = None if voice.normal is None else voice.name(voice.normal)
    said = {
        "missed": "called something else than they are" + (f", and not truly {normal}" if normal else ""),
        "reassured": f"not truly {normal}, but called so",
        "false alarm": "called something they are not" + (f", other than {normal}" if normal else ""),
        "sure": "wrong, and the model gave its answer at least this score",
        "rescued": "this model is wrong about them, and another one of the study is right",
        "different": "another model of the study answers something else",
    }
    lines = [f"**{kind_name(kind, voice)}**: {said[kind]}." for kind in said if kind in kinds]
    return "\n\n".join(["Every filter that is chosen must hold; with none, every case is listed.", *lines])


def order_said(order: str, has_scores: bool, mixed: bool) -> str:
    """How the list is sorted. mixed: right answers are in it as well as wrong ones."""
    if order == "file":
        return "In the file's order."
    if not has_scores:
        return "In the file's order: without scores nobody knows how sure the model was."
    if order == "surest":
        return "Sorted by how sure the model was, most sure first."
    right = " The right ones follow, the least sure first." if mixed else ""
    return f"The wrong answer that the model was surest of stands first.{right}"
