"""For conftest.py of tests that ask one file many things."""

from collections.abc import Iterator

import pytest

from predictions.sources.kept_open import staying_open


@pytest.fixture(autouse=True)
def as_on_a_page() -> Iterator[None]:
    """A file is opened once for all questions of a test, as for those of a page: tests of groups take a third."""
    with staying_open():
        yield
