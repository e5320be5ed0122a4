"""Whatever fails between Rounds and a cluster is one plain sentence, and the study that is open stays."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent import futures
from pathlib import Path
from typing import Any

import grpc
import narwhals as nw
import pyarrow as pa
import pytest
from pyarrow import parquet

from predictions.limits import Limits
from predictions.mapping import Mapping
from predictions.opening import open_files
from predictions.problems import Problem
from predictions.progress import told_part
from predictions.sources.counted.study import study_of_origin
from predictions.sources.engines.servers import Server, table_named
from predictions.sources.engines.spark import SparkTable
from predictions.sources.engines.spark_client import plain_errors
from tests.predictions.sources.engines.tables import labels
from tests.support.servers.proxy import proxy_to
from tests.support.servers.spark import SparkServer, free_port

PARTS = ("spark_catalog", "default", "ecg")


@pytest.fixture
def refusing() -> Iterator[Callable[..., Server]]:
    """A server that refuses every question with a status, as a login before a cluster does; wait: seconds before."""
    started = []

    def start(status: grpc.StatusCode, wait: float = 0) -> Server:
        def refuse(_: Any, context: Any) -> None:
            time.sleep(wait)
            context.abort(status, "patient Jane Doe")

        class Refusing(grpc.GenericRpcHandler):
            def service(self, details: Any) -> Any:
                is_stream = details.method.endswith("ExecutePlan")
                handler = grpc.unary_stream_rpc_method_handler if is_stream else grpc.unary_unary_rpc_method_handler
                return handler(refuse)

        server = grpc.server(futures.ThreadPoolExecutor(2), handlers=(Refusing(),))
        port = server.add_insecure_port("127.0.0.1:0")
        server.start()
        started.append(server)
        return Server("127.0.0.1", port)

    yield start
    for server in started:
        server.stop(None).wait()


def refusal_of(server: Server) -> str:
    with pytest.raises(Problem) as refused:
        SparkTable(server, PARTS).version(60)
    assert "Jane" not in str(refused.value)
    return str(refused.value)


@pytest.mark.thorough
def test_a_server_that_is_not_there() -> None:
    assert "does not answer" in refusal_of(Server("127.0.0.1", free_port()))


def test_a_token_that_is_refused(refusing: Any) -> None:
    assert "does not accept the token" in refusal_of(refusing(grpc.StatusCode.UNAUTHENTICATED))


def test_permission_that_is_missing(refusing: Any) -> None:
    said = refusal_of(refusing(grpc.StatusCode.PERMISSION_DENIED))
    assert "does not allow reading “spark_catalog.default.ecg”. Ask its owner for permission." in said


@pytest.mark.thorough
def test_a_server_that_says_nothing_is_given_up_after_the_seconds_that_are_passed(refusing: Any) -> None:
    server = refusing(grpc.StatusCode.INTERNAL, wait=4)
    started = time.monotonic()
    with pytest.raises(Problem, match="did not answer within 1 s"):
        SparkTable(server, PARTS).version(1)
    assert time.monotonic() - started < 4


def test_what_else_fails_on_the_cluster(refusing: Any) -> None:
    assert "Its log says why" in refusal_of(refusing(grpc.StatusCode.INTERNAL))


def test_tls_where_the_server_has_none(refusing: Any) -> None:
    plain = refusing(grpc.StatusCode.INTERNAL)
    said = refusal_of(Server(plain.host, plain.port, "use_ssl=true;token=s3cret"))
    assert "cannot be reached by TLS" in said
    assert "s3cret" not in said


def test_a_version_that_delta_keeps_no_longer() -> None:
    """As where the table was made anew; the condition is Delta's own, which no server here gives."""
    from pyspark.errors.exceptions.connect import AnalysisException

    gone = AnalysisException("patient Jane Doe", errorClass="DELTA_VERSION_NOT_FOUND")
    with pytest.raises(Problem) as refused, plain_errors(Server("127.0.0.1"), "main.gold.ecg"):
        raise gone
    assert str(refused.value) == "“main.gold.ecg” has changed since it was opened. Open it again."


def save(server: SparkServer, folder: Path, table: pa.Table | None = None) -> SparkTable:
    path = folder / "ecg.parquet"
    parquet.write_table(labels(200) if table is None else table, path)
    return SparkTable(*table_named(server.save("ecg", path)))


@pytest.mark.spark
def test_a_table_that_is_not_there_or_was_dropped(spark_server: SparkServer, tmp_path: Path) -> None:
    origin = save(spark_server, tmp_path)
    study = open_files([(origin.name, origin)])
    with spark_server.session() as session:
        session.sql("DROP TABLE ecg").collect()
    assert origin.version(60) is None
    with pytest.raises(Problem, match=r"has no table “spark_catalog\.default\.ecg”"):
        open_files([(origin.name, origin)])
    with pytest.raises(Problem, match="is no longer there"):
        study.rows_by(0, ("site",))


@pytest.mark.spark
def test_a_column_that_was_renamed(spark_server: SparkServer, tmp_path: Path) -> None:
    origin = save(spark_server, tmp_path)
    study = open_files([(origin.name, origin)])
    digest = origin.digest(lambda: None)
    save(spark_server, tmp_path, labels(200).rename_columns(["y_true", "y_pred", "a", "b", "c", "ward"]))
    assert origin.digest(lambda: None) != digest
    with pytest.raises(Problem, match="has changed since it was opened"):
        study.rows_by(0, ("site",))


@pytest.mark.spark
def test_a_slow_server_is_given_up_in_time(spark_server: SparkServer, tmp_path: Path) -> None:
    save(spark_server, tmp_path)
    with proxy_to(spark_server.port) as proxy:
        proxy.delay = 5.0
        origin = SparkTable(Server("127.0.0.1", proxy.port), PARTS)
        started = time.monotonic()
        with pytest.raises(Problem, match="takes longer than 1 s"), origin.opened(_over(origin, 1)):
            pass
        assert time.monotonic() - started < 20


def _over(origin: SparkTable, seconds: int) -> Callable[[], None]:
    from predictions.sources.counted.table import Patience

    return Patience(origin.name, Limits(seconds=seconds), lambda: None)


class Cancelled(Exception):
    """As the reader presses Cancel."""


@pytest.mark.spark
def test_cancelling_ends_the_query_on_the_cluster(spark_server: SparkServer, tmp_path: Path) -> None:
    origin = save(spark_server, tmp_path)
    end = [float("inf")]

    def tick() -> None:
        if time.monotonic() > end[0]:
            raise Cancelled

    with origin.opened(tick) as engine:
        rows = nw.from_native(engine._table.session.range(10**13))
        started = time.monotonic()
        end[0] = started + 1
        with pytest.raises(Cancelled):
            engine.answer(rows.select((nw.col("id") % 7).max()))
        assert time.monotonic() - started < 30  # the query would take hours


@pytest.mark.spark
def test_the_cluster_tells_how_much_of_a_query_is_done(spark_server: SparkServer, tmp_path: Path) -> None:
    told: list[float] = []
    with save(spark_server, tmp_path).opened(lambda: told.append(told_part())) as engine:
        rows = nw.from_native(engine._table.session.range(0, 2 * 10**8, 1, 16))
        engine.answer(rows.group_by((nw.col("id") % 7).alias("digit")).agg(nw.len()))
    assert any(0 < part < 1 for part in told), {*told}
    assert told_part() == 0


def killed_while_asked(server: SparkServer, origin: SparkTable) -> None:
    with origin.opened(lambda: None) as engine:
        threading.Timer(1.0, server.kill).start()
        engine.answer(nw.from_native(engine._table.session.range(10**13)).select((nw.col("id") % 7).max()))


@pytest.mark.spark
def test_a_server_that_was_killed_and_one_that_was_started_again(tmp_path: Path) -> None:
    server = SparkServer(free_port(), tmp_path)
    try:
        server.start()
        origin = save(server, tmp_path)
        with origin.opened(lambda: None) as engine:
            asked = engine.frame.select(nw.len().alias("rows"))
            assert engine.answer(asked).to_pylist() == [{"rows": 200}]
            server.kill()
            server.start()
            save(server, tmp_path)
            assert engine.answer(asked).to_pylist() == [{"rows": 200}]  # by a session of its own, made once more
        with pytest.raises(Problem, match="does not answer"):
            killed_while_asked(server, origin)
        with pytest.raises(Problem, match="does not answer"):
            study_of_origin(origin, Mapping(), Limits(), lambda: None)
    finally:
        server.kill()
