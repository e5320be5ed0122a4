"""All numbers of the groups: to read with their differences to the rest, and to download."""

from __future__ import annotations

from collections.abc import Iterable

import pandas as pd
import streamlit as st

from charts.html.cell_marks import Scale, difference_mark
from metrics import Estimate
from metrics.subgroups.class_figures import PROPORTIONS
from predictions.study import Capability
from reviews import View
from reviews.groups.page import Chosen
from reviews.groups.subgroups import Subgroups
from ui.net_benefit.table import gain_cell
from ui.parts import page
from ui.tables.cells import reach_of, scale_of_marks, value_cell
from ui.tables.downloads import download
from ui.tables.layout import header
from ui.tables.shown import markdown_table
from words import NBSP, counted, of
from words.findings.groups.named import in_markdown
from words.findings.groups.table import head, head_of_gain, marks, points_or_value

MOST_SORTED = 2_000_000  # scores, for differences in AUC and O:E; beyond, these are in the download only


def show_table(found: Chosen) -> None:
    """Closed."""
    page.when_unfolded(title(found.view), "subgroups_numbers", _show, found)


def title(view: View) -> str:
    """What of the numbers is not in the pictures; those of scores only where there are some."""
    of_scores = "AUC, O:E, net benefit, " if Capability.SCORES in view.study.capabilities else ""
    return f"All numbers: PPV, {of_scores}differences to the rest"


def _show(found: Chosen) -> None:
    download(lambda: frame(found), "subgroups", "Every group with its numbers, their intervals and differences")
    scale = area_scale(found.columns)
    for column in found.columns:
        markdown_table(read(column, scale))
    are_quick = all(is_quick(column, key) for column in found.columns for key in column.keys)
    keys = {key for column in found.columns for key in column.keys}
    has_gains = any(map(has_gain, found.columns))
    st.caption(marks(found.view.level, found.are_several, are_quick, has_gains, keys, scale[0]))


def area_scale(columns: Iterable[Subgroups]) -> Scale:
    """One for all these tables, so that they can be compared."""
    figures = [column.figures(group) for column in columns for group in range(len(column.groups))]
    return scale_of_marks(each["auc"] for each in figures if "auc" in each)


def read(column: Subgroups, scale_of_areas: Scale) -> pd.DataFrame:
    """One column in Markdown: each number with its interval, below it the difference to the rest."""
    scales = {"auc": scale_of_areas, "oe_ratio": (0.0, 2.0)}
    several = range(len(column.groups))
    apart = {key: [column.difference(group, key) for group in several] for key in column.keys if is_quick(column, key)}
    rows = []
    for group, member in enumerate(column.groups):
        cases = counted(column.cases(group), column.view.study.unit)
        row = {header("Group"): f"**{in_markdown(member.title)}**  \n:small[{cases.replace(' ', NBSP)}]"}
        figures = column.figures(group)
        for key in column.keys:
            below = _difference(key, apart[key], group) if key in apart else ""
            row[head(key, column.view.voice.name(column.label))] = (
                f"{_cell(figures[key], scales.get(key, (0.0, 1.0)))}  \n{below}".rstrip()
            )
        rows.append(row | (_gain(column, group) if has_gain(column) else {}))
    return pd.DataFrame(rows)


def has_gain(column: Subgroups) -> bool:
    """Whether net benefit is shown: the scores are probabilities, and the class is one that somebody acts on."""
    return "oe_ratio" in column.keys and not column.view.is_in_time


def _gain(column: Subgroups, group: int) -> dict[str, str]:
    every = [found for at in range(len(column.groups)) if (found := column.net_benefit(at)).is_defined]
    found = column.net_benefit(group)
    said = gain_cell(found, reach_of(every)) if found.is_defined else ":gray[not assessable]"
    return {head_of_gain(column.threshold): said}


def is_quick(column: Subgroups, key: str) -> bool:
    """Whether a difference is there at once: that of a number of scores sorts all others for each group."""
    return key in PROPORTIONS or column.view.evaluation.n * len(column.groups) <= MOST_SORTED


def _cell(found: Estimate, scale: Scale) -> str:
    if not found.is_defined:
        counts = f"**{of(found.successes or 0, found.trials)}**  \n" if found.trials else ""
        return f"{counts}:gray[not assessable]"
    return value_cell(found, scale)


def _difference(key: str, every: list[Estimate], group: int) -> str:
    found = every[group]
    if not found.is_defined or found.low is None:
        return ""
    said, reach = points_or_value(key, found), reach_of(each for each in every if each.low is not None)
    return f":small[{said}]  \n{difference_mark(found, reach, found.excludes_0, said)}"


def frame(found: Chosen) -> pd.DataFrame:
    """Every group as numbers, for a file; what cannot be assessed is empty."""
    rows = []
    for column in found.columns:
        for group, member in enumerate(column.groups):
            counts = column.counts(group)
            row: dict[str, object] = {"column": member.column, "group": member.value, "cases": column.cases(group)}
            row |= {name: int(getattr(counts, name)) for name in ("tp", "fp", "fn", "tn")}
            for key, each in column.figures(group).items():
                row |= _numbers(key, each) | _apart(key, column, group)
            if has_gain(column):
                row |= _numbers("net_benefit_gain", column.net_benefit(group)) | {"threshold": column.threshold}
            rows.append(row | {"level": found.view.level})
    return pd.DataFrame(rows)


def _apart(key: str, column: Subgroups, group: int) -> dict[str, object]:
    name = f"{key}_difference"
    return _numbers(name, column.difference(group, key)) | {f"{name}_level": column.level(key)}


def _numbers(name: str, found: Estimate) -> dict[str, object]:
    return {name: found.value, f"{name}_low": found.low, f"{name}_high": found.high, f"{name}_method": found.method}
