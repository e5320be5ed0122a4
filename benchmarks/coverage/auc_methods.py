"""What other intervals of an AUC would cover: the experiment from which the one of Rounds was chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np
from scipy import special

from benchmarks.coverage.areas import AREAS, KINDS, SIZES, Setting, draw
from metrics.intervals.auc_bounds import freedom_of, newcombe_variance

SEED, HALVINGS, Z = 7, 45, 1.959963984540054
EXPONENTIAL = "exponential"
TITLE = "Other intervals of an AUC"
INTRODUCTION = """\
## {title}

{datasets} data sets for each of {cells} cells: areas of 0.75 to 0.99, the sizes above both ways round, normal scores of
equal and unequal spread, five levels, and exponential scores. An interval that does not exist counts as not shown."""
HEAD = (
    "", "mean", "lowest", "94 to 96.5 %", "below 93 %", "below 90 %", "above 98 %", "mean below, above", "not shown",
)  # fmt: skip
Bounds = tuple[np.ndarray, np.ndarray]


@dataclass(frozen=True)
class Placed:
    """(datasets,) areas, and the variance of DeLong with its degrees of freedom; the cases of both groups."""

    area: np.ndarray
    variance: np.ndarray
    freedom: np.ndarray
    ill: int
    well: int

    @property
    def misplaced(self) -> np.ndarray:
        """How many cases are expected to be, of the smaller group."""
        return min(self.ill, self.well) * np.minimum(self.area, 1 - self.area)

    @property
    def ratio(self) -> np.ndarray:
        """The variance of DeLong to Newcombe's."""
        inner = np.clip(self.area, 1e-9, 1 - 1e-9)
        is_inner = (self.area > 0) & (self.area < 1)
        return np.where(is_inner, self.variance / newcombe_variance(inner, self.ill, self.well), 1.0)


Method = Callable[[Placed], Bounds]


def placements(scores: np.ndarray, ill: int) -> Placed:
    found = np.array([_placed(np.sort(row[:ill]), np.sort(row[ill:])) for row in scores])
    return Placed(*found.T, ill, scores.shape[1] - ill)


def _placed(ill: np.ndarray, well: np.ndarray) -> tuple[float, float, float]:
    def places(own: np.ndarray, others: np.ndarray) -> np.ndarray:
        both = [np.searchsorted(others, own, side) for side in ("left", "right")]
        return (both[0] + both[1]) / (2 * len(others))

    both = places(ill, well), 1 - places(well, ill)
    spreads = [
        (len(of), float(of.var(ddof=1)) / len(of), float((((of - of.mean()) / len(of)) ** 4).sum())) for of in both
    ]
    return float(both[0].mean()), sum(variance for _, variance, _ in spreads), freedom_of(spreads)


def plain(of: Placed) -> Bounds:
    reach = np.where(of.variance > 0, Z * np.sqrt(of.variance), np.nan)
    return of.area - reach, of.area + reach


def logit(of: Placed) -> Bounds:
    """With Student's t of the smaller group."""
    with np.errstate(divide="ignore", invalid="ignore"):
        error = np.sqrt(of.variance) / (of.area * (1 - of.area))
        reach, middle = special.stdtrit(min(of.ill, of.well) - 1, 0.975) * error, special.logit(of.area)
        return special.expit(middle - reach), special.expit(middle + reach)


def wilson(of: Placed) -> Bounds:
    """Of a proportion of as many cases as have DeLong's variance."""
    area, variance = of.area, of.variance
    with np.errstate(divide="ignore", invalid="ignore"):
        cases = area * (1 - area) / variance
        middle, width = area + Z**2 / (2 * cases), Z * np.sqrt(area * (1 - area) / cases + Z**2 / (4 * cases**2))
        return (middle - width) / (1 + Z**2 / cases), (middle + width) / (1 + Z**2 / cases)


def newcombe(of: Placed) -> Bounds:
    return _score(of, np.ones(len(of.area)))


def moved(cases: float, has_t: bool = False) -> Method:
    """Newcombe's score with DeLong's variance, a smaller one moved by so many misplaced cases."""

    def method(of: Placed) -> Bounds:
        ratio = of.ratio
        more = np.maximum(1 - ratio, 0) * cases / (of.misplaced + cases) if cases else 0.0
        is_inner = (of.area > 0) & (of.area < 1)
        reach = np.where(is_inner, special.stdtrit(of.freedom, 0.975), Z) if has_t else Z
        return _score(of, ratio + more, reach)

    return method


def _score(of: Placed, ratio: np.ndarray, reach: np.ndarray | float = Z) -> Bounds:
    area, bounds = of.area, []
    for end in (0.0, 1.0):
        near, far = area.copy(), np.full(len(area), end)
        for _ in range(HALVINGS):
            middle = (near + far) / 2
            is_near = (area - middle) ** 2 <= reach**2 * ratio * newcombe_variance(middle, of.ill, of.well)
            near, far = np.where(is_near, middle, near), np.where(is_near, far, middle)
        bounds.append(near)
    return bounds[0], bounds[1]


METHODS: dict[str, Method] = {
    "DeLong, plain scale": plain,
    "DeLong, logit scale, t (until 2026-11)": logit,
    "Wilson, as many cases as have DeLong's variance": wilson,
    "Newcombe's method 5": newcombe,
    "Newcombe's score, DeLong's variance": moved(0),
    "Newcombe's score, the larger variance of both": lambda of: _score(of, np.maximum(of.ratio, 1)),
    "Newcombe's score, DeLong's variance, a smaller one moved by one misplaced case": moved(1),
    "the same, t": moved(1, has_t=True),
    "**Newcombe's score, DeLong's variance, a smaller one moved by half a misplaced case, t**": moved(0.5, has_t=True),
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


def compared(datasets: int) -> str:
    """The section of the document."""
    generator = np.random.default_rng(SEED)
    counted: dict[str, list[tuple[float, ...]]] = {name: [] for name in METHODS}
    cells = list(_cells())
    for setting in cells:
        placed = placements(_drawn(setting, generator, datasets), setting.ill)
        for name, method in METHODS.items():
            counted[name].append(_counted(method(placed), setting.area))
    lines = [HEAD, ("---", *["---:"] * (len(HEAD) - 1)), *(_line(name, rows) for name, rows in counted.items())]
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return f"{INTRODUCTION.format(title=TITLE, datasets=datasets, cells=len(cells))}\n\n{table}"


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
