"""Plain text in columns: user text made harmless for a terminal, lines of at most 100 characters."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterable, Sequence

from words import NBSP
from words.text.escape import JOINER, visible

WIDTH = 100
GAP = 2
INDENT = 2
NARROWEST = 10  # columns of a name


def plain(text: str) -> str:
    """Without what only a browser understands, and with control characters shown instead of obeyed."""
    return visible(text).replace(JOINER, "").replace(NBSP, " ")


def wrapped(text: str, first: str = "", rest: str | None = None) -> list[str]:
    """Lines of a sentence, indented; a number stays with its unit."""
    later = " " * len(first) if rest is None else rest
    shown = visible(text).replace(JOINER, "")
    lines = textwrap.wrap(shown, WIDTH, initial_indent=first, subsequent_indent=later, break_on_hyphens=False)
    return [line.replace(NBSP, " ") for line in lines]


def heading(text: str, right: str) -> str:
    """A heading over the whole width."""
    text, right = plain(text), plain(right)
    space = WIDTH - columns(text) - columns(right) - 2
    return f"{text} {'─' * max(3, space)} {right}".rstrip()


def aligned(rows: Iterable[Sequence[str]]) -> list[str]:
    """Lines of cells in columns, the first aligned left and cut where the width needs it, the others right."""
    cells = [[plain(cell) for cell in row] for row in rows]
    size = max(map(len, cells), default=0)
    widths = [max((columns(row[i]) for row in cells if i < len(row)), default=0) for i in range(size)]
    too_wide = INDENT + sum(widths) + GAP * (size - 1) - WIDTH
    if too_wide > 0:
        widths[0] = max(NARROWEST, widths[0] - too_wide)
        cells = [[_cut(row[0], widths[0]), *row[1:]] for row in cells]
    return [" " * INDENT + _line(row, widths) for row in cells]


def _cut(text: str, width: int) -> str:
    """At most so many columns wide."""
    while columns(text) > width:
        text = text[:-2].rstrip() + "…"
    return text


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = (
        cell + " " * (width - columns(cell)) if i == 0 else " " * (width - columns(cell)) + cell
        for i, (cell, width) in enumerate(zip(row, widths, strict=False))
    )
    return (" " * GAP).join([first, *others]).rstrip()


def columns(text: str) -> int:
    """How many columns of a terminal a text takes: two for a wide character, none for a combining one."""
    return sum(_columns(character) for character in text)


def _columns(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
