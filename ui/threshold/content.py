"""Everything that the Threshold page says of one class at one threshold, but its intervals: one text per slot.

The picker gets it for every listed threshold at once, the plain page for the one that is kept: both say the same.
"""

from __future__ import annotations

from dataclasses import dataclass

from metrics import METRICS, Counts, NaturalFrequencies
from metrics.catalog import shown_in
from metrics.definition import Proportion
from metrics.kernels.cached import cached_property
from ui.parts.my_prevalence import Prevalence
from words import NBSP, Voice, of, percent, threshold, whole
from words.findings.finding import Finding, sentences
from words.findings.lens import within
from words.findings.thresholds import one_class as words
from words.findings.thresholds.one_class import Cells, ChangeRow, Delivered
from words.text.amounts import Amounts
from words.text.numbers import FEW

RATES = shown_in("threshold")
CELLS = ("tp", "fn", "fp", "tn")


@dataclass(frozen=True, eq=False)
class Content:
    """What the texts of every threshold of a class have in common.

    prevalence: None where cases of one kind are missing. delivered: None where no class is predicted yet. rows: of the
    table of changes, none where what becomes of the other classes is not known. amounts: how cases are counted. group:
    what the headline names them, "" for all of them. unchosen: the threshold that is shown before anybody chose one.
    """

    label: int
    voice: Voice
    prevalence: Prevalence | None
    delivered: Delivered | None
    rows: tuple[ChangeRow, ...]
    amounts: Amounts
    group: str
    unchosen: float | None

    @property
    def slots(self) -> tuple[str, ...]:
        """The names of the texts."""
        return (
            *("said", "headline", "detail"),
            *(f"{key}_value" for key in RATES),
            *(f"{cell}_said" for cell in CELLS),
            *("people_title", *(f"{cell}_{part}" for part in ("people", "meaning") for cell in CELLS)),
            "column",
            *(f"row{number}_{part}" for number in range(len(self.rows)) for part in ("at", "change")),
        )

    def said_at(
        self,
        at: float,
        counts: Counts,
        cells: Cells | None,
        tree: NaturalFrequencies | None,
        rates: Counts | None = None,
    ) -> list[str]:
        """The texts in the order of `slots`; those of the people are "" without a tree.

        cells: (K, K) at the threshold, None where there are no rows. rates: the counts that rates are read from, where
        cases are weighted.
        """
        amounts = self.amounts
        found, cases = self._found(at, counts, cells), [(cell, int(getattr(counts, cell))) for cell in CELLS]
        return [
            *(threshold(at), *(within(self.group, found) if self.group else found)[:2]),
            *(_rate(key, counts, rates or counts) for key in RATES),
            *(
                f"{amounts.alone(number)} {self._beside[number == 1][cell]}".replace(" ", NBSP)
                for cell, number in cases
            ),
            *self._people(tree),
            words.column(at),
            *self._changed(cells),
        ]

    def _found(self, at: float, counts: Counts, cells: Cells | None) -> Finding:
        """What the threshold does; a threshold that nobody chose is no headline."""
        headline = words.threshold_finding(counts, at, self.label, self.voice, self.amounts)
        if at == self.unchosen:
            return Finding(words.unchosen(self.label, self.voice), sentences(words.NO_CLASSES, words.MEDIAN, headline))
        beside = words.beside_delivered(counts, at, cells, self.delivered, self.label, self.voice, self.amounts)
        return Finding(headline, beside)

    def _people(self, tree: NaturalFrequencies | None) -> list[str]:
        if self.prevalence is None or tree is None:
            return [""] * (1 + 2 * len(CELLS))
        proportion = None if self.prevalence.is_own else self.prevalence.proportion
        title, numbers = words.people_title(tree, proportion, self.voice), [getattr(tree, cell) for cell in CELLS]
        meanings = [self._meanings[number == 1][cell] for cell, number in zip(CELLS, numbers, strict=True)]
        return [title, *map(whole, numbers), *meanings]

    @cached_property
    def _beside(self) -> list[dict[str, str]]:
        """What stands beside the number of each cell: of several cases, of one; a time is several."""
        of_one = 1 if self.amounts.seconds is None else 2
        return [words.outcomes(self.label, self.voice, beside=True, number=number) for number in (2, of_one)]

    @cached_property
    def _meanings(self) -> list[dict[str, str]]:
        """What the people of each cell are: several, one."""
        return [words.outcomes(self.label, self.voice, number=number) for number in (2, 1)]

    @cached_property
    def _before(self) -> list[tuple[int, int]]:
        """(part, whole) of each row as delivered."""
        cells = self.delivered.cells if self.delivered else None
        return [] if cells is None else [row.of(cells) for row in self.rows]

    def _changed(self, cells: Cells | None) -> list[str]:
        if cells is None:
            return []
        each = zip(self.rows, self._before, strict=True)
        return [text for row, old in each for text in words.change_cells(old, row.of(cells), self.amounts)]

    def delivered_cells(self) -> list[str]:
        """The delivered count of each row of the table."""
        return [self.amounts.part(*each) for each in self._before]


def _rate(key: str, counts: Counts, rates: Counts) -> str:
    """A proportion; of few cases their counts."""
    rule = METRICS[key].rule
    assert isinstance(rule, Proportion)
    successes, trials = rule.parts(counts)
    if not trials:
        return "–"
    if trials < FEW:
        return of(successes, trials)
    part, total = (successes, trials) if rates is counts else rule.parts(rates)
    return percent(part / total, trials) if total else "–"
