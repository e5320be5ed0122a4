"""The numbers of one model on one split as tables of ready-made text, for a terminal and for a browser alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from metrics import METRICS, Estimate, Evaluation
from metrics.catalog import RANKED, shown_in
from metrics.definition import EQUATIONS
from metrics.glossary import defined_at
from metrics.measures.averages import AVERAGES
from report.results import AVERAGES_AGAIN, FoldResults, Result
from words import Voice, ci, decimal, distinct, interval, of, percent_of, whole
from words.findings.calibration.cells import between as bounds_said
from words.findings.calibration.made import form, intervals
from words.findings.folds import folds_used, plus_minus
from words.findings.methods import times_wider
from words.text.names import at_most
from words.text.notes import no_interval, why
from words.text.numbers import FEW
from words.text.phrases import mid_sentence

MOST_CLASSES = 40
MOST_WITH_COUNTS = 12  # classes
MOST_NAMED = 6
NAME = 26
ROOM_OF_MATRIX = 74
RATES, BALANCES = shown_in("rates"), shown_in("balance")
PRESET = (("macro", "sensitivity"), ("micro", "specificity"), ("weighted", "f1"), ("macro", "auc"))
NAMES = {
    "overlap_score_any_class": "Overlap score, any class",
    "f1_of_means": "F1 from macro PPV and macro sensitivity",
    "auc_hand_till_pooled": "Hand–Till AUC, pooled",
}
UNKNOWN = "–"

Cell = str | tuple[str, ...]  # more than one line: the value first, then what stands small below it


@dataclass(frozen=True)
class Table:
    """A title, the names of the columns (the first is that of the rows), the rows, and sentences below them."""

    title: str
    head: list[str]
    rows: list[list[Cell]]
    below: list[str] = field(default_factory=list)


def tables_of(result: Result, voice: Voice) -> Iterator[Table]:
    """Every table that has something to show; where no threshold was chosen, that of what needs none."""
    evaluation = result.evaluation
    if result.waits_for_threshold:
        yield _balances(evaluation, voice, tuple(RANKED))
        return
    yield _overall(result.overall, evaluation.level)
    if evaluation.is_clustered:
        yield _independent(evaluation)
    if len(evaluation.labels) <= MOST_WITH_COUNTS:
        yield _matrix(evaluation, voice)
    yield _rates(evaluation, voice)
    yield _balances(evaluation, voice, BALANCES)
    if table := _calibration(evaluation, voice):
        yield table
    yield _averages(evaluation, voice)
    yield _preset(result)
    if result.folds is not None:
        yield _folds(result.folds)


def _overall(overall: Mapping[str, Estimate], level: float) -> Table:
    rows: list[list[Cell]] = [
        [_name(key), *_said(estimate)] for key, estimate in overall.items() if key not in AVERAGES_AGAIN
    ]
    notes: dict[str, list[str]] = {}
    for key, each in overall.items():
        if key not in AVERAGES_AGAIN and (said := why(each)):
            notes.setdefault(said, []).append(_name(key))
    below = [f"{', '.join(names)}: {said}." for said, names in notes.items()]
    return Table("Overall", ["", "value", "counts", ci(level)], rows, below)


def _independent(evaluation: Evaluation) -> Table:
    """Beside each patient-level interval the one that ignores clustering."""
    rows: list[list[Cell]] = []
    for key, shown in evaluation.overall.items():
        naive = evaluation.naive.overall[key]
        places = None if naive.trials is not None else 3
        if key not in AVERAGES_AGAIN and (found := interval(naive, places)):
            here = times_wider(shown, naive) or "row-level too narrow"
            rows.append([_name(key), interval(shown, places) or "no CI", found, here])
    head = ["", "patient-level", "row-level", "width"]
    return Table(f"{ci(evaluation.level)} with and without clustering", head, rows)


def _name(key: str) -> str:
    definition = defined_at(f"overall.{key}")
    return definition.name if definition else NAMES.get(key, key)


def _class_name(key: str) -> str:
    definition = defined_at(f"classes.{key}")
    return definition.name if definition else key


def _said(estimate: Estimate) -> tuple[str, str, str]:
    """Value, counts and interval."""
    if not estimate.is_defined:
        return UNKNOWN, "", ""
    if estimate.trials is None:
        return decimal(estimate.value), "", interval(estimate, 3)
    found = interval(estimate)
    return _percent(estimate), of(estimate.successes or 0, estimate.trials), f"{found} %" if found else ""


def _percent(estimate: Estimate) -> str:
    return "few" if (estimate.trials or 0) < FEW else percent_of(estimate)


def _matrix(evaluation: Evaluation, voice: Voice) -> Table:
    """Columns carry the names where they fit, else the numbers of the rows."""
    size = len(evaluation.labels)
    fit = all(len(name) <= ROOM_OF_MATRIX // size - 2 for name in voice.names)
    rows, names = list[list[Cell]](), distinct(voice.names, NAME)
    for number, label in enumerate(voice.order, 1):
        cells, name = evaluation.matrix.cells[label, list(voice.order)], names[label]
        rows.append([name if fit else f"{number} {name}", *map(whole, cells.tolist())])
    head = [voice.names[label] if fit else str(number) for number, label in enumerate(voice.order, 1)]
    return Table("Confusion matrix (rows: true class, columns: predicted)", ["", *head], rows)


def _rates(evaluation: Evaluation, voice: Voice) -> Table:
    """Each proportion with its counts and its interval below it; alone where there are many classes."""
    few = len(evaluation.labels) <= MOST_WITH_COUNTS
    rows, names = list[list[Cell]](), distinct(voice.names, NAME)
    for label in voice.order[:MOST_CLASSES]:
        cells = [_rate(evaluation.classes[label][key]) for key in RATES]
        support = whole(int(evaluation.matrix.support[label]))
        rows.append([names[label], support, *(cell if few else cell[0] for cell in cells)])
    below = list(_why_undefined(evaluation, voice))
    if len(evaluation.labels) > MOST_CLASSES:
        below.insert(0, f"The first {MOST_CLASSES} of {len(evaluation.labels)} classes; --json lists all of them.")
    rates = [METRICS[key].name for key in RATES]
    title = f"By class: {', '.join(map(mid_sentence, rates))}{f' ({ci(evaluation.level)})' if few else ''}"
    return Table(title, ["", "cases", *rates], rows, below)


def _calibration(evaluation: Evaluation, voice: Voice) -> Table | None:
    """Slope, both kinds of means, distance and Brier score of each class; None where no score is a probability."""
    rows, names = list[list[Cell]](), distinct(voice.names, NAME)
    forms, made = dict[str, list[str]](), dict[str, None]()
    for label in voice.order[:MOST_CLASSES]:
        found = evaluation.calibration(label)
        if found is not None:
            numbers = (found.line[1], found.citl, found.oe_ratio, found.distances["ici"], found.brier)
            rows.append([names[label], *map(_number, numbers)])
            if found.curve is not None:
                forms.setdefault(form(found.curve), []).append(voice.names[label])
            made |= {said: None} if (said := intervals(found)) else {}
    head = ["", *("Slope", "In the large", "O:E", "ICI", "Brier score")]
    below = [f"Curve{f' ({at_most(of, MOST_NAMED)})' * (len(forms) > 1)}: {said}." for said, of in forms.items()]
    return Table(f"Calibration of each class ({ci(evaluation.level)})", head, rows, [*below, *made]) if rows else None


def _number(estimate: Estimate) -> tuple[str, ...]:
    if not estimate.is_defined:
        return (UNKNOWN,)
    return (decimal(estimate.value), between) if (between := bounds_said(estimate, 3)) else (decimal(estimate.value),)


def _rate(estimate: Estimate) -> tuple[str, ...]:
    if not estimate.is_defined:
        return (UNKNOWN,)
    return _percent(estimate), f"{whole(estimate.successes or 0)}/{whole(estimate.trials or 0)}", interval(estimate)


def _why_undefined(evaluation: Evaluation, voice: Voice) -> Iterator[str]:
    """Each reason once, with the numbers that it holds for, and the classes where it does not hold for all."""
    reasons: dict[tuple[str, str], list[str]] = {}
    shown = voice.order[:MOST_CLASSES]
    for label in shown:
        for key in (*RATES, *BALANCES):
            estimate = evaluation.classes[label].get(key)
            if estimate is not None and estimate.note and estimate.low is None:
                sign = "" if estimate.is_defined else f"{UNKNOWN} "
                said = (f"{sign}{_class_name(key)}", no_interval(estimate.note))
                reasons.setdefault(said, []).append(voice.names[label])
    numbers: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for (number, reason), names in reasons.items():
        numbers.setdefault((reason, tuple(names)), []).append(number)
    for (reason, classes), alike in numbers.items():
        where = "" if len(classes) == len(shown) else f" ({at_most(classes, MOST_NAMED)})"
        yield f"{', '.join(alike)}: {reason}{where}."


def _balances(evaluation: Evaluation, voice: Voice, keys: Sequence[str]) -> Table:
    """Numbers of each class that are not rates, such as F1; with scores the areas."""
    keys = [key for key in keys if any(key in figures for figures in evaluation.classes)]
    names = distinct(voice.names, NAME)
    rows: list[list[Cell]] = [
        [names[label], *(_balance(evaluation.classes[label].get(key)) for key in keys)]
        for label in voice.order[:MOST_CLASSES]
    ]
    return Table(f"By class: {', '.join(map(_class_name, keys))}", ["", *map(_class_name, keys)], rows)


def _balance(estimate: Estimate | None) -> str:
    if estimate is None:
        return "no scores"
    if not estimate.is_defined:
        return UNKNOWN
    if estimate.trials is not None:
        found = interval(estimate)
        return f"{_percent(estimate)} ({found})" if found else _percent(estimate)
    return _decimal(estimate)


def _decimal(estimate: Estimate | None) -> str:
    if estimate is None:
        return ""
    bounds = interval(estimate, 3)
    return f"{decimal(estimate.value)} ({bounds})" if bounds else decimal(estimate.value)


def _averages(evaluation: Evaluation, voice: Voice) -> Table:
    blocks = [getattr(evaluation, average) for average in AVERAGES]
    rows: list[list[Cell]] = [
        [_class_name(key), *(_decimal(block.get(key)) for block in blocks)] for key in evaluation.macro
    ]
    return Table("Averages over the classes", ["", *AVERAGES], rows, list(_excluded(evaluation, voice)))


def _excluded(evaluation: Evaluation, voice: Voice) -> Iterator[str]:
    """Which classes an average does not run over."""
    found: dict[tuple[int, ...], list[str]] = {}
    for key in evaluation.macro:
        if absent := evaluation.excluded_from(key):
            found.setdefault(absent, []).append(_class_name(key))
    said = "counted as 0" if evaluation.undefined_as_zero else "excluded from macro and weighted"
    for absent, metrics in found.items():
        used, names = len(evaluation.labels) - len(absent), ", ".join(voice.names[i] for i in absent)
        yield f"{', '.join(metrics)}: defined for {used} of {len(evaluation.labels)} classes; {names} {said}."


def _preset(result: Result) -> Table:
    """Macro sensitivity, micro specificity, weighted F1, macro AUC: one row, and one of the folds."""
    shown = [(average, key) for average, key in PRESET if key in getattr(result.evaluation, average)]
    rows: list[list[Cell]] = [
        ["all cases", *(_decimal(getattr(result.evaluation, average)[key]) for average, key in shown)]
    ]
    if result.folds is not None:
        spreads = [result.folds.summary(average, key) for average, key in shown]
        rows.append([f"mean±SD of {folds_used(spreads[0])}", *map(plus_minus, spreads)])
    return Table(
        f"Averages as in “{EQUATIONS}”",
        ["", *(f"{_class_name(key)} ({average})" for average, key in shown)],
        rows,
    )


def _folds(folds: FoldResults) -> Table:
    rows: list[list[Cell]] = []
    for key in folds.blocks["macro"]:
        said = [plus_minus(folds.summary(block, key)) if key in folds.blocks[block] else "" for block in AVERAGES]
        rows.append([_class_name(key), *said, "", folds_used(folds.summary("macro", key))])
    for key in folds.blocks["overall"]:
        summed = folds.summary("overall", key)
        rows.append([_name(key), "", "", "", plus_minus(summed), folds_used(summed)])
    title = "Mean ± SD over folds (spread between folds, not a confidence interval)"
    return Table(title, ["", *AVERAGES, "overall", "over"], rows)
