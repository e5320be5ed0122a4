"""How much: cases by their number, frames and epochs of known length by their time."""

from __future__ import annotations

from dataclasses import dataclass

from words.text.numbers import minus, of, whole
from words.text.times import clock, duration, part_of_duration
from words.text.voice import Voice


@dataclass(frozen=True)
class Amounts:
    """row: seconds that a row lasts; None where rows are cases of their own."""

    row: float | None = None

    def one(self, rows: int) -> str:
        """ "45", "5:08"."""
        return whole(rows) if self.row is None else clock(rows * self.row, self.row < 1)

    def of(self, part: int, total: int) -> str:
        """ "45 of 50", "5:08 of 7:35 min"."""
        return of(part, total) if self.row is None else part_of_duration(part * self.row, total * self.row, self.row)

    def change(self, rows: int) -> str:
        """ "+5", "−0:02", "0"."""
        if self.row is None or not rows:
            return minus(f"{rows:+,}") if rows else "0"
        return f"{'+' if rows > 0 else '−'}{self.one(abs(rows))}"

    def group(self, rows: int, label: int, voice: Voice) -> str:
        """ "50 patients with VT", "7:35 min of Clipping"."""
        if self.row is None:
            return voice.group_phrase(rows, label)
        return f"{duration(rows * self.row, self.row)} of {voice.name(label)}"

    def part(self, part: int, total: int, label: int, voice: Voice) -> str:
        """ "45 of 50 patients with VT", "5:08 of 7:35 min of Clipping"."""
        if self.row is None:
            return voice.part_phrase(part, total, label)
        return f"{self.of(part, total)} of {voice.name(label)}"

    def predictions(self, part: int, total: int, name: str = "") -> str:
        """ "109 of 154 VT predictions", "3:37 of 8:45 min of predictions"."""
        if self.row is not None:
            return f"{self.of(part, total)} of predictions"
        return f"{of(part, total)} {f'{name} ' if name else ''}prediction{'s' if total != 1 else ''}"


COUNTS = Amounts()
