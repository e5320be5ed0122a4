"""A table or view of a DuckDB file is read as a file is: held where it is small, counted where it is large."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest
from pyarrow import parquet

from predictions.limits import Limits
from predictions.opening import named, open_files
from predictions.problems import Problem
from predictions.sandbox.client import Guard
from predictions.sources.engines.database import DatabaseTable
from predictions.study import Study
from tests.predictions.sources.engines.tables import assert_alike, labels

pytestmark = pytest.mark.thorough

SMALL = Limits(rows=1)


def opened(address: str, limits: Limits | None = None) -> Study:
    return open_files([named(address)], None, Guard(limits=limits, apart=False) if limits else None)


def refused(address: str) -> str:
    with pytest.raises(Problem) as problem:
        opened(address)
    return str(problem.value)


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """A database of one table."""
    path, rows = tmp_path / "study.duckdb", labels(60)
    with duckdb.connect(str(path)) as connection:
        connection.from_arrow(rows).create("predictions")
    return path


@pytest.fixture
def odd(made: Path) -> Path:
    """With tables and views of names that are values, never code."""
    with duckdb.connect(str(made)) as connection:
        connection.execute('CREATE SCHEMA "s.1"; CREATE TABLE "s.1"."a""b; DROP TABLE x" AS FROM predictions')
        connection.execute("CREATE VIEW shown AS SELECT * FROM predictions WHERE site = '01'")
        connection.execute(f"COPY predictions TO '{made.parent}/other.parquet'")
        connection.execute(f"CREATE VIEW outside AS FROM '{made.parent}/other.parquet'")
    return made


@pytest.mark.parametrize(
    ("table", "limits"), [("", None), ("::predictions", None), ("::main.predictions", None), ("::predictions", SMALL)]
)
def test_a_table_is_what_the_same_rows_of_a_file_are(made: Path, table: str, limits: Limits | None) -> None:
    whole = made.with_name("whole.parquet")
    parquet.write_table(labels(60), whole)
    study = opened(f"{made}{table}", limits)
    assert study.name == f"study.duckdb{table}"
    assert_alike(opened(str(whole), limits), study)


def test_of_several_tables_one_must_be_named(odd: Path) -> None:
    assert refused(str(odd)) == (
        '“study.duckdb” has the tables “outside”, “predictions”, “shown”, “s.1.a"b; DROP TABLE x”. Name one of them, '
        "as in “study.duckdb::outside”."
    )
    assert "has no table “lost” but “outside”, “predictions”, “shown”" in refused(f"{odd}::lost")


def test_a_view_and_a_table_of_any_name_are_read_and_nothing_outside_the_file(odd: Path) -> None:
    assert opened(f'{odd}::s.1.a"b; DROP TABLE x').rows == 60
    assert 0 < opened(f"{odd}::shown", SMALL).rows < 60
    assert "view “outside” cannot be read: it needs other files" in refused(f"{odd}::outside")
    with DatabaseTable(odd, "predictions").opened(lambda: None) as engine:
        for text in (f"FROM '{odd.parent}/other.parquet'", f"ATTACH '{odd.parent}/x.duckdb'", "DROP TABLE predictions"):
            with pytest.raises(duckdb.Error):
                engine._connection.execute(text)
    assert not (odd.parent / "x.duckdb").exists()


def test_types_of_a_database_are_those_of_a_file(tmp_path: Path) -> None:
    columns = "'a'::ENUM('a', 'b') y_true, 'b' y_pred, 0.25::DECIMAL(38, 18) score_a, 0.75::FLOAT score_b"
    with duckdb.connect(str(tmp_path / "t.duckdb")) as connection:
        connection.execute(f"CREATE TABLE t AS SELECT {columns}, 7::HUGEINT id, now() at_time, uuid() u FROM range(30)")
        connection.execute("UPDATE t SET y_true = 'b' WHERE rowid < 9")
    held, counted = opened(str(tmp_path / "t.duckdb")), opened(str(tmp_path / "t.duckdb"), SMALL)
    assert held.labels == counted.labels == ("a", "b")
    assert held.evaluate().matrix.cells.tolist() == counted.evaluate().matrix.cells.tolist()


@pytest.fixture
def writer(made: Path) -> Iterator[None]:
    """Another program that holds the database."""
    program = "import duckdb, sys; c = duckdb.connect(sys.argv[1]); print(flush=True); sys.stdin.read()"
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", program, str(made)], **pipes) as other:
        assert other.stdout
        other.stdout.readline()
        yield
        other.communicate()


@pytest.mark.usefixtures("writer")
def test_a_database_that_another_program_writes_is_said(made: Path) -> None:
    assert "“study.duckdb” is open in another program that writes it. Close it there" in refused(str(made))


def test_a_table_of_a_file_that_is_no_database_is_said(made: Path) -> None:
    made.write_text("y_true,y_pred\nill,well\n")
    assert "“study.duckdb” is no DuckDB database and has no tables. Name the file without “::”." in refused(
        f"{made}::t"
    )


def test_a_damaged_or_lost_database_is_one_plain_message(made: Path) -> None:
    content = made.read_bytes()
    assert "There is no file “lost.duckdb”" in refused(f"{made.with_name('lost.duckdb')}::t")
    for damaged in (content[:5000], content[:8] + b"DUCK" + b"\xff" * 8 + content[20:]):
        made.write_bytes(damaged)
        assert "“study.duckdb” is a damaged DuckDB database" in refused(f"{made}::predictions")
    with duckdb.connect(str(made.with_name("empty.duckdb"))):
        pass
    assert "database without tables" in refused(str(made.with_name("empty.duckdb")))


def test_an_uploaded_database_says_where_it_can_be_opened(made: Path) -> None:
    with pytest.raises(Problem, match="from the start command"):
        open_files([("study.duckdb", made.read_bytes())])


def test_a_table_that_changed_is_said(made: Path) -> None:
    study = opened(str(made), SMALL)
    with duckdb.connect(str(made)) as connection:
        connection.execute("DELETE FROM predictions WHERE site = '01'")
    with pytest.raises(Problem, match="has changed since it was opened"):
        study.rows_by(0, ("site",))


def test_rows_have_their_place(made: Path) -> None:
    with DatabaseTable(made).opened(lambda: None) as engine:
        assert engine.in_order() is not None
        frame, place = engine.in_order() or (engine.frame, "")
        assert engine.answer(frame.select(place))[place].to_pylist() == pa.array(range(60)).to_pylist()
