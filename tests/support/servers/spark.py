"""A Spark Connect server on this computer, from `.venv-spark` (requirements-spark-server.txt) and with Java 17."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[3]
READY = "Spark Connect server started at"
PATIENCE = 120.0  # seconds that a busy computer may take to start it
SETTINGS = {
    "spark.ui.enabled": "false",
    "spark.sql.catalogImplementation": "in-memory",
    "spark.sql.shuffle.partitions": "2",
    "spark.sql.session.timeZone": "Europe/Brussels",
    "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1",  # compiling further took half of the CPU
    "spark.connect.progress.reportInterval": "100ms",
}


def home() -> Path | None:
    """Where Spark lies; None where it was not installed."""
    return next(ROOT.glob(".venv-spark/lib/python3.*/site-packages/pyspark"), None)


def missing() -> str:
    """What is needed and not here; blank where everything is."""
    if home() is None:
        return "needs .venv-spark with requirements-spark-server.txt (.ci/run makes it)"
    return "" if shutil.which("java") else "needs Java 17 (Debian: apt-get install openjdk-17-jre-headless)"


def free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])


@dataclass
class SparkServer:
    """A process that listens. folder: where it works and keeps its log."""

    port: int
    folder: Path
    process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"sc://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Returns once it answers."""
        spark = home()
        assert spark is not None
        settings = SETTINGS | {
            "spark.connect.grpc.binding.port": str(self.port),
            "spark.connect.grpc.binding.address": "127.0.0.1",
            "spark.sql.warehouse.dir": str(self.folder / "warehouse"),
        }
        asked = [part for name, value in settings.items() for part in ("--conf", f"{name}={value}")]
        command = [str(spark / "bin" / "spark-submit"), "--master", "local[2]", "--driver-memory", "1g", *asked]
        command += ["--class", "org.apache.spark.sql.connect.service.SparkConnectServer", "spark-internal"]
        environment = os.environ | {"SPARK_HOME": str(spark), "SPARK_LOCAL_IP": "127.0.0.1"}
        log = self.folder / "server.log"
        with log.open("wb") as file:
            self.process = subprocess.Popen(
                command, cwd=self.folder, env=environment, stdout=file, stderr=file, start_new_session=True
            )
        end = time.monotonic() + PATIENCE
        while READY not in log.read_text(errors="replace"):
            assert self.process.poll() is None, log.read_text(errors="replace")[-2000:]
            assert time.monotonic() < end, f"{log} does not say that it is ready"
            time.sleep(0.2)

    def kill(self) -> None:
        """At once, as when a computer fails."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    @contextlib.contextmanager
    def session(self) -> Iterator[Any]:
        """Of a data engineer, who makes tables."""
        from predictions.sources.engines.servers import Server
        from predictions.sources.engines.spark_client import session_on

        with session_on(Server("127.0.0.1", self.port)) as session:
            yield session

    def save(self, name: str, path: Path) -> str:
        """A Parquet file, or a folder of them, as a table; its address."""
        with self.session() as session:
            session.sql(f"DROP TABLE IF EXISTS `{name}`").collect()
            session.sql(f"CREATE TABLE `{name}` USING parquet LOCATION '{path}'").collect()
        return f"{self.address}/spark_catalog.default.`{name}`"
