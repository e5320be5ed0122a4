"""What the intervals would be if every row were a patient of its own, and how much wider they are."""

from __future__ import annotations

from metrics import Estimate
from words.text.numbers import interval

ALIKE = 0.05  # widths that differ by less are called as wide


def width_ratio(shown: Estimate, naive: Estimate) -> float | None:
    """Width of the shown interval over that of the naive one; None where one of them has none."""
    if shown.low is None or shown.high is None or naive.low is None or naive.high is None:
        return None
    return (shown.high - shown.low) / (naive.high - naive.low) if naive.high > naive.low else None


def times_wider(shown: Estimate, naive: Estimate) -> str:
    """ "2.3 times wider", "as wide", "0.8 times as wide"; "" where one of the two has no interval."""
    ratio = width_ratio(shown, naive)
    if ratio is None:
        return ""
    if abs(ratio - 1) < ALIKE:
        return "as wide"
    return f"{ratio:.1f} times {'wider' if ratio > 1 else 'as wide'}"


def if_independent(name: str, shown: Estimate, naive: Estimate) -> str:
    """ "Accuracy 77–81 (here 1.6 times wider)", "(too narrow)" beside none; "" without a naive interval."""
    found = interval(naive, None if naive.trials is not None else 3)
    wider = times_wider(shown, naive)
    return f"{name} {found} ({f'here {wider}' if wider else 'too narrow'})" if found else ""
