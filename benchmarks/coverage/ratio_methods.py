"""What other intervals of the likelihood ratios of patients would cover."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
from scipy import special

from benchmarks.coverage.two_classes import Cases, Setting, draw, true_values
from metrics.intervals.bootstrap import MOST_UNDEFINED
from metrics.intervals.resampling_units import FEWEST_UNITS, REPLICATES, SEED
from metrics.intervals.too_few import FEWEST_CASES

LINEAR, SPREAD, MIDDLE = (
    "ratio estimator, log scale, t (until 2026-11)", "**bootstrap, standard deviation of the logarithms, t**",
    "bootstrap, half the distance of the 15.9th and 84.1st percentile of the logarithms, t",
)  # fmt: skip
ONE_ERROR = special.ndtr([-1.0, 1.0])
PATIENTS, PREVALENCES = (30, 60, 100), (0.05, 0.15, 0.3)
TITLE = "Other intervals of a likelihood ratio of patients"
INTRODUCTION = """\
## {title}

{datasets} data sets for each of {cells} cells: LR+ and LR− of 30 to 100 patients with five rows on average, {low:g} to
{high:g} % ill, where 10 ill cases and 15 patients with one were drawn. Coverage is of the cells with most data sets. By
another seed: how far the width moves, on average and at most."""
HEAD = ("", "shown", "mean", "lowest", "highest", "below, above", "median width", "by another seed")
Ratio = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]  # (patients,) hits, trials, others, trials of others


def compared(datasets: int) -> str:
    """The section of the document."""
    rows: dict[str, list[tuple[float, ...]]] = {LINEAR: [], SPREAD: [], MIDDLE: []}
    seeds: dict[str, list[float]] = {name: [] for name in rows}
    cells = list(product(PATIENTS, PREVALENCES))
    for patients, prevalence in cells:
        for name, sides, widths, moved in _cell(Setting(5 * patients, prevalence, True), datasets):
            rows[name].append((*sides, *widths))
            seeds[name] += moved
    introduction = INTRODUCTION.format(
        title=TITLE,
        datasets=f"{datasets:,}",
        cells=2 * len(cells),
        low=100 * min(PREVALENCES),
        high=100 * max(PREVALENCES),
    )
    lines = [
        HEAD,
        ("---", *["---:"] * (len(HEAD) - 1)),
        *(_line(name, found, seeds[name]) for name, found in rows.items()),
    ]
    return introduction + "\n\n" + "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(setting: Setting, datasets: int) -> Iterator[tuple[str, list[int], list[float], list[float]]]:
    generator, truth = np.random.default_rng([SEED, setting.rows]), true_values(setting.prevalence)
    drawn = [_ratios(draw(setting, generator)) for _ in range(datasets)]
    for sign, key in enumerate(("lr_positive", "lr_negative")):
        own = [each[sign] for each in drawn if each is not None and each[sign][0].sum() and each[sign][2].sum()]
        yield from _counted(own, truth[key])


def _counted(ratios: list[Ratio], truth: float) -> Iterator[tuple[str, list[int], list[float], list[float]]]:
    errors = np.array([[_errors(each, seed) for seed in (SEED, SEED + 1)] for each in ratios]).reshape(-1, 2, 3)
    middle = np.array([_logarithm(each) for each in ratios])
    reach = np.array([special.stdtrit(np.count_nonzero(each[1]) - 1, 0.975) for each in ratios])
    for at, name in enumerate((LINEAR, SPREAD, MIDDLE)):
        width = reach * errors[:, 0, at]
        shown = np.isfinite(width)
        off = (np.log(truth) - middle)[shown] / width[shown]
        sides = [int((off < -1).sum()), int((off > 1).sum()), int((np.abs(off) <= 1).sum())]
        moved = np.abs(errors[shown, 1, at] / errors[shown, 0, at] - 1)
        yield name, sides, [float(np.median(2 * width[shown]))] if shown.any() else [np.nan], moved.tolist()


def _ratios(cases: Cases) -> tuple[Ratio, Ratio] | None:
    """LR+ and LR−; None where there are too few ill cases or patients for an interval."""
    assert cases.patients is not None
    called, is_ill, count = cases.predicted[0], cases.is_ill, int(cases.patients.max()) + 1

    def held(rows: np.ndarray) -> np.ndarray:
        return np.bincount(cases.patients, rows, count)

    ill, well = held(is_ill), held(~is_ill)
    if ill.sum() < FEWEST_CASES or np.count_nonzero(ill) < FEWEST_UNITS:
        return None
    return (
        (held(is_ill & called), ill, held(~is_ill & called), well),
        (held(is_ill & ~called), ill, held(~is_ill & ~called), well),
    )


def _logarithm(parts: Ratio) -> float:
    hits, trials, others, of_others = (float(each.sum()) for each in parts)
    return float(np.log(hits / trials / (others / of_others)))


def _errors(parts: Ratio, seed: int) -> tuple[float, float, float]:
    """Standard errors of the logarithm: linearised, and two of the replicates.

    nan where over 5 % of the replicates have no logarithm, and where a percentile has none.
    """
    hits, trials, others, of_others = (each / each.sum() for each in parts)
    units, away = np.count_nonzero(parts[1]), hits - trials - others + of_others
    count = len(away)
    times = np.random.default_rng(seed).multinomial(count, np.full(count, 1 / count), REPLICATES)
    with np.errstate(divide="ignore", invalid="ignore"):
        sums = [np.log(times @ each) for each in parts]
        logs = sums[0] - sums[1] - sums[2] + sums[3]
    more, finite = np.sqrt(units / (units - 1)), logs[np.isfinite(logs)]
    defined = np.sort(logs[~np.isnan(logs)])
    low, high = defined[(ONE_ERROR * (len(defined) - 1)).astype(int)]
    middle = (high - low) / 2 if np.isfinite([low, high]).all() else np.nan
    spread = more * finite.std() if len(finite) >= (1 - MOST_UNDEFINED) * len(logs) else np.nan
    return float(more * np.sqrt(away @ away)), float(spread), float(more * middle)


def _line(name: str, rows: list[tuple[float, ...]], moved: list[float]) -> tuple[str, ...]:
    below, above, held, width = np.array(rows).T
    shown = below + above + held
    covered, enough = 100 * held / np.maximum(shown, 1), shown >= max(1, shown.max() / 10)
    sides = f"{100 * below.sum() / shown.sum():.1f}, {100 * above.sum() / shown.sum():.1f}"
    seed = f"{100 * np.mean(moved):.1f} %, {100 * np.max(moved):.0f} %"
    return (
        name, f"{shown.sum():,.0f}", f"{covered[enough].mean():.1f}", f"{covered[enough].min():.1f}",
        f"{covered[enough].max():.1f}", sides, f"{np.nanmedian(width):.2f}", seed,
    )  # fmt: skip
