"""What a threshold chosen on the shown cases promises too much: bootstrap optimism of every rate at it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from metrics.catalog import METRICS, shown_in
from metrics.counts import Counts
from metrics.definition import Values
from metrics.intervals.bootstrap import MOST_UNDEFINED
from metrics.intervals.resampling_units import SEED, ResamplingUnits
from metrics.kernels.given import count, expect
from metrics.measures.ranges import in_ranges
from metrics.thresholds import ThresholdTable

REPLICATES = 200
RANGES = 200  # of each kind of case: neighbouring scores that are drawn together
Choice = Callable[[ThresholdTable], float]


@dataclass(frozen=True)
class Corrected:
    """A rate at a chosen threshold as it reads on the cases that chose it, and how much of that is due to the choosing.

    optimism: nan where it cannot be told.
    """

    apparent: float
    optimism: float

    @property
    def value(self) -> float:
        """What to expect on new cases: apparent less optimism, within 0 and 1; nan where one is not known."""
        expected = self.apparent - self.optimism
        return expected if math.isnan(expected) else min(1.0, max(0.0, expected))


def choice_optimism(
    table: ThresholdTable,
    choose: Choice,
    keys: Sequence[str] = shown_in("rates"),
    replicates: int = REPLICATES,
    seed: int = SEED,
    units: tuple[ResamplingUnits, int] | None = None,
) -> dict[str, Corrected]:
    """Rates at the threshold that `choose` takes from this table, with their bootstrap optimism (Efron 1983).

    Optimism is the mean over the resamples of [rate of the resample's threshold on the resample - its rate on the
    table], less the same difference at the table's own, whose mean is 0: that only takes noise away, and one that is
    not chosen from the data has an optimism of exactly 0. Leeflang et al. 2008 (Clin Chem 54:729) show how large it
    gets: a true 84 % reads about 90 % in 40 cases and 86 % in 200.

    Cases are drawn as counts of the scores, neighbours together where over 400 scores are different. A table knows no
    patients and no weights: drawn as independent cases, rows of one patient would give too small an optimism.
    choose: table -> threshold, nan for none. keys: metrics of the catalog that are rates. nan for no threshold,
    or where over 5 % of the resamples leave one undefined. units: of weighted cases, and of patients with several rows,
    the rows and the class; they are drawn instead, with their weights.
    """
    expect("table", table, ThresholdTable)
    replicates = count("replicates", replicates)
    at = choose(table)
    if math.isnan(at):
        return dict.fromkeys(keys, Corrected(math.nan, math.nan))
    counts = table.at(at)
    apparent = {key: float(METRICS[key](counts)) for key in keys}
    if not table.has_both:
        return {key: Corrected(value, math.nan) for key, value in apparent.items()}
    grouped = in_ranges(table, RANGES)
    if units is None:
        drawn = _redrawn(grouped, replicates, np.random.default_rng(seed))
    else:
        drawn = _redrawn_units(grouped, *units, replicates)
    every = [*_resampled(grouped, choose, drawn)]
    told, fewest = [each for each in every if each is not None], (1 - MOST_UNDEFINED) * len(every)
    if len(told) < fewest:
        return {key: Corrected(value, math.nan) for key, value in apparent.items()}
    cells = Counts(*np.moveaxis(np.array(told), -1, 0))
    return {key: Corrected(value, _mean_excess(METRICS[key](cells), fewest)) for key, value in apparent.items()}


def scores_drawn(table: ThresholdTable) -> Values:
    """(g,) falling, the lowest of the scores that `choice_optimism` draws together."""
    return in_ranges(table, RANGES).scores


def _mean_excess(rates: Values, fewest: float) -> float:
    """rates: (B, 4) of: new threshold on resample and table, own on resample and table."""
    excess: Values = (rates[:, 0] - rates[:, 1]) - (rates[:, 2] - rates[:, 3])
    defined = excess[~np.isnan(excess)]
    return math.nan if len(defined) < fewest else float(defined.mean())


def _resampled(
    table: ThresholdTable, choose: Choice, redrawn: Iterator[ThresholdTable]
) -> Iterator[NDArray[np.float64] | None]:
    """(4, 4) cells: of new threshold on resample and table, of own on resample and table; None without a threshold."""
    own = choose(table)
    for drawn in redrawn:
        cut = choose(drawn)
        if math.isnan(cut) or math.isnan(own):
            yield None
        else:
            cells = (list(each) for each in (drawn.at(cut), table.at(cut), drawn.at(own), table.at(own)))
            yield np.array([*cells], np.float64)


def _redrawn(table: ThresholdTable, replicates: int, generator: np.random.Generator) -> Iterator[ThresholdTable]:
    """As many cases again, drawn with replacement; only scores that were drawn can be thresholds."""
    cells = np.concatenate([table.positives, table.negatives])
    total, size = int(cells.sum()), len(table.scores)
    proportions = cells / total
    for row in generator.multinomial(total, proportions / proportions.sum(), replicates):
        yield _held(table, row[:size], row[size:])


def _redrawn_units(
    table: ThresholdTable, units: ResamplingUnits, label: int, replicates: int
) -> Iterator[ThresholdTable]:
    """The same from the rows of a class: cases, or patients, with what they weigh."""
    counted = units.ranked(label, table.scores)
    positives, negatives = (units.resample_sums(each)[:replicates].astype(np.int64) for each in counted)
    for own, others in zip(positives, negatives, strict=True):
        yield _held(table, own, others)


def _held(table: ThresholdTable, positives: NDArray[np.int64], negatives: NDArray[np.int64]) -> ThresholdTable:
    held = positives + negatives > 0
    return ThresholdTable(table.scores[held], positives[held], negatives[held])
