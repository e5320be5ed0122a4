"""A Spark Connect server that reads Delta and Iceberg tables, from `.venv-sail` (requirements-sail-server.txt).

It differs from Spark with these formats in two ways: a table has a name in one session only, and its SQL tells no
versions. Both are made up for here, so that a test asks as it would ask Spark.
"""

from __future__ import annotations

import contextlib
import json
import socket
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from predictions.sources.engines.servers import Server
from predictions.sources.engines.spark_client import session_on
from tests.support.servers.spark import ROOT, free_port

PROGRAM = ROOT / ".venv-sail" / "bin" / "sail"
PATIENCE = 60.0  # seconds that a busy computer may take to start it
NAME = "`sail`.`default`.`ecg`"


@dataclass(frozen=True)
class VersionedTable:
    """`sail.default.ecg` on a server. folder: where it lies. columns: with their types, as SQL has them."""

    port: int
    folder: Path
    columns: str
    format: ClassVar[str]
    ask: ClassVar[str]  # for the newest version, as Spark understands it
    answer: ClassVar[str]

    @property
    def address(self) -> str:
        return f"sc://127.0.0.1:{self.port}/sail.default.ecg"

    @property
    def newest(self) -> int:
        raise NotImplementedError

    def write(self, rows: str, how: str = "OVERWRITE") -> None:
        """rows: a query. how: or INTO."""
        with self.session() as session:
            session.sql(f"INSERT {how} ecg {rows}").collect()

    @contextlib.contextmanager
    def session(self, server: Server | None = None) -> Iterator[Any]:
        """In place of `session_on`: the table is there, and its versions are told as its format tells them."""
        with session_on(server or Server("127.0.0.1", self.port)) as session:
            columns = "" if self.folder.exists() else f"({self.columns})"
            session.sql(f"CREATE TABLE ecg {columns} USING {self.format} LOCATION 'file://{self.folder}'").collect()
            ask = session.sql

            def sql(statement: str) -> Any:
                return ask(self.answer.format(self.newest) if statement == self.ask else statement)

            session.sql = sql
            yield session


class DeltaTable(VersionedTable):
    format, ask = "delta", f"DESCRIBE HISTORY {NAME} LIMIT 1"
    answer = "SELECT {}L AS version, 'WRITE' AS operation"

    @property
    def newest(self) -> int:
        return max(int(each.stem) for each in self.folder.glob("_delta_log/*.json"))


class IcebergTable(VersionedTable):
    format, ask = "iceberg", f"SELECT snapshot_id FROM {NAME}.refs WHERE name = 'main'"
    answer = "SELECT {}L AS snapshot_id"

    @property
    def newest(self) -> int:
        files = {int(each.name.split(".")[0].strip("v")): each for each in self.folder.glob("metadata/*.metadata.json")}
        return int(json.loads(files[max(files)].read_text())["current-snapshot-id"])


@contextlib.contextmanager
def running(folder: Path) -> Iterator[int]:
    """The port at which it answers. folder: for its log."""
    port = free_port()
    with (folder / "sail.log").open("wb") as log:
        process = subprocess.Popen([str(PROGRAM), "spark", "server", "--port", str(port)], stdout=log, stderr=log)
    try:
        end = time.monotonic() + PATIENCE
        while not _answers(port):
            assert process.poll() is None, (folder / "sail.log").read_text()
            assert time.monotonic() < end, "Sail does not answer"
            time.sleep(0.1)
        yield port
    finally:
        process.kill()
        process.wait()


def _answers(port: int) -> bool:
    with socket.socket() as asked:
        return asked.connect_ex(("127.0.0.1", port)) == 0
