"""What was worked out for one study: made once whoever asks, and bounded by forgetting what was asked longest ago."""

from __future__ import annotations

from metrics.kernels.once import Once


class Cache(Once):
    """Results by key, the latest `most` of them. Threads that ask for the same key wait for one result."""

    def __init__(self, most: int = 256) -> None:
        super().__init__(most)
