"""What one threshold of one class does: the headline, the delivered predictions beside it, and every other class."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from metrics import METRICS, Counts, NaturalFrequencies
from metrics.thresholding.delivered import DeliveredPoint
from words.findings.curves import DELIVERED
from words.findings.finding import sentences
from words.findings.prevalence import common
from words.findings.utility.acts import others_said
from words.text.amounts import ONE_BY_ONE, Amounts
from words.text.marks import MARKS, outcome
from words.text.numbers import NBSP, counted, threshold, whole
from words.text.phrases import sentence_case
from words.text.voice import Voice

NO_CLASSES = "The file gives no predicted class, and its score is not a probability: it has no threshold of its own."
MEDIAN = "The median score is shown."
Cells = NDArray[np.int64] | list[list[int]]  # (K, K), rows are the true class; of lists Python reads a cell sooner
MOST_NAMED = 2  # other diseases in a sentence
MOST_ROWS = 7  # other classes in the table
AS_NORMAL = {
    "tp": "classified as {normal}",
    "fn": "{alarms}",
    "fp": "{others}, classified as {normal}",
    "tn": "{others}, not classified as {normal}",
}
BESIDE_NORMAL = {"tp": "as {normal}", "fn": "not as {normal}", "fp": "as {normal}", "tn": "not as {normal}"}


def threshold_finding(counts: Counts, at: float, label: int, voice: Voice, amounts: Amounts = ONE_BY_ONE) -> str:
    """How many are detected and how many predictions are incorrect; of Normal, how many Normal predictions hide."""
    tp, fn, fp = int(counts.tp), int(counts.fn), int(counts.fp)
    where, name = sentence_case(_at(at)), voice.name(label)
    if label == voice.normal:
        return f"{where}, {_normal(tp + fp, fp, name, voice)}."
    if not tp + fp:
        return f"{where}, {name} is never predicted{_all_missed(fn, amounts)}."
    detected = f"the model detects {amounts.part_of_group(tp, tp + fn, label, voice)}; " if tp + fn else ""
    incorrect = (
        f"{amounts.predictions(fp, tp + fp, name)} {'is' if fp == 1 and amounts.seconds is None else 'are'} incorrect"
    )
    return f"{where}{'' if detected else ','} {detected}{incorrect}."


def unchosen(label: int, voice: Voice) -> str:
    """In place of the headline, while a threshold is shown that nobody chose."""
    return f"No threshold is chosen for {voice.name(label)}."


def _all_missed(number: int, amounts: Amounts) -> str:
    return "" if not number else f": all {amounts.alone(number)} missed" if number > 1 else ": the only case is missed"


def _normal(predicted: int, others: int, name: str, voice: Voice) -> str:
    if not predicted:
        return f"no {voice.unit[0]} is classified as {name}"
    verb = "is" if predicted == 1 else "are"
    return f"{counted(predicted, voice.unit)} {verb} classified as {name}; {_hidden(others, voice)}"


def _hidden(number: int, voice: Voice) -> str:
    """The incorrect Normal predictions: disease, or any other class where some class is no disease."""
    if voice.not_diseases:
        return f"{whole(number) if number else 'none'} of them belong{'' if number > 1 else 's'} to another class"
    return f"{whole(number) if number else 'none'} of them {'have' if number > 1 else 'has'} disease"


def _at(at: float) -> str:
    return f"at threshold {threshold(at)}" if math.isfinite(at) else threshold(at)


def rate_names(label: int, voice: Voice) -> dict[str, str]:
    """The rates by the names of the catalog; those of Normal say what happens to the patient."""
    if label != voice.normal:
        return {key: METRICS[key].name for key in ("sensitivity", "fpr", "ppv", "npv")}
    name, others = voice.name(label), "Other classes" if voice.not_diseases else "Disease"
    as_normal = f"classified as {name}"
    return {
        "sensitivity": f"{voice.title(label)} {as_normal}",
        "fpr": f"{others} {as_normal}",
        "ppv": f"PPV of {name}",
        "npv": f"NPV of {name}",
    }


def axis_names(label: int, voice: Voice) -> dict[str, str]:
    """The axes of the two curves, in percent."""
    names = {key: f"{name}, %" for key, name in rate_names(label, voice).items()}
    axes = {"roc_up": "sensitivity", "roc_across": "fpr", "pr_up": "ppv", "pr_across": "sensitivity"}
    return {axis: names[key] for axis, key in axes.items()}


# ------------------------------------------------------------------ beside the delivered predictions


@dataclass(frozen=True, eq=False)
class Delivered:
    """The delivered predictions of a class, with what they are of every class.

    cells: (K, K) of the delivered predictions; None where what a threshold does to the other classes is not known.
    by_highest: whether every delivered prediction is the class with the highest score. rates: the counts that rates
    are read from, where cases are weighted. name: "as delivered", or "assumed" of a threshold that nobody chose.
    """

    point: DeliveredPoint
    cells: NDArray[np.int64] | None
    by_highest: bool
    rates: Counts | None = None
    name: str = DELIVERED

    @property
    def start(self) -> str:
        """The name where a sentence, a column or a button begins."""
        return sentence_case(self.name)

    def how(self) -> str:
        """ " (highest score)", " (score at or above 0.310)", or nothing where it is not known."""
        if self.point.is_rule:
            at = self.point.threshold
            return f" (score at or above {threshold(at)})" if math.isfinite(at) else ""
        return " (highest score)" if self.by_highest else ""


def beside_delivered(
    counts: Counts,
    at: float,
    cells: Cells | None,
    delivered: Delivered | None,
    label: int,
    voice: Voice,
    amounts: Amounts = ONE_BY_ONE,
) -> str:
    """The delivered predictions at the class, then what this threshold does to the other diseases.

    cells: (K, K) at this threshold. delivered: None where no class is predicted until a threshold is kept.
    """
    if delivered is None:
        return NO_CLASSES
    point = delivered.point
    is_same = tuple(counts) == tuple(point.counts)
    if is_same and point.is_rule:
        return _is_delivered(delivered, label, voice)
    told = _delivered_counts(point.counts, label, voice, amounts)
    if at == point.threshold:
        return f"{delivered.start}{delivered.how()}, about this threshold: {told}."
    lower = "lower" if at < point.threshold else "higher"
    moved = _moved(delivered.cells, cells, lower, label, voice, amounts)
    return sentences(f"{delivered.start}{delivered.how()}: {told}.", moved)


def _is_delivered(delivered: Delivered, label: int, voice: Voice) -> str:
    at, named = delivered.point.threshold, f"{delivered.start}: {voice.name(label)} is"
    return (
        f"{named} predicted at a score of {threshold(at)} or above."
        if math.isfinite(at)
        else f"{named} never predicted."
    )


def _delivered_counts(counts: Counts, label: int, voice: Voice, amounts: Amounts) -> str:
    tp, fn, fp = int(counts.tp), int(counts.fn), int(counts.fp)
    if label == voice.normal:
        return f"{whole(tp + fp)} classified as {voice.name(label)}, {_hidden(fp, voice)}"
    incorrect = f"{amounts.predictions(fp, tp + fp)} incorrect" if tp + fp else "never predicted"
    return f"{amounts.part(tp, tp + fn)} detected, {incorrect}" if tp + fn else incorrect


def _moved(
    before: Cells | None,
    after: Cells | None,
    lower: str,
    label: int,
    voice: Voice,
    amounts: Amounts,
) -> str:
    """The other diseases whose detection changes most, most dangerous first."""
    if before is None or after is None:
        return ""
    changed = {i: int(after[i][i] - before[i][i]) for i in voice.diseases if i != label}
    changed = {i: by for i, by in changed.items() if by}
    if not changed:
        return ""
    named = sorted(sorted(changed, key=lambda i: -abs(changed[i]))[:MOST_NAMED], key=voice.order.index)
    parts = [f"{voice.name(i)}: {_from_to(int(before[i][i]), after[i], i, amounts)} detected" for i in named]
    more = len(changed) - len(named)
    rest = f" and {more} more class{'es' if more > 1 else ''}" if more else ""
    return f"The {lower} threshold also moves {', '.join(parts)}{rest}."


def _from_to(before: int, after: NDArray[np.int64] | list[int], label: int, amounts: Amounts) -> str:
    return f"{amounts.alone(before)}{NBSP}→{NBSP}{amounts.part(int(after[label]), int(sum(after)))}"


# ------------------------------------------------------------------ every class, as delivered and at the threshold


@dataclass(frozen=True)
class ChangeRow:
    """name, what: what is counted. part, whole: cells (true class, prediction) whose sums it is."""

    name: str
    what: str
    part: tuple[tuple[int, int], ...]
    whole: tuple[tuple[int, int], ...]

    def of(self, cells: Cells) -> tuple[int, int]:
        """(part, whole) of these cells."""
        return sum([int(cells[i][j]) for i, j in self.part]), sum([int(cells[i][j]) for i, j in self.whole])


def change_rows(label: int, voice: Voice) -> list[ChangeRow]:
    """The classes in their order, from nine on only some of them; last the disease among Normal predictions."""
    size = len(voice.names)
    others = [i for i in voice.order if i != label]
    named = {label, *others[:MOST_ROWS]} if len(others) > MOST_ROWS + 1 else set(voice.order)
    if voice.normal is not None:
        named.add(voice.normal)
    name = voice.numbered if voice.has_numbers else voice.title  # "6 detected" would be a count
    rows = [_row([i], name(i), _outcome(i, voice), size) for i in voice.order if i in named]
    if rest := [i for i in voice.order if i not in named]:
        rows.append(_row(rest, f"{len(rest)} other classes", "detected", size))
    if voice.normal is None:
        return rows
    hidden = tuple((i, voice.normal) for i in voice.diseases)
    predicted = (*hidden, (voice.normal, voice.normal))
    return [
        *rows,
        ChangeRow("Disease", f"among {voice.name(voice.normal)} predictions", hidden, predicted),
    ]


def _row(labels: Sequence[int], name: str, what: str, size: int) -> ChangeRow:
    return ChangeRow(name, what, tuple((i, i) for i in labels), tuple((i, j) for i in labels for j in range(size)))


def _outcome(label: int, voice: Voice) -> str:
    is_disease = label not in (voice.normal, *voice.not_diseases)
    return "detected" if is_disease else f"classified as {voice.name(label)}"


def column(at: float) -> str:
    """ "At 0.100", "Above every score"."""
    return f"At {threshold(at)}" if math.isfinite(at) else sentence_case(threshold(at))


def change_cells(before: tuple[int, int], after: tuple[int, int], amounts: Amounts = ONE_BY_ONE) -> tuple[str, str]:
    """At the threshold, and the change: "45", "+5"; with its total where that is another one. Each (part, whole)."""
    (old, old_total), (part, total) = before, after
    return amounts.alone(part) if total == old_total else amounts.part(part, total), amounts.change(part - old)


# ------------------------------------------------------------------ people


def outcomes(label: int, voice: Voice, beside: bool = False, number: int = 2) -> dict[str, str]:
    """What each cell counts. beside: as short as it must be beside the threshold in the picture."""
    if label != voice.normal:
        return {cell: outcome(cell, number) for cell in MARKS}
    alarms = "false alarm" if number == 1 else "false alarms"
    told = {"normal": voice.name(label), "others": others_said(voice), "alarms": alarms}
    if voice.not_diseases:  # which is no alarm
        told["alarms"] = f"{told['normal']}, not classified as {told['normal']}"
    return {cell: each.format(**told) for cell, each in (BESIDE_NORMAL if beside else AS_NORMAL).items()}


def people_title(tree: NaturalFrequencies, proportion: float | None, voice: Voice) -> str:
    """ "1,000 patients at the observed prevalence", "1,000 patients at a prevalence of 2 %"."""
    many = f"{whole(tree.diseased + tree.healthy)} {voice.unit[1]}"
    return f"{many} at {'the observed prevalence' if proportion is None else f'a prevalence of {common(proportion)}'}"
