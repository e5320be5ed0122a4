"""What is said about several models on the same cases: one verdict, from the interval that its table marks.

A model is better only where the whole interval says so; the names that come in are safe for where they go.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from metrics.paired.paired_proportions import FEWEST_DIFFERING, other_way
from words.findings.finding import LONGEST, Finding, sentences
from words.text.amounts import ONE_BY_ONE, Amounts
from words.text.differences import area_writer, in_brackets, points, points_interval, signed
from words.text.notes import why
from words.text.numbers import DASH, NBSP, ci, counted, in_table, of, weighted_beside, whole
from words.text.phrases import enumeration, sentence_case
from words.text.voice import IN_TIME, Voice

if TYPE_CHECKING:
    from metrics import PairedAUC
    from metrics.paired.paired_proportions import PairedProportion

MOST_NAMED = 3  # further models, each with a sentence of its own


class Names(NamedTuple):
    """The model that is compared, and the reference that it is compared with."""

    model: str
    reference: str


class Told(NamedTuple):
    """What a sentence needs of one model beside the reference."""

    names: Names
    sensitivity: PairedProportion
    specificity: PairedProportion
    common: int
    auc: PairedAUC | None = None


# ------------------------------------------------------------------ the finding


def compare_finding(
    lead: Told, others: Sequence[Told], label: int, voice: Voice, level: float, amounts: Amounts = ONE_BY_ONE
) -> Finding:
    """Which of the two detects more, judged by the interval; then the other models, and on how many cases."""
    headline, rest = verdict(lead, label, voice, level, amounts)
    if others:
        price = lead.specificity.verdict if label != voice.normal else ""
        rest = sentences(
            rest, _specificity(lead, None) if price in ("first", "second") else "", *_of_others(others, amounts)
        )
    elif label == voice.normal:
        rest = sentences(rest, _as_normal(lead, voice.name(label)))
    else:
        rest = sentences(rest, _specificity(lead, None if "CI" in f"{headline} {rest}" else level))
    return Finding(headline, sentences(rest, same_cases([lead, *others], voice)))


def verdict(lead: Told, label: int, voice: Voice, level: float, amounts: Amounts, start: str = "") -> tuple[str, str]:
    """Which of the two detects more: (the headline, what of it did not fit). start: of the headline."""
    found, names = lead.sensitivity, lead.names
    if not found.cases:
        unit = voice.unit[0]
        return f"No {unit} in both models {voice.verb_phrase(1, label)}: sensitivity cannot be compared.", ""
    if found.verdict in ("first", "second"):
        return _clear(found, names, label, voice, level, amounts, start)
    first, second = (part_said(found, at, amounts) for at in (0, 1))
    counts = f"{names.model} {first}, {names.reference} {second}"
    difference, cases = found.difference, found.cases
    apart = f"{names.model} {points(difference.value, cases)} ({points_interval(difference, cases, level)})"
    what = _what(label, voice)
    if found.verdict == "not judged":
        said = f"{what}: {counts}."
        return f"{start}{said if start else sentence_case(said)}", f"No verdict: {why(found.difference) or 'no CI'}."
    if found.verdict == "too few":
        apart += f"; {_discordant(found, voice)}"
    return f"{start}{'no' if start else 'No'} clear difference in {what}: {counts}.", f"{apart}."


def part_said(found: PairedProportion, at: int, amounts: Amounts) -> str:
    """ "73 of 100", "73 of 100 (weighted 81 %)" of the model, at 0, or of the reference."""
    part = (found.first, found.second)[at]
    return f"{amounts.part(part, found.cases)}{weighted_beside(found.values[at], part, found.cases)}"


def _what(label: int, voice: Voice) -> str:
    if label == voice.normal:
        return f"correctly classified {voice.cases(label)}"
    return f"{voice.name(label)} sensitivity"


def _clear(
    found: PairedProportion, names: Names, label: int, voice: Voice, level: float, amounts: Amounts, start: str
) -> tuple[str, str]:
    """The better model first, and by how much."""
    sides = [0, 1] if found.verdict == "first" else [1, 0]
    better, worse = (names[at] for at in sides)
    more, fewer = ((found.first, found.second)[at] for at in sides)
    of_more, of_fewer = (
        weighted_beside(found.values[at], (found.first, found.second)[at], found.cases) for at in sides
    )
    part = f"{amounts.part_of_group(more, found.cases, label, voice)}{of_more}"
    detects = f"classifies {part} correctly" if label == voice.normal else f"detects {part}"
    said = f"{start}{better} {detects}, {worse} {amounts.alone(fewer)}{of_fewer}"
    apart, low, high = (
        abs(each or 0) for each in (found.difference.value, found.difference.low, found.difference.high)
    )
    low, high = sorted((low, high))
    by, least, most = (signed(each, found.cases) for each in (apart, low, high))
    bounds = f"{least[1:]}{DASH}{most[1:]}"
    short_form = f"{said} ({by}{NBSP}points, CI{NBSP}{bounds})."
    if len(short_form) <= LONGEST + 8:  # joiners and no-break spaces count, but take no room
        return short_form, ""
    return f"{said}.", f"{better} {by}{NBSP}points ({ci(level)}{NBSP}{bounds})."


def _discordant(found: PairedProportion, voice: Voice) -> str:
    clusters = ("cluster", "clusters") if voice.unit[0] in IN_TIME else ("patient", "patients")
    unit = (clusters if found.is_clustered else voice.unit)[found.differing != 1]
    return f"only {whole(found.differing)} discordant {unit}; a verdict needs {FEWEST_DIFFERING}"


def _as_normal(lead: Told, normal: str) -> str:
    """Where the class of interest is Normal: what the others are classified as."""
    found = lead.specificity
    if not found.cases:
        return ""
    names, (first, second) = lead.names, (found.cases - right for right in (found.first, found.second))
    counts = f"{names.model} {of(first, found.cases)}, {names.reference} {whole(second)}"
    return f"Other classes classified as {normal}: {counts}."


def _specificity(lead: Told, level: float | None) -> str:
    """ "Specificity: B −1.4 points (95 % CI −3.8 to +1.0), no clear difference." Of the headline's first model."""
    found, name, difference = lead.specificity, lead.names.model, lead.specificity.difference
    if not found.cases:
        return ""
    if lead.sensitivity.verdict == "second":
        name, difference = lead.names.reference, other_way(difference)
    apart = f"{name} {points(difference.value, found.cases)}"
    unclear = "" if found.verdict in ("first", "second", "not judged") else ", no clear difference"
    bounds = f" ({points_interval(difference, found.cases, level)})" if difference.low is not None else ""
    return f"Specificity: {apart}{bounds}{unclear}."


def _of_others(others: Sequence[Told], amounts: Amounts) -> list[str]:
    """A sentence for each further model; of many only how many are better and worse."""
    if len(others) <= MOST_NAMED:
        return [_of_other(each, amounts) for each in others]
    better, worse = (sum(each.sensitivity.verdict == side for each in others) for side in ("first", "second"))
    rest = len(others) - better - worse
    parts = [f"{whole(better)} detect{'s' * (better == 1)} more"] if better else []
    parts += [f"{whole(worse)} detect{'s' * (worse == 1)} fewer"] if worse else []
    parts += [f"{whole(rest)} without a clear difference"] if rest else []
    return [f"Of {whole(len(others))} further models: {enumeration(parts)}."]


def _of_other(told: Told, amounts: Amounts) -> str:
    found, name = told.sensitivity, told.names.model
    if not found.cases:
        return f"{name}: no common cases of the class."
    counts, apart = part_said(found, 0, amounts), points(found.difference.value, found.cases)
    match found.verdict:
        case "first" | "second":
            return (
                f"{name} detects {'more' if found.verdict == 'first' else 'fewer'}, {counts}: {apart} "
                f"({points_interval(found.difference, found.cases)})."
            )
        case "not judged":
            return f"{name} {counts}."
    return f"{name} {counts}: no clear difference ({apart}, {points_interval(found.difference, found.cases)})."


def same_cases(told: Sequence[Told], voice: Voice) -> str:
    """ "Same 1,150 patients.", or how many each pair of models shares."""
    numbers = sorted({each.common for each in told})
    if len(numbers) == 1:
        return f"Same {counted(numbers[0], voice.unit)}."
    return f"Each on the {voice.unit[1]} that both models share: {whole(numbers[0])} to {whole(numbers[-1])}."


# ------------------------------------------------------------------ scores without predicted classes


ONLY_SCORES = "The file gives scores and no predicted classes, so AUC is compared."


def area_finding(lead: Told, others: Sequence[Told], label: int, voice: Voice, level: float) -> Finding:
    """Which of the two orders the cases better, judged by the interval of the difference; then the other models."""
    headline, rest = _area_verdict(lead, label, voice, level)
    further = [_of_other_area(each) for each in others] if len(others) <= MOST_NAMED else []
    return Finding(headline, sentences(rest, *further, ONLY_SCORES, same_cases([lead, *others], voice)))


def _area_verdict(told: Told, label: int, voice: Voice, level: float) -> tuple[str, str]:
    """(the headline, what of it did not fit)."""
    assert told.auc is not None
    apart, name = told.auc.difference, voice.name(label)
    values = {name: in_table(area) for name, area in zip(told.names, (told.auc.first, told.auc.second), strict=True)}
    if not apart.is_defined:
        return f"AUC for {name} cannot be compared: {why(apart)}.", ""
    if not apart.excludes_0:
        counts = ", ".join(f"{model} {value}" for model, value in values.items())
        by = f"{told.names.model} {in_brackets(apart, area_writer(apart))}."
        return f"No clear difference in AUC for {name}: {counts}.", by.replace("(", f"({ci(level)}{NBSP}", 1)
    better, worse = told.names if apart.value > 0 else told.names[::-1]
    ends = sorted(abs(end or 0) for end in (apart.low, apart.high))
    written = area_writer(apart)
    bounds = DASH.join(written(end)[1:] for end in ends)
    by = f"({written(abs(apart.value))}, CI{NBSP}{bounds})"
    return f"AUC for {name}: {better} {values[better]}, {worse} {values[worse]} {by}.", ""


def _of_other_area(told: Told) -> str:
    if told.auc is None:
        return ""
    value, apart = f"{told.names.model} {in_table(told.auc.first)}", told.auc.difference
    if not apart.excludes_0:
        return f"{value}: no clear difference, {in_brackets(apart, area_writer(apart))}."
    return f"{value}: {'higher' if apart.value > 0 else 'lower'}, {in_brackets(apart, area_writer(apart))}."


# ------------------------------------------------------------------ details


def marks_said(reference: str, level: float, rivals: int, has_few: bool, has_areas: bool) -> str:
    """How the differences in the table are to be read."""
    together = f", simultaneous for {whole(rivals)} models" if rivals > 1 else ""
    few = f", open also with fewer than {FEWEST_DIFFERING} discordant cases" if has_few else ""
    areas = " (AUC: as a fraction)" if has_areas else ""
    return (
        f"Below each value: difference to {reference} in percentage points{areas} with {ci(level)}"
        f"{together}; filled where it excludes 0{few}."
    )


def apart_said(tested: Iterable[tuple[str, bool, float]], level: float) -> str:
    """On which numbers CI and test tell different things; "" where on none. tested: whether the CI excludes it, p."""
    apart = [name for name, is_excluded, p in tested if not math.isnan(p) and is_excluded != (p <= 1 - level)]
    if not apart:
        return ""
    return (
        f"CI and p do not agree for {enumeration(apart)}: their methods differ, and the exact test is the stricter "
        "one. Verdicts follow the CI."
    )


def margin_said(what: str, found: PairedProportion, judged: str, margin: float, names: Names) -> str:
    """Whether a model is non-inferior to the reference by the margin. judged: by `non_inferior`."""
    ends, limit = points_interval(found.difference, found.cases), f"−{margin * 100:g}"
    match judged:
        case "non-inferior":
            said = f"**non-inferior**: CI entirely above {limit} ({ends})"
        case "inferior":
            said = f"**inferior**: CI entirely below {limit} ({ends})"
        case "inconclusive":
            said = f"**inconclusive**: CI includes {limit} ({ends})"
        case _:
            said = f"not judged: {ends}"
    return f"{what} of {names.model} against {names.reference}: {said}."


def joined_said(
    common: int,
    alone: tuple[int, int],
    blank: int,
    differing: int,
    by: Sequence[str],
    names: Names,
    unit: tuple[str, str],
    in_order: bool = False,
) -> str:
    """What was compared with what. alone: cases of the model, of the reference only. by: names of columns, safe."""
    how = f"matched by {enumeration(by)}" if by else "predictions in the same row"
    how = "no ID: matched by the order of rows, in which all true classes agree" if in_order else how
    said = [f"{counted(common, unit)} in both models ({how})"]
    said += [
        f"{whole(number)} only in {name}" for number, name in zip(alone, names, strict=True) if number or any(alone)
    ]
    if blank:
        said.append(f"{whole(blank)} rows without ID excluded")
    if differing:
        said.append(f"{whole(differing)} excluded, as their true class differs between the models")
    return f"{', '.join(said)}."


def verdict_on(model: str, found: PairedProportion, amounts: Amounts) -> str:
    """ "Model B +5.2 points in sensitivity (201 against 190 of 212)", "Model B: no clear difference in sensitivity"."""
    if found.verdict not in ("first", "second"):
        return f"{model}: no clear difference in sensitivity"
    counts = f" ({amounts.alone(found.first)} against {amounts.part(found.second, found.cases)})"
    return f"{model} {points(found.difference.value, found.cases)} in sensitivity{'' if found.weighted else counts}"
