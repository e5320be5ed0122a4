"""From files to a Study: read, recognise, encode, say everything on the way."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from predictions.limits import Limits
from predictions.mapping import Mapping
from predictions.plain_table import PlainTable
from predictions.problems import Gathered, NeedsMapping, Problem
from predictions.progress import Progress, told_part
from predictions.sandbox.client import Guard, Stage
from predictions.shared import Shared
from predictions.sources.arrays import study_of_tables
from predictions.sources.counted.study import study_of_origin
from predictions.sources.engines.addresses import origin_at
from predictions.sources.engines.csv import CsvFile
from predictions.sources.engines.csv_scan import is_large_text
from predictions.sources.engines.engine import Holdable, Origin, Versioned
from predictions.sources.engines.parquet import ParquetFile, ParquetFiles, begins_as_parquet, is_large
from predictions.study import SourceFile, Study
from words.text.names import quoted

Content = bytes | Path | Origin
Files = Sequence[tuple[str, Content]]
COUNTED: Shared[Study] = Shared(most=3)  # of all sessions


def named(text: str) -> tuple[str, Content]:
    """What a person types to name rows, as the start command and the command line take it: (name, content)."""
    origin, path = origin_at(text), Path(text).expanduser()
    return (path.name or text, path) if origin is None else (origin.name, origin)


def size_of(content: Content) -> int:
    """In bytes; 0 for a file that is gone or cannot be asked, and where it is not known."""
    if isinstance(content, bytes):
        return len(content)
    with contextlib.suppress(OSError):  # said when it is read
        return content.stat().st_size if isinstance(content, Path) and content.is_file() else 0
    return 0


def open_files(files: Files, mapping: Mapping | None = None, guard: Guard | None = None) -> Study:
    """Open (name, content) pairs as one study; several files are several models.

    A content is bytes, the path of a file on this computer, or where else its rows lie; what is too large to hold is
    counted there.
    guard: read in a process of its own, as files of strangers should be; None: in this one, with the usual limits.
    Raises NeedsMapping when a person must say which column is which, Problem for what cannot be read.
    """
    if not files:
        raise Problem("No file was given. Choose at least one file.")
    guard, wanted = guard or Guard(apart=False), mapping or Mapping()
    origin = _counted_where_it_lies(files, guard.limits)
    if origin is not None:
        _check_sheet(wanted.sheet, [origin.name], [])
        return _counted(origin, wanted, guard)
    sources, tables = _held(files, wanted, guard)
    guard.tick(Stage.COUNTING)
    try:
        return study_of_tables(sources, tables, wanted, guard.limits)
    except NeedsMapping as needed:
        needed.read = lambda mapping: study_of_tables(sources, tables, mapping, guard.limits)
        needed.rows = sum(map(len, tables))
        raise


def _held(files: Files, wanted: Mapping, guard: Guard) -> tuple[tuple[SourceFile, ...], list[PlainTable]]:
    """Everything as tables in memory, in the order of the files."""
    contents = _contents([(name, each) for name, each in files if isinstance(each, bytes | Path)], guard.limits)
    with ThreadPoolExecutor(1) as beside:
        digests = beside.map(_digest, [data for _, data in contents])
        tables = guard.read(contents, wanted.sheet)
    read = iter(zip(digests, tables, strict=True))
    both = [_whole(each, guard) if isinstance(each, Holdable) else next(read) for _, each in files]
    _check_sheet(wanted.sheet, [name for name, _ in files], [plain for _, plain in both])
    sources = (
        SourceFile(name, digest, plain.kind, len(plain)) for (name, _), (digest, plain) in zip(files, both, strict=True)
    )
    return tuple(sources), [plain for _, plain in both]


def _check_sheet(wanted: str | None, names: Sequence[str], tables: Sequence[PlainTable]) -> None:
    """Raises Problem for a sheet that none of the files has. tables: those that are held."""
    if not wanted or any(plain.sheet == wanted for plain in tables):
        return
    what = f"{quoted(names[0])} is no workbook, so it has no sheet {quoted(wanted)}"
    if len(names) > 1:
        what = f"None of the files has a sheet {quoted(wanted)}"
    elif any(plain.sheet for plain in tables):
        what = f"{quoted(names[0])} has no sheet {quoted(wanted)} with a table"
    raise Problem(f"{what}. Name another one, or none.")


def _whole(origin: Holdable, guard: Guard) -> tuple[str, PlainTable]:
    plain = origin.whole(guard.read, guard.limits)
    return origin.digest(lambda: None), plain


def _counted_where_it_lies(files: Files, limits: Limits) -> Origin | None:
    """What is counted without holding its rows. Raises Problem for one beside others that are no parts of it."""
    for name, content in files:
        if (origin := _large(name, content, limits)) is not None:
            return origin if len(files) == 1 else _parts_of_one(files, name)
    return None


def _large(name: str, content: Content, limits: Limits) -> Origin | None:
    """The origin of a content that is not held."""
    if isinstance(content, Path):
        if is_large(content, limits):
            return ParquetFile(name, content.resolve())
        return CsvFile(name, content.resolve(), limits) if is_large_text(content, limits) else None
    if isinstance(content, bytes) or (isinstance(content, Holdable) and not content.is_large(limits)):
        return None
    return content


def _parts_of_one(files: Files, large: str) -> Origin:
    """Parquet files beside a large one are parts of the same table."""
    paths = [(name, each.resolve()) for name, each in files if isinstance(each, Path) and each.is_file()]
    if len(paths) < len(files) or not all(begins_as_parquet(path) for _, path in paths):
        raise Problem(f"{quoted(large)} is too large to be opened beside other files. Open it alone.")
    return ParquetFiles(tuple(paths))


def _counted(origin: Origin, wanted: Mapping, guard: Guard) -> Study:
    """A file of the start command is the same for every session: counted once, until it or the mapping changes."""
    progress = Progress()

    def tick() -> None:
        progress.part = told_part()
        guard.tick(progress)

    origin = origin.at_newest(tick) if isinstance(origin, Versioned) else origin
    key = (origin, origin.version(guard.limits.seconds), repr(wanted), guard.limits)

    def count() -> Study:
        return study_of_origin(origin, wanted, guard.limits, tick, progress=progress)

    return COUNTED.get(key, count, tick, guard.keeps)


def _contents(files: Files, limits: Limits) -> list[tuple[str, bytes]]:
    together = Gathered()
    contents = [together.run(content_of, name, content, limits) for name, content in files]
    together.settle()
    return [(name, content) for (name, _), content in zip(files, contents, strict=True) if content is not None]


def content_of(name: str, content: Content, limits: Limits) -> bytes:
    """The bytes of a content. Raises Problem for a path that cannot be read, and for a file of too many bytes."""
    if isinstance(content, bytes):
        return content
    if not isinstance(content, Path):
        raise Problem(f"{quoted(name)} is not a file. Name a file.")
    try:
        if content.is_dir():
            raise Problem(f"{quoted(name)} is a folder. Name the file in it.")
        if content.exists() and not (content.is_file() or content.is_fifo()):
            raise Problem(f"{quoted(name)} is a device, not a file. Name a file.")
        if content.is_file():
            limits.check_upload(content.stat().st_size, quoted(name))
        return content.read_bytes()
    except FileNotFoundError:
        raise Problem(f"There is no file {quoted(name)}. Check its name and folder.") from None
    except OSError as error:
        raise Problem(f"{quoted(name)} cannot be read: {error.strerror}.") from None


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
