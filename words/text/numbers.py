"""How numbers are written for people: one place, so that every page and every picture says them alike."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from words.text.escape import JOINER
from words.text.notes import why

if TYPE_CHECKING:
    from metrics import Estimate

NBSP = "\u00a0"  # keeps a number and its unit on one line
DASH = f"{JOINER}–{JOINER}"  # of a range, which stays on one line
MOST_DECIMALS = 4
FEW = 10  # below this many cases a percentage pretends to know more than the counts


def tied(text: str) -> str:
    """A text that stays on one line, for a narrow column of a table."""
    return text.replace(" ", NBSP)


def minus(text: str) -> str:
    """A number with the sign of subtraction where it has a hyphen."""
    return text.replace("-", "−")


def whole(number: int) -> str:
    """1150 -> "1,150"."""
    return f"{int(number):,}"


def rounded_up(number: int) -> int:
    """To two digits: a planned number is a rough guess."""
    unit: int = 10 ** max(0, len(str(number)) - 2)
    return -(-number // unit) * unit


def of(successes: int, trials: int) -> str:
    """ "41 of 50", on one line."""
    return f"{whole(successes)}{NBSP}of{NBSP}{whole(trials)}"


def counted(number: int, unit: tuple[str, str]) -> str:
    """ "1 patient", "1,150 patients"."""
    return f"{whole(number)}{NBSP}{unit[0] if number == 1 else unit[1]}"


def decimals(proportion: float, trials: int) -> int:
    """Decimals of a percentage: none for few cases, one for many, more only for one in a thousand and below."""
    usual, rest = 0 if trials < 200 else 1, min(proportion, 1 - proportion)
    return usual if rest <= 0 else max(usual, math.ceil(-math.log10(rest * 100) - 1e-9))


def percent(proportion: float, trials: int) -> str:
    """A proportion of `trials` cases as "82 %"; all and none of them need no decimals."""
    places = 0 if proportion in (0, 1) else decimals(proportion, trials)
    return f"{proportion * 100:.{places}f}{NBSP}%"


def in_brackets(number: int, total: int, proportion: float | None = None) -> str:
    """ " (82 %)" behind the counts; "" below ten cases, of which the counts say all.

    proportion: " (weighted 5 %)" where it is not that of the counts, nan for none.
    """
    found = number / max(total, 1) if proportion is None else proportion
    if total < FEW or math.isnan(found):
        return ""
    return f" ({weighted(percent(found, total), found, number, total)})"


def percent_of(estimate: Estimate) -> str:
    """The proportion of an estimate in percent, or "not estimable"."""
    if not estimate.is_defined:
        return "not estimable"
    places = 0 if estimate.value in (0, 1) else places_of(estimate)
    text = f"{estimate.value * 100:.{places}f}{NBSP}%"
    return f"nearly {text}" if estimate.value == 1 and estimate.successes != estimate.trials else text


def percent_said(estimate: Estimate) -> str:
    """The same beside its counts: "weighted 33 %" where it is not their proportion."""
    return weighted(percent_of(estimate), estimate.value, estimate.successes, estimate.trials)


def weighted(said: str, value: float, part: int | None, total: int | None) -> str:
    """A number beside its counts, with the word weighted where it is not their proportion."""
    is_own = part is None or not total or math.isclose(value, part / total, abs_tol=1e-9)
    return said if is_own or math.isnan(value) else f"weighted{NBSP}{said}"


def weighted_beside(value: float, part: int, total: int) -> str:
    """ " (weighted 33 %)" behind counts whose proportion it is not, else ""."""
    said = percent(value, total) if total and not math.isnan(value) else ""
    shown = weighted(said, value, part, total)
    return "" if shown == said else f" ({shown})"


def percent_or_counts(estimate: Estimate) -> str:
    """ "82 %", of fewer than ten cases "3 of 7", or "not estimable"."""
    if estimate.is_defined and (estimate.trials or 0) < FEW:
        return of(estimate.successes or 0, estimate.trials or 0)
    return percent_of(estimate)


def interval(estimate: Estimate, places: int | None = None) -> str:
    """The interval in the decimals of its value: "69–90" for a proportion, "0.93–0.98" with `places`.

    The bound that a value of none or all has in common with it is as bare as the value: "0–0.4" beside "0 %".
    """
    if estimate.low is None or estimate.high is None:
        return ""
    usual = places_of(estimate, places)
    if places is not None:
        return span_of(estimate.low, estimate.high, usual)
    low = 0 if estimate.value == estimate.low == 0 else usual
    high = 0 if estimate.value == estimate.high == 1 else usual
    return span_of(100 * estimate.low, 100 * estimate.high, low, high)


def places_of(estimate: Estimate, places: int | None = None) -> int:
    """Decimals of a number and of its interval: those of a percentage, or `places`.

    More where the interval would be one number twice, of the number as well: 0.3 would lie outside 0.26–0.29.
    """
    scale = 100 if places is None else 1
    if places is None:
        places = decimals(estimate.value, estimate.trials or 0)
    if estimate.low is None or estimate.high is None:
        return places
    low, high = scale * estimate.low, scale * estimate.high
    while low < high and places < MOST_DECIMALS and f"{low:.{places}f}" == f"{high:.{places}f}":
        places += 1
    return places


def span_of(low: float, high: float, places: int, of_high: int | None = None) -> str:
    """ "0.47–1.00", "−0.55 to −0.36": from the lowest to the highest, on one line.

    of_high: its own places, where they are others.
    """
    first, last = f"{low:z.{places}f}", f"{high:z.{places if of_high is None else of_high}f}"
    between = f"{NBSP}to{NBSP}" if first.startswith("-") else DASH
    return minus(f"{first}{between}{last}")


def ci(level: float | None) -> str:
    """ "95 % CI"; "CI" where the level stands elsewhere."""
    return "CI" if level is None else f"{level * 100:g}{NBSP}%{NBSP}CI"


def bounds(estimate: Estimate, level: float | None = None, places: int | None = None) -> str:
    """ "95 % CI 11–33" first in a block, without a level "CI 11–33"; or why there is none."""
    found = interval(estimate, places)
    if not found:
        return why(estimate) or "no CI"
    return f"{ci(level)}{NBSP}{found}"


def bounds_beside_counts(estimate: Estimate, level: float | None = None) -> str:
    """ "CI 11–33"; of fewer than ten cases, where no percentage is beside it, "CI 11–33 %".

    Or why there is none.
    """
    is_percent = (estimate.trials or 0) < FEW and bool(interval(estimate))
    return f"{bounds(estimate, level)}{f'{NBSP}%' if is_percent else ''}"


def proportion(estimate: Estimate, level: float) -> str:
    """ "20 % (95 % CI 11–33)"; below ten cases only the counts."""
    if not estimate.is_defined:
        return f"not estimable ({why(estimate)})"
    if (estimate.trials or 0) < FEW:
        return of(estimate.successes or 0, estimate.trials or 0)
    return f"{percent_said(estimate)} ({bounds(estimate, level)})"


def decimal(value: float, places: int = 3) -> str:
    """AUC, F1, MCC and kappa: three decimals as a key figure, two in tables."""
    return "not estimable" if math.isnan(value) else minus(f"{value:z.{places}f}")


def key_number(estimate: Estimate, places: int = 3) -> str:
    """AUC, F1, MCC and kappa with the decimals of their interval: "0.956"."""
    return decimal(estimate.value, places_of(estimate, places))


def table_places(value: float) -> int:
    """Decimals of an AUC or F1 in a table: two, more where it would read as 1 and is not."""
    return next((places for places in (2, 3) if value >= 1 or f"{value:.{places}f}" < "1"), MOST_DECIMALS)


def in_table(estimate: Estimate) -> str:
    """An AUC or F1 in a table: "0.96", "0.998"."""
    return key_number(estimate, table_places(estimate.value))


def threshold(value: float) -> str:
    """A threshold with three decimals where they say it all, else with six digits; a rating from 2 on has none."""
    if not math.isfinite(value):
        return "above every score" if value > 0 else "below every score"
    if value == int(value) and abs(value) >= 2:
        return minus(f"{value:.0f}") if abs(value) < 1e15 else minus(f"{value:.6g}")
    text = f"{value:.3f}"
    return minus(text if float(text) == value else f"{value:.6g}")
