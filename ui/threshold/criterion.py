"""By which criterion the threshold of the Threshold page is chosen, and the widgets to say so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

import streamlit as st

from metrics import ThresholdTable, lowest_cost, target_sensitivity, target_specificity, youden
from ui.parts import inputs
from ui.parts.help import help_of
from words import NBSP, Voice


class Way(IntEnum):
    """The ways to a threshold; their numbers are positions among the buttons."""

    MANUAL = 0
    SENSITIVITY = 1
    SPECIFICITY = 2
    YOUDEN = 3
    COST = 4


NAMES = ("By hand", "Target sensitivity", "Target specificity", "Youden", "Cost ratio")
TARGETS = {Way.SENSITIVITY: "sensitivity", Way.SPECIFICITY: "specificity"}
REACHED_BY = ("the observed share", "the lower bound of its interval")
COST_WAYS = ("searched for", "from the costs alone")
VALID = "valid"  # what the reading of files calls every validation split
CRITERION = "pick_wish"
WAY, TARGET, REACHED = "rule_mode", "rule_target", "rule_reached"
RATIO, COST_WAY, ON = "rule_ratio", "rule_cost_way", "rule_on"
BEGIN = {WAY: 0, TARGET: 95.0, REACHED: 0, RATIO: 10.0, COST_WAY: 0, ON: 0}
LARGEST_RATIO = 1000.0
WHY_VALID = "A line that is chosen on one part of the cases and judged on another one flatters nobody."


@dataclass(frozen=True)
class Criterion:
    """What the threshold shall do. target: a share; ratio: false alarms that one miss is as bad as."""

    way: Way = Way.MANUAL
    target: float = 0.95
    by_bound: bool = False
    ratio: float = 10.0
    by_formula: bool = False
    on_valid: bool = True

    def best(self, level: float) -> Callable[[ThresholdTable], float]:
        """The choice as a function of any cases, so that it can be made again on resamples; not for MANUAL."""
        bound = level if self.by_bound else None
        return {
            Way.SENSITIVITY: lambda table: target_sensitivity(table, self.target, bound),
            Way.SPECIFICITY: lambda table: target_specificity(table, self.target, bound),
            Way.YOUDEN: youden,
            Way.COST: lambda table: lowest_cost(table, self.ratio, 1),
        }[self.way]


def criterion() -> Criterion:
    """What was picked; to begin with, by hand."""
    kept = _kept()
    return Criterion(
        way=Way(int(kept[WAY])),
        target=round(kept[TARGET] / 100, 12),
        by_bound=bool(kept[REACHED]),
        ratio=kept[RATIO],
        by_formula=bool(kept[COST_WAY]),
        on_valid=not kept[ON],
    )


def _kept() -> inputs.Kept:
    return inputs.kept(CRITERION, BEGIN)


def set_manual() -> None:
    """From now on by hand, whatever was picked before."""
    _kept()[WAY] = Way.MANUAL.value


# ------------------------------------------------------------------ widgets


def pick_way() -> None:
    """The way of choosing."""
    told = "Each way but the first searches the scores that occur for the line that does best by it."
    inputs.segments("How the line is drawn", _kept(), WAY, NAMES, help=told)


def pick_what_it_needs(label: int, voice: Voice, is_probability: bool, shown: str | None) -> None:
    """What the chosen way needs, and nothing else; nothing by hand.

    shown: the split that is looked at, in Markdown, where the threshold may be chosen on the validation split instead.
    """
    now = criterion()
    if now.way is Way.MANUAL:
        return
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        if now.way in TARGETS:
            _pick_target(TARGETS[now.way])
        if now.way is Way.COST:
            _pick_costs(voice.names[label], voice.unit[0], is_probability)
        if shown and not (now.way is Way.COST and now.by_formula):
            inputs.segments("Chosen on", _kept(), ON, (VALID, f"{shown}, as shown"), help=WHY_VALID)


def _pick_target(key: str) -> None:
    label = f"{key.capitalize()} of at least, in{NBSP}%"
    limits = {"min_value": 0.1, "max_value": 100.0, "step": 0.5, "format": "%.1f", "width": 320}
    inputs.number(label, _kept(), TARGET, help=help_of(key), **limits)
    told = "The observed share is as likely too high as too low; the lower bound is reached on new cases almost always."
    inputs.segments("It is reached by", _kept(), REACHED, REACHED_BY, help=told)


def _pick_costs(name: str, unit: str, is_probability: bool) -> None:
    label = f"One missed {name} is as bad as so many false alarms"
    told = f"What missing one {unit} costs, in false alarms. It is a judgement, and yours to make."
    limits = {"min_value": 0.01, "max_value": LARGEST_RATIO, "step": 1.0, "format": "%.2f", "width": 320}
    inputs.number(label, _kept(), RATIO, help=told, **limits)
    if is_probability:
        told = "From the costs alone: 1 / (1 + ratio), for scores that are probabilities and come true."
        inputs.segments("The cut", _kept(), COST_WAY, COST_WAYS, help=told)
