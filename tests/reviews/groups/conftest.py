"""The same rows held, and counted where they lie."""

from tests.predictions.sources.counted.conftest import opened

__all__ = ["opened"]
