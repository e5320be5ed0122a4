"""A class over time in a report: as JSON by months, as a sentence, as a table and as the picture of the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from metrics import Estimate
from metrics.subgroups.class_figures import guarded
from metrics.subgroups.periods import MONTH
from report.formats.tables import Cell, Table
from report.results import Result, cells_of
from reviews.frames import amounts_of
from reviews.groups.over_time import TOLD, OverTime, over_time
from words import Voice, ci, interval, of, percent_of, whole
from words.findings.finding import Finding, sentences
from words.findings.groups import over_time as said
from words.text.days import nouns, period_said
from words.text.numbers import FEW

Json = dict[str, Any]
HEADS = {"alarm_rate": "Predicted", "sensitivity": "Sensitivity", "fpr": "FPR", "ppv": "PPV"}


def months_of(result: Result, written: Callable[[Estimate, str], Json]) -> list[Json]:
    """Each calendar month that has cases, with the numbers of each class, as of groups where they are assessable."""
    labels = result.evaluation.labels
    by_class = [over_time(result.view, label, result.dates or "", MONTH) for label in range(len(labels))]
    periods = by_class[0].periods
    return [
        {
            "from": str(periods.starts[at]),
            "to": str(periods.ends[at]),
            "n": int(periods.sizes[at]),
            "classes": {
                label: cells_of(of_class.counts[at])
                | {key: written(guarded(key, of_class.estimates(key)[at], of_class.counts[at]), label) for key in TOLD}
                for label, of_class in zip(labels, by_class, strict=True)
            },
        }
        for at in np.flatnonzero(periods.sizes).tolist()
    ]


def of_interest(result: Result) -> OverTime | None:
    """The class of interest over time; None where no dates are asked for, all are of one period, or no threshold was
    chosen."""
    if not result.dates or result.waits_for_threshold:
        return None
    found = over_time(result.view, result.view.interest, result.dates)
    return found if len(found.periods) > 1 else None


def time_finding(result: Result, voice: Voice) -> list[Finding]:
    """What the page says of the predictions of the class."""
    found, key = of_interest(result), "alarm_rate"
    if found is None:
        return []
    periods, limits, marked = found.periods, found.limits(key), found.marked(key)
    told = found.label, voice, periods, limits, found.estimates(key)
    headline = said.over_time(key, *told, marked, amounts_of(result.view))
    detail = said.difference(marked, result.view.level) if marked else ""
    without = said.no_limits(key, found.label, voice, periods, limits)
    return [Finding(headline or without, sentences(detail, without if headline else ""))]


def time_table(result: Result, voice: Voice) -> list[Table]:
    """A row for each month or quarter with cases: the numbers of the class of interest, and the limits of the first."""
    found = of_interest(result)
    if found is None:
        return []
    periods, limits = found.periods, found.limits("alarm_rate")
    rows: list[list[Cell]] = []
    for at in np.flatnonzero(periods.sizes).tolist():
        cells: list[Cell] = [_cell(found.estimates(key)[at]) for key in TOLD]
        limit = said.limits_said(float(limits.low[at]), float(limits.high[at])) or "–"
        when = period_said(periods.starts[at].item(), periods.months)
        rows.append([when, whole(int(periods.sizes[at])), cells[0], limit, *cells[1:]])
    heads = [HEADS[key] for key in TOLD]
    head = ["", "cases", heads[0], "control limits", *heads[1:]]
    baseline = periods.starts[found.are_baseline & limits.judged].tolist()
    below = [
        f"Below each number its {ci(result.view.level)}.",
        said.method(limits, baseline, periods, voice.unit),
        said.not_judged("alarm_rate", found.label, voice, periods, limits),
    ]
    title = f"{voice.title(found.label)} by {nouns(periods.months)[0]}"
    return [Table(title, head, rows, [each for each in below if each])]


def _cell(found: Estimate) -> Cell:
    if not found.is_defined:
        return "–"
    counts = of(found.successes or 0, found.trials or 0)
    if (found.trials or 0) < FEW:
        return counts
    return tuple(filter(None, (percent_of(found), counts, interval(found))))
