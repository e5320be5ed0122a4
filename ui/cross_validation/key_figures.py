"""The folds as key figures: mean and standard deviation beside the pooled value, the lowest and the highest fold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import streamlit as st

from metrics import METRICS, Estimate, Proportion, Spread, estimate
from ui.cross_validation.comparison import FoldComparison
from ui.parts.help import help_of
from words import NBSP, counted, interval, markdown, of
from words.findings.folds import classes_used, definition_of, fold_value, folds_used, plus_minus
from words.text.notes import why


def show_key_figures(compared: FoldComparison) -> None:
    """Mean±SD beside the pooled value; of four readings, each in its box."""
    boxes = _of_one(compared) if len(compared.readings) == 1 else [_of_several(*each) for each in compared.readings]
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


def _of_one(compared: FoldComparison) -> list[Box]:
    _, spread = compared.readings[0]
    told = f"{help_of('fold_mean')}\n\n{help_of('fold_sd')}"
    boxes = [Box("Mean±SD of the folds", plus_minus(spread.summary), folds_used(spread.summary), None, told)]
    boxes.append(_pooled(compared, spread))
    if spread.summary.used > 1:
        boxes += [_end(spread, "Lowest fold", np.nanargmin), _end(spread, "Highest fold", np.nanargmax)]
    return boxes


def _pooled(compared: FoldComparison, spread: Spread) -> Box:
    """With its counts and interval where it is the share of one class."""
    name, reading = "All folds pooled", spread.reading
    told = f"All cases that have a fold, counted as one. {help_of(definition_of(reading).key)}"
    rule = METRICS[reading.key].rule if reading.key in METRICS else None
    if isinstance(reading.average, str) or not isinstance(rule, Proportion):
        used = classes_used(spread.pooled_classes, spread.classes)
        cases = counted(int(spread.sizes.sum()), compared.study.unit)
        return Box(name, fold_value(spread.pooled), cases, used or None, told)
    share = _share(compared, reading.key, reading.average)
    if not share.is_defined:
        return Box(name, "–", "not estimable", why(share), told)
    counts = of(share.successes or 0, share.trials or 0)
    if compared.folds.shared or share.low is None:  # the same cases stand in it several times, or too few patients
        return Box(name, fold_value(share.value), counts, None, told)
    return Box(name, fold_value(share.value), f"CI{NBSP}{interval(share, 2)}", counts, told)


def _share(compared: FoldComparison, key: str, label: int) -> Estimate:
    """Of one class, pooled; from whole patients where they have several rows, or else without an interval."""
    share = estimate(key, compared.folds.pooled.counts[0, label], compared.view.level)
    seen = compared.view.evaluation
    if not seen.is_clustered or not share.is_defined:
        return share
    drawn = seen.classes[label][key]
    is_same = (drawn.successes, drawn.trials) == (share.successes, share.trials)  # every row has a fold
    return drawn if is_same else replace(share, low=None, high=None, method=None)


def _end(spread: Spread, name: str, find: Callable[..., np.intp]) -> Box:
    place = int(find(spread.values))
    return Box(name, fold_value(spread.values[place]), f"fold {markdown(spread.folds[place], 24)}")
