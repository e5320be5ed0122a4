"""A table on a Spark cluster: seconds, bytes that Rounds receives, its peak memory, and the queries that it asks.

    .venv/bin/python -m benchmarks.spark sc://host:port folder [rows in millions ...]

Makes a Parquet file a size in the folder, which the server must be able to read, and a table of it. What is received
passes a counting proxy on this computer. Each size runs in a process of its own.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path

from benchmarks.large import make
from predictions.limits import Limits
from predictions.mapping import Mapping
from predictions.sources.counted.study import study_of_origin
from predictions.sources.engines.servers import Server, table_named
from predictions.sources.engines.spark import Spark, SparkTable
from predictions.sources.engines.spark_client import session_on
from tests.support.servers.proxy import proxy_to

TABLE = "rounds_benchmark"


def measure(address: str) -> None:
    server, parts = table_named(address)
    asked: list[float] = []
    answer = Spark.answer

    def timed(engine: Spark, question: object) -> object:
        start = time.perf_counter()
        try:
            return answer(engine, question)  # type: ignore[arg-type]
        finally:
            asked.append(time.perf_counter() - start)

    Spark.answer = timed  # type: ignore[assignment, method-assign]
    with proxy_to(server.port) as proxy:
        origin = SparkTable(Server("127.0.0.1", proxy.port), parts)
        start, cpu = time.perf_counter(), time.process_time()
        study = study_of_origin(origin, Mapping(), Limits(seconds=3600), lambda: None)
        seconds, cpu = time.perf_counter() - start, time.process_time() - cpu
        received = proxy.received / 1e6
    rules = sum(len(table.scores) for table in study.evaluate().tables if table)
    peak = int(re.findall(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text())[0]) / 1024
    said = f"{len(asked)} queries, {sum(asked):.1f} s of them, {rules:,} thresholds"
    print(f"{study.rows:>12,} rows {seconds:8.1f} s{cpu:7.1f} CPU-s{received:8.1f} MB received{peak:6.0f} MiB  {said}")


def main() -> None:
    if len(sys.argv) == 2:
        measure(sys.argv[1])
        return
    address, folder, *sizes = sys.argv[1:]
    server, _ = table_named(f"{address}/a.b.c")
    for millions in map(int, sizes or ("1", "10")):
        path = Path(folder).resolve() / f"rounds-{millions}-million.parquet"
        if not path.exists():
            make(path, millions)
        with session_on(server) as session:
            session.sql(f"DROP TABLE IF EXISTS {TABLE}").collect()
            session.sql(f"CREATE TABLE {TABLE} USING parquet LOCATION '{path}'").collect()
        table = f"{address}/spark_catalog.default.{TABLE}"
        subprocess.run([sys.executable, "-m", "benchmarks.spark", table], check=True)


if __name__ == "__main__":
    main()
