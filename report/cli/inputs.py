"""From paths to a Study: the bytes are read once, and everything that can go wrong is one plain sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from predictions import (
    LIMITS,
    Guard,
    Mapping,
    NeedsMapping,
    Notice,
    Problem,
    Study,
    open_files,
    open_matrix_file,
    warm_up,
)
from predictions.problems import quoted
from report.cli.arguments import Options
from report.cli.progress import Progress

__all__ = ["open_study"]


def open_study(options: Options, progress: Progress) -> Study:
    """The study of the files; a matrix gets its file too. Raises Problem for what cannot be read or understood."""
    warm_up()  # the process that will read is started while the bytes come from the disk
    names = _names(options.files)
    contents = []
    for name, path in zip(names, options.files, strict=True):
        progress.say(f"Reading {quoted(name)}")
        contents.append((name, _content(path)))
    megabytes = sum(len(data) for _, data in contents) / 1e6
    progress.say(f"Understanding {', '.join(map(quoted, names[:3]))} ({megabytes:,.1f} MB)")
    return _matrix(contents, options) if options.confusion_matrix else _predictions(contents, options)


def _names(paths: Sequence[Path]) -> list[str]:
    """What the files are called in messages and in the document; with their folders where names repeat."""
    times = Counter(path.name for path in paths)
    return [path.name if times[path.name] == 1 else str(path) for path in paths]


def _content(path: Path) -> bytes:
    if path.is_dir():
        raise Problem(f"{quoted(path)} is a folder. Name the file in it.")
    if path.exists() and not (path.is_file() or path.is_fifo()):
        raise Problem(f"{quoted(path)} is a device, not a file. Name a file.")
    try:
        if path.is_file():
            LIMITS.check_upload(path.stat().st_size, quoted(path))
        return path.read_bytes()
    except FileNotFoundError:
        raise Problem(f"There is no file {quoted(path)}. Check its name and folder.") from None
    except OSError as error:
        raise Problem(f"{quoted(path)} cannot be read: {error.strerror}.") from None


def _predictions(contents: Sequence[tuple[str, bytes]], options: Options) -> Study:
    try:
        study = open_files(contents, options.mapping, Guard(keep_warm=False))
    except NeedsMapping as error:
        advice = error.advice.format(where="with an option (--help lists them)")
        raise Problem(f"{error.what} {advice}") from None
    if options.mapping.threshold != Mapping().threshold and study.mapping.predicted:
        said = Notice("warning", "unused_threshold", {"threshold": options.mapping.threshold})
        return replace(study, notices=(*study.notices, said))
    return study


def _matrix(contents: Sequence[tuple[str, bytes]], options: Options) -> Study:
    if len(contents) > 1:
        raise Problem("--confusion-matrix takes one file. Evaluate each matrix by itself.")
    mapping = options.mapping
    if mapping != Mapping(normal=mapping.normal, positive=mapping.positive):
        raise Problem("A confusion matrix has no columns to name. Beside --confusion-matrix leave out such options.")
    ((name, data),) = contents
    return open_matrix_file(name, data, mapping.normal, Guard(keep_warm=False))
