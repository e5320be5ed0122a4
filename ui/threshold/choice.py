"""How the threshold of the Threshold page is chosen: by hand, or as the one that does best by a stated wish."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import streamlit as st

from metrics import (
    Corrected,
    Counts,
    Evaluation,
    ThresholdTable,
    choice_optimism,
    cost_threshold,
    estimate,
    lowest_cost,
    target_sensitivity,
    target_specificity,
    youden,
)
from predictions import Study
from ui.parts.help import help_of
from ui.state import choices, session, widgets
from ui.threshold import rule
from words import NBSP, Voice, markdown
from words.findings import one_class_threshold
from words.findings.finding import Finding

__all__ = [
    "Chosen",
    "Wish",
    "by_hand",
    "by_wish",
    "chosen",
    "correction",
    "impossible",
    "pick",
    "pick_mode",
    "pick_wish",
    "reason",
    "wish",
]

BY_HAND, SENSITIVITY, SPECIFICITY, YOUDEN, COST = MODES = range(5)
NAMES = ("By hand", "Target sensitivity", "Target specificity", "Youden", "Cost ratio")
TARGETS = {SENSITIVITY: "sensitivity", SPECIFICITY: "specificity"}
OBSERVED, LOWER_BOUND = range(2)
SEARCHED, FORMULA = range(2)
ON_VALID, ON_SHOWN = range(2)
VALID = "valid"  # what the reading of files calls every validation split
WISH, MODE, TARGET, REACHED, RATIO, COST_WAY, ON = (
    "pick_wish", "rule_mode", "rule_target", "rule_reached", "rule_ratio", "rule_cost_way", "rule_on",
)  # fmt: skip
BEGIN = {MODE: BY_HAND, TARGET: 95.0, REACHED: OBSERVED, RATIO: 10.0, COST_WAY: SEARCHED, ON: ON_VALID}
LARGEST_RATIO = 1000.0


@dataclass(frozen=True)
class Wish:
    """What the threshold shall do. target: a share; ratio: false alarms that one miss is as bad as."""

    mode: int = BY_HAND
    target: float = 0.95
    by_bound: bool = False
    ratio: float = 10.0
    by_formula: bool = False
    on_valid: bool = True


@dataclass(frozen=True)
class Chosen:
    """The threshold, nan where none does what was wished, and where it comes from.

    source: the evaluation whose cases chose it, None where no data did. split: its split where that is not the shown.
    """

    wish: Wish
    at: float
    label: int
    source: Evaluation | None = None
    split: str | None = None

    @property
    def is_flattered(self) -> bool:
        """Whether it was chosen on the cases that it is judged by."""
        return self.source is not None and self.split is None


def _kept() -> dict[str, float]:
    return widgets.state.setdefault(WISH, dict(BEGIN))


def wish() -> Wish:
    """What was picked; to begin with, by hand."""
    kept = _kept()
    return Wish(
        mode=int(kept[MODE]),
        target=round(kept[TARGET] / 100, 12),
        by_bound=kept[REACHED] == LOWER_BOUND,
        ratio=kept[RATIO],
        by_formula=kept[COST_WAY] == FORMULA,
        on_valid=kept[ON] == ON_VALID,
    )


def by_wish(given: Wish, level: float) -> Callable[[ThresholdTable], float]:
    """The choice as a function of any cases, so that it can be made again on resamples."""
    bound = level if given.by_bound else None
    return {
        SENSITIVITY: lambda table: target_sensitivity(table, given.target, bound),
        SPECIFICITY: lambda table: target_specificity(table, given.target, bound),
        YOUDEN: youden,
        COST: lambda table: lowest_cost(table, given.ratio, 1),
    }[given.mode]


def chosen(study: Study, evaluation: Evaluation, label: int, table: ThresholdTable) -> Chosen:
    """The threshold of one class by the present wish: from the validation cases where there are any."""
    given = wish()
    if given.mode == BY_HAND:
        return Chosen(given, rule.value(study, label, table), label)
    if given.mode == COST and given.by_formula and rule.is_probability(table):
        return Chosen(given, cost_threshold(given.ratio, 1), label)
    source = validation(study, label) if given.on_valid else None
    own = source or evaluation
    table_ = own.table(label)
    assert table_ is not None
    return Chosen(given, by_wish(given, own.level)(table_), label, own, VALID if source else None)


def validation(study: Study, label: int) -> Evaluation | None:
    """The validation cases of the chosen model, where they are not the shown ones and have cases of both kinds."""
    model = choices.model()
    if VALID not in choices.splits_of(study, model) or choices.split(study) == VALID:
        return None
    found = session.evaluation_of(study, model, VALID)
    table = found.table(label)
    return found if table is not None and table.n_positive and table.n_negative else None


# ------------------------------------------------------------------ picking


def pick_mode() -> None:
    """The way of choosing."""
    _segments(
        "How the line is drawn", MODE, NAMES,
        "Each way but the first searches the scores that occur for the line that does best by it.",
    )  # fmt: skip


def pick(study: Study, label: int, table: ThresholdTable, voice: Voice) -> None:
    """What the chosen way needs, and nothing else."""
    if wish().mode == BY_HAND:
        rule.pick_value(study, label, table, voice)
    else:
        pick_wish(study, label, table, voice)


def by_hand(study: Study, label: int, threshold: float) -> None:
    """Keep a threshold for one class, whatever was wished before."""
    rule.keep(study, label, threshold)
    _kept()[MODE] = BY_HAND


def pick_wish(study: Study, label: int, table: ThresholdTable, voice: Voice) -> None:
    """What a wish needs; nothing by hand."""
    given = wish()
    if given.mode == BY_HAND:
        return
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        if given.mode in TARGETS:
            _target(given)
        if given.mode == COST:
            _ratio(label, voice)
            if rule.is_probability(table):
                _segments(
                    "The cut", COST_WAY, ("searched for", "from the costs alone"),
                    "From the costs alone: 1 / (1 + ratio), for scores that are probabilities and come true.",
                )  # fmt: skip
        shown = choices.split(study)
        if shown and validation(study, label) is not None and not (given.mode == COST and given.by_formula):
            _segments("Chosen on", ON, (VALID, f"{markdown(shown, 24)}, as shown"), WHY_VALID)


WHY_VALID = "A line that is chosen on one part of the cases and judged on another one flatters nobody."


def _target(given: Wish) -> None:
    name = f"{TARGETS[given.mode].capitalize()} of at least, in{NBSP}%"
    _number(name, TARGET, 0.1, 100.0, 0.5, "%.1f", help_of(TARGETS[given.mode]))
    _segments(
        "It is reached by", REACHED, ("the observed share", "the lower bound of its interval"),
        "The observed share is as likely too high as too low; the lower bound is reached on new cases almost always.",
    )  # fmt: skip


def _ratio(label: int, voice: Voice) -> None:
    told = f"What missing one {voice.unit[0]} costs, in false alarms. It is a judgement, and yours to make."
    _number(f"One missed {voice.names[label]} is as bad as so many false alarms", RATIO, 0.01, LARGEST_RATIO, 1.0,
            "%.2f", told)  # fmt: skip


def _segments(label: str, key: str, names: tuple[str, ...], told: str | None = None) -> None:
    widgets.state[key] = int(_kept()[key])
    st.segmented_control(
        label,
        range(len(names)),
        format_func=names.__getitem__,
        key=widgets.key(key),
        on_change=_take,
        args=(key,),
        required=True,
        wrap=True,
        help=told,
    )


def _number(label: str, key: str, low: float, high: float, step: float, show: str, told: str) -> None:
    widgets.state[key] = float(_kept()[key])
    st.number_input(
        label,
        low,
        high,
        step=step,
        format=show,
        key=widgets.key(key),
        on_change=_take,
        args=(key,),
        width=320,
        help=told,
    )


def _take(key: str) -> None:
    if widgets.state.get(key) is not None:
        _kept()[key] = widgets.state[key]


# ------------------------------------------------------------------ what is said of it


def impossible(given: Chosen, voice: Voice) -> Finding:
    """No threshold does what was wished."""
    source = given.source
    table = source.table(given.label) if source else None
    assert source is not None
    assert table is not None
    key = TARGETS.get(given.wish.mode, "sensitivity")
    cases = table.n_positive if key == "sensitivity" else table.n_negative
    low = estimate("sensitivity", Counts(cases, 0, 0, 0), source.level).low if cases else None
    if given.wish.mode not in TARGETS:
        return Finding("A line cannot be chosen here: that needs cases with the class and cases without it.", "")
    where = f" on {given.split}" if given.split else ""
    return one_class_threshold.never_reached(key, given.wish.target, cases, low, where, given.label, voice)


def reason(
    given: Chosen, study: Study, evaluation: Evaluation, corrected: Mapping[str, Corrected], voice: Voice
) -> str:
    """Why this threshold, and on which cases it was chosen; "" by hand."""
    if given.wish.mode == BY_HAND:
        return ""
    if given.source is None:
        return one_class_threshold.by_formula(given.wish.ratio, _empirical(given, evaluation))
    said = _why(given, voice)
    if given.wish.by_bound and given.wish.mode in TARGETS and given.source.is_clustered:
        said = f"{said} {one_class_threshold.ROWS_APART}"
    if given.split is not None:
        return f"{said} {_elsewhere(given, study, voice)}"
    table = given.source.table(given.label)
    if not corrected or table is None:
        return said
    wished = "fpr" if given.wish.mode == SPECIFICITY else "sensitivity"
    return f"{said} {one_class_threshold.chosen_here(corrected, table.at(given.at), wished, voice)}"


def _empirical(given: Chosen, evaluation: Evaluation) -> float | None:
    """What a search on the shown cases would give beside the formula."""
    table = evaluation.table(given.label)
    return None if table is None else lowest_cost(table, given.wish.ratio, 1)


def _why(given: Chosen, voice: Voice) -> str:
    where = f" on {given.split}" if given.split else ""
    match given.wish.mode:
        case mode if mode in TARGETS:
            told = (TARGETS[mode], given.wish.target, given.wish.by_bound, where, given.label, voice)
            return one_class_threshold.by_target(given.at, *told)
        case mode if mode == YOUDEN:
            return one_class_threshold.by_youden(given.at, where)
    return one_class_threshold.by_cost(given.at, given.wish.ratio, where)


def _elsewhere(given: Chosen, study: Study, voice: Voice) -> str:
    table = given.source.table(given.label) if given.source else None
    assert table is not None
    shown = markdown(choices.split(study) or "", 24)
    cases = table.n_positive + table.n_negative
    return one_class_threshold.chosen_elsewhere(given.split or "", cases, table.n_positive, shown, given.label, voice)


def correction(given: Chosen, study: Study, level: float) -> dict[str, Corrected]:
    """What each shown rate promises too much, drawn once for each wish; {} where nothing was chosen on these cases."""
    table = given.source.table(given.label) if given.source else None
    if not given.is_flattered or table is None or math.isnan(given.at):
        return {}
    name = ("optimism", choices.model(), choices.split(study), given.label, given.wish, level)
    return session.remembered(study, name, lambda: choice_optimism(table, by_wish(given.wish, level), rule.SHOWN))
