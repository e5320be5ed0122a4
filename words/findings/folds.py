"""What is said about the folds of a cross-validation: how a number varies, and how far its mean can be trusted."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from metrics import METRICS, RANKED, Estimate, FoldSummary, MetricChoice, Spread, fold_summary, outlying
from metrics.definition import Definition
from metrics.glossary import GLOSSARY, defined_at
from metrics.intervals.areas.over_folds import LARGEST_GAP
from metrics.requirements import is_proportion
from words.findings.finding import LONGEST, Finding
from words.text.escape import markdown, short
from words.text.names import fold_said
from words.text.notes import reason
from words.text.numbers import (
    DASH,
    FEW,
    NBSP,
    bounds_beside_counts,
    ci,
    counted,
    decimal,
    interval,
    of,
    percent_said,
    span_of,
    weighted,
    whole,
)
from words.text.phrases import enumeration, sentence_case

PLACES = 2
MOST_NAMED = 3
F1_OF_MEANS = "F1 of macro PPV and macro sensitivity"
AVERAGES = {
    "macro": "Macro: unweighted mean over the classes that have a value.",
    "micro": "Micro: from pooled counts. With one prediction per case, micro sensitivity, PPV and "
    "F1 equal the accuracy.",
    "weighted": "Weighted: mean over the classes by number of true cases.",
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


def in_percent(reading: MetricChoice) -> bool:
    """Whether the number is written in percent, as on the other pages: a proportion of one class, or the accuracy."""
    of_class = not isinstance(reading.average, str)
    return is_proportion("" if of_class else None, reading.key) if of_class or reading.average == "overall" else False


def _places(reading: MetricChoice) -> int:
    """Decimals: one of a percentage, three of an AUC of a class, two of an average as in document 004."""
    return 1 if in_percent(reading) else 3 if reading.key in RANKED and reading.average != "macro" else PLACES


def fold_value(value: float, reading: MetricChoice | None = None, unit: bool = True) -> str:
    """ "94.8 %", "0.993"; two decimals without a reading. unit: with the percent sign."""
    if reading is None or math.isnan(value) or not in_percent(reading):
        return decimal(value, PLACES if reading is None else _places(reading))
    return f"{100 * value:.1f}" + (f"{NBSP}%" if unit else "")


def plus_minus(summary: FoldSummary) -> str:
    """ "0.78±0.05", "0.78" of a single fold, "not estimable": as document 004 writes it."""
    mean = fold_value(summary.mean)
    return mean if math.isnan(summary.sd) else f"{mean}±{fold_value(summary.sd)}"


def mean_sd(spread: Spread, unit: bool = True) -> str:
    """ "94.8 ± 3.9 %", "0.993 ± 0.007", an average as "0.78±0.05"; the mean alone of a single fold."""
    summary, reading = spread.summary, spread.reading
    if reading.average in AVERAGES:
        return plus_minus(summary)
    if math.isnan(summary.sd):
        return fold_value(summary.mean, reading, unit)
    return f"{fold_value(summary.mean, reading, False)}{NBSP}±{NBSP}{fold_value(summary.sd, reading, unit)}"


def fold_range(spread: Spread) -> str:
    """ "90–98", "0.98–1.00": the lowest and the highest fold; "" where there are not two values."""
    known = spread.values[~np.isnan(spread.values)]
    if len(known) < 2:
        return ""
    low, high, usual = float(known.min()), float(known.max()), PLACES
    if in_percent(spread.reading):
        low, high, usual = 100 * low, 100 * high, 0
    places = usual if f"{low:.{usual}f}" != f"{high:.{usual}f}" or low == high else usual + 1
    return span_of(low, high, places)


def folds_used(summary: FoldSummary) -> str:
    """ "5 folds", "4 of 5 folds" where the number is undefined in one."""
    folds = counted(summary.total, ("fold", "folds"))
    return folds if summary.used == summary.total else f"{whole(summary.used)}{NBSP}of{NBSP}{folds}"


def folds_finding(name: str, spread: Spread) -> str:
    """How a number varies over the folds; the headline."""
    summary = spread.summary
    if not summary.used:
        return f"{name} is not estimable in any fold."
    if summary.total == 1:
        return f"{name}: {mean_sd(spread)} in the only fold."
    if summary.used == 1:
        return f"{name}: {mean_sd(spread)} in {folds_used(summary)}, not estimable in the others."
    if not summary.sd:
        return f"{name}: {fold_value(summary.mean, spread.reading)} in each of {folds_used(summary)}."
    return f"{name}: {mean_sd(spread)} over {folds_used(summary)} (range {fold_range(spread)})."


def several_finding(spreads: Sequence[tuple[str, Spread]]) -> Finding:
    """Several numbers over the same folds, as many of them in the headline as fit a line."""
    said = [f"{name[0].lower()}{name[1:]} {plus_minus(spread.summary)}" for name, spread in spreads]
    start = f"Over {counted(len(spreads[0][1].folds), ('fold', 'folds'))}: "
    first = next(n for n in range(len(said), 0, -1) if n == 1 or len(start + enumeration(said[:n])) < LONGEST)
    rest = f"{sentence_case(enumeration(said[first:]))}. " if said[first:] else ""
    return Finding(
        f"{start}{enumeration(said[:first])}.",
        f"{rest}Each is the mean of the folds ± SD.",
        tuple(definition_of(spread.reading).key for _, spread in spreads[first:]),
    )


def pooled_said(spread: Spread, proportion: Estimate | None, level: float, as_on_overview: bool) -> str:
    """The value of all folds together. proportion: with counts and interval, of a proportion of one class."""
    where = ", as on Overview" if as_on_overview else ""
    if proportion is not None and proportion.is_defined and proportion.trials:
        counts = of(proportion.successes or 0, proportion.trials)
        value = "" if proportion.trials < FEW else percent_said(proportion)
        bounds_said = bounds_beside_counts(proportion, level) if interval(proportion) else ""
        inside = ", ".join(filter(None, [value, bounds_said]))
        return f"Pooled out-of-fold: {counts}{f' ({inside})' if inside else ''}{where}."
    if math.isnan(spread.pooled):
        return ""
    pooled = fold_value(spread.pooled, spread.reading)
    if spread.reading.key in RANKED:
        return f"Pooled out-of-fold: {pooled}, which mixes the score scales of the models; report the mean of folds."
    return f"Pooled out-of-fold: {pooled}{where}."


def lowest_fold(spread: Spread, part: int, total: int) -> str:
    """ "Lowest in fold 4: 38 of 42."; "" where all folds are equal. part, total: the counts of that fold."""
    if spread.summary.used < 2 or not spread.summary.sd:
        return ""
    at = int(np.nanargmin(spread.values))
    value = float(spread.values[at])
    own = fold_value(value, spread.reading)
    said = weighted(own, value, part, total)
    beside = "" if said == own else f" ({said})"
    return f"Lowest in {markdown(fold_said(spread.folds[at]), 24)}: {of(part, total)}{beside}."


def mean_interval(name: str, spread: Spread, shared: int, level: float = 0.95) -> str:
    """The approximate interval of the mean, or why there is none. shared: ids with rows in several folds."""
    if shared:
        return "No CI for the mean: IDs occur in several folds."
    found = fold_summary(spread.values, level)
    if found.low is None or found.high is None:
        return f"No CI for the mean: {'all folds are equal' if found.used > 1 else 'at least two folds are needed'}."
    low, high = (min(max(end, spread.lowest), 1.0) for end in (found.low, found.high))
    between = f"{fold_value(low, spread.reading, unit=False)}{DASH}{fold_value(high, spread.reading)}"
    return (
        f"{name}: approximate {ci(level)} of the mean {between} (Nadeau–Bengio); no unbiased variance estimator exists."
    )


def classes_used(used: int | None, classes: int) -> str:
    """ "2 of 3 classes" where an average leaves some out, else ""."""
    return "" if used in (None, 0, classes) else f"{whole(used)}{NBSP}of{NBSP}{whole(classes)}{NBSP}classes"


def gap(name: str, spread: Spread) -> str:
    """In which folds a number has no value, and why; "" where it has one in each. Plain text."""
    missing = [spread.folds[i] for i in np.flatnonzero(np.isnan(spread.values))]
    if not missing:
        return ""
    where = "any fold" if len(missing) == len(spread.folds) else f"fold {_some(missing)}"
    return f"{name} is not estimable in {where}: {_undefined(spread.reading)}."


def _some(folds: Sequence[str]) -> str:
    """ "“2”, “8” and 3 more"."""
    shown = [f"“{short(fold)}”" for fold in folds[:MOST_NAMED]]
    if len(folds) > MOST_NAMED:
        shown.append(f"{whole(len(folds) - MOST_NAMED)} more")
    return enumeration(shown)


def _undefined(reading: MetricChoice) -> str:
    if reading.key in RANKED:
        return "it needs scores, and cases with the class and without it"
    if reading.average == "overall":
        return "all cases or all predictions are of one class there"
    return f"{reason(METRICS[reading.key].undefined_note)} there"


def fold_notes(name: str, spread: Spread) -> list[str]:
    """Outlying folds, and a mean far from the pooled value. Plain text, as is the name."""
    return [text for text in (_outliers(name, spread), _two_readings(name, spread)) if text]


def _outliers(name: str, spread: Spread) -> str:
    far = outlying(spread.values)
    if not len(far):
        return ""
    reading = spread.reading
    low, high = (fold_value(float(end), reading, False) for end in np.nanquantile(spread.values, [0.25, 0.75]))
    shown = _some([spread.folds[i] for i in far])
    values = enumeration(fold_value(float(spread.values[i]), reading) for i in far[:MOST_NAMED])
    is_one = "is an outlier" if len(far) == 1 else "are outliers"
    return f"{name}: fold{'s' if len(far) > 1 else ''} {shown} {is_one} ({values}; IQR {low}–{high})."


def _two_readings(name: str, spread: Spread) -> str:
    mean, pooled = spread.summary.mean, spread.pooled
    if not abs(mean - pooled) > LARGEST_GAP:
        return ""
    why = "the folds may not share a score scale" if spread.reading.key in RANKED else "some folds have few cases"
    said = (fold_value(each, spread.reading) for each in (mean, pooled))
    return f"{name}: mean of folds {next(said)}, pooled {next(said)}; they differ because {why}."
