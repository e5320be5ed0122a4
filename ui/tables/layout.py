"""What every table of a page shares: when it is one to scroll, how high it is, how its first column is headed."""

from __future__ import annotations

from charts.html.cell_marks import ROW_HEIGHT
from ui.parts.help import MEANINGS

MOST_IN_A_TABLE = 12
HEAD, ROW, LEAST_ROWS = 38, ROW_HEIGHT, 5  # px of a list, and how many rows it shows in any room


def list_height(rows: int, room: int) -> int:
    """px of a list in so much room, which is never cut in the middle of a row.

    The list is given row_height=ROW: in a window of 1,600 px or more the page's own rows are 39 px.
    """
    return HEAD + ROW * min(max((room - HEAD) // ROW, LEAST_ROWS), rows)


def header(name: str) -> str:
    """The first column's header. Its link makes a table that scrolls sideways reachable by keyboard."""
    return f"[{name}](#{MEANINGS})"
