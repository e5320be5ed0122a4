"""The two figures of the Subgroups page: the same groups in the same rows."""

from __future__ import annotations

from dataclasses import dataclass, replace

import plotly.graph_objects as go

import charts
from charts.figures.forest import NAME_LIMIT, ForestAxis, ForestRow, are_long, forest, forest_alt
from metrics import Estimate
from metrics.subgroups.class_figures import assessable
from reviews.groups.page import KEYS, Chosen
from words.findings.groups.apart import NAMES
from words.findings.groups.named import row_names, titled
from words.text.numbers import of
from words.text.phrases import sentence_case

_LONGEST_TITLE = 32


@dataclass(frozen=True, eq=False)
class Picture:
    """A figure with its name and its words."""

    name: str
    figure: go.Figure
    alt: str


def pictures(found: Chosen) -> tuple[Picture, ...]:
    """Sensitivity, then false positive rate; () where no group can be assessed."""
    rows = {key: _rows(found, key) for key in KEYS}
    if len(rows[KEYS[0]]) < 2:
        return ()
    view = found.view
    style = charts.styles_of(view.plain_voice, view.is_in_time)[found.label]
    drawn, two_lines = [], are_long(rows[KEYS[0]])
    for key in KEYS:
        requirement, is_first = found.required(key), key == KEYS[0]
        name = f"{sentence_case(NAMES[key])} for {view.plain_voice.name(found.label)}"
        bound = requirement.bound if requirement else None
        axis = ForestAxis(_axis(found, key), bound, not is_first, is_first, two_lines)
        drawn.append(Picture(name, forest(rows[key], axis, style), forest_alt(rows[key], axis)))
    return tuple(drawn)


def _axis(found: Chosen, key: str) -> str:
    """With the class, where both titles then fit below the figures of a phone."""
    titles = {each: f"{sentence_case(NAMES[each])} for {found.view.plain_voice.name(found.label)}" for each in KEYS}
    return titles[key] if max(map(len, titles.values())) <= _LONGEST_TITLE else sentence_case(NAMES[key])


def _rows(found: Chosen, key: str) -> list[ForestRow]:
    """All cases, then every group of which one of the two numbers can be assessed."""
    if not found.columns:
        return []
    members = [member for column in found.columns for member in column.groups]
    names = dict(zip(members, map(titled, row_names(members, NAME_LIMIT)), strict=True))
    rows = [_row("All", found.columns[0].everybody[key], found, 0, True)]
    for block, column in enumerate(found.columns, 1):
        drawn = [at for at in range(len(column.groups)) if any(assessable(each, column.counts(at)) for each in KEYS)]
        for group in drawn:
            row = _row(column.groups[group].title, column.rates(group)[key], found, block)
            rows.append(replace(row, brief=names[column.groups[group]]))
    return rows


def _row(name: str, rate: Estimate, found: Chosen, block: int, is_all: bool = False) -> ForestRow:
    seconds = found.speaker.amounts
    counts = seconds.part(rate.successes or 0, rate.trials or 0) if rate.trials else of(0, 0)
    return ForestRow(name, counts, rate, block, is_all)
