"""The folds as key figures, as a table to read and as one to take away."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pandas as pd
import streamlit as st

from metrics import METRICS, Estimate, Proportion, Spread, estimate
from predictions.slices.folds import Folds
from ui.cross_validation.rows import Shown
from ui.parts.help import header_of, help_of
from ui.parts.tables import MOST_IN_A_TABLE, header
from words import NBSP, counted, distinct, interval, markdown, of, whole
from words.findings.folds import classes_used, definition_of, fold_value, folds_used, plus_minus
from words.text.notes import why

__all__ = ["figures", "frame", "show_table"]

MOST_EVENT_COLUMNS = 5

# ------------------------------------------------------------------ key figures


def figures(shown: Shown) -> None:
    """Mean±SD beside the pooled value; of four readings, each in its box."""
    boxes = _of_one(shown) if len(shown.readings) == 1 else [_of_several(*each) for each in shown.readings]
    with st.grid(len(boxes), min_column_width=200):
        for box in boxes:
            st.metric(
                box.name,
                box.value,
                box.chip,
                delta_color="off",
                delta_arrow="off",
                delta_description=box.beside,
                border=True,
                help=box.help,
            )


class Box(NamedTuple):
    """A key figure: name, value, what stands in the chip, beside it, and behind the question mark."""

    name: str
    value: str
    chip: str
    beside: str | None = None
    help: str | None = None


def _of_several(name: str, spread: Spread) -> Box:
    told = help_of(definition_of(spread.reading).key)
    if not spread.summary.used:
        return Box(name, "–", "not estimable", None, told)
    return Box(
        name, plus_minus(spread.summary), f"pooled {fold_value(spread.pooled)}", folds_used(spread.summary), told
    )


def _of_one(shown: Shown) -> list[Box]:
    _, spread = shown.readings[0]
    told = f"{help_of('fold_mean')}\n\n{help_of('fold_sd')}"
    boxes = [Box("Mean±SD of the folds", plus_minus(spread.summary), folds_used(spread.summary), None, told)]
    boxes.append(_pooled(shown, spread))
    if spread.summary.used > 1:
        boxes += [_end(spread, "Lowest fold", np.nanargmin), _end(spread, "Highest fold", np.nanargmax)]
    return boxes


def _pooled(shown: Shown, spread: Spread) -> Box:
    """With its counts and interval where it is the share of one class."""
    name, reading = "All folds pooled", spread.reading
    told = f"All cases that have a fold, counted as one. {help_of(definition_of(reading).key)}"
    rule = METRICS[reading.key].rule if reading.key in METRICS else None
    if isinstance(reading.average, str) or not isinstance(rule, Proportion):
        used = classes_used(spread.pooled_classes, spread.classes)
        cases = counted(int(spread.sizes.sum()), shown.study.unit)
        return Box(name, fold_value(spread.pooled), cases, used or None, told)
    share = _share(shown, reading.key, reading.average)
    if not share.is_defined:
        return Box(name, "–", "not estimable", why(share), told)
    counts = of(share.successes or 0, share.trials or 0)
    if shown.folds.shared or share.low is None:  # the same cases stand in it several times, or too few patients
        return Box(name, fold_value(share.value), counts, None, told)
    return Box(name, fold_value(share.value), f"CI{NBSP}{interval(share, 2)}", counts, told)


def _share(shown: Shown, key: str, label: int) -> Estimate:
    """Of one class, pooled; from whole patients where they have several rows, or else without an interval."""
    share = estimate(key, shown.folds.pooled.counts[0, label], shown.view.level)
    seen = shown.view.evaluation
    if not seen.is_clustered or not share.is_defined:
        return share
    drawn = seen.classes[label][key]
    is_same = (drawn.successes, drawn.trials) == (share.successes, share.trials)  # every row has a fold
    return drawn if is_same else replace(share, low=None, high=None, method=None)


def _end(spread: Spread, name: str, find: Callable[..., np.intp]) -> Box:
    place = int(find(spread.values))
    return Box(name, fold_value(spread.values[place]), f"fold {markdown(spread.folds[place], 24)}")


# ------------------------------------------------------------------ tables


def show_table(shown: Shown) -> None:
    """Fold by fold, then mean±SD and all folds pooled; many folds scroll below these two."""
    folds = range(len(shown.folds.names))
    many = len(folds) > MOST_IN_A_TABLE
    rows = [*([] if many else [_fold_row(shown, fold) for fold in folds]), _mean_row(shown), _pooled_row(shown)]
    st.table(
        pd.DataFrame(rows, columns=_headers(shown)),
        border="horizontal",
        hide_index=True,
    )
    if many:
        numbers = frame(shown).iloc[: len(folds)]
        formats = {
            name: st.column_config.NumberColumn(format="%.3f") for name in numbers.columns[-len(shown.columns) :]
        }
        st.dataframe(
            numbers,
            hide_index=True,
            placeholder="not estimable",
            column_config=formats | {"fold": st.column_config.TextColumn(pinned=True)},
        )


def _headers(shown: Shown) -> list[str]:
    """In Markdown, no two alike; each number tells its meaning."""
    counts = _count_names(shown)
    first, *others = distinct([*counts, *(each.title for each in shown.columns)])
    plain = [f"**{markdown(name, 60)}**" for name in others[: len(counts) - 1]]
    keys = [definition_of(each.spread.reading).key for each in shown.columns]
    told = [header_of(key, name=markdown(name, 100)) for key, name in zip(keys, others[len(plain) :], strict=True)]
    return [header(first), *plain, *told]


def _count_names(shown: Shown) -> list[str]:
    labels = distinct(shown.study.labels)
    events = [f"truly {labels[label]}" for label in _event_classes(shown)]
    return ["Fold", shown.study.unit[1].capitalize(), *(["Different ids"] if _ids_repeat(shown.folds) else []), *events]


def _ids_repeat(folds: Folds) -> bool:
    """Whether a fold has several rows of an id, so that its rows are more than its patients."""
    return folds.clusters is not None and sum(folds.clusters) < int(folds.each.n.sum())


def _event_classes(shown: Shown) -> list[int]:
    """The classes whose cases are counted in each fold: all of a few, else the one that is looked at."""
    if len(shown.study.labels) <= MOST_EVENT_COLUMNS:
        return list(range(len(shown.study.labels)))
    average = shown.readings[0][1].reading.average
    return [] if isinstance(average, str) else [average]


def _counts(shown: Shown, classes: Sequence[int]) -> list[tuple[list[int], int]]:
    """(of each fold, of all folds): rows, different ids where they are fewer, cases of the classes."""
    folds = shown.folds
    counts = [folds.each.n, *(folds.each.support[:, label] for label in classes)]
    pairs = [(each.tolist(), int(each.sum())) for each in counts]
    if _ids_repeat(folds):
        pairs.insert(1, (list(folds.clusters or ()), folds.pooled_clusters or 0))
    return pairs


def _fold_row(shown: Shown, fold: int) -> list[str]:
    name = shown.folds.names[fold]
    counts = [whole(each[fold]) for each, _ in _counts(shown, _event_classes(shown))]
    return [f"**{markdown(name, 40)}**", *counts, *(_cell(each.spread, name) for each in shown.columns)]


def _cell(spread: Spread, fold: str) -> str:
    if fold not in spread.folds:
        return ":gray[no rows]"
    place = spread.folds.index(fold)
    if np.isnan(spread.values[place]):
        return ":gray[not estimable]"
    used = None if spread.classes_used is None else int(spread.classes_used[place])
    return fold_value(spread.values[place]) + _small(classes_used(used, spread.classes))


def _small(text: str) -> str:
    return f"  \n:small[{text}]" if text else ""


def _mean_row(shown: Shown) -> list[str]:
    about = [f"about{NBSP}{np.mean(each):.0f}" for each, _ in _counts(shown, _event_classes(shown))]
    summaries = [each.spread.summary for each in shown.columns]
    values = [
        f"**{plus_minus(each)}**" + _small(folds_used(each) if 0 < each.used < each.total else "") for each in summaries
    ]
    return ["**Mean±SD**", *about, *values]


def _pooled_row(shown: Shown) -> list[str]:
    totals = [whole(total) for _, total in _counts(shown, _event_classes(shown))]
    spreads = [each.spread for each in shown.columns]
    values = [f"**{fold_value(s.pooled)}**" + _small(classes_used(s.pooled_classes, s.classes)) for s in spreads]
    return ["**All folds pooled**", *totals, *values]


def frame(shown: Shown) -> pd.DataFrame:
    """The table as numbers: a row per fold, then mean, sd and pooled; undefined cells are empty."""
    folds, labels = shown.folds.names, shown.study.labels
    columns: list[object] = [[*folds, "mean", "sd", "pooled"]]
    counts = _counts(shown, range(len(labels)))
    columns += [pd.array([*each, None, None, total], dtype="Int64") for each, total in counts]
    for spread in (each.spread for each in shown.columns):
        by_fold = spread.by_fold()
        values = [by_fold.get(fold, np.nan) for fold in folds]
        columns.append([*values, spread.summary.mean, spread.summary.sd, spread.pooled])
    names = ["fold", "cases", *(["ids"] if _ids_repeat(shown.folds) else []), *(f"cases of {each}" for each in labels)]
    names += [each.title for each in shown.columns]
    return pd.DataFrame(dict(zip(distinct(names, 200), columns, strict=True)))
