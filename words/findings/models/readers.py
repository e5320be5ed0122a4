"""What is said of several readers of the same cases: their mean, how far apart they are, and two modalities."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from words.findings.finding import Finding, sentences
from words.findings.prevalence import as_proportion
from words.text.differences import difference_interval, in_brackets, signed, signed_area
from words.text.notes import why
from words.text.numbers import NBSP, bounds, ci, interval, key_number, percent_of, span_of, whole
from words.text.voice import Voice

if TYPE_CHECKING:
    from metrics import Estimate

NAMES = {"sensitivity": "Sensitivity", "specificity": "Specificity", "auc": "AUC"}
HOW = {"with", "without", "aided", "unaided", "assisted", "unassisted", "alone"}  # first words of modalities
MANY = 200  # from so many cases on a percentage has a decimal


@dataclass(frozen=True, eq=False)
class ReaderMean:
    """The mean of one number over the readers, with each reader's own.

    cases: how many a proportion rests on, None for an AUC. apart: to the first modality; None for that one itself.
    """

    estimate: Estimate
    each: Sequence[float]
    cases: int | None
    apart: Estimate | None = None

    @property
    def said(self) -> str:
        """ "82 %", "0.897", "not estimable"."""
        if not self.estimate.is_defined:
            return "not estimable"
        return key_number(self.estimate) if self.cases is None else percent_of(self._counted)

    @property
    def range(self) -> str:
        """ "70–91", "0.83–0.97": the lowest and the highest reader."""
        places, times = (2, 1) if self.cases is None else (int(self.cases >= MANY), 100)
        return span_of(times * min(self.each), times * max(self.each), places)

    def interval_said(self, level: float | None = None) -> str:
        """ "95 % CI 74–90", without a level "CI 74–90", or why there is none."""
        return bounds(self._counted, level, 3 if self.cases is None else None)

    def bounds_said(self) -> str:
        """ "74–90" for a column that names its level, or why there is none."""
        counted = self._counted
        return interval(counted, 3 if self.cases is None else None) or why(counted) or "no CI"

    @property
    def _counted(self) -> Estimate:
        """The mean with the decimals of so many cases."""
        return self.estimate if self.cases is None else as_proportion(self.estimate, self.cases)

    @property
    def is_clear(self) -> bool:
        """Whether the interval of the difference to the first modality excludes 0."""
        return self.apart is not None and self.apart.excludes_0

    def apart_said(self) -> str:
        """ "+4 (−1 to +10)" to the first modality; "" for that one itself."""
        return "" if self.apart is None else in_brackets(self.apart, self._signed)

    def _signed(self, value: float) -> str:
        return signed_area(value) if self.cases is None else signed(value, self.cases)

    def difference_said(self, level: float) -> str:
        """ "+4 points (95 % CI −1 to +10)"."""
        assert self.apart is not None
        unit = "" if self.cases is None else f"{NBSP}points"
        return f"{self._signed(self.apart.value)}{unit} ({difference_interval(self.apart, level, self._signed)})"


Means = Mapping[str, ReaderMean]


def readers_finding(
    readers: int, named: Sequence[tuple[str, Means]], label: int, cases: int, voice: Voice, level: float
) -> Finding:
    """The mean over the readers of the class of interest; of several modalities the best beside the first.

    named: (modality, its means by number), the first is the reference. cases: those that all of them read.
    """
    key = "sensitivity" if "sensitivity" in named[0][1] else "auc"
    name, first = named[0]
    further = [each for each in named[1:] if each[1][key].apart]
    said = first[key]
    if further:
        other, means = max(further, key=lambda each: each[1][key].estimate.value)
        headline = _two(readers, (name, said), (other, means[key]), key, label, voice)
        rest = f"{other} − {name}: {means[key].difference_said(level)}."
    else:
        headline = _one(readers, said, key, label, voice, level)
        rest = f"Single readers {said.range}{'' if key == 'auc' else f'{NBSP}%'}."
    others = [f"{NAMES[each]} {first[each].said} ({first[each].interval_said()})" for each in first if each != key]
    beside = "" if further or not others else f"{', '.join(others)}."
    return Finding(headline, sentences(rest, beside, f"{_same(cases, readers, voice)}."))


def _read(modality: str) -> str:
    """ "with SE", but "unaided", "with AI", "without AI" as they are."""
    return modality if modality.casefold().split(" ")[0] in HOW else f"with {modality}"


def mean_in_short(readers: int, modality: str, means: Means) -> str:
    """ "Mean of 5 readers: sensitivity 82 %", for the page before."""
    key = next(iter(means))
    name = NAMES[key] if key == "auc" else NAMES[key].lower()
    return f"Mean of {whole(readers)} readers{f' {_read(modality)}' if modality else ''}: {name} {means[key].said}"


def _one(readers: int, said: ReaderMean, key: str, label: int, voice: Voice, level: float) -> str:
    between = f"({said.interval_said(level)})"
    if key == "auc":
        return f"Mean AUC of {whole(readers)} readers for {voice.name(label)}: {said.said} {between}."
    of = voice.group_phrase(said.cases or 0, label)
    if label == voice.normal:
        return f"{whole(readers)} readers classify on average {said.said} of {of} correctly {between}."
    return f"{whole(readers)} readers detect on average {said.said} of {of} {between}."


def _two(
    readers: int, first: tuple[str, ReaderMean], other: tuple[str, ReaderMean], key: str, label: int, voice: Voice
) -> str:
    (name, own), (better, said) = first, other
    unclear = "" if said.is_clear else ", no clear difference"
    if key == "auc":
        what = f"Mean AUC of {whole(readers)} readers for {voice.name(label)}"
        return f"{what}: {better} {said.said}, {name} {own.said}{unclear}."
    verb = "classify" if label == voice.normal else "detect"
    of = voice.group_phrase(said.cases or 0, label)
    how = " correctly" if label == voice.normal else ""
    return (
        f"{whole(readers)} readers {_read(better)} {verb} on average {said.said} of {of}{how}, "
        f"{_read(name)} {own.said}{unclear}."
    )


def _same(cases: int, readers: int, voice: Voice) -> str:
    return f"Same {whole(cases)} {voice.unit[cases != 1]} for all {whole(readers)} readers"


def readers_caption(level: float, modalities: int) -> str:
    """How the means were made, and what their intervals are about."""
    apart = "" if modalities < 2 else "; below it the difference to the first row, filled where its CI excludes 0"
    return (
        f"Mean over the readers, each with the same weight, with {ci(level)} (Obuchowski-Rockette, for other readers "
        f"and other cases like these) and the lowest and highest reader{apart}."
    )
