"""The same rows held, and counted where they lie."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import parquet

from predictions.limits import Limits
from predictions.mapping import Mapping
from predictions.opening import open_files
from predictions.sandbox.client import Guard
from predictions.study import Study
from tests.support.stays_open import as_on_a_page

__all__ = ["as_on_a_page"]

Opened = Callable[..., tuple[Study, Study]]


def held_and_counted(folder: Path, mapping: Mapping | None, columns: dict[str, Any]) -> tuple[Study, Study]:
    """The same columns held, and counted where they lie."""
    path = folder / "a.parquet"
    parquet.write_table(pa.table(columns), path)
    return (
        open_files([("a.parquet", path)], mapping),
        open_files([("a.parquet", path)], mapping, Guard(limits=Limits(rows=1))),
    )


@pytest.fixture
def opened(tmp_path: Path) -> Opened:
    return lambda mapping=None, **columns: held_and_counted(tmp_path, mapping, columns)
