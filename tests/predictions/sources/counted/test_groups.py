"""Groups of a file that is counted where it lies are those of the same file held in memory."""

from __future__ import annotations

import io
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import csv, parquet

from predictions.demo import EXAMPLES, FOLDER
from predictions.groups.by import By, groups, ways
from predictions.groups.lens import Lens, offered, within
from predictions.limits import Limits
from predictions.mapping import Mapping
from predictions.opening import open_files
from predictions.problems import Problem
from predictions.progress import ticking
from predictions.sandbox.client import Guard
from predictions.sources.engines.parquet import ParquetFile
from predictions.sources.kept_open import staying_open
from predictions.study import Study
from report.formats.json_document import document
from report.results import results_of
from reviews.groups.subgroups import subgroups
from reviews.review import Review
from reviews.view import View
from tests.predictions.sources.counted.test_study import assert_same_evaluation
from tests.predictions.sources.engines.tables import labels

pytestmark = pytest.mark.thorough

SMALL = Limits(rows=1)
OF_THE_SOURCE = {"source", "notices"}


def counted(path: Path, table: pa.Table, name: str = "a.parquet", mapping: Mapping | None = None) -> Study:
    parquet.write_table(table, path / name)
    return open_files([(name, path / name)], mapping, Guard(limits=SMALL))


def change(path: Path) -> None:
    """Put other rows where `counted` found its own."""
    parquet.write_table(rhythm().slice(0, 500), path / "a.parquet")


def numbers(study: Study) -> Any:
    """The JSON document without what tells where the rows come from."""
    return {key: value for key, value in document(results_of(study)).items() if key not in OF_THE_SOURCE}


def rhythm() -> pa.Table:
    """Whose patients have one row each."""
    file = next(each.file for each in EXAMPLES if each.key == "heart-rhythm")
    return csv.read_csv(io.BytesIO((FOLDER / file).read_bytes()))


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> tuple[Study, Study]:
    """The same file counted where it lies, and held."""
    folder = tmp_path_factory.mktemp("two")
    return counted(folder, rhythm()), open_files([("a.parquet", folder / "a.parquet")])


def test_the_same_groups_are_offered(two: tuple[Study, Study]) -> None:
    large, held = two
    assert ways(large) == ways(held) != ()
    assert offered(groups(large)) == offered(groups(held))


def test_a_lens_is_a_file_of_these_rows(two: tuple[Study, Study], tmp_path: Path) -> None:
    large, table = two[0], rhythm()
    lens, *_ = of_column(large, "site")
    alone = counted(tmp_path, table.filter(pa.array(lens.rows(table))))
    assert numbers(within(large, lens)) == numbers(alone)


@pytest.mark.parametrize("column", ["sex", "site", "age", "date"])
def test_a_lens_has_the_same_rows_held_and_counted(two: tuple[Study, Study], column: str) -> None:
    large, held = two
    _, lens, *_ = of_column(large, column)
    of_lens, of_held = (within(study, lens) for study in two)
    for place in held.slices:
        assert of_lens.evaluate(*place).n < large.evaluate(*place).n
        assert_same_evaluation(of_held.evaluate(*place), of_lens.evaluate(*place))


def of_column(study: Study, column: str) -> list[Lens]:
    return [each for each in offered(groups(study)) if each.by[0].column == column]


def test_a_session_that_is_stopped_stops_no_other_one(tmp_path: Path) -> None:
    """All sessions share the counted study of a file of the start command."""

    class Stopped(BaseException):
        pass

    study, asks, waits = counted(tmp_path, rhythm()), Event(), Event()

    def stop() -> None:
        asks.set()
        assert waits.wait(20)
        raise Stopped

    def labels_by_sex(tick: Callable[[], None]) -> int:
        with staying_open(), ticking(tick):
            return len(study.rows_by(0, ("sex",)))

    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(labels_by_sex, stop)
        assert asks.wait(20)
        second = threads.submit(labels_by_sex, waits.set)
        assert isinstance(first.exception(20), Stopped)
        assert second.result(20) > 0


def test_a_file_is_opened_once_for_its_study_and_what_is_asked_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, times = ParquetFile.opened, []

    def noted(self: ParquetFile, tick: Callable[[], None]) -> Any:
        times.append(tick)
        return opened(self, tick)

    monkeypatch.setattr(ParquetFile, "opened", noted)
    assert len(counted(tmp_path, rhythm()).rows_by(0, ("sex",))) > 0
    assert len(times) == 1


def test_a_file_that_changed_is_not_asked(tmp_path: Path) -> None:
    large = counted(tmp_path, labels(200))
    (lens, *_) = offered(groups(large))
    counted(tmp_path, labels(100))
    with pytest.raises(Problem, match="has changed since it was opened"):
        within(large, lens)


def test_groups_without_scores_have_their_proportions(tmp_path: Path) -> None:
    """Also of a weighted file."""
    table = rhythm().select(["y_true", "y_pred", "site"])
    table = table.append_column("weight", pa.array(1.0 + np.arange(len(table)) % 2))
    for weight in (None, "weight"):
        large = counted(tmp_path, table, mapping=Mapping(weight=weight))
        held = open_files([("a.parquet", tmp_path / "a.parquet")], Mapping(weight=weight))
        both = [subgroups(View(study, Review.begin(study)), (By("site"),), 0) for study in (large, held)]
        assert {key: each.value for key, each in both[0].figures(0).items()} == {
            key: each.value for key, each in both[1].figures(0).items()
        }
