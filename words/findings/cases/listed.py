"""What is said about a list of single cases: how many match of how many, and in which order they stand.

Orders are the codes of `CaseOrder`, in a room above this one.
"""

from __future__ import annotations

from words.findings.cases.asked import ConfidentScores, Matching, kinds_asked
from words.text.amounts import ONE_BY_ONE, Amounts
from words.text.numbers import NBSP, whole
from words.text.phrases import enumeration
from words.text.voice import Voice


def cases_finding(found: Matching, voice: Voice, amounts: Amounts = ONE_BY_ONE) -> str:
    """ "12 of 451 patients with VT were missed.", "2:50 of 12:03 min of Clipping were missed." """
    if found.of_predictions:
        return _of_predictions(found, voice, amounts)
    asked, verb = kinds_asked(found, voice), "is" if found.number == 1 else "are"
    if not asked and found.truth is None:
        every = "All " if found.number > 1 else ""
        return f"{every}{amounts.counted(found.number, voice.unit)} {verb} listed."
    if not asked:
        return f"{_counted_group(found.number, found, voice, amounts)} {verb} listed."
    if not found.among and found.is_narrowed:
        return f"No {_group(1, found, voice)} matches these filters."
    if not found.among:
        return f"There are no {_group(2, found, voice)} to look through."
    return f"{_part_of_group(found, voice, amounts)} {asked}{_where(found, voice)}."


def _where(found: Matching, voice: Voice) -> str:
    """ ": 23 as Normal, 11 as another class" of all misclassified cases with disease."""
    is_all = found.of_disease and "missed" in found.kinds and found.truth is None and found.predicted is None
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
    if voice.normal is None or not found.of_disease:
        return unit
    return voice.cases(voice.diseases[0], number) if len(voice.diseases) == 1 else f"{unit} with disease"


def _of_predictions(found: Matching, voice: Voice, amounts: Amounts) -> str:
    predictions = "prediction" if found.among == 1 else "predictions"
    if found.predicted is not None:
        named = f"{voice.name(found.predicted)} {predictions}"
    else:
        named = f"{predictions} of a disease" if voice.normal is not None else predictions
    if not found.among:
        return f"No {named} match these filters." if found.is_narrowed else f"No {named}."
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


def order_name(order: str, voice: Voice) -> str:
    """An order as a choice; without a Normal class no error is more harmful than another."""
    return "File order" if order == "file" else "Most harmful first" if voice.normal is not None else "Errors first"


def order_said(order: str, has_scores: bool, mixed: bool, voice: Voice, is_named: bool = False) -> str:
    """How the list is sorted. mixed: correct cases are in it as well as errors. is_named: a choice above names it."""
    if order == "file":
        return "" if is_named else "File order."
    if order == "confident":
        return "Most confident first." if has_scores else "File order: no scores."
    correct = " Correct cases follow, least confident first." if mixed and has_scores else ""
    if voice.normal is None:
        return f"Most confident error first.{correct}" if has_scores else "Errors in file order."
    if is_named:
        return f"Of equally harmful errors the most confident first.{correct}"
    return f"Most harmful error first{', then most confident' if has_scores else ''}.{correct}"


def fetched_said(shown: int, number: int, most: int, source: str) -> str:
    """ "50 of 1,204 rows were fetched from a.parquet." source: safe for Markdown."""
    unit, verb = "row" if number == 1 else "rows", "was" if shown == 1 else "were"
    rows = f"{whole(shown)} of {whole(number)} {unit} {verb} fetched from {source}."
    if most == number:
        return rows
    return f"{rows} The first {whole(most)} can be opened: filter the list to see others."
