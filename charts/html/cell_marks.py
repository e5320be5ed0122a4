"""A value and its interval as a small picture inside a table cell: Markdown, so that no HTML is needed.

One grey, which holds 3:1 on both pages, so the picture need not know the mode. The scale is one per column; the page
says it once below its table. `source` is the picture alone, for a column of images.
"""

from __future__ import annotations

from collections.abc import Iterable

from charts.html.swatches import address_of
from charts.style.theme import GREY
from metrics import Estimate
from words import bounds, markdown

WIDTH, HEIGHT = 104, 12
ROW_HEIGHT = 35  # of a list to scroll, which fits a picture to its row
_EDGE = 4  # px on each side, so that a mark at an end of the scale is whole
_HALF = 3.5  # px from the middle of the square to its side
_RADIUS = 3.25
Scale = tuple[float, float]


def mark(
    estimate: Estimate, scale: Scale = (0.0, 1.0), required: float | None = None, places: int | None = None
) -> str:
    """The interval as a line, the value as a square, what is required as a dashed tick; "" where undefined.

    places: decimals of a number that is not a proportion, for the words to who cannot see it.
    """
    if not estimate.is_defined:
        return ""
    return _image(source(estimate, scale, required), bounds(estimate, places=places))


def source(estimate: Estimate, scale: Scale = (0.0, 1.0), required: float | None = None, height: int = HEIGHT) -> str:
    """The address of the picture itself; of what is undefined an empty one."""
    if not estimate.is_defined:
        return _address([], height)
    drawn = [_base(height), *_interval(estimate, scale, height), _square(_place(estimate.value, scale), height)]
    if required is not None:
        drawn.append(_upright(_place(required, scale), height, 'stroke-dasharray="2 1.5"'))
    return _address(drawn, height)


def difference_mark(estimate: Estimate, reach: float, is_clear: bool, words: str) -> str:
    """A difference on a scale from -reach to reach around a dotted zero; filled where its interval excludes 0.

    words: the interval for who cannot see the mark. "" where undefined.
    """
    if not estimate.is_defined:
        return ""
    scale, x, middle = (-reach, reach), _place(estimate.value, (-reach, reach)), HEIGHT / 2
    zero = _upright(_place(0.0, scale), HEIGHT, 'stroke-dasharray="1 2"')
    if is_clear:
        circle = f'<circle cx="{x:.1f}" cy="{middle:g}" r="{_HALF}" fill="{GREY}"/>'
        return _image(_address([zero, *_interval(estimate, scale, HEIGHT), circle], HEIGHT), words)
    # No fill: white would glare in the dark mode, so the line stops at the circle.
    circle = f'<circle cx="{x:.1f}" cy="{middle:g}" r="{_RADIUS}" fill="none" stroke="{GREY}" stroke-width="1.5"/>'
    return _image(_address([zero, *_interval(estimate, scale, HEIGHT, around=_RADIUS), circle], HEIGHT), words)


def ticks_mark(values: Iterable[float], pooled: float, words: str, scale: Scale = (0.0, 1.0)) -> str:
    """Where there are too few for an interval: one tick per value (video, fold), and the pooled value as a square.

    words: lowest and highest for who cannot see the mark.
    """
    ticks = [_upright(_place(value, scale), HEIGHT) for value in values if value == value]
    square = [_square(_place(pooled, scale), HEIGHT)] if pooled == pooled else []
    return _image(_address([_base(HEIGHT), *ticks, *square], HEIGHT), words)


def _place(value: float, scale: Scale) -> float:
    low, high = scale
    return _EDGE + (WIDTH - 2 * _EDGE) * (min(max(value, low), high) - low) / (high - low)


def _base(height: int) -> str:
    y = height / 2 + 5.5
    return f'<path d="M0 {y:g}H{WIDTH}" stroke="{GREY}" stroke-opacity=".4"/>'


def _interval(estimate: Estimate, scale: Scale, height: int, around: float = 0.0) -> list[str]:
    """The line from bound to bound, in two pieces where something hollow of radius `around` stands on it."""
    if estimate.low is None or estimate.high is None:
        return []
    low, x, high = (_place(each, scale) for each in (estimate.low, estimate.value, estimate.high))
    pieces = [(low, high)] if not around else [(low, x - around), (x + around, high)]
    path = "".join(f"M{start:.1f} {height / 2:g}H{end:.1f}" for start, end in pieces if end > start)
    return [f'<path d="{path}" stroke="{GREY}" stroke-width="2"/>'] if path else []


def _square(x: float, height: int) -> str:
    size = 2 * _HALF
    return f'<rect x="{x - _HALF:.1f}" y="{height / 2 - _HALF:g}" width="{size:g}" height="{size:g}" fill="{GREY}"/>'


def _upright(x: float, height: int, look: str = "") -> str:
    top, bottom = height / 2 - 6, height / 2 + 6
    return f'<path d="M{x:.1f} {top:g}V{bottom:g}" stroke="{GREY}" stroke-width="1.5" {look}/>'


def _address(drawn: Iterable[str], height: int) -> str:
    return address_of("".join(drawn), WIDTH, height)


def _image(address: str, words: str) -> str:
    return f"![{markdown(words, 80)}]({address})"
