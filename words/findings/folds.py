"""What is said about the folds of a cross-validation: how a number varies, and how far its mean can be trusted."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from metrics import METRICS, RANKED, FoldSummary, MetricChoice, Proportion, Slices, Spread, fold_summary, outlying
from metrics.definition import Definition
from metrics.glossary import GLOSSARY, defined_at
from words.findings.finding import LONGEST, Finding, sentences
from words.text.escape import short
from words.text.notes import reason
from words.text.numbers import NBSP, ci, counted, decimal, whole
from words.text.phrases import enumeration, sentence_case

PLACES = 2
LARGEST_GAP = 0.02  # between the mean of the folds and the pooled value, above which it is said
MOST_NAMED = 3
FEW_CASES = 50  # up to here it is told what a single case changes
F1_OF_MEANS = "F1 of macro PPV and macro sensitivity"
AVERAGES = {
    "macro": "Macro: the mean over the classes that have a value, each counting the same.",
    "micro": "Micro: the counts of all classes are added up first. With one answer per case, micro sensitivity, PPV "
    "and F1 all equal the accuracy.",
    "weighted": "Weighted: the mean over the classes, each counting by its cases.",
}


def average_said(reading: MetricChoice) -> str:
    """How the classes are brought together; "" for one class and for the whole matrix."""
    if reading.key == "f1_of_means":
        return "The mean of the classes' PPV and the mean of their sensitivity first, then the F1 of the two means."
    return AVERAGES.get(str(reading.average), "")


def definition_of(reading: MetricChoice) -> Definition:
    """What the catalog says about a reading: of one class, of an average, or of the whole matrix."""
    if reading.key == "f1_of_means":
        return GLOSSARY["macro_f1"]
    block = reading.average if isinstance(reading.average, str) else "classes"
    return defined_at(f"{block}.{reading.key}") or GLOSSARY[reading.key]


def reading_name(reading: MetricChoice, class_names: Sequence[str]) -> str:
    """ "Macro sensitivity", "AUC for VT", "MCC": the averaging is a part of the name."""
    if reading.key == "f1_of_means":
        return F1_OF_MEANS
    name = definition_of(reading).name
    return name if isinstance(reading.average, str) else f"{name} for {class_names[reading.average]}"


def fold_value(value: float) -> str:
    """A number of this page, in two decimals."""
    return decimal(value, PLACES)


def plus_minus(summary: FoldSummary) -> str:
    """ "0.78±0.05", "0.78" of a single fold, "not estimable"."""
    mean = fold_value(summary.mean)
    return mean if math.isnan(summary.sd) else f"{mean}±{fold_value(summary.sd)}"


def folds_used(summary: FoldSummary) -> str:
    """ "5 folds", "4 of 5 folds" where the number is undefined in one."""
    folds = f"{whole(summary.total)}{NBSP}fold{'s' if summary.total != 1 else ''}"
    return folds if summary.used == summary.total else f"{whole(summary.used)}{NBSP}of{NBSP}{folds}"


def folds_finding(name: str, spread: Spread, folds: Slices, unit: tuple[str, str]) -> Finding:
    """How a number varies over the folds, what one case changes, and which number to quote."""
    detail = sentences(_one_case_moves(spread.reading, folds, unit), _which_to_quote(spread))
    return Finding(_varies(name, spread.values, spread.summary), detail)


def several_finding(spreads: Sequence[tuple[str, Spread]]) -> Finding:
    """Several numbers over the same folds, as many of them in the headline as fit a line."""
    said = [f"{name[0].lower()}{name[1:]} {plus_minus(spread.summary)}" for name, spread in spreads]
    start = f"Over {counted(len(spreads[0][1].folds), ('fold', 'folds'))}: "
    first = next(n for n in range(len(said), 0, -1) if n == 1 or len(start + enumeration(said[:n])) < LONGEST)
    rest = f"{sentence_case(enumeration(said[first:]))}. " if said[first:] else ""
    return Finding(
        f"{start}{enumeration(said[:first])}.",
        f"{rest}Each is the mean of the folds ± its standard deviation.",
        tuple(definition_of(spread.reading).key for _, spread in spreads[first:]),
    )


def _varies(name: str, values: np.ndarray, summary: FoldSummary) -> str:
    if not summary.used:
        return f"{name} cannot be computed in any fold."
    low, high = (fold_value(float(end)) for end in (np.nanmin(values), np.nanmax(values)))
    if summary.total == 1:
        return f"{name} is {low} in the only fold, so nothing shows how much it varies."
    if summary.used == 1:
        return f"{name} can be computed in only {folds_used(summary)}: {low}."
    if low == high:
        return f"{name} is {low} in each of {folds_used(summary)}."
    return f"{name} ranges from {low} to {high} over {folds_used(summary)}: {plus_minus(summary)}."


def _one_case_moves(reading: MetricChoice, folds: Slices, unit: tuple[str, str]) -> str:
    """How much a single case moves the number of a fold, where it has few."""
    rule = METRICS[reading.key].rule if reading.key in METRICS else None
    if isinstance(reading.average, str) or not isinstance(rule, Proportion):
        return ""
    trials = float(np.median(rule.parts(folds.counts)[1][:, reading.average]))
    if not 1 <= trials <= FEW_CASES:
        return ""
    return (
        f"About {trials:.0f}{NBSP}{unit[round(trials) != 1]} of a fold count towards it, so one more or less moves "
        f"it by {fold_value(1 / trials)}."
    )


def _which_to_quote(spread: Spread) -> str:
    pooled = fold_value(spread.pooled)
    if math.isnan(spread.pooled) or spread.summary.used < 2:
        return ""
    if spread.reading.key in RANKED:
        return (
            "Quote the mean of the folds: the scores of each fold come from a model of its own, and pooling them "
            f"(which gives {pooled}) compares scores that need not share a scale."
        )
    return f"Quote the value of all folds counted together, {pooled}: a mean misleads where folds hold few cases."


def mean_intervals(spreads: Sequence[tuple[str, Spread]], shared: int, level: float = 0.95) -> str:
    """The approximate interval of one mean, or of several by name; or why there is none.

    shared: ids with rows in several folds.
    """
    if shared:
        return "No interval of the mean: the same ids are in several folds, which are not independent tests."
    bounds = [(name, _bounds(spread, level)) for name, spread in spreads]
    given = [(name, text) for name, text in bounds if text]
    if not given:
        same = any(spread.summary.used > 1 for _, spread in spreads)
        return f"No interval of the mean: {'all folds give the same number' if same else 'it takes two folds'}."
    said = given[0][1] if len(spreads) == 1 else ", ".join(f"{name} {text}" for name, text in given)
    return f"Approximate {ci(level)} (Nadeau-Bengio) {said}; cross-validation has no unbiased variance estimator."


def _bounds(spread: Spread, level: float) -> str:
    """ "0.73 to 0.87", cut to what the number can be."""
    found = fold_summary(spread.values, level)
    low, high = found.low, found.high
    if low is None or high is None:
        return ""
    return " to ".join(fold_value(min(max(end, spread.lowest), 1.0)) for end in (low, high))


def classes_used(used: int | None, classes: int) -> str:
    """ "2 of 3 classes" where an average leaves some out, else ""."""
    return "" if used in (None, 0, classes) else f"{whole(used)}{NBSP}of{NBSP}{whole(classes)}{NBSP}classes"


def gap(name: str, spread: Spread) -> str:
    """In which folds a number has no value, and why; "" where it has one in each. Plain text."""
    missing = [spread.folds[i] for i in np.flatnonzero(np.isnan(spread.values))]
    if not missing:
        return ""
    where = "any fold" if len(missing) == len(spread.folds) else f"fold {_some(missing)}"
    return f"{name} has no value in {where}: {_undefined(spread.reading)}."


def _some(folds: Sequence[str], values: Sequence[float] = ()) -> str:
    """ "“2”, “8” and 3 more", with their values in brackets where these are given."""
    shown = [f"“{short(fold)}”" for fold in folds[:MOST_NAMED]]
    if values:
        shown = [f"{fold} ({fold_value(value)})" for fold, value in zip(shown, values, strict=False)]
    if len(folds) > MOST_NAMED:
        shown.append(f"{whole(len(folds) - MOST_NAMED)} more")
    return enumeration(shown)


def _undefined(reading: MetricChoice) -> str:
    if reading.key in RANKED:
        return "it needs scores, and cases with the class and without it"
    if reading.average == "overall":
        return "all cases or all calls are of one class there"
    return f"{reason(METRICS[reading.key].undefined_note)} there"


def fold_warnings_of(name: str, spread: Spread) -> list[str]:
    """Folds far from the others, and a mean that is far from the pooled value. Plain text, as is the name."""
    return [text for text in (_far_folds(name, spread), _two_readings(name, spread)) if text]


def _far_folds(name: str, spread: Spread) -> str:
    far = outlying(spread.values)
    if not len(far):
        return ""
    shown = _some([spread.folds[i] for i in far], spread.values[far].tolist())
    low, high = (fold_value(float(end)) for end in np.nanquantile(spread.values, [0.25, 0.75]))
    lie = "one fold lies" if len(far) == 1 else f"{whole(len(far))} folds lie"
    return f"{name}: {lie} far from the others, {shown}; the middle half has {low} to {high}."


def _two_readings(name: str, spread: Spread) -> str:
    mean, pooled = spread.summary.mean, spread.pooled
    if not abs(mean - pooled) > LARGEST_GAP:
        return ""
    why = (
        "the scores of the folds may not share a scale" if spread.reading.key in RANKED else "some folds hold few cases"
    )
    return (
        f"{name}: the mean of the folds is {fold_value(mean)}, all folds pooled give {fold_value(pooled)}. They "
        f"differ by more than {LARGEST_GAP}, as happens when {why}."
    )
