"""How a threshold was chosen, on which cases, and what its rates promise too much."""

from __future__ import annotations

import math
from collections.abc import Mapping

from metrics import METRICS, Corrected, Counts, cost_threshold, estimate
from metrics.intervals.resampling_units import SEED
from metrics.thresholding.optimism import REPLICATES
from words.findings.finding import Finding
from words.findings.utility.acts import as_normal, not_as_normal
from words.text.numbers import NBSP, counted, percent, threshold, whole
from words.text.phrases import sentence_case
from words.text.voice import Voice

HOW_CORRECTED = (
    f"The choice is repeated on {REPLICATES} bootstrap resamples (seed {SEED}) and the mean optimism is subtracted. A "
    "true sensitivity of 84 % appears as about 90 % in 40 cases and 86 % in 200 (Leeflang 2008)."
)
ROWS_DRAWN = "The correction ignores clustering and is too small where patients have several rows."
ROWS_APART = "That bound ignores clustering, unlike the intervals shown."


def lower_bound_help(level: float) -> str:
    """What a target by the lower bound means, beside a target by the observed value."""
    sure = f"{(1 + level) / 2 * 100:g}{NBSP}%"
    return (
        "Observed value: about a 50 % chance that the true value is below the target. Lower CI bound: "
        f"{sure} confidence that it is not, in the same population."
    )


def by_target(at: float, key: str, target: float, by_bound: bool, where: str) -> str:
    """Why this threshold: the best one that reaches a sensitivity or specificity. where: " on valid"."""
    extreme = "highest" if key == "sensitivity" else "lowest"
    value = f"a lower CI bound of the {key}" if by_bound else key
    return f"{_score(at)} is the {extreme} with {value} ≥ {_target(target)}{where}."


def by_youden(at: float, cases: int, total: int, where: str, label: int, voice: Voice) -> str:
    """Why this threshold: Youden's index, with the price that it sets on a missed case."""
    price = ""
    if 0 < cases < total:
        worth, prevalence = cost_ratio((total - cases) / cases, label, voice), percent(cases / total, total)
        valued = f"one {costly_error(label, voice)} like {times(worth, label, voice)}"
        price = f" At {prevalence} prevalence this values {valued}."
    return f"{_score(at)} maximises sensitivity + specificity (Youden){where}.{price}"


def by_cost(at: float, ratio: float, where: str, label: int, voice: Voice) -> str:
    """Why this threshold: the lowest total cost of both errors. ratio: see `cost_ratio`."""
    valued = f"one {costly_error(label, voice)} valued like {times(ratio, label, voice)}"
    return f"{_score(at)} has the lowest total cost{where}, with {valued}."


def cost_ratio(ratio: float, label: int, voice: Voice) -> float:
    """Of the cost of a missed case in false positives the ratio that is said, and back.

    Nobody with disease is missed where the class is Normal: there it is the cost of disease classified as Normal.
    """
    return 1 / ratio if label == voice.normal else ratio


def costly_error(label: int, voice: Voice) -> str:
    """ "missed case", of Normal "patient with disease classified as Normal"."""
    return as_normal(label, voice)[0] if label == voice.normal else "missed case"


def by_formula(ratio: float, empirical: float | None = None) -> str:
    """Why this threshold: the cost ratio alone."""
    at = f"Threshold 1 ÷ (1 + {ratio:g}) = {cost_threshold(ratio, 1):.3g}"
    lowest = (
        "" if empirical is None or math.isnan(empirical) else f" On these cases {threshold(empirical)} costs least."
    )
    return f"{at}, from the cost ratio alone. Valid only for calibrated probabilities.{lowest}"


def times(ratio: float, label: int, voice: Voice) -> str:
    """ "1 false positive", "22 false positives", of Normal "10 Normal patients not classified as Normal"."""
    number = f"{ratio:.3g}" if ratio < 10 else whole(round(ratio))
    if label == voice.normal:
        return f"{number}{NBSP}{not_as_normal(label, voice)[number != '1']}"
    return f"{number}{NBSP}false{NBSP}positive{'s' if number != '1' else ''}"


def _target(target: float) -> str:
    return f"{round(target * 100, 6):g}{NBSP}%"


def _score(at: float) -> str:
    return f"Threshold {threshold(at)}" if math.isfinite(at) else sentence_case(threshold(at))


def chosen_elsewhere(split: str, cases: int, positives: int, shown: str, label: int, voice: Voice) -> str:
    """Chosen on one split, reported on another: nothing to correct."""
    group = f"{counted(cases, voice.unit)}, {voice.count_phrase(positives, label)}"
    return f"Chosen on {split} ({group}), reported on {shown}."


def chosen_here(corrected: Mapping[str, Corrected], counts: Counts, wished: str, voice: Voice) -> str:
    """Chosen and evaluated on the same cases: the observed value of the main rate, and the expected one."""
    start = f"Chosen and evaluated on the same {counted(int(sum(counts)), voice.unit)}"
    read = {name: (apparent, expected) for name, apparent, expected in compared(corrected, counts)}
    name, (apparent, expected) = METRICS[wished].name.lower(), read[METRICS[wished].name]
    if math.isnan(corrected[wished].optimism):
        return f"{start}, which is optimistic; there are too few {voice.unit[1]} to say by how much."
    if apparent == expected:
        return f"{start}: {name} {apparent}, unchanged after correction for optimism."
    return f"{start}: {name} {apparent}, {expected} after correction for optimism."


def compared(corrected: Mapping[str, Corrected], counts: Counts) -> list[tuple[str, str, str]]:
    """(name, observed, corrected) of each rate, in the decimals of its own cases."""
    return [
        (METRICS[key].name, _percent(each.apparent, key, counts), _percent(each.value, key, counts))
        for key, each in corrected.items()
    ]


def _percent(proportion: float, key: str, counts: Counts) -> str:
    trials = int(estimate(key, counts).trials or 0)
    return "not estimable" if math.isnan(proportion) else percent(proportion, trials)


def never_reached(
    key: str, target: float, cases: int, low: float | None, where: str, label: int, voice: Voice
) -> Finding:
    """No lower bound is as high, even where all cases are classified correctly."""
    if low is None:
        return Finding(f"A target {key} needs {voice.unit[1]} to count, and there are none.", "")
    group = voice.group_phrase(cases, label) if key == "sensitivity" else f"{whole(cases)} other {voice.unit[1]}"
    done = "detected" if key == "sensitivity" else f"not classified as {voice.name(label)}"
    return Finding(
        f"No threshold has a lower CI bound of {_target(target)} {key} for {voice.name(label)}{where}.",
        f"Even with all {group} {done} it would be {percent(low, cases)}. Lower the target or use the observed value.",
    )


def without_both_kinds(voice: Voice) -> Finding:
    """Nothing to choose by."""
    return Finding(f"No threshold can be chosen: {voice.unit[1]} with and without the class are needed.", "")
