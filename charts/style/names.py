"""Class names inside a picture, cut to fit: as plain text, or escaped for the chart library."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from charts.style.theme import NAME_LIMIT
from words import html, short
from words.text.apart import distinct_by_name

Unit = tuple[str, str]
_BREAKS = " -–_/"
_WORD = 4  # characters by which a line grows to keep a word whole


def brief(label: str, limit: int = NAME_LIMIT) -> str:
    """A name for a tick, a legend or a bar; hover has the whole name."""
    return html(short(label, limit))


def full(label: str) -> str:
    """The whole name, for hover."""
    return html(label)


def axis_names(labels: Sequence[str], limit: int) -> list[str]:
    """Names for one axis, none of which looks like another; the same name twice is the same."""
    return [html(name) for name in distinct_by_name(labels, limit)]


def on_two_lines(labels: Sequence[str], limit: int) -> list[str]:
    """Names of one axis that fit on two lines of about `limit` characters, cut where they do not."""
    cuts = [distinct_by_name(labels, both) for both in range(2 * limit, limit, -1)]
    found = []
    for place in range(len(labels)):
        first, second = _lines(labels[place], limit)
        if len(second) > limit + _WORD:
            lines = (_lines(cut[place], limit) for cut in cuts)
            first, second = next((each for each in lines if len(each[1]) <= limit), (first, short(second, limit)))
        found.append(f"{html(first)}<br>{html(second)}" if second else html(first))
    return found


def fits_on_two_lines(label: str, limit: int) -> bool:
    """Whether nothing of it is cut."""
    return len(_lines(label, limit)[1]) <= limit


def _lines(label: str, limit: int) -> tuple[str, str]:
    """Broken after the last word that the first `limit` characters hold, within a word if it is very long."""
    if len(label) <= limit:
        return label, ""
    ends = [at + (sign != " ") for at, sign in enumerate(label) if sign in _BREAKS and at] + [len(label)]
    at = max((end for end in ends if end <= limit), default=ends[0] if ends[0] <= limit + _WORD else limit)
    return label[:at].rstrip(), label[at:].strip()


def longest(labels: Iterable[str]) -> int:
    """Characters of the longest name."""
    return max((len(label) for label in labels), default=0)
