"""The same rows held, and counted where they lie."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import parquet

from predictions.limits import Limits
from predictions.mapping import Mapping
from predictions.opening import open_files
from predictions.sandbox.client import Guard
from predictions.sources.kept_open import staying_open
from predictions.study import Study


@pytest.fixture(autouse=True)
def as_on_a_page() -> Iterator[None]:
    """A file is opened once for all questions of a test, as for those of a page."""
    with staying_open():
        yield


Opened = Callable[..., tuple[Study, Study]]


@pytest.fixture
def opened(tmp_path: Path) -> Opened:
    """The same columns held, and counted where they lie."""

    def both(mapping: Mapping | None = None, **columns: Any) -> tuple[Study, Study]:
        path = tmp_path / "a.parquet"
        parquet.write_table(pa.table(columns), path)
        return (
            open_files([("a.parquet", path)], mapping),
            open_files([("a.parquet", path)], mapping, Guard(limits=Limits(rows=1))),
        )

    return both
