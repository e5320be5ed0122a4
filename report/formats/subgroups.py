"""Groups of cases in a report: as JSON, as sentences, as tables and as the two figures of the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from metrics import Estimate
from report.formats.tables import Cell, Table
from report.results import Result, cells_of
from reviews.groups.page import KEYS, Chosen, chosen
from reviews.groups.subgroups import Subgroups
from words import Voice, ci, decimal, interval, of, percent_of, whole
from words.findings.finding import Finding
from words.findings.groups.named import row_names
from words.text.differences import in_brackets, signed
from words.text.numbers import FEW

Json = dict[str, Any]
NAME = 24
BRIEF = {"sensitivity": "Sensitivity", "fpr": "FPR", "ppv": "PPV", "auc": "AUC", "oe_ratio": "O:E"}


def groups_of(result: Result, written: Callable[[Estimate, str], Json]) -> list[Json]:
    """Each group with the numbers of each class, and how far they lie from those of the rest."""
    labels = result.evaluation.labels
    by_class = [chosen(result.view, label, result.ways).columns for label in range(len(labels))]
    found = []
    for at, column in enumerate(by_class[0]):
        each = [columns[at] for columns in by_class]
        found += [_group(each, group, labels, written) for group in range(len(column.groups))]
    return found


def _group(
    each: list[Subgroups], group: int, labels: tuple[str, ...], written: Callable[[Estimate, str], Json]
) -> Json:
    member = each[0].groups[group]
    return {
        "column": member.column,
        "value": member.value,
        "n": each[0].cases(group),
        "classes": {
            label: cells_of(of.counts(group)) | {key: written(found, label) for key, found in of.figures(group).items()}
            for label, of in zip(labels, each, strict=True)
        },
        "difference": {
            label: {key: written(of.difference(group, key), label) for key in of.keys}
            for label, of in zip(labels, each, strict=True)
        },
    }


def of_interest(result: Result) -> Chosen | None:
    """The class of interest in the groups that are asked for; None without any, or where no threshold was chosen."""
    if not result.ways or result.waits_for_threshold:
        return None
    found = chosen(result.view, result.view.interest, result.ways)
    return found if found.columns else None


def group_finding(result: Result) -> list[Finding]:
    """What the page says first."""
    found = of_interest(result)
    return [found.finding(found.plain_speaker)] if found else []


def group_tables(result: Result, voice: Voice) -> list[Table]:
    """A table for each column: the numbers of the class of interest, and its differences to the rest."""
    found = of_interest(result)
    return [] if found is None else [_table(column, voice) for column in found.columns]


def _table(column: Subgroups, voice: Voice) -> Table:
    keys = [key for key in column.keys if key in BRIEF]
    head = ["", "cases", *(BRIEF[key] for key in keys)]
    rows: list[list[Cell]] = []
    for group, name in enumerate(row_names(column.groups, NAME)):
        figures = column.figures(group)
        cells: list[Cell] = [_cell(column, group, key, figures[key]) for key in keys]
        rows.append([name, whole(column.cases(group)), *cells])
    together = ", CI simultaneous for its groups (Bonferroni)" if len(column.groups) > 2 else ""
    below = [
        f"Below each number its {ci(column.view.level)}, then its difference to all other groups in points{together}."
    ]
    return Table(f"{voice.title(column.label)} by {column.column}", head, rows, below)


def _cell(column: Subgroups, group: int, key: str, found: Estimate) -> Cell:
    if not found.is_defined:
        counts = of(found.successes or 0, found.trials) if found.trials else "–"
        return counts, "not assessable"
    lines = (
        [decimal(found.value, 2)]
        if found.trials is None
        else [percent_of(found), of(found.successes or 0, found.trials)]
    )
    if found.low is not None and (found.trials is None or found.trials >= FEW):
        lines.append(interval(found, 2 if found.trials is None else None))
    apart = column.difference(group, key) if key in KEYS else None
    if apart and apart.low is not None:
        lines.append(in_brackets(apart, lambda end: signed(end, found.trials or 0)))
    return tuple(lines)
