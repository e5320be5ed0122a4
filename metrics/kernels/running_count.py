"""How many of the first cases are positive, held in one bit a case and one count for every 64 of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

WORD, OCTET = 64, 8
ONE, EVERY_OCTET = np.uint64(1), np.uint64(0x0101010101010101)
LITTLE = np.dtype("<u8")
# Of each octet the ones among its first 1 to 8 bits, as the octets of one number.
BITS = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little")
WITHIN = BITS.cumsum(1, dtype=np.uint8).view(LITTLE)[:, 0]


def fewest_bits(n: int) -> type[np.integer[Any]]:
    """What holds every number of n cases."""
    return np.int32 if n <= np.iinfo(np.int32).max else np.int64


@dataclass(frozen=True, eq=False)
class RunningCount:
    """Reads like the (size + 1,) int64 array that begins with 0 and counts the ones down to each place.

    words: the bits, the last followed by zeros. before: how many ones stand before each word.
    Bought: a twentieth of the memory of 32-bit counts; a table with its areas takes as long.
    """

    size: int
    words: NDArray[np.uint64]
    before: NDArray[np.integer[Any]]

    @classmethod
    def of(cls, bits: NDArray[Any]) -> RunningCount:
        """bits: (n,) bool, or uint8 of 0 and 1."""
        octets = np.zeros((len(bits) // WORD + 1) * OCTET, np.uint8)
        octets[: -(-len(bits) // OCTET)] = np.packbits(bits, bitorder="little")
        words = octets.view(LITTLE)
        counts = np.bitwise_count(words)
        return cls(len(bits), words, (np.cumsum(counts, dtype=np.int64) - counts).astype(fewest_bits(len(bits))))

    @property
    def bits(self) -> NDArray[np.uint8]:
        """(size,) 0 and 1, as they were given."""
        return np.unpackbits(self.words.view(np.uint8), count=self.size, bitorder="little")

    def __len__(self) -> int:
        return self.size + 1

    def __getitem__(self, places: slice | NDArray[np.integer[Any]]) -> NDArray[np.int64]:
        """The counts at (m,) places from 0 on, in any order, or from one place to another."""
        if isinstance(places, slice):
            return self._between(places.start, places.stop)
        word = places >> 6
        inside = (ONE << (places & (WORD - 1)).astype(np.uint64)) - ONE
        counted: NDArray[np.int64] = self.before[word].astype(np.int64) + np.bitwise_count(self.words[word] & inside)
        return counted

    def _between(self, start: int, stop: int) -> NDArray[np.int64]:
        """Eight places are looked up at once."""
        first = start // WORD
        words = self.words[first : stop // WORD + 1]
        octets = words.view(np.uint8)
        ones = np.bitwise_count(octets).view(LITTLE)
        before = ((ones * EVERY_OCTET) << np.uint64(OCTET)).view(np.uint8)  # in its word, before each octet
        inside = WITHIN[octets] + before * EVERY_OCTET
        counted = np.empty(len(octets) * OCTET + 1, np.int64)
        counted[0] = self.before[first]
        each = counted[1:].reshape(-1, WORD)
        each[:] = inside.view(np.uint8).reshape(-1, WORD)
        each += self.before[first : first + len(words), None]
        return counted[start - first * WORD : stop - first * WORD]
