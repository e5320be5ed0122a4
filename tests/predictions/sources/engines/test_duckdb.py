"""What goes wrong while DuckDB reads a file is one plain sentence, and nothing is left behind."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import narwhals as nw
import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

from predictions.limits import Limits
from predictions.mapping import Mapping
from predictions.opening import open_files
from predictions.problems import Problem, TooManyGroups
from predictions.sandbox.client import Guard
from predictions.sources.counted.study import study_of_origin
from predictions.sources.engines import asking, duckdb
from predictions.sources.engines.duckdb import Duckdb
from predictions.sources.engines.parquet import ParquetFile
from predictions.study import Study

pytestmark = pytest.mark.thorough

Change = Callable[[Path], object]


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of 20,000 rows, in a place where nothing else may appear."""
    here, elsewhere = tmp_path / "here", tmp_path / "elsewhere"
    here.mkdir(), elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    monkeypatch.setattr(tempfile, "tempdir", str(elsewhere))
    labels, score = np.array(["a", "b"]), np.random.default_rng(0).random(20_000)
    rows = {"y_true": labels[np.arange(20_000) % 2], "y_pred": labels[(score > 0.5) * 1], "score_b": score}
    parquet.write_table(pa.table(rows), here / "a.parquet", compression="none", use_dictionary=["y_true", "y_pred"])
    return here / "a.parquet"


def counted(path: Path) -> Study:
    return study_of_origin(ParquetFile(path.name, path), Mapping(), Limits(rows=1), lambda: None)


def assert_nothing_is_left(file: Path) -> None:
    assert {*file.parent.parent.rglob("*")} <= {file, file.parent, file.parent.parent / "elsewhere"}


def test_bytes_that_were_overwritten_amid_the_file(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[40:4_000] = b"\xff" * 3_960
    file.write_bytes(content)
    with pytest.raises(Problem, match=r"“a.parquet” is a damaged or incomplete Parquet file. Export it again."):
        counted(file)
    assert_nothing_is_left(file)


@pytest.mark.parametrize("limits", [Limits(), Limits(rows=1)], ids=["held", "counted"])
def test_a_column_whose_name_is_no_text(file: Path, limits: Limits) -> None:
    file.write_bytes(file.read_bytes().replace(b"y_pred", b"y_\xe5red"))
    with pytest.raises(Problem, match=r"“a.parquet” is a damaged or incomplete Parquet file"):
        open_files([("a.parquet", file)], guard=Guard(apart=False, limits=limits))


def test_too_little_memory(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(duckdb.SETTINGS, "memory_limit", "1MB")
    with pytest.raises(Problem, match="too many different values to count"):
        counted(file)
    assert_nothing_is_left(file)


def count_visits(file: Path, folder: Path, seen: set[str]) -> None:
    """seen: takes what stands in the folder meanwhile, with the files in it that are open without a name."""

    def look() -> None:
        seen.update(each.name for each in folder.iterdir())
        for descriptor in Path("/proc/self/fd").iterdir():
            with contextlib.suppress(OSError):
                target = os.readlink(descriptor)
                seen.update([target] if str(folder) in target else [])

    with ParquetFile(file.name, file).opened(look) as engine:
        engine.answer(engine.frame.group_by("visit").agg(nw.len()))


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="only Linux tells which files a process has open")
def test_short_memory_is_said_no_row_goes_to_the_disk_and_the_study_stays(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """DuckDB would write what does not fit into a folder for temporary files, as it does here once it is told one."""
    number = np.random.default_rng(0).permutation(1_000_000)
    parquet.write_table(pa.table({"y_true": number % 2, "y_pred": number % 3 % 2, "visit": number}), file)
    study, elsewhere, seen = counted(file), Path(tempfile.gettempdir()), set[str]()
    monkeypatch.setattr(asking, "PAUSE", 0.002)
    monkeypatch.setitem(duckdb.SETTINGS, "memory_limit", "24MB")
    with pytest.raises(TooManyGroups, match="take too many different values to count"):
        count_visits(file, elsewhere, seen)
    assert seen == set()
    with pytest.raises(Problem, match="“visit” of a file of this size holds too many different values: no groups"):
        study.rows_by(0, ("visit",))
    assert study.rows_by(0, ()).copies.sum() == 1_000_000
    assert_nothing_is_left(file)
    monkeypatch.setitem(duckdb.SETTINGS, "temp_directory", str(elsewhere / "spill"))
    count_visits(file, elsewhere, seen)
    assert "spill" in seen


def again(path: Path) -> None:
    rows = parquet.read_table(path)
    parquet.write_table(rows.slice(0, 10_000), path)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (again, "“a.parquet” has changed since it was opened. Open it again."),
        (Path.unlink, "“a.parquet” is no longer there. Put it back, or open another file."),
        (lambda path: path.write_bytes(b""), "“a.parquet” has changed since it was opened. Open it again."),
    ],
)
def test_a_file_that_changes_between_two_questions(
    file: Path, monkeypatch: pytest.MonkeyPatch, change: Change, said: str
) -> None:
    """While it is counted first, and while cases are fetched."""
    study, asked, answer = counted(file), [], Duckdb.answer

    def changing(engine: Duckdb, question: object) -> pa.Table:
        asked.append(question)
        if len(asked) == 3:
            change(file)
        return answer(engine, question)

    whole = file.read_bytes()
    monkeypatch.setattr(Duckdb, "answer", changing)
    with pytest.raises(Problem) as refused:
        counted(file)
    assert str(refused.value) == said
    file.write_bytes(whole)
    with pytest.raises(Problem, match="has changed since it was opened"):
        study.rows_by(0, ())
    assert_nothing_is_left(file)
