"""What other intervals of an AUC would cover: the experiment from which the one of Rounds was chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

import numpy as np
from scipy import special

from benchmarks.coverage.areas import AREAS, KINDS, SIZES, Setting, draw
from metrics.intervals.auc_bounds import newcombe_variance

DATASETS, SEED, HALVINGS, Z = 400, 7, 45, 1.959963984540054
EXPONENTIAL = "exponential"
INTRODUCTION = """\
## Other intervals of an AUC

{datasets} data sets for each of {cells} cells: areas of 0.75 to 0.99, the sizes above both ways round, normal scores of
equal and unequal spread, five levels, and exponential scores. An interval that does not exist counts as not shown."""
HEAD = (
    "", "mean", "lowest", "94 to 96.5 %", "below 93 %", "below 90 %", "above 98 %", "mean below, above", "not shown",
)  # fmt: skip
Bounds = tuple[np.ndarray, np.ndarray]
Method = Callable[[np.ndarray, np.ndarray, int, int], Bounds]


def placements(scores: np.ndarray, ill: int) -> tuple[np.ndarray, np.ndarray]:
    """(datasets,) areas and the variance of DeLong."""
    found = np.array([_placed(np.sort(row[:ill]), np.sort(row[ill:])) for row in scores])
    return found[:, 0], found[:, 1]


def _placed(ill: np.ndarray, well: np.ndarray) -> tuple[float, float]:
    def places(own: np.ndarray, others: np.ndarray) -> np.ndarray:
        both = [np.searchsorted(others, own, side) for side in ("left", "right")]
        return (both[0] + both[1]) / (2 * len(others))

    of_ill, of_well = places(ill, well), 1 - places(well, ill)
    return float(of_ill.mean()), float(of_ill.var(ddof=1) / len(ill) + of_well.var(ddof=1) / len(well))


def plain(area: np.ndarray, variance: np.ndarray, ill: int, well: int) -> Bounds:
    reach = np.where(variance > 0, Z * np.sqrt(variance), np.nan)
    return area - reach, area + reach


def logit(area: np.ndarray, variance: np.ndarray, ill: int, well: int) -> Bounds:
    """With Student's t of the smaller group."""
    with np.errstate(divide="ignore", invalid="ignore"):
        reach = special.stdtrit(min(ill, well) - 1, 0.975) * np.sqrt(variance) / (area * (1 - area))
        middle = special.logit(area)
        return special.expit(middle - reach), special.expit(middle + reach)


def wilson(area: np.ndarray, variance: np.ndarray, ill: int, well: int) -> Bounds:
    """Of a proportion of as many cases as have DeLong's variance."""
    with np.errstate(divide="ignore", invalid="ignore"):
        cases = area * (1 - area) / variance
        middle, width = area + Z**2 / (2 * cases), Z * np.sqrt(area * (1 - area) / cases + Z**2 / (4 * cases**2))
        return (middle - width) / (1 + Z**2 / cases), (middle + width) / (1 + Z**2 / cases)


def newcombe(area: np.ndarray, variance: np.ndarray, ill: int, well: int) -> Bounds:
    return _score(area, np.ones(len(area)), ill, well)


def scaled(shrunk: Callable[[np.ndarray, np.ndarray], np.ndarray]) -> Method:
    """Newcombe's score with the ratio of DeLong's variance to his. shrunk: of the ratio and the expected misplaced."""

    def method(area: np.ndarray, variance: np.ndarray, ill: int, well: int) -> Bounds:
        inner = np.clip(area, 1e-9, 1 - 1e-9)
        ratio = np.where((area > 0) & (area < 1), variance / newcombe_variance(inner, ill, well), 1.0)
        return _score(area, shrunk(ratio, min(ill, well) * np.minimum(area, 1 - area)), ill, well)

    return method


def _score(area: np.ndarray, ratio: np.ndarray, ill: int, well: int) -> Bounds:
    bounds = []
    for end in (0.0, 1.0):
        near, far = area.copy(), np.full(len(area), end)
        for _ in range(HALVINGS):
            middle = (near + far) / 2
            is_near = (area - middle) ** 2 <= Z**2 * ratio * newcombe_variance(middle, ill, well)
            near, far = np.where(is_near, middle, near), np.where(is_near, far, middle)
        bounds.append(near)
    return bounds[0], bounds[1]


METHODS: dict[str, Method] = {
    "DeLong, plain scale": plain,
    "DeLong, logit scale, t (until 2026-11)": logit,
    "Wilson, as many cases as have DeLong's variance": wilson,
    "Newcombe's method 5": newcombe,
    "Newcombe's score, DeLong's variance": scaled(lambda ratio, misplaced: ratio),
    "Newcombe's score, the larger variance of both": scaled(lambda ratio, misplaced: np.maximum(ratio, 1)),
    "**Newcombe's score, DeLong's variance, a smaller one moved by one misplaced case**": scaled(
        lambda ratio, misplaced: ratio + np.maximum(1 - ratio, 0) / (misplaced + 1)
    ),
}


def _cells() -> Iterator[Setting]:
    sizes = {*SIZES, *((well, ill) for ill, well in SIZES)}
    for area, kind, size in product(AREAS, (*KINDS, EXPONENTIAL), sorted(sizes)):
        if kind != "five levels" or area < 0.98:
            yield Setting(area, kind, *size)


def _drawn(setting: Setting, generator: np.random.Generator, datasets: int) -> np.ndarray:
    if setting.kind != EXPONENTIAL:
        return draw(setting, generator, datasets)
    scores = generator.exponential(size=(datasets, setting.ill + setting.well))
    scores[:, : setting.ill] *= setting.area / (1 - setting.area)
    return scores


def compared(scale: float = 1.0) -> str:
    """The section of the document."""
    generator, datasets = np.random.default_rng(SEED), max(2, round(scale * DATASETS))
    counted: dict[str, list[tuple[float, ...]]] = {name: [] for name in METHODS}
    cells = list(_cells())
    for setting in cells:
        area, variance = placements(_drawn(setting, generator, datasets), setting.ill)
        for name, method in METHODS.items():
            counted[name].append(_counted(method(area, variance, setting.ill, setting.well), setting.area))
    lines = [HEAD, ("---", *["---:"] * (len(HEAD) - 1)), *(_line(name, rows) for name, rows in counted.items())]
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return f"{INTRODUCTION.format(datasets=datasets, cells=len(cells))}\n\n{table}"


def _counted(bounds: Bounds, area: float) -> tuple[float, ...]:
    """Percent of the shown intervals that contain the area, lie below it and above it; percent that are not shown."""
    shown = ~np.isnan(bounds[0])
    low, high = bounds[0][shown], bounds[1][shown]
    below, above = (100 * float(np.mean(part)) if len(low) else np.nan for part in (high < area, low > area))
    return 100 - below - above, below, above, 100 * float(1 - shown.mean())


def _line(name: str, rows: list[tuple[float, ...]]) -> tuple[str, ...]:
    held, below, above, none = np.array(rows).T
    parts = (held >= 94) & (held <= 96.5), held < 93, held < 90, held > 98
    percent = (f"{100 * part.mean():.0f} %" for part in parts)
    sides = f"{np.nanmean(below):.1f}, {np.nanmean(above):.1f}"
    return name, f"{np.nanmean(held):.1f}", f"{np.nanmin(held):.1f}", *percent, sides, f"{none.mean():.1f} %"
