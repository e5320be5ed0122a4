"""How much of a file is used, what its rows are taken for, how CIs were made, and how clustering widens them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from metrics import Estimate, Evaluation
from metrics.catalog import CATALOG
from metrics.interval_methods import (
    BOOTSTRAP,
    BOOTSTRAP_LOGIT,
    BOOTSTRAP_PLAIN,
    CLOPPER_PEARSON,
    CLUSTER_ROBUST,
    CLUSTER_ROBUST_LOGIT,
    DELONG,
    DELONG_SCORE,
    DELTA,
    FLEISS,
    FLEISS_LOGIT,
    LINEARISED_LOGIT,
    OBUCHOWSKI,
    OBUCHOWSKI_SCORE,
    PATIENT_BOOTSTRAP_PLAIN,
    PATIENT_SCORE,
    WILSON,
    Style,
)
from metrics.intervals.patient_counts import KnownBy
from metrics.intervals.resampling_units import FEWEST_UNITS, REPLICATES, SEED
from words.findings.finding import Finding, sentences
from words.text.notes import lacking_intervals
from words.text.numbers import NBSP, ci, interval, whole
from words.text.phrases import mid_sentence
from words.text.voice import Voice

DRAWS = f"{REPLICATES:,}{NBSP}resamples, seed{NBSP}{SEED}"
PROPORTIONS = f"{WILSON} for proportions ({CLOPPER_PEARSON} at 0 and 100{NBSP}%)"
OF_F1, BALANCED = f"{WILSON}, via Jaccard, for F1", f"{DELTA}, for balanced accuracy and macro sensitivity"
AREAS_OVER_FOLDS = f"{OBUCHOWSKI_SCORE}, for AUC over the folds"
AREAS_OF_PATIENTS, AREAS_OF_SUMS = f"{PATIENT_SCORE}, for AUC", f"{OBUCHOWSKI_SCORE}, for AUC"
CONDITIONAL = "Cross-validated: CIs are conditional on the fitted models; variation from training is not included."
AREAS, KAPPA = f"{DELONG_SCORE}, for AUC", f"{FLEISS_LOGIT} for kappa"
PRECISION, PRECISION_OF_PATIENTS = (
    f"{name}, for average precision" for name in (LINEARISED_LOGIT, CLUSTER_ROBUST_LOGIT)
)
OTHERS = f"{BOOTSTRAP_LOGIT} otherwise ({DRAWS})"
NET_BENEFIT = f"{BOOTSTRAP_PLAIN} (closed form), for net benefit"
NET_BENEFIT_OF_UNITS = {
    clustered: f"{name} ({DRAWS}), for net benefit"
    for clustered, name in ((False, BOOTSTRAP_PLAIN), (True, PATIENT_BOOTSTRAP_PLAIN))
}
NET_BENEFIT_OF_SUMS = f"{CLUSTER_ROBUST} SE, t, for net benefit"
OF_WEIGHTED = f"{BOOTSTRAP} of the cases ({BOOTSTRAP_LOGIT}; {DRAWS})"
OF_SUMS = f"patient-level ({CLUSTER_ROBUST_LOGIT})"
OF_PATIENTS = f"patient-level (cluster) bootstrap ({BOOTSTRAP_LOGIT}; {DRAWS})"
CONVENTIONAL_MEANS = (
    "Conventional: plain DeLong, percentile bootstrap and plain Fleiss, as in pROC and most earlier papers. The "
    "default has better coverage with few cases and near 0 or 1."
)
CONVENTIONAL = {
    AREAS: f"{DELONG} for AUC",
    KAPPA: f"{FLEISS} for kappa",
    BALANCED: "",  # percentiles, as OTHERS
    OTHERS: f"percentile {BOOTSTRAP} otherwise ({DRAWS})",
    OF_PATIENTS: f"patient-level (cluster) percentile {BOOTSTRAP} ({DRAWS})",
    OF_SUMS: f"patient-level ({CLUSTER_ROBUST} SE, t)",
    OF_WEIGHTED: f"percentile {BOOTSTRAP} of the cases ({DRAWS})",
    AREAS_OVER_FOLDS: f"{OBUCHOWSKI} for AUC over the folds",
    PRECISION: "",  # percentiles, as OTHERS
    PRECISION_OF_PATIENTS: "",
    AREAS_OF_PATIENTS: "",  # percentiles, too
    AREAS_OF_SUMS: f"{OBUCHOWSKI} for AUC",
}
WEIGHTED = "Percentages are weighted, counts are not."
ALIKE = 0.05  # widths that differ by less are said to be the same


def rows_used(rows: int, used: int, excluded: Iterable[tuple[str, int]]) -> Finding:
    """How many rows are used, and why the others are not. excluded: (reason, rows)."""
    apart = [_excluded(reason, number) for reason, number in excluded]
    if not apart:
        return Finding(f"All {whole(rows)} rows used.", "")
    first, *others = apart
    headline = f"{whole(used)} of {whole(rows)} rows used; {first}."
    return Finding(headline, " ".join(f"{other.capitalize()}." for other in others))


def one_group(group: str, cases: str) -> str:
    """Plain text: of whom the numbers of a report are, where a page shows one group."""
    return f"Only {group}: every number is of these {cases}, not of all rows used."


def _excluded(reason: str, rows: int) -> str:
    if reason == "no truth":
        return f"{whole(rows)}{NBSP}{'has' if rows == 1 else 'have'} no true class"
    return f"{whole(rows)}{NBSP}excluded: {reason}"


def intervals_made(
    level: float,
    clustered: bool,
    otherwise: Sequence[str],
    folds: bool = False,
    weighted: bool = False,
    style: Style = "default",
    patients: KnownBy = "rows",
) -> str:
    """The level and the method of the intervals of a page. otherwise: the methods where rows are independent.

    folds: whether the rows are of several folds. weighted: whether cases count by weights. patients: where clustered,
    how they are known.
    """
    methods, is_held = list(otherwise), patients == "rows"
    worth = NET_BENEFIT_OF_UNITS[clustered] if is_held or not clustered else NET_BENEFIT_OF_SUMS
    of_worth = [worth] if NET_BENEFIT in otherwise else []
    of_precision = [PRECISION_OF_PATIENTS if clustered else PRECISION] if PRECISION in otherwise else []
    is_apart = clustered and not is_held and AREAS in otherwise  # an area of which nothing is drawn
    has_others = len(methods) > len(of_worth) + len(of_precision) + is_apart
    if clustered:
        of_areas = (AREAS_OVER_FOLDS if folds else AREAS_OF_PATIENTS) if is_held else AREAS_OF_SUMS
        areas = [of_areas] if AREAS in otherwise else []
        of_patients = [OF_SUMS if patients == "sums" else OF_PATIENTS] if has_others else []
        methods = [*of_patients, *areas, *of_precision, *of_worth]
    elif weighted:
        areas = [AREAS] if folds and AREAS in otherwise else []
        methods = [*([OF_WEIGHTED] if has_others else []), *areas, *of_precision, *of_worth]
    if style == "conventional":
        methods = [named for each in methods if (named := CONVENTIONAL.get(each, each))]
    start = f"Conventional {ci(level)}s" if style == "conventional" else f"{ci(level)}s"
    return sentences(
        WEIGHTED if weighted else "",
        f"{start}: {'; '.join(methods)}.",
        CONDITIONAL if folds else "",
    )


def independence(n: int, clusters: int | None, unit: tuple[str, str], column: str) -> str:
    """What the intervals assume about rows of one patient. column: the name of what tells patients apart."""
    if clusters is None:
        return "Rows are treated as independent: if several belong to one patient, CIs are too narrow."
    if clusters == n:
        return f"One row per {unit[0]}."
    values = f"{whole(clusters)} different values" if clusters > 1 else "one value"
    said = f"{whole(n)} rows with {values} of {column}"
    if clusters < FEWEST_UNITS:
        return f"{said}: too few for CIs ({FEWEST_UNITS} needed)."
    return f"{said}."


def without_ci(evaluation: Evaluation, voice: Voice, figures: Mapping[str, str], keys: Iterable[str]) -> str:
    """Which key figures and numbers of classes have no CI, and why.

    figures: name of a key figure -> key, of all classes. keys: of the numbers of classes.
    """
    numbers = [(mid_sentence(name), evaluation.overall[key]) for name, key in figures.items()]
    for key in keys:
        every = {i: evaluation.classes[i][key] for i in voice.order if key in evaluation.classes[i]}
        numbers += _of_classes(mid_sentence(CATALOG[key].name), every, voice)
    return lacking_ci(evaluation, numbers)


def lacking_ci(evaluation: Evaluation, numbers: Iterable[tuple[str, Estimate]]) -> str:
    """Which of these numbers have no CI, and why; "" where patients are too few for any, as the title line says."""
    return "" if too_few_patients(evaluation) else lacking_intervals(numbers)


def too_few_patients(evaluation: Evaluation) -> bool:
    """Whether no number has a CI, as patients have several rows and are too few; the title line says it once."""
    return evaluation.is_clustered and (evaluation.clusters or 0) < FEWEST_UNITS


def _of_classes(name: str, every: Mapping[int, Estimate], voice: Voice) -> list[tuple[str, Estimate]]:
    """A number under its name where all classes lack its CI for the same cases, else under those of the classes."""
    lacking = [each.note and each.note.fields.get("cases") for each in every.values()]
    if len(every) == len(voice.order) and lacking[0] is not None and len(set(lacking)) == 1:
        return [(name, next(iter(every.values())))]
    return [(f"{name} for {voice.name(label)}", each) for label, each in every.items()]


def width_ratio(shown: Estimate, naive: Estimate) -> float | None:
    """Width of the shown interval over that of the naive one; None where one of them has none."""
    if shown.low is None or shown.high is None or naive.low is None or naive.high is None:
        return None
    return (shown.high - shown.low) / (naive.high - naive.low) if naive.high > naive.low else None


def times_wider(shown: Estimate, naive: Estimate) -> str:
    """ "2.3× as wide", "same width"; "" where one of the two has no interval."""
    ratio = width_ratio(shown, naive)
    if ratio is None:
        return ""
    return "same width" if abs(ratio - 1) < ALIKE else f"{ratio:.1f}× as wide"


def ignoring_clusters(name: str, shown: Estimate, naive: Estimate) -> str:
    """ "accuracy 77–81 % (patient-level CI 1.6× as wide)", "(too narrow)" beside none; "" without a naive interval."""
    found = f"{between}{NBSP}%" if (between := interval(naive)) and naive.trials is not None else interval(naive, 3)
    wider = times_wider(shown, naive)
    return f"{name} {found} ({f'patient-level CI {wider}' if wider else 'too narrow'})" if found else ""


def comparison_made(
    level: float,
    rivals: int,
    patients: KnownBy | None,
    folds: bool = False,
    style: Style = "default",
    weighted: bool = False,
    has_scores: bool = True,
) -> str:
    """The methods of the page. folds: whether an AUC is the mean of folds. has_scores: without them there is no AUC.

    patients: how those with several rows are known, None where rows are independent. style: of intervals; those of
    differences on independent rows are the conventional ones in both. weighted: whether cases count by weights.
    """
    return sentences(
        _differences_made(level, patients, folds, style == "conventional", weighted, has_scores),
        f"Intervals of differences are simultaneous for {whole(rivals)} models (Bonferroni), and p values are "
        f"multiplied by {whole(rivals)}."
        if rivals > 1
        else "",
        "Each AUC is the mean of the folds." if folds and has_scores else "",
    )


def _differences_made(
    level: float, patients: KnownBy | None, folds: bool, is_conventional: bool, weighted: bool, has_scores: bool
) -> str:
    """How intervals of differences and p values are made; see `comparison_made`."""
    clustered = patients is not None
    obuchowski = ", Obuchowski for AUC" if has_scores else ""
    compared = "AUC, PPV and NPV" if has_scores else "PPV and NPV"
    if patients == "sums":
        return (
            f"{ci(level)}: patient-level ({CLUSTER_ROBUST} SE, t){obuchowski}. p values: normal limit of the "
            f"patient-level permutation test; {compared} z tests."
        )
    if not weighted and not clustered:
        start = f"{ci(level)}, the same in both styles of intervals" if is_conventional else ci(level)
        delong, both = ("DeLong for AUC, ", "DeLong and ") if has_scores else ("", "")
        return (
            f"{start}: Newcombe for paired proportions, MOVER of Wilson bounds for PPV, {delong}Moskowitz–Pepe for "
            f"ratios. p values: exact McNemar; {both}Moskowitz–Pepe z tests for {compared}."
        )
    start, drawn = (f"Conventional {ci(level)}", "") if is_conventional else (ci(level), "expanded ")
    drawn = f"({drawn}percentiles; {DRAWS})"
    if not weighted:
        return (
            f"{start}: patient-level bootstrap {drawn}{obuchowski}. "
            f"p values: patient-level permutation test; {compared} z tests."
        )
    unit, made = ("patients", "patient-level bootstrap") if clustered else ("cases", "bootstrap of the cases")
    areas = f", {OBUCHOWSKI if clustered else DELONG} for AUC" if folds and has_scores else ""
    return f"{start}: {made} {drawn}{areas}. p values: permutation test of weighted {unit}; {compared} z tests."
