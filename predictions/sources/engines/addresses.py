"""What people type to name rows: a folder, a table of a database or a cluster, and whatever else is no single file."""

from __future__ import annotations

from pathlib import Path

from predictions.sources.engines.database import SIGN, DatabaseTable, is_database
from predictions.sources.engines.engine import Origin
from predictions.sources.engines.folder import ParquetFolder
from predictions.sources.engines.servers import SCHEME, table_named
from predictions.sources.engines.spark import SparkTable


def origin_at(text: str) -> Origin | None:
    """Where the rows lie that a text names; None for a file, which is read by its content.

    Nothing is opened here: what is not there is said when it is. Raises Problem for an address that is none.
    """
    if text.startswith(SCHEME):
        return SparkTable(*table_named(text))
    path = Path(text).expanduser()
    if path.is_dir():
        return ParquetFolder(path.resolve().name or text, path.resolve())
    if path.is_file():
        return DatabaseTable(path.resolve()) if is_database(path) else None
    file, sign, table = text.rpartition(SIGN)
    return DatabaseTable(Path(file).expanduser().resolve(), table) if sign and file else None
