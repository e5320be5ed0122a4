"""The field for a table on Spark: there only where the start command allows it, and it reaches no other server."""

from __future__ import annotations

import sys
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

from predictions.sources.engines import servers
from predictions.sources.engines.servers import Server
from tests.support.servers.spark import SparkServer, free_port
from tests.support.studies import labels_only
from tests.support.visitor import Visitor
from ui.data import start_files

APP = str(Path(__file__).parents[3] / "app.py")
NAME = "Name of the table"


def allow(monkeypatch: pytest.MonkeyPatch, *listed: Server) -> None:
    monkeypatch.setattr(servers, "SERVERS", listed)


def subheaders(visitor: Visitor) -> list[str]:
    return [each.value for each in visitor.app.subheader]


def test_without_a_list_of_servers_there_is_no_field() -> None:
    visitor = Visitor().run().go("data")
    assert "Table on Spark" not in subheaders(visitor)
    assert NAME not in [each.label for each in visitor.app.text_input]


def test_one_server_is_named_without_its_token_and_several_are_chosen_from(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = Server("one", 15002, "token=s3cret"), Server("two", 15002)
    allow(monkeypatch, first)
    visitor = Visitor().run().go("data")
    assert "Table on Spark" in subheaders(visitor)
    assert "sc://one:15002" in visitor.text
    assert "s3cret" not in visitor.text
    allow(monkeypatch, first, second)
    visitor = Visitor().run().go("data")
    assert visitor.choices_in("Server") == ["sc://one:15002", "sc://two:15002"]


@pytest.mark.parametrize(
    "typed", ["ecg", "gold.ecg", "parquet.`/etc/passwd`", "sc://evil:1/a.b.c", "a.b.c;use_ssl=true"]
)
def test_what_is_no_name_of_a_table_is_said_below_the_field(monkeypatch: pytest.MonkeyPatch, typed: str) -> None:
    allow(monkeypatch, Server("one"))
    visitor = Visitor().run().go("data").fill(NAME, typed).press("Read the table")
    (said,) = visitor.errors
    assert "catalog.schema.table" in said


@pytest.mark.thorough
def test_a_server_that_is_not_there_is_said_and_the_open_study_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    allow(monkeypatch, Server("127.0.0.1", free_port()))
    visitor = Visitor().upload(labels_only()).go("data").fill(NAME, "main.gold.ecg").press("Read the table")
    (said,) = visitor.errors
    assert "does not answer" in said
    assert visitor.finding == "All 150 rows used."


def test_without_the_client_the_field_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    allow(monkeypatch, Server("one"))
    monkeypatch.setitem(sys.modules, "pyspark.sql.connect.client", None)
    visitor = Visitor().run().go("data").fill(NAME, "main.gold.ecg").press("Read the table")
    (said,) = visitor.errors
    assert "pip install -r requirements-spark.txt" in said


def test_an_address_that_is_none_stops_the_start(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    monkeypatch.setattr(sys, "argv", [APP, "sc://one/gold.ecg;token=s3cret"])
    with pytest.raises(SystemExit, match="2"):
        start_files.stop_unless_understood()
    said = capsys.readouterr().err
    assert "catalog.schema.table" in said
    assert "s3cret" not in said


@pytest.mark.spark
def test_a_table_shows_the_digits_of_its_file(
    monkeypatch: pytest.MonkeyPatch, spark_server: SparkServer, tmp_path: Path
) -> None:
    path = tmp_path / "answers.parquet"
    parquet.write_table(pa.Table.from_pandas(labels_only(), preserve_index=False), path)
    spark_server.save("answers", path)
    allow(monkeypatch, Server("127.0.0.1", spark_server.port))
    visitor = Visitor().run().go("data").fill(NAME, "spark_catalog.default.answers").press("Read the table")
    assert visitor.errors == []
    uploaded = Visitor().upload(path.read_bytes(), "answers.parquet")
    assert visitor.go("overview").finding == uploaded.go("overview").finding
    assert visitor.go("confusion").finding == uploaded.go("confusion").finding
