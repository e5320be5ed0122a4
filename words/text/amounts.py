"""How cases are counted: one by one, or as the time of their rows where each is a frame of a recording."""

from __future__ import annotations

from dataclasses import dataclass

from words.text.numbers import counted, of, whole
from words.text.times import duration, part_of_duration, without_unit
from words.text.voice import Voice


@dataclass(frozen=True)
class Amounts:
    """seconds: how long a row lasts; None where cases are counted.

    >>> Amounts(None).part(834, 1505).replace("\u00a0", " "), Amounts(1.0).part(170, 723).replace("\u00a0", " ")
    ('834 of 1,505', '2:50 of 12:03 min')
    """

    seconds: float | None = None

    def part(self, number: int, total: int) -> str:
        """ "40 of 50", "2:50 of 12:03 min"."""
        if self.seconds is None:
            return of(number, total)
        return part_of_duration(number * self.seconds, total * self.seconds, self.seconds)

    def alone(self, number: int) -> str:
        """ "40", "2:50", for a place where the unit stands elsewhere."""
        return whole(number) if self.seconds is None else without_unit(number * self.seconds, self.seconds)

    def counted(self, number: int, unit: tuple[str, str]) -> str:
        """ "40 patients", "2:50 min"."""
        return counted(number, unit) if self.seconds is None else duration(number * self.seconds, self.seconds)

    def group(self, number: int, label: int, voice: Voice) -> str:
        """ "50 patients with VT", "12:03 min of Clipping"."""
        if self.seconds is None:
            return voice.group_phrase(number, label)
        return f"{self.counted(number, voice.unit)} of {voice.name(label)}"

    def part_of_group(self, number: int, total: int, label: int, voice: Voice) -> str:
        """ "40 of 50 patients with VT", "2:50 of 12:03 min of Clipping"."""
        if self.seconds is None:
            return voice.part_phrase(number, total, label)
        return f"{self.part(number, total)} of {voice.name(label)}"

    def predictions(self, number: int, total: int, name: str = "") -> str:
        """ "109 of 154 VT predictions", "3:37 of 8:45 min of predictions"."""
        if self.seconds is not None:
            return f"{self.part(number, total)} of predictions"
        return f"{of(number, total)} {f'{name} ' if name else ''}prediction{'' if number == total == 1 else 's'}"

    def change(self, number: int) -> str:
        """ "+5", "−0:02", "0"."""
        return f"{'+' if number > 0 else '−'}{self.alone(abs(number))}" if number else "0"


ONE_BY_ONE = Amounts()
