"""What people type to name rows: a folder, a table of a database, and whatever else is no single file."""

from __future__ import annotations

from pathlib import Path

from predictions.sources.engines.database import SIGN, DatabaseTable, is_database
from predictions.sources.engines.engine import Origin
from predictions.sources.engines.folder import ParquetFolder


def origin_at(text: str) -> Origin | None:
    """Where the rows lie that a text names; None for a file, which is read by its content.

    Nothing is opened here: what is not there is said when it is.
    """
    path = Path(text).expanduser()
    if path.is_dir():
        return ParquetFolder(path.resolve().name or text, path.resolve())
    if path.is_file():
        return DatabaseTable(path.resolve()) if is_database(path) else None
    file, sign, table = text.rpartition(SIGN)
    return DatabaseTable(Path(file).expanduser().resolve(), table) if sign and file else None
