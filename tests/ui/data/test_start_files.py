"""Files that the start command names are opened in place for every new session, and say so."""

import sys
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest
from pyarrow import parquet

from predictions.sandbox.client import Guard
from tests.support.studies import labels_only, scored
from tests.support.text import as_read
from tests.support.visitor import Visitor
from ui.data import loading, start_files

APP = str(Path(__file__).parents[3] / "app.py")


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch):
    """Start as `streamlit run app.py -- paths` would."""

    def started(*paths: Path | str, **query: str) -> Visitor:
        monkeypatch.setattr(sys, "argv", [APP, *map(str, paths)])
        return Visitor(**query).run()

    return started


def test_only_this_program_takes_paths_from_its_arguments() -> None:
    assert start_files.files(["/usr/bin/uvicorn", "app:app"]) == []
    assert start_files.files([""]) == []
    assert start_files.files([APP]) == []
    assert start_files.files([APP, "/data/a.csv"]) == [("a.csv", Path("/data/a.csv"))]


@pytest.mark.thorough
def test_every_new_session_opens_the_given_file_as_if_uploaded(start, tmp_path: Path) -> None:
    path = tmp_path / "folder_of_a_patient" / "answers.csv"
    path.parent.mkdir()
    scored(["Normal", "VT"], 90).to_csv(path, index=False)
    uploaded = Visitor().upload(scored(["Normal", "VT"], 90))
    for visitor in (start(path), start(path)):
        assert visitor.study.key == uploaded.study.key
        visitor.go("data")
        assert any("Opened from the command line" in each.value for each in visitor.app.caption)
        assert "folder_of_a_patient" not in visitor.text
        assert not {"answers.csv", str(path)} & set(visitor.query.values())
        assert visitor.go("overview").finding == uploaded.go("overview").finding
        uploaded.go("data")


def test_several_given_files_are_several_models(start, tmp_path: Path) -> None:
    paths = [tmp_path / "first.csv", tmp_path / "second.csv"]
    for path in paths:
        labels_only().to_csv(path, index=False)
    assert [model.model for model in start(*paths).study.models] == ["first", "second"]


def test_a_path_that_cannot_be_read_is_one_plain_message(start, tmp_path: Path) -> None:
    visitor = start(tmp_path / "lost.csv")
    (error,) = visitor.app.error
    assert "There is no file “lost.csv”. Check its name and folder." in as_read(error.value)
    assert str(tmp_path) not in error.value
    (folder,) = start(tmp_path).app.error
    assert "is a folder without Parquet files" in as_read(folder.value)


@pytest.mark.thorough
def test_a_folder_and_a_table_of_a_database_are_opened_as_files_are(start, tmp_path: Path) -> None:
    table = pa.Table.from_pandas(scored(["Normal", "VT"], 90), preserve_index=False)
    folder, database = tmp_path / "predictions", tmp_path / "study.duckdb"
    folder.mkdir()
    for part in range(3):
        parquet.write_table(table.slice(part * 30, 30), folder / f"part-{part}.parquet")
    with duckdb.connect(str(database)) as connection:
        connection.from_arrow(table).create("predictions")
    uploaded = Visitor().bring(scored(["Normal", "VT"], 90)).go("overview")
    for path, name in ((folder, "predictions"), (f"{database}::predictions", "study.duckdb::predictions")):
        visitor = start(path)
        assert visitor.study.name == name
        assert visitor.go("overview").finding == uploaded.finding
        assert str(tmp_path) not in visitor.text


@pytest.mark.thorough
def test_a_link_to_an_example_goes_first_and_the_given_file_is_a_button_away(start, tmp_path: Path) -> None:
    path = tmp_path / "answers.csv"
    labels_only().to_csv(path, index=False)
    visitor = start(path, study="heart-rhythm").go("data")
    assert visitor.query["study"] == "heart-rhythm"
    visitor.press(next(button.label for button in visitor.app.button if "start command" in button.label))
    assert visitor.study.name == "answers.csv"


@pytest.mark.thorough
def test_a_given_file_that_has_changed_is_read_again_by_a_button_and_keeps_what_was_decided(
    start, tmp_path: Path
) -> None:
    path = tmp_path / "answers.csv"
    table = scored(["Normal", "VT", "AF"], 90)
    table.to_csv(path, index=False)
    visitor = start(path).choose("Class of interest", "AF").go("data")
    table[:60].to_csv(path, index=False)
    visitor.press(next(button.label for button in visitor.app.button if button.label.endswith("command again")))
    assert visitor.study.rows == 60
    assert visitor.opened.view.interest == list(visitor.study.labels).index("AF")
    table.rename(columns={"y_true": "u", "y_pred": "v"}).to_csv(path, index=False)
    visitor.go("data")
    visitor.press(next(button.label for button in visitor.app.button if button.label.endswith("command again")))
    assert visitor.study is None, "it asks which column is which"
    while visitor.study is None:
        visitor.press(next(each.label for each in visitor.app.button if each.label in ("Next", "Open the study")))
    assert visitor.opened.view.interest == list(visitor.study.labels).index("AF")


@pytest.mark.thorough
def test_a_closed_given_file_stays_closed(start, tmp_path: Path) -> None:
    path = tmp_path / "answers.csv"
    labels_only().to_csv(path, index=False)
    visitor = start(path).go("data").press("Close study")
    assert visitor.run().study is None


def test_what_the_start_command_names_is_counted_once_for_all_sessions(monkeypatch: pytest.MonkeyPatch) -> None:
    guards: list[Guard] = []
    monkeypatch.setattr(loading, "open_files", lambda files, mapping, guard: guards.append(guard))
    for files in (start_files.StartFiles([("a.csv", b"")]), [("a.csv", b"")]):
        assert loading.Loading(files).wait(20)
    assert [each.keeps for each in guards] == [True, False]
