"""A folder of Parquet files is one table: held where it is small, counted where it lies where it is large."""

from collections import Counter
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

from predictions.limits import Limits
from predictions.opening import named, open_files
from predictions.problems import Problem
from predictions.sandbox.client import Guard
from predictions.study import Study
from tests.predictions.helpers import warnings
from tests.predictions.sources.engines.tables import assert_alike, labels

pytestmark = pytest.mark.thorough

SMALL = Limits(rows=1)


def opened(path: Path, limits: Limits | None = None) -> Study:
    return open_files([named(str(path))], None, Guard(limits=limits, apart=False) if limits else None)


def save(path: Path, table: pa.Table) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    parquet.write_table(table, path)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "predictions"
    for place in range(7):
        save(path / f"nested-{place % 2}" / f"part-{place}.parquet", labels(20, seed=place))
    return path


@pytest.mark.parametrize("limits", [None, SMALL])
def test_all_files_in_it_are_the_rows_of_one_table(folder: Path, tmp_path: Path, limits: Limits | None) -> None:
    parts = [parquet.read_table(path) for path in sorted(folder.rglob("*.parquet"))]
    whole = tmp_path / "whole.parquet"
    save(whole, pa.concat_tables(parts))
    study = opened(folder, limits)
    assert study.name == "predictions"
    assert study.rows == 140
    assert_alike(opened(whole, limits), study)


@pytest.mark.parametrize("limits", [None, SMALL])
def test_the_names_of_folders_are_columns_as_they_are_written(tmp_path: Path, limits: Limits | None) -> None:
    tables = [labels(10, seed=place).drop_columns("site") for place in range(5)]
    for place, site in enumerate(("01", "1", "a%20b", "Gen%C3%A8ve", "__HIVE_DEFAULT_PARTITION__")):
        save(tmp_path / "t" / f"model={place % 2}" / f"site={site}" / "part-0.parquet", tables[place])
    study = opened(tmp_path / "t", limits)
    assert study.model_names == ("0", "1")
    rows = study.rows_by(0, ("site",)) if limits else study.predictions_of(0)
    assert rows is not None
    found = Counter[tuple[str | None, str]]()
    copies = [1] * len(rows) if rows.copies is None else rows.copies.tolist()
    for site, truth, number in zip(rows.details["site"].to_pylist(), rows.truth, copies, strict=True):
        found[site, rows.labels[truth]] += number
    sites = {"01": tables[0], "a b": tables[2], None: tables[4]}
    assert found == Counter((site, truth) for site, own in sites.items() for truth in own["y_true"].to_pylist())


@pytest.mark.parametrize("limits", [None, SMALL])
def test_hidden_files_are_no_rows_and_others_are_said(folder: Path, limits: Limits | None) -> None:
    for name in ("_SUCCESS", ".part-0.parquet.crc", "_metadata"):
        (folder / name).write_bytes(b"no rows")
    assert "not Parquet" not in warnings(opened(folder, limits))
    (folder / "notes.txt").write_text("checked")
    assert "“predictions” also holds “notes.txt”, which is not Parquet: not read." in warnings(opened(folder, limits))


def refused(folder: Path) -> str:
    said = []
    for limits in (None, SMALL):
        with pytest.raises(Problem) as problem:
            opened(folder, limits)
        said.append(str(problem.value))
    assert said[0] == said[1]
    return said[0]


def test_a_folder_without_parquet_files_is_refused(tmp_path: Path) -> None:
    assert "is a folder without Parquet files" in refused(tmp_path)
    (tmp_path / "a.csv").write_text("y_true,y_pred\na,b\n")
    assert "is a folder without Parquet files" in refused(tmp_path)


def test_a_folder_of_too_many_files_is_not_searched(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("predictions.sources.engines.folder.MOST_FILES", 6)
    assert "a folder of more than 6 files" in refused(folder)


@pytest.mark.parametrize(
    "mark", ["_delta_log/0.json", "nested-1/_delta_log/0.json", "metadata/v1.metadata.json", ".hoodie/x"]
)
def test_a_folder_that_holds_deleted_rows_is_refused(folder: Path, mark: str) -> None:
    (folder / mark).parent.mkdir()
    (folder / mark).write_text("{}")
    assert "may hold deleted rows" in refused(folder)


def test_files_that_are_no_single_table_are_refused(folder: Path) -> None:
    save(folder / "x.parquet", labels(20).append_column("extra", pa.array([1] * 20)))
    assert "“x.parquet”" in refused(folder)
    assert "“extra”" in refused(folder)
    save(folder / "x.parquet", labels(20).set_column(0, "y_true", pa.array([1] * 20)))
    assert "column “y_true” is string in “nested-0/part-0.parquet” and int64 in “x.parquet”" in refused(folder)
    (folder / "x.parquet").unlink()
    save(folder / "site=1" / "x.parquet", labels(20))
    assert "different columns, such as “site”" in refused(folder)


def test_a_column_of_files_and_folders_is_refused(tmp_path: Path) -> None:
    save(tmp_path / "Y_true=a" / "x.parquet", labels(20))
    assert "is in the files and in the names of their folders" in refused(tmp_path)


def test_a_damaged_file_among_many_is_named(folder: Path) -> None:
    path = folder / "nested-1" / "part-3.parquet"
    content = path.read_bytes()
    for damaged in (content[:-9], content[:4] + b"\xff" * 60 + content[64:]):
        path.write_bytes(damaged)
        assert "“nested-1/part-3.parquet” is a damaged or incomplete Parquet file" in refused(folder)
    path.write_text("text")
    assert "part-3.parquet” is a damaged" in refused(folder)


def test_a_file_that_may_not_be_read_is_said(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opens = Path.open

    def open_or_refuse(path: Path, *arguments: object, **settings: object) -> object:
        if path.name == "part-3.parquet":
            raise PermissionError(13, "Permission denied")
        return opens(path, *arguments, **settings)

    monkeypatch.setattr(Path, "open", open_or_refuse)
    assert refused(folder) == "“nested-1/part-3.parquet” cannot be read: Permission denied."


def test_a_file_that_appears_vanishes_or_changes_is_said(folder: Path) -> None:
    for change in (
        lambda: save(folder / "new.parquet", labels(20)),
        (folder / "new.parquet").unlink,
        lambda: save(folder / "nested-0" / "part-0.parquet", labels(25)),
    ):
        study = opened(folder, SMALL)
        change()
        with pytest.raises(Problem, match="has changed since it was opened"):
            study.rows_by(0, ("site",))


def test_files_whose_types_one_column_can_hold_are_one_table(tmp_path: Path) -> None:
    none, texts = pa.array([None] * 20), labels(20)
    save(tmp_path / "t" / "a.parquet", texts.append_column("age", none))
    save(tmp_path / "t" / "b.parquet", texts.append_column("age", pa.array(range(20))))
    columns = [texts["y_true"].dictionary_encode(), texts["y_pred"].cast(pa.large_string()), *texts.columns[2:]]
    save(tmp_path / "t" / "c.parquet", pa.table(columns, texts.column_names).append_column("age", pa.array([0.5] * 20)))
    held, counted = opened(tmp_path / "t"), opened(tmp_path / "t", SMALL)
    assert held.rows == counted.rows == 60
    assert held.evaluate().matrix.cells.tolist() == counted.evaluate().matrix.cells.tolist()


def test_several_files_beside_a_large_one_are_its_parts(folder: Path) -> None:
    paths = sorted(folder.rglob("*.parquet"))[:3]
    study = open_files([(path.name, path) for path in paths], None, Guard(limits=SMALL, apart=False))
    assert study.name == "part-0.parquet and 2 more"
    assert study.rows == 60
    assert "parts_of_one_table" in {notice.code for notice in study.notices}
