"""A table on a cluster is answered as a file is, to the last digit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import parquet

from predictions.limits import Limits
from predictions.mapping import Mapping
from predictions.opening import named, open_files
from predictions.problems import Problem
from predictions.sources.counted.study import study_of_origin
from predictions.sources.engines.parquet import ParquetFile
from predictions.study import Study
from tests.predictions.sources.counted.test_study import assert_same_evaluation
from tests.predictions.sources.engines.odd_columns import ODD
from tests.predictions.sources.engines.tables import assert_alike
from tests.support.spark import SparkServer

pytestmark = pytest.mark.spark
LIMITS = Limits(rows=1)


@pytest.fixture
def saved(spark_server: SparkServer, tmp_path: Path) -> Callable[[pa.Table], tuple[Path, str]]:
    def save(table: pa.Table) -> tuple[Path, str]:
        path = tmp_path / "odd.parquet"
        parquet.write_table(table, path)
        return path, spark_server.save("odd", path)

    return save


def outcome(ask: Callable[[], Study]) -> Study | str:
    """A study, or why there is none."""
    try:
        return ask()
    except Problem as problem:
        return str(problem)


def groups_of(study: Study) -> list[Any]:
    """Each additional column: how many rows have each value."""
    found = []
    for name in study.columns:
        rows = study.rows_by(0, (name,))
        if rows is not None:
            counts = rows.copies if rows.copies is not None else [1] * len(rows.truth)
            found.append((name, sorted(zip(map(str, rows.details[name].to_pylist()), map(int, counts), strict=True))))
    return found


@pytest.mark.parametrize("name", ODD)
def test_an_odd_table_is_answered_alike_by_arrays_duckdb_and_spark(name: str, saved: Any) -> None:
    path, address = saved(ODD[name]())
    held = outcome(lambda: open_files([(path.name, path)]))
    duck = outcome(lambda: study_of_origin(ParquetFile(path.name, path), Mapping(), LIMITS, lambda: None))
    spark = outcome(lambda: open_files([named(address)]))
    if isinstance(held, str) or isinstance(duck, str) or isinstance(spark, str):
        assert held == duck == str(spark).replace(named(address)[0], path.name)
        return
    for place in held.slices:
        assert_same_evaluation(held.evaluate(*place), spark.evaluate(*place))
    assert_alike(duck, spark)
