"""The summary to read in a terminal: the findings of the pages first, then the numbers in columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from metrics import METRICS, Estimate, Evaluation
from metrics.glossary import defined_at
from metrics.resampling import REPLICATES, SEED
from metrics.summary import RANKED
from predictions import Study
from report.layout import WIDTH, plain, rule, table, wrapped
from report.results import AVERAGES, FoldResults, Report, Result
from words import (
    Voice,
    confusion,
    counted,
    curves,
    decimal,
    distinct,
    interval,
    of,
    overview,
    percent_of,
    risk,
    short,
    whole,
)
from words.folds import folds_used, plus_minus
from words.numbers import FEW
from words.reading import independence, rows_used

__all__ = ["PRESET", "summary"]

MOST_CLASSES = 40
MOST_IN_A_MATRIX = 12
MOST_NOTICES = 40
NAME = 26
RATES = ("sensitivity", "specificity", "ppv", "npv")
BALANCES = ("f1", "jaccard")
PRESET = (("macro", "sensitivity"), ("micro", "specificity"), ("weighted", "f1"), ("macro", "auc"))
NAMES = {"overlap_score_any_class": "Overlap score, any class", "f1_of_means": "F1 of macro PPV and sensitivity"}
HIDDEN = ("macro_f1", "macro_auc")  # they stand in the table of averages


def summary(report: Report) -> str:
    """The whole study as text of at most 100 columns."""
    lines = [*_source(report.study), *_notices(report.study)]
    for result in report.results:
        lines += ["", *_result(report, result)]
    return "\n".join([*lines, "", *_footnote(report)]) + "\n"


def _source(study: Study) -> Iterator[str]:
    yield from wrapped(study.name)
    said = rows_used(study.rows, study.used, [(part.reason, part.rows) for part in study.excluded])
    if study.matrix is not None:
        yield f"A confusion matrix of {plain(counted(study.matrix.total, study.unit))}."
    else:
        yield from wrapped(f"{said.headline} {said.detail}".strip())
    names = distinct(study.labels)
    shown = ", ".join(names[:MOST_CLASSES]) + (", ..." if len(names) > MOST_CLASSES else "")
    yield from wrapped(f"{len(names):,} class{'es' if len(names) != 1 else ''}: {shown}.")
    if study.normal is None:
        yield "No class name means all clear; --normal CLASS chooses one."
    else:
        yield from wrapped(f"All clear is {names[study.normal]}: {study.normal_reason}.")


def _notices(study: Study) -> Iterator[str]:
    for level, sign in (("warning", "! "), ("info", "- ")):
        texts = [notice.text for notice in study.notices if notice.level == level]
        if texts:
            yield ""
        for text in texts[:MOST_NOTICES]:
            yield from wrapped(text, sign)
        if len(texts) > MOST_NOTICES:
            yield f"{sign}{len(texts) - MOST_NOTICES} more; --json lists all of them."


# ------------------------------------------------------------------ one model on one split


def _result(report: Report, result: Result) -> Iterator[str]:
    evaluation, study = result.evaluation, report.study
    voice = Voice(distinct(study.labels), study.unit, study.normal)
    title = ", ".join(short(part, 40) for part in (evaluation.model, evaluation.split) if part)
    yield rule(title or "All cases", counted(evaluation.n, study.unit))
    yield from _findings(report, evaluation, voice)
    for title, lines in (
        ("The whole", _whole(result.overall)),
        ("Truth (rows) and calls (columns)", _matrix(evaluation, voice)),
        ("By class: share, counts, interval", _classes(evaluation, voice)),
        ("By class: balance, and order of the scores", _balances(evaluation, voice)),
        ("Averages over the classes", _averages(evaluation, voice)),
        ("Mixed averages", _preset(result)),
        ("Mean±SD of the folds: the spread between them, which is not an interval", _folds(result.folds)),
    ):
        shown = list(lines)
        if shown:
            yield from ("", title, *shown)


def _findings(report: Report, evaluation: Evaluation, voice: Voice) -> Iterator[str]:
    said = [overview(evaluation, voice), confusion(evaluation, voice)]
    if len(evaluation.labels) > 2:
        said.insert(1, risk(evaluation, voice))
    if report.positive is not None and evaluation.table(report.positive) is not None:
        said.append(curves(evaluation, report.positive, voice))
    for finding in said:
        yield from wrapped(finding.headline)
        yield from wrapped(finding.detail, "  ")


def _whole(overall: Mapping[str, Estimate]) -> Iterator[str]:
    rows = [[_name(key), *_said(estimate)] for key, estimate in overall.items() if key not in HIDDEN]
    notes = [row.pop() for row in rows]
    for line, note in zip(table(rows), notes, strict=True):
        yield f"{line}  {plain(note)}".rstrip()


def _name(key: str) -> str:
    definition = defined_at(f"overall.{key}")
    return definition.name if definition else NAMES.get(key, key)


def _said(estimate: Estimate) -> tuple[str, str, str, str]:
    """Value, counts, interval and note."""
    if not estimate.is_defined:
        return "–", "", "", f"not estimable: {estimate.note}"
    if estimate.trials is None:
        return decimal(estimate.value), "", interval(estimate, 3), estimate.note or ""
    counts = of(estimate.successes or 0, estimate.trials)
    return _percent(estimate), counts, f"{interval(estimate)} %", estimate.note or ""


def _percent(estimate: Estimate) -> str:
    return "few" if (estimate.trials or 0) < FEW else percent_of(estimate)


def _classes(evaluation: Evaluation, voice: Voice) -> Iterator[str]:
    """Three lines per class (value, counts, interval); one where there are many."""
    many = len(evaluation.labels) > MOST_IN_A_MATRIX
    keys = (*RATES, *BALANCES) if many else RATES
    rows: list[list[str]] = [["", "cases", *(METRICS[key].name for key in keys)]]
    for label in _listed(evaluation):
        cells = [_cell(evaluation.classes[label][key]) for key in keys]
        support = whole(int(evaluation.matrix.support[label]))
        rows.append([short(voice.names[label], NAME), support, *(value for value, _, _ in cells)])
        if not many:
            rows += [["", "", *(counts for _, counts, _ in cells)], ["", "", *(bounds for _, _, bounds in cells)]]
    yield from table(rows)
    if len(evaluation.labels) > MOST_CLASSES:
        yield f"  The first {MOST_CLASSES} of {len(evaluation.labels)} classes; --json lists all of them."
    yield from _why_undefined(evaluation, voice)


def _listed(evaluation: Evaluation) -> range:
    return range(min(len(evaluation.labels), MOST_CLASSES))


def _cell(estimate: Estimate) -> tuple[str, str, str]:
    if not estimate.is_defined:
        return "–", "", ""
    if estimate.trials is None:
        return decimal(estimate.value), "", interval(estimate, 3)
    return _percent(estimate), f"{estimate.successes:,}/{estimate.trials:,}", interval(estimate)


def _balances(evaluation: Evaluation, voice: Voice) -> Iterator[str]:
    """F1 and Jaccard of each class; with scores the areas."""
    keys = [key for key in (*BALANCES, *RANKED) if any(key in figures for figures in evaluation.classes)]
    rows = [["", *(_class_name(key) for key in keys)]]
    for label in _listed(evaluation):
        figures = evaluation.classes[label]
        cells = [_cell(figures[key]) if key in figures else ("no scores", "", "") for key in keys]
        said = [f"{value} ({bounds})" if bounds else value for value, _, bounds in cells]
        rows.append([short(voice.names[label], NAME), *said])
    yield from table(rows)


def _class_name(key: str) -> str:
    definition = defined_at(f"classes.{key}")
    return definition.name if definition else key


def _why_undefined(evaluation: Evaluation, voice: Voice) -> Iterator[str]:
    reasons: dict[str, list[str]] = {}
    for label in range(min(len(evaluation.labels), MOST_CLASSES)):
        for key in (*RATES, *BALANCES):
            estimate = evaluation.classes[label][key]
            if not estimate.is_defined:
                reasons.setdefault(f"{METRICS[key].name}: {estimate.note}", []).append(voice.names[label])
    for reason, names in reasons.items():
        yield from wrapped(f"– {reason} ({', '.join(names)}).", "  ", "    ")


def _matrix(evaluation: Evaluation, voice: Voice) -> Iterator[str]:
    """Columns carry the names where they fit, else the numbers of the rows."""
    size = len(evaluation.labels)
    if size > MOST_IN_A_MATRIX:
        return
    room = (WIDTH - NAME) // size - 2
    fit = all(len(name) <= room for name in voice.names)
    rows = [["", *(voice.names if fit else map(str, range(1, size + 1)))]]
    for label, cells in enumerate(evaluation.matrix.cells.tolist()):
        name = short(voice.names[label], NAME)
        rows.append([name if fit else f"{label + 1} {name}", *map(whole, cells)])
    yield from table(rows)


def _averages(evaluation: Evaluation, voice: Voice) -> Iterator[str]:
    blocks = {average: getattr(evaluation, average) for average in AVERAGES}
    rows = [["", *AVERAGES]]
    for key in evaluation.macro:
        rows.append([_class_name(key), *(_average(blocks[average].get(key)) for average in AVERAGES)])
    yield from table(rows)
    for absent, keys in _left_out(evaluation).items():
        names = ", ".join(voice.names[i] for i in absent)
        said = "counted as 0" if evaluation.undefined_as_zero else "left out of macro and weighted"
        metrics = ", ".join(METRICS[key].name if key in METRICS else key for key in keys)
        yield from wrapped(f"{metrics}: undefined for {names}, {said}.", "  ", "    ")


def _average(estimate: Estimate | None) -> str:
    if estimate is None:
        return ""
    bounds = interval(estimate, 3)
    return f"{decimal(estimate.value)} ({bounds})" if bounds else decimal(estimate.value)


def _left_out(evaluation: Evaluation) -> dict[tuple[int, ...], list[str]]:
    """Classes that averages do not run over -> the metrics concerned."""
    found: dict[tuple[int, ...], list[str]] = {}
    for key in evaluation.macro:
        if absent := evaluation.left_out(key):
            found.setdefault(absent, []).append(key)
    return found


def _preset(result: Result) -> Iterator[str]:
    """Macro sensitivity, micro specificity, weighted F1, macro AUC: one row, and one of the folds."""
    shown = [(average, key) for average, key in PRESET if key in getattr(result.evaluation, average)]
    rows = [["", *(f"{_class_name(key)} ({average})" for average, key in shown)]]
    rows.append(["all cases", *(_average(getattr(result.evaluation, average)[key]) for average, key in shown)])
    if result.folds is not None:
        spreads = [result.folds.summary(average, key) for average, key in shown]
        rows.append([f"mean±SD of {folds_used(spreads[0])}", *map(plus_minus, spreads)])
    yield from table(rows)


def _folds(folds: FoldResults | None) -> Iterator[str]:
    if folds is None:
        return
    rows = [["", *AVERAGES, "over"]]
    for key in folds.blocks["macro"]:
        said = [plus_minus(folds.summary(block, key)) if key in folds.blocks[block] else "" for block in AVERAGES]
        rows.append([_class_name(key), *said, folds_used(folds.summary("macro", key))])
    rows.append(["", "all", "", "", ""])
    for key in folds.blocks["overall"]:
        summed = folds.summary("overall", key)
        rows.append([_name(key), plus_minus(summed), "", "", folds_used(summed)])
    yield from table(rows)


def _footnote(report: Report) -> Sequence[str]:
    level = f"{report.level * 100:g} %"
    methods = f"Wilson for shares, DeLong for areas, bootstrap ({REPLICATES:,} resamples, seed {SEED}) otherwise"
    mapping = report.study.mapping
    column = (mapping.case_id or mapping.sequence or "id") if mapping else "id"
    said = {
        independence(each.evaluation.n, each.evaluation.clusters, report.study.unit, column) for each in report.results
    }
    return wrapped(" ".join([f"Intervals (CI): {level}, {methods}; averages of areas carry none.", *sorted(said)]))
