"""Good files of every format, broken in many ways: whatever comes in, a study or a plain problem comes out.

A few hundred run in the suite (test_fuzz.py); more on demand, also on files of your own:

    python -m tests.predictions.mutations --count 20000 [--seed 0] [--jobs 2] [--counted] [FOLDER ...]

With --counted, text and Parquet are read as files too large to hold are: counted where they lie.
"""

from __future__ import annotations

import argparse
import collections
import concurrent.futures
import contextlib
import gzip
import io
import json
import multiprocessing
import random
import signal
import sys
import tempfile
import time
import traceback
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import openpyxl
import pyarrow as pa
from pyarrow import feather, parquet

from predictions.limits import Limits
from predictions.opening import open_files
from predictions.opening_matrix import open_matrix_file
from predictions.problems import Problem
from predictions.sandbox.client import Guard
from predictions.study import Study

SECONDS = 10  # of work; more is a defect, whatever else the machine does
MOST_INSIDE = 5_000_000  # bytes
COUNTED = (".csv", ".tsv", ".csv.gz", ".parquet")
CHUNK = 250  # files per process: one that dies takes no more with it
TOKENS = (
    b'"', b"'", b"\n", b"\r", b"\t", b",", b";", b"|", b"\0", b"\x1a", b"\\", b"[", b"{", b"]", b"}", b":", b"null",
    b"NaN", b"-Infinity", b"1e400", b"9" * 40, b"-1", b"0x1", b"\xef\xbb\xbf", b"\xff\xfe", b"\xc3\x28",
    b"\xe2\x80\x8b", b"true", b"y_true", b"y_pred", b"score_b", b"=1+1", b"%", b"1,5", b"<a>", b"&amp;", b"]]>",
    b"<!DOCTYPE x>", "٣".encode(), "é".encode("cp1252"), "ｂ".encode(), b"[[" * 500, b'{"a":' * 300, b"a" * 5000,
)  # fmt: skip


# ------------------------------------------------------------------ good files


def _columns(rows: int = 60) -> dict[str, list[Any]]:
    draw = random.Random(0)
    truth = [draw.choice(["a", "b", "c c"]) for _ in range(rows)]
    scores = [[draw.random() for _ in range(3)] for _ in range(rows)]
    proportions = [[round(score / sum(row), 4) for score in row] for row in scores]
    return {
        "case_id": [f"P{number:03d}" for number in range(rows)],
        "y_true": truth,
        "y_pred": [label if draw.random() < 0.8 else "b" for label in truth],
        **{f"score_{label}": [row[at] for row in proportions] for at, label in enumerate(("a", "b", "c c"))},
        "split": [draw.choice(["train", "test"]) for _ in range(rows)],
        "fold": [number % 3 for number in range(rows)],
        "video_id": [f"v{number // 20}" for number in range(rows)],
        "frame": [number % 20 for number in range(rows)],
        "site": [draw.choice(["Ö", "Rome, IT", 'the "old"']) for _ in range(rows)],
    }


def _csv(columns: dict[str, list[Any]], delimiter: str = ",") -> bytes:
    def cell(value: Any) -> str:
        text = str(value)
        return f'"{text.replace(chr(34), chr(34) * 2)}"' if set(text) & set(delimiter + '"\n') else text

    lines = [columns, *zip(*columns.values(), strict=True)]
    return "".join(delimiter.join(map(cell, line)) + "\n" for line in lines).encode()


def _written(write: Callable[[io.BytesIO], object]) -> bytes:
    file = io.BytesIO()
    write(file)
    return file.getvalue()


def _workbook(columns: dict[str, list[Any]]) -> bytes:
    book = openpyxl.Workbook()
    book.active.append(list(columns))
    for row in zip(*columns.values(), strict=True):
        book.active.append(list(row))
    return _written(book.save)


def _zip(name: str, content: bytes) -> bytes:
    def write(file: io.BytesIO) -> None:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(name, content)

    return _written(write)


def good_files() -> dict[str, bytes]:
    """Name -> content, one or more of every format."""
    columns = _columns()
    table, text = pa.table(columns), _csv(columns)
    records = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    arrays = {name: np.array(values) for name, values in columns.items() if not name.startswith("score")}
    scores = np.stack([columns[f"score_{label}"] for label in ("a", "b", "c c")], 1)
    return {
        "a.csv": text,
        "a.tsv": _csv(columns, "\t"),
        "utf16.csv": text.decode().encode("utf-16"),
        "western.csv": text.decode().encode("cp1252"),
        "a.csv.gz": gzip.compress(text),
        "a.zip": _zip("a.csv", text),
        "a.xlsx": _workbook(columns),
        "a.parquet": _written(lambda file: parquet.write_table(table, file)),
        "b.parquet": _written(lambda file: parquet.write_table(table, file, compression="none", use_dictionary=False)),
        "a.feather": _written(lambda file: feather.write_feather(table, file, compression="uncompressed")),
        "b.feather": _written(lambda file: feather.write_feather(table, file, compression="zstd")),
        "a.json": json.dumps(records).encode(),
        "b.json": json.dumps(columns).encode(),
        "a.jsonl": "\n".join(map(json.dumps, records)).encode(),
        "a.npz": _written(lambda file: np.savez(file, y_score=scores, labels=np.array(["a", "b", "c c"]), **arrays)),
        "a.npy": _written(lambda file: np.save(file, np.array([*zip(*columns.values(), strict=True)])[:, 1:3])),
        "m.txt": b",a,b,c,Total\na,50,3,2,55\nb,4,40,6,50\nc,1,5,44,50\nTotal,55,48,52,155\n",
        "m.tex": b"\\begin{tabular}{lrr}\n & a & b \\\\ \\hline\na & 1{,}150 & 3 \\\\\nb & 4 & 40 \\\\\n\\end{tabular}",
        "m.json": b'{"labels": ["a", "b"], "matrix": [[50, 3], [4, 40]]}',
        "m.md": b"| true \\\\ pred | a | b |\n|---|---|---|\n| **a** | 50 | 3 |\n| b | 4 | 40 |",
    }


# ------------------------------------------------------------------ bad files


def mutated(data: bytes, others: list[bytes], draw: random.Random) -> bytes:
    """The same file with one to five injuries, half of the time inside its archive."""
    if data[:2] in (b"PK", b"\x1f\x8b") and draw.random() < 0.6:
        with contextlib.suppress(Exception):  # some archives are bad already
            return _inside(data, others, draw)
    injured = bytearray(data)
    for _ in range(draw.choice((1, 1, 1, 2, 5))):
        draw.choice(INJURIES)(injured, others, draw)
    return bytes(injured)


def _inside(data: bytes, others: list[bytes], draw: random.Random) -> bytes:
    if data[:2] == b"\x1f\x8b":
        content = gzip.GzipFile(fileobj=io.BytesIO(data)).read(MOST_INSIDE)
        return gzip.compress(mutated(content, others, draw), 1)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        if sum(info.file_size for info in archive.infolist()) > MOST_INSIDE:
            raise ValueError("a bomb")
        parts = {name: archive.read(name) for name in archive.namelist()}
    chosen = draw.choice([*parts])
    parts[chosen] = mutated(parts[chosen], others, draw)
    with zipfile.ZipFile(file := io.BytesIO(), "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return file.getvalue()


def _span(data: bytearray, draw: random.Random, most: int = 200) -> slice:
    start = draw.randrange(len(data) + 1)
    return slice(start, start + draw.randrange(1, most))


def _flip(data: bytearray, _others: list[bytes], draw: random.Random) -> None:
    for _ in range(draw.randrange(1, 8)):
        if data:
            data[draw.randrange(len(data))] ^= 1 << draw.randrange(8)


def _overwrite(data: bytearray, _others: list[bytes], draw: random.Random) -> None:
    span = _span(data, draw, 16)
    data[span] = draw.randbytes(len(data[span]))


def _extreme(data: bytearray, _others: list[bytes], draw: random.Random) -> None:
    """A number of a header made as large or as negative as it can be."""
    start, width = draw.randrange(len(data) + 1), draw.choice((1, 2, 4, 8))
    data[start : start + width] = draw.choice((b"\xff", b"\x7f", b"\x80", b"\0")) * width


def _cut(data: bytearray, _others: list[bytes], draw: random.Random) -> None:
    del data[_span(data, draw, max(2, len(data) // 4))]


def _end(data: bytearray, _others: list[bytes], draw: random.Random) -> None:
    del data[draw.randrange(len(data) + 1) :]


def _repeat(data: bytearray, _others: list[bytes], draw: random.Random) -> None:
    span = _span(data, draw)
    data[span.start : span.start] = data[span] * draw.choice((1, 2, 50))


def _insert(data: bytearray, _others: list[bytes], draw: random.Random) -> None:
    start = draw.randrange(len(data) + 1)
    data[start:start] = draw.choice(TOKENS)


def _digit(data: bytearray, _others: list[bytes], draw: random.Random) -> None:
    at = [position for position, byte in enumerate(data) if 48 <= byte < 58]
    if at:
        data[draw.choice(at)] = ord(draw.choice("0123456789.-+eE,%"))


def _splice(data: bytearray, others: list[bytes], draw: random.Random) -> None:
    other = draw.choice(others)
    start = draw.randrange(len(other) + 1)
    data[_span(data, draw)] = other[start : start + draw.randrange(400)]


INJURIES = (_flip, _overwrite, _extreme, _cut, _end, _repeat, _insert, _insert, _digit, _splice)


# ------------------------------------------------------------------ what comes out


def open_and_evaluate(name: str, data: bytes, as_matrix: bool, is_counted: bool = False) -> str:
    """`study` or `problem`. Any other exception leaves this function."""
    try:
        if is_counted:
            study = counted(name, data)
        else:
            study = open_matrix_file(name, data) if as_matrix else open_files([(name, data)])
    except Problem as problem:
        message = str(problem)
    else:
        _check(study)
        return "study"
    assert 0 < len(message) < 5000, "a problem without words, or of too many"
    return "problem"


def counted(name: str, data: bytes) -> Study:
    """A study of a file that is counted where it lies. Raises Problem."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(data)
        study = open_files([(name, path)], guard=Guard(apart=False, limits=Limits(rows=1)))
        _check(study)
    return study


def _check(study: Study) -> None:
    for model, split in study.slices:
        evaluation = study.evaluate(model, split)
        assert evaluation.matrix.total == int(evaluation.matrix.cells.sum(dtype=object))
    assert study.rows == study.used + sum(part.rows for part in study.excluded)


def run_chunk(seed: int, count: int, folders: tuple[str, ...], is_counted: bool = False) -> dict[str, Any]:
    """Break `count` files. Returns what came out, the slowest second, and the tracebacks of what must not happen."""
    warnings.simplefilter("error")
    files = good_files()
    files |= {path.name: path.read_bytes() for folder in folders for path in sorted(Path(folder).iterdir())
              if path.is_file() and path.stat().st_size < 100_000}  # fmt: skip
    others = [*files.values()]
    names = [name for name in files if name.endswith(COUNTED)] if is_counted else [*files]
    outcome: dict[str, Any] = {"outcomes": collections.Counter(), "failures": [], "slowest": 0.0, "slow": []}
    for number in range(seed, seed + count):
        draw = random.Random(number)
        name = draw.choice(names)
        data = mutated(files[name], others, draw)
        start = time.perf_counter()
        try:
            with _Alarm():
                as_matrix = draw.random() < (0.9 if name.startswith(("m.", "cm_")) else 0.05)
                said = open_and_evaluate(name, data, as_matrix, is_counted)
        except BaseException as error:
            said = type(error).__name__
            outcome["failures"].append(f"seed {number}, {name}: {traceback.format_exc(limit=-3)}")
        outcome["outcomes"][said] += 1
        outcome["slowest"] = max(outcome["slowest"], time.perf_counter() - start)
    return outcome


class _Alarm:
    """Stops what takes too long, where the system can measure the work of a process."""

    def __enter__(self) -> None:
        if hasattr(signal, "SIGPROF"):
            signal.signal(signal.SIGPROF, self._stop)
            signal.setitimer(signal.ITIMER_PROF, SECONDS)

    def __exit__(self, *_: object) -> None:
        if hasattr(signal, "SIGPROF"):
            signal.setitimer(signal.ITIMER_PROF, 0)

    @staticmethod
    def _stop(*_: object) -> None:
        raise TimeoutError(f"more than {SECONDS} s of work")


def main(arguments: list[str]) -> int:
    """Run, print the figures, and return 1 if anything but a study or a problem came out."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--counted", action="store_true")
    parser.add_argument("folders", nargs="*")
    given = parser.parse_args(arguments)
    total: collections.Counter[str] = collections.Counter()
    failures, slowest = [], 0.0
    context = multiprocessing.get_context("spawn")
    with contextlib.ExitStack() as stack:
        apply = map  # in this process, which needs no second one to be alone
        if given.jobs > 1:
            pool = concurrent.futures.ProcessPoolExecutor(given.jobs, mp_context=context)
            apply = stack.enter_context(pool).map
        starts = range(given.seed, given.seed + given.count, CHUNK)
        sizes = [min(CHUNK, given.seed + given.count - start) for start in starts]
        for done in apply(run_chunk, starts, sizes, [tuple(given.folders)] * len(sizes), [given.counted] * len(sizes)):
            total += done["outcomes"]
            failures += done["failures"]
            slowest = max(slowest, done["slowest"])
    for failure in failures[:20]:
        print(failure)  # noqa: T201
    figures = ", ".join(f"{number:,} {what}" for what, number in total.most_common())
    print(f"{given.count:,} files: {figures}; slowest {slowest:.2f} s; {len(failures)} failures")  # noqa: T201
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
