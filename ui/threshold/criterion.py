"""By which criterion the threshold of the Threshold page is chosen, and the widgets to say so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Literal

import streamlit as st

from metrics import ThresholdTable, lowest_cost, target_sensitivity, target_specificity, youden
from ui.parts import inputs
from words import NBSP, Voice
from words.findings.thresholds.chosen import cost_ratio, costly_error, lower_bound_help
from words.findings.utility.acts import Acts


class Way(IntEnum):
    """The ways to a threshold; their numbers are positions among the buttons."""

    MANUAL = 0
    SENSITIVITY = 1
    SPECIFICITY = 2
    YOUDEN = 3
    COST = 4


Rate = Literal["sensitivity", "specificity"]
TARGETS: dict[Way, Rate] = {Way.SENSITIVITY: "sensitivity", Way.SPECIFICITY: "specificity"}
REACHED_BY = ("observed value", "lower CI bound")
COST_WAYS = ("searched on the cases", "from costs")
VALID = "valid"  # the usual name of every validation split
CRITERION = "pick_wish"
WAY, TARGET, REACHED = "rule_mode", "rule_target", "rule_reached"
RATIO, COST_WAY, ON = "rule_ratio", "rule_cost_way", "rule_on"
BEGIN = {WAY: 0, TARGET: 95.0, REACHED: 0, RATIO: 10.0, COST_WAY: 0, ON: 0}
LIMITS = {TARGET: (0.1, 100.0), RATIO: (0.01, 1000.0)}
PARAMETERS = {Way.SENSITIVITY: TARGET, Way.SPECIFICITY: TARGET, Way.COST: RATIO}
FROM_COSTS = "From costs: 1 ÷ (1 + ratio). Requires calibrated probabilities."
OPTIMISTIC = "Choosing and evaluating a threshold on the same cases is optimistic."


@dataclass(frozen=True)
class Criterion:
    """What the threshold shall do. target: a proportion; ratio: the cost of one missed case, in false positives."""

    way: Way
    target: float
    by_bound: bool
    ratio: float
    by_formula: bool
    on_valid: bool

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
    """What was picked; to begin with, manual."""
    kept = _kept()
    return Criterion(
        way=Way(int(kept[WAY])),
        target=round(kept[TARGET] / 100, 12),
        by_bound=bool(kept[REACHED]),
        ratio=kept[RATIO],
        by_formula=bool(kept[COST_WAY]),
        on_valid=not kept[ON],
    )


def criterion_of(label: int, voice: Voice) -> Criterion:
    """For one class: where it is Normal, the ratio that was typed is the cost of disease classified as Normal."""
    now = criterion()
    return replace(now, ratio=cost_ratio(now.ratio, label, voice))


def _kept() -> inputs.Kept:
    return inputs.kept(CRITERION, BEGIN)


def set_way(way: Way) -> None:
    """Choose in another way from now on."""
    _kept()[WAY] = way.value


def set_parameter(value: float) -> None:
    """The target in percent or the cost ratio of the present way, as near as its limits allow."""
    parameter = PARAMETERS.get(criterion().way)
    if parameter:
        low, high = LIMITS[parameter]
        _kept()[parameter] = min(high, max(low, value))


def parameter() -> float | None:
    """The number that the present way takes."""
    name = PARAMETERS.get(criterion().way)
    return float(_kept()[name]) if name else None


def names() -> tuple[str, ...]:
    """The ways by their names; a target as it stands."""
    target = f"{_kept()[TARGET]:g}{NBSP}%"
    return "Manual", f"Sensitivity ≥ {target}", f"Specificity ≥ {target}", "Youden", f"Cost ratio {_kept()[RATIO]:g}"


def asked(label: int, voice: Voice) -> str:
    """What the number of the present way is."""
    way = criterion().way
    if way is Way.COST and label == voice.normal:
        return f"Cost of one {costly_error(label, voice)}, in {voice.cases(label)} not classified so"
    if way is Way.COST:
        return f"Cost of one {Acts.of(label, voice).missed[0]}, in false positives"
    return f"Target {TARGETS[way]} (%)" if way in TARGETS else ""


# ------------------------------------------------------------------ widgets, where the picker has none of its own


def pick_way(label: int, voice: Voice) -> None:
    """The way of choosing, and the number that it takes."""
    inputs.segments("Set by", _kept(), WAY, names())
    if name := PARAMETERS.get(criterion().way):
        low, high = LIMITS[name]
        inputs.number(asked(label, voice), _kept(), name, min_value=low, max_value=high, width=320)


def pick_cases_and_target(is_probability: bool, shown: str | None, level: float) -> None:
    """On which cases a threshold is chosen, and to which value its target applies.

    shown: the split that is looked at, in Markdown, where the threshold may be chosen on the validation split instead.
    """
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        if shown:
            inputs.segments("Chosen on", _kept(), ON, (VALID, f"{shown}, as shown"), help=OPTIMISTIC)
        inputs.segments("Target applies to", _kept(), REACHED, REACHED_BY, help=lower_bound_help(level))
        if is_probability:
            inputs.segments("Cost ratio", _kept(), COST_WAY, COST_WAYS, help=FROM_COSTS)
