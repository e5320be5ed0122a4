"""The finding of the Overview page: what is missed of the class of interest, and disease among Normal predictions."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np

from metrics import Estimate, Evaluation
from metrics.danger import largest_error
from words.findings.finding import LONGEST, Finding, sentences
from words.findings.prevalence import proportion_with_disease
from words.text.amounts import ONE_BY_ONE, Amounts
from words.text.escape import short
from words.text.numbers import (
    FEW,
    NBSP,
    bounds,
    ci,
    decimal,
    in_brackets,
    interval,
    of,
    percent,
    percent_said,
    weighted,
    whole,
)
from words.text.phrases import before_a_number, enumeration, sentence_case
from words.text.voice import Voice

MOST_TARGETS = 3
LONGEST_NAME = 24
Counted = Callable[[int], str]


def missed(evaluation: Evaluation, label: int) -> Estimate:
    """Cases of a class that are classified as another one: 1 − sensitivity."""
    return evaluation.classes[label]["fnr"]


def overview(evaluation: Evaluation, voice: Voice, at: float | None = None, is_given: bool = False) -> Finding:
    """How much of the class of interest is missed, and how much disease is among the Normal predictions.

    at: the threshold that made the predicted classes, where the file gives none. is_given: whether somebody gave it.
    """
    label, present = voice.interest, int((evaluation.matrix.support > 0).sum())
    if present < 2:
        return Finding("All cases have the same true class; missed cases cannot be assessed.", "")
    if not evaluation.matrix.support[label]:
        headline = f"No case of {voice.name(label)} here: missed cases of it cannot be assessed."
        return Finding(headline, reassurance(evaluation, voice))
    headline, rest = _headline(evaluation, voice, at)
    certain = _interval_of_misses(evaluation, label, voice)
    if at is None:
        never = never_predicted(evaluation, voice)
        return Finding(headline, sentences(rest, certain, never, reassurance(evaluation, voice)))
    assumed = "" if is_given else f"The file gives one score and no predicted class: {at:g} is an assumption."
    return Finding(headline, sentences(rest, certain, incorrect(evaluation, voice), assumed))


# ------------------------------------------------------------------ the headline


def _headline(evaluation: Evaluation, voice: Voice, at: float | None) -> tuple[str, str]:
    """The sentence, and what had to move out of it because it grew too long."""
    matrix, label = evaluation.matrix, voice.interest
    if not matrix.predicted[label] and label != voice.normal:
        return _never_predicted(evaluation, voice), ""
    start = _start(evaluation, voice)
    if at is not None:
        start = f"At a score of {at:g} or more {start[0].lower()}{start[1:]}"
    went, targets = errors_said(evaluation, voice, label), np.count_nonzero(matrix.cells[label])
    if not went or len(matrix.labels) == 2:  # with two classes an error can only be the other one
        return f"{start}.", ""
    in_brief = errors_said(evaluation, voice, label, brief=True) if voice.normal is not None else ""
    for said in filter(None, (went, in_brief)):
        if len(start) + len(said) + 3 <= LONGEST:
            return f"{start}: {said}.", ""
    is_one = targets - bool(matrix.cells[label, label]) == 1
    return f"{start}.", f"{sentence_case(went)}." if is_one else f"Of these, {went}."


def _start(evaluation: Evaluation, voice: Voice) -> str:
    """ "The model missed 10 of 50 patients with VT (20 %)"; Normal is never missed, and what is no disease neither."""
    label, estimate = voice.interest, missed(evaluation, voice.interest)
    number, total = estimate.successes or 0, estimate.trials or 0
    group = voice.group_phrase(total, label)
    if number == 0 and total == 1 and label in voice.diseases:
        return f"{voice.who} detected the only {voice.cases(label, 1)}"
    if number == 0:
        return (
            f"{voice.who} missed none of {group}"
            if label in voice.diseases
            else f"{voice.who} classified all {group} correctly"
        )
    brackets = f" ({percent_said(estimate)})" if total >= FEW and number < total else ""
    part = f"all{NBSP}{group}" if number == total > 1 else f"{whole(number)}{NBSP}of{NBSP}{group}"
    if label == voice.normal and not evaluation.matrix.cells[label, list(voice.not_diseases)].any():
        return f"{voice.who} raised a false alarm for {of(number, total)} {voice.cases(label, total)}{brackets}"
    return f"{voice.who} {'missed' if label in voice.diseases else 'misclassified'} {part}{brackets}"


def _never_predicted(evaluation: Evaluation, voice: Voice) -> str:
    label, normal = voice.interest, voice.normal
    total = int(evaluation.matrix.support[label])
    missed = f"all{NBSP}{whole(total)}{NBSP}cases missed" if total > 1 else "the only case is missed"
    as_normal = 0 if normal is None else int(evaluation.matrix.cells[label, normal])
    rest = (
        f", {whole(as_normal)}{NBSP}as {voice.name(normal)}" if normal is not None and as_normal and total > 1 else ""
    )
    return f"{voice.who} never predicted {voice.name(label)}: {missed}{rest}."


def never_predicted(evaluation: Evaluation, voice: Voice) -> str:
    """ "Never predicted: Rare (60 cases)." of the diseases that do not lead the headline; "" without such."""
    matrix = evaluation.matrix
    silent = [i for i in voice.diseases if i != voice.interest and matrix.support[i] and not matrix.predicted[i]]
    cases = {i: int(matrix.support[i]) for i in silent[:MOST_TARGETS]}
    named = [f"{voice.name(i)} ({whole(n)}{NBSP}{voice.unit[n != 1]})" for i, n in cases.items()]
    more = [f"{len(silent) - MOST_TARGETS} more"] if len(silent) > MOST_TARGETS else []
    return f"Never predicted: {enumeration([*named, *more])}." if named else ""


def errors_said(
    evaluation: Evaluation,
    voice: Voice,
    label: int,
    brief: bool = False,
    written: Counted = whole,
    name: Counted | None = None,
) -> str:
    """Where the errors of a class went: "5 classified as Normal, 5 as Ectopic", "all classified as VT".

    "" without any. Normal first, then by size. brief: Normal alone by name. written, name: how each is said.
    """
    row = evaluation.matrix.cells[label]
    errors = {i: int(n) for i, n in enumerate(row) if n and i != label}
    if len(errors) == 1 and not brief:
        ((only, number),) = errors.items()
        return f"{'all ' if number > 1 and row[label] else ''}classified as{NBSP}{(name or voice.name)(only)}"
    ranked = sorted(errors, key=lambda i: (i != voice.normal, -errors[i]))
    most = (1 if voice.normal in errors else 0) if brief else MOST_TARGETS
    named = ranked if len(ranked) == most + 1 and not brief else ranked[:most]
    return ", ".join(_targets(errors, named, voice, written, name or voice.name))


def _targets(errors: dict[int, int], named: list[int], voice: Voice, written: Counted, name: Counted) -> Iterator[str]:
    verb = " classified"
    for i in named:
        yield f"{written(errors[i])}{verb} as{NBSP}{name(i)}"
        verb = ""
    others = [i for i in errors if i not in named]
    if others:
        kind = "disease" if voice.normal is not None and set(others) <= set(voice.diseases) else "class"
        which = f"another {kind}" if named or len(others) == 1 else f"other {kind}{'es' if kind == 'class' else 's'}"
        yield f"{written(sum(errors[i] for i in others))}{verb} as{NBSP}{which}"


# ------------------------------------------------------------------ what qualifies it


def _interval_of_misses(evaluation: Evaluation, label: int, voice: Voice) -> str:
    """The CI of the miss rate; "" where there is none, whose reason stands in the title line."""
    estimate = missed(evaluation, label)
    if (estimate.trials or 0) < FEW:
        return "Too few cases for a percentage (fewer than 10)."
    if estimate.low is None or estimate.high is None:
        return ""
    if not estimate.successes:
        rate = "A miss rate" if label in voice.diseases else "An error rate"
        up_to = percent(estimate.high, estimate.trials or 0)
        return f"{rate} of up to {up_to} is not excluded ({ci(evaluation.level)})."
    name = "Miss rate" if label in voice.diseases else "Error rate"
    return f"{name} {bounds(estimate)}{NBSP}%."


def incorrect(evaluation: Evaluation, voice: Voice) -> str:
    """ "2 of 203 malignant predictions are incorrect."; "" without any prediction of the class of interest."""
    errors = evaluation.classes[voice.interest]["ppv"].complement()
    if not errors.is_defined:
        return ""
    number, name = errors.successes or 0, voice.name(voice.interest)
    return f"{of(number, errors.trials or 0)} {name} predictions {'is' if number == 1 else 'are'} incorrect."


def reassurance(evaluation: Evaluation, voice: Voice) -> str:
    """Disease among the Normal predictions, with the prevalence it depends on; "" without a Normal class."""
    if voice.normal is None:
        return ""
    estimate, name = evaluation.overall["risk_score"], voice.name(voice.normal)
    if not estimate.trials:
        return f"{voice.who} never predicted {name}."
    only = voice.diseases[0] if len(voice.diseases) == 1 else None
    ill = "disease" if only is None else voice.name(only) if voice.preposition(only) else voice.cases(only)
    prevalence = f"prevalence of {before_a_number(ill)} {disease_prevalence(evaluation, voice)}"
    number, unit = estimate.successes or 0, voice.unit[estimate.trials != 1]
    counts = of(number, estimate.trials) if number else f"None of {whole(estimate.trials)}"
    start = f"{counts} {unit} classified as {name} {_have_disease(number or 1, voice)}"
    if estimate.trials < FEW:
        return f"{start}."
    found = interval(estimate)
    parts = [percent_said(estimate)] if number else []
    parts += [f"CI{NBSP}{found}" if number else f"CI{NBSP}{found}{NBSP}%"] if found else []
    return f"{start} ({'; '.join(filter(None, (', '.join(parts), prevalence, _not_counted(voice))))})."


def _not_counted(voice: Voice) -> str:
    """ "without Artifact", "without 4 classes": neither Normal nor a disease, so counts differ from those of PPV."""
    neither = [voice.name(i) for i in voice.order if i in voice.not_diseases]
    few = enumeration(neither) if 0 < len(neither) <= MOST_TARGETS else f"{len(neither)} classes"
    return f"without {few}" if neither else ""


def disease_prevalence(evaluation: Evaluation, voice: Voice) -> str:
    """The proportion of cases with a disease among those with one and the Normal ones: "13.0 %"."""
    support = evaluation.matrix.support
    counted = [*voice.diseases, *([] if voice.normal is None else [voice.normal])]
    total = int(support[counted].sum())
    part = proportion_with_disease(evaluation, voice) if total else math.nan
    return "not estimable" if math.isnan(part) else percent(part, total)


def _have_disease(number: int, voice: Voice) -> str:
    if len(voice.diseases) == 1:
        return voice.verb_phrase(number, voice.diseases[0])
    return "has disease" if number == 1 else "have disease"


# ------------------------------------------------------------------ below the table


def below_the_table(evaluation: Evaluation, voice: Voice, has_required: bool, lowest_area: float = 0.5) -> str:
    """The scale of the marks, what the dashed tick is, and the accuracy of always predicting the largest class.

    lowest_area: where the scale of AUC begins.
    """
    scale = f"a scale from 0 to 100 %, AUC from {lowest_area:g} to 1" if evaluation.has_scores else "0 to 100 %"
    dashed = "; dashed: required" if has_required else ""
    largest = int(evaluation.matrix.support.argmax())
    always = percent(evaluation.classes[largest]["prevalence"].value, evaluation.n)
    return f"Marks: {scale}{dashed}. Accuracy of always predicting {voice.name(largest)}: {always}."


def of_one_score(evaluation: Evaluation, voice: Voice, label: int) -> str:
    """The prevalence that PPV and NPV depend on, and which number does not depend on the threshold."""
    support = int(evaluation.matrix.support[label])
    found = evaluation.classes[label]["prevalence"].value
    prevalence = weighted(percent(found, evaluation.n), found, support, evaluation.n)
    counts = f"Prevalence of {voice.name(label)}: {prevalence} ({of(support, evaluation.n)})"
    return f"{counts}. AUC: independent of the threshold."


# ------------------------------------------------------------------ what other pages found, in a few words each


def most_frequent_error(evaluation: Evaluation, voice: Voice, amounts: Amounts = ONE_BY_ONE) -> str:
    """ "45 of 112 errors (40 %): Normal → Ectopic"; "" without any error, or of two classes."""
    matrix, cells = evaluation.matrix, evaluation.in_population.matrix.cells
    errors = matrix.total - int(matrix.cells.trace())
    if not errors or len(cells) < 3:
        return ""
    cell = largest_error(matrix)
    named = " → ".join(short(voice.name(label), LONGEST_NAME) for label in cell)
    number, own = int(matrix.cells[cell]), float(cells[cell] / (cells.sum() - cells.trace()))
    if amounts.seconds is not None:
        return f"{amounts.part(number, errors)} of error{in_brackets(number, errors, own)}: {named}"
    part = "the only error" if errors == 1 else f"{of(number, errors)} errors{in_brackets(number, errors, own)}"
    return f"{part}: {named}"


def area(evaluation: Evaluation, voice: Voice) -> str:
    """ "AUC for VT 0.956"; "" without scores of the class of interest."""
    found = evaluation.classes[voice.interest].get("auc")
    if found is None or not found.is_defined:
        return ""
    return f"AUC for {before_a_number(_short(voice, voice.interest))}{NBSP}{decimal(found.value)}"


def misclassified(evaluation: Evaluation, voice: Voice) -> str:
    """ "34 of 150 patients with disease misclassified"; "" where no class is a disease beside others."""
    diseases = list(voice.diseases)
    total = int(evaluation.matrix.support[diseases].sum())
    errors = total - int(evaluation.matrix.cells[diseases, diseases].sum())
    if voice.normal is None or not total or len(diseases) < 2:
        return ""
    return f"{errors:,} of {total:,} {voice.unit[1]} with disease misclassified"


def over_folds(values: np.ndarray) -> str:
    """ "sensitivity 94.8 ± 3.9 % over 5 folds"; "" where fewer than two folds have the class. values: (F,), 0 to 1."""
    used = values[~np.isnan(values)]
    if len(used) < 2:
        return ""
    return f"sensitivity {used.mean() * 100:.1f}{NBSP}±{NBSP}{used.std(ddof=1) * 100:.1f}{NBSP}% over {len(used)} folds"


def _short(voice: Voice, label: int) -> str:
    return short(voice.name(label), LONGEST_NAME)
