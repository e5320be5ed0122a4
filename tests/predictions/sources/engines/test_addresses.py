"""The same rows at any address are the same study, to the last digit."""

import gzip
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.compute as pc
import pytest
from pyarrow import csv, parquet

from predictions.demo import EXAMPLES, FOLDER, Example
from predictions.limits import Limits
from predictions.opening import named, open_files
from predictions.sandbox.client import Guard
from predictions.sources.engines.addresses import origin_at
from predictions.study import Study
from tests.predictions.sources.engines.tables import assert_counted_as_held, assert_same_counts

pytestmark = pytest.mark.thorough

SMALL = Limits(rows=1)
PARTS, KEY = 7, "batch"  # a column of the partitions, which no example has


def opened(path: Path | str, limits: Limits | None = None) -> Study:
    return open_files([named(str(path))], None, Guard(limits=limits, apart=False) if limits else None)


def table_of(example: Example) -> pa.Table:
    """Its columns with their types, and one for the partitions."""
    table = csv.read_csv(FOLDER / example.file)
    rows = pa.array(range(len(table)))
    sites = pc.take(pa.array(["0", "01", "Ghent"]), pc.divide(rows, len(table) // 3 + 1))
    return table.append_column(KEY, sites)


@pytest.fixture(params=EXAMPLES, ids=lambda each: each.key)
def addresses(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, str]:
    """One table as a file, in parts, in partitions, as text and in a database."""
    table = table_of(request.param)
    each = len(table) // PARTS + 1
    parquet.write_table(table, tmp_path / "one.parquet")
    (tmp_path / "parts").mkdir()
    for part in range(PARTS):
        parquet.write_table(table.slice(part * each, each), tmp_path / "parts" / f"{part}.parquet")
    for site in ("0", "01", "Ghent"):
        folder = tmp_path / "partitions" / f"{KEY}={site}"
        folder.mkdir(parents=True)
        parquet.write_table(table.filter(pc.field(KEY) == site).drop_columns(KEY), folder / "part-0.parquet")
    csv.write_csv(table, tmp_path / "one.csv")
    (tmp_path / "one.csv.gz").write_bytes(gzip.compress((tmp_path / "one.csv").read_bytes()))
    with duckdb.connect(str(tmp_path / "one.duckdb")) as connection:
        connection.from_arrow(table).create("other")
        connection.from_arrow(table).create("rows")
    names = {"one.parquet", "parts", "partitions", "one.csv", "one.csv.gz", "one.duckdb::rows"}
    return {name: str(tmp_path / name) for name in sorted(names)}


def assert_one_study(*studies: Study) -> None:
    first, *others = studies
    for other in others:
        assert_same_counts(first, other)
        assert first.notices == other.notices


def test_held_rows_are_one_study_wherever_they_lie(addresses: dict[str, str]) -> None:
    assert_one_study(*map(opened, addresses.values()))


@pytest.mark.parametrize("addresses", [EXAMPLES[3]], indirect=True, ids=[EXAMPLES[3].key])
def test_counted_rows_are_one_study_wherever_they_lie(addresses: dict[str, str]) -> None:
    assert_one_study(*(opened(address, SMALL) for address in addresses.values()))


@pytest.mark.parametrize("addresses", [EXAMPLES[2]], indirect=True, ids=[EXAMPLES[2].key])
def test_rows_are_counted_as_they_are_held(addresses: dict[str, str]) -> None:
    """Of the other examples `test_csv.py` tells it."""
    assert_counted_as_held(opened(addresses["one.parquet"]), opened(addresses["one.parquet"], SMALL))


def test_a_file_is_no_origin_and_nothing_is_opened_by_its_name_alone(tmp_path: Path) -> None:
    path = tmp_path / "a::b.csv"
    path.write_text("y_true,y_pred\n")
    assert origin_at(str(path)) is None
    assert origin_at(str(tmp_path / "lost.csv")) is None
    assert origin_at("::table") is None
    lost = origin_at(str(tmp_path / "lost.duckdb::t"))
    assert lost is not None
    assert (lost.name, lost.version()) == ("lost.duckdb::t", None)
