"""A table on a cluster is answered as a file is, to the last digit."""

from __future__ import annotations

import json
import math
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import csv, parquet

from metrics.summary.of_patients import rates_of_patients
from predictions import opening
from predictions.demo import EXAMPLES, FOLDER, Example
from predictions.groups.by import By
from predictions.limits import Limits
from predictions.mapping import Mapping
from predictions.opening import named, open_files
from predictions.problems import Problem
from predictions.shared import Shared
from predictions.slices.at_threshold import at_threshold
from predictions.slices.folds import fold_evaluations
from predictions.sources.counted.patients import counts
from predictions.sources.counted.study import study_of_origin
from predictions.sources.engines import spark
from predictions.sources.engines.parquet import ParquetFile
from predictions.sources.engines.servers import table_named
from predictions.sources.engines.spark import SparkTable
from predictions.study import Study
from report.cli.command import main
from reviews.groups.subgroups import subgroups
from reviews.models.comparison import Comparison
from reviews.review import Review
from reviews.view import View
from tests.predictions.sources.counted.pairs.test_matched import answers, assert_same_pairs, in_blanks, repeating
from tests.predictions.sources.counted.pairs.test_scored import KINDS, rival
from tests.predictions.sources.counted.patients.test_areas import made
from tests.predictions.sources.counted.patients.test_areas import texts as texts_of
from tests.predictions.sources.counted.patients.test_counts import columns, ids, of_two, texts
from tests.predictions.sources.counted.test_alike import KINDS as GROUPED
from tests.predictions.sources.counted.test_alike import counted as rows_made
from tests.predictions.sources.counted.test_folds import FOLD, assert_same_folds
from tests.predictions.sources.counted.test_study import assert_same_evaluation
from tests.predictions.sources.counted.test_weights import (
    NUMBERS,
    ROWS,
    assert_same_points,
    drawn,
    every_number,
    in_risks,
    weighted_answers,
)
from tests.predictions.sources.engines.odd_columns import ODD
from tests.predictions.sources.engines.tables import assert_alike, labels
from tests.reviews.groups.test_counted import DEVICE, SITE, view_of
from tests.reviews.groups.test_counted import columns as in_groups
from tests.support.servers import sail
from tests.support.servers.sail import DeltaTable, IcebergTable, VersionedTable
from tests.support.servers.spark import SparkServer
from words.notices.worded import worded

pytestmark = pytest.mark.spark
LIMITS = Limits(rows=1)
VERSIONED = "y_true STRING, y_pred STRING, score_VT DOUBLE, site STRING"
FEW = (
    "SELECT {} AS y_true, {} AS y_pred, (id % 89) / 89.0D AS score_VT, if(id % 2 = 0, 'x', 'y') AS site FROM range({})"
)
FIRST = FEW.format("if(id % 3 = 0, 'VT', 'Normal')", "if(id % 7 < 3, 'VT', 'Normal')", 600)
SECOND = FEW.format("if(id % 5 = 0, 'VT', 'Normal')", "if(id % 4 = 0, 'VT', 'Normal')", 500)

SAID = (
    "Version {} of the table, the newest when it was opened, was counted. Later changes of the table do not change "
    "these numbers."
)


@pytest.fixture
def saved(spark_server: SparkServer, tmp_path: Path) -> Callable[[pa.Table], tuple[Path, str]]:
    def save(table: pa.Table) -> tuple[Path, str]:
        path = tmp_path / "odd.parquet"
        parquet.write_table(table, path)
        return path, spark_server.save("odd", path)

    return save


def outcome(ask: Callable[[], Study]) -> Study | str:
    """A study, or why there is none."""
    try:
        return ask()
    except Problem as problem:
        return str(problem)


@pytest.mark.parametrize("name", ODD)
def test_an_odd_table_is_answered_alike_by_arrays_duckdb_and_spark(name: str, saved: Any) -> None:
    path, address = saved(ODD[name]())
    held = outcome(lambda: open_files([(path.name, path)]))
    duck = outcome(lambda: study_of_origin(ParquetFile(path.name, path), Mapping(), LIMITS, lambda: None))
    spark = outcome(lambda: open_files([named(address)]))
    if isinstance(held, str) or isinstance(duck, str) or isinstance(spark, str):
        assert held == duck == str(spark).replace(named(address)[0], path.name)
        return
    for place in held.slices:
        assert_same_evaluation(held.evaluate(*place), spark.evaluate(*place))
    assert_alike(duck, spark)


@pytest.mark.parametrize("cells", [counts.MOST_CELLS, 2], ids=["histogram", "products"])
def test_patients_and_folds_are_counted_alike(cells: int, saved: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counts, "MOST_CELLS", cells)
    path, address = saved(pa.table({**columns(), "patient_id": texts(), "fold": FOLD[ids(5)]}))
    held, spark = open_files([(path.name, path)]), open_files([named(address)])
    duck = study_of_origin(ParquetFile(path.name, path), Mapping(), LIMITS, lambda: None)
    assert spark.evaluate().is_clustered
    assert spark.evaluate().clusters == held.evaluate().clusters
    assert_same_folds(held, spark)
    assert_alike(duck, spark)
    areas = [each.patients.areas for study in (duck, spark) for each in [study.evaluate()] if each.patients]
    assert areas[0] == areas[1]
    assert len(areas[0]) == 3


@pytest.mark.parametrize("cells", [counts.MOST_CELLS, 2], ids=["histogram", "products"])
def test_patients_of_groups_are_counted_alike(cells: int, saved: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counts, "MOST_CELLS", cells)
    path, address = saved(pa.table(in_groups()))
    duck = study_of_origin(ParquetFile(path.name, path), Mapping(), LIMITS, lambda: None)
    views = [view_of(study) for study in (duck, open_files([named(address)]))]
    for by in (SITE, DEVICE, By("date", period="quarter")):
        first, second = (subgroups(view, (by,), 1) for view in views)
        for group in range(len(first.groups)):
            assert first.members.group(group, None).is_clustered
            assert first.rates(group) == second.rates(group)
            assert first.difference(group, "sensitivity") == second.difference(group, "sensitivity")
            mixed = [each.at_case_mix((By("sex"),), group, "fpr") for each in (first, second)]
            assert repr(mixed[0]) == repr(mixed[1])  # nan is not nan
        assert first.interaction("fpr") == second.interaction("fpr")


def test_patients_at_a_threshold_are_counted_alike(saved: Any) -> None:
    path, address = saved(pa.table(of_two()))
    duck = study_of_origin(ParquetFile(path.name, path), Mapping(), LIMITS, lambda: None)
    both = duck, open_files([named(address)])
    first, second = (at_threshold(each, 0, 1, 0.3).evaluate() for each in both)
    assert first.is_clustered
    assert first.classes == second.classes
    told = [each.patients_of_class((0, None), 1, (0.3, math.inf)) for each in both]
    table = duck.evaluate().tables[1]
    assert table is not None
    found = [rates_of_patients(table, (0.3, math.inf), patients) for patients in told if patients is not None]
    assert found[0] == found[1]


def test_predictions_made_again_are_counted_alike(saved: Any) -> None:
    columns, _ = GROUPED["three classes"]
    path, address = saved(pa.table(columns))
    duck = study_of_origin(ParquetFile(path.name, path), Mapping(), LIMITS, lambda: None)
    first, second = (at_threshold(each, 0, 1, 0.6) for each in (duck, open_files([named(address)])))
    assert_alike(first, second)
    assert rows_made(first) == rows_made(second)
    for place in first.slices:
        one, other = (fold_evaluations(each, *place) for each in (first, second))
        assert [each.matrix.cells.tolist() for _, each in one] == [each.matrix.cells.tolist() for _, each in other]


MADE: dict[str, dict[str, Any]] = {
    "ids": answers(in_blanks, models=3),
    "a patient's recordings": repeating(),
    "frames": repeating(video_id=lambda case: case % 2, frame=lambda case: [f"frame_{each % 3}" for each in case]),
    "folds": repeating(fold=lambda case: np.array(["1", "2.0", None], object)[case % 3]),
    "nothing that tells": repeating(note=lambda case: ["same"] * len(case)),
}


@pytest.mark.parametrize("name", MADE)
def test_models_in_rows_of_their_own_are_matched_alike(name: str, saved: Any) -> None:
    path, address = saved(pa.table(MADE[name]))
    mapping = Mapping(missing=("unknown",))
    found = assert_same_pairs(open_files([(path.name, path)], mapping), open_files([named(address)], mapping))
    assert isinstance(found[0], str) is (name == "nothing that tells")


SCORED = ("columns of two classes", "columns of folds of patients", "rows")


@pytest.mark.parametrize("kind", SCORED)
def test_differences_of_areas_are_counted_alike(kind: str, saved: Any) -> None:
    path, address = saved(pa.table(KINDS[kind]))
    duck = study_of_origin(ParquetFile(path.name, path), Mapping(), LIMITS, lambda: None)
    first, second = (rival(study) for study in (duck, open_files([named(address)])))
    for label in range(len(duck.labels)):
        assert first.areas(label) == second.areas(label) is not None


@pytest.mark.parametrize("kind", [*NUMBERS, "blank", "negative", "frequency"])
def test_weights_are_counted_alike(kind: str, saved: Any) -> None:
    weights = [None, float("nan"), *drawn()[2:].tolist()] if kind in ("blank", "negative") else drawn()
    given = NUMBERS[kind](drawn()) if kind in NUMBERS else np.arange(ROWS) % 4 if kind == "frequency" else weights
    if kind == "negative":
        given[5] = -1.0
    name = "freq" if kind == "frequency" else "weight"
    path, address = saved(labels(ROWS).append_column(name, pa.array(given)))
    mapping = Mapping(weight=name)
    held = outcome(lambda: open_files([(path.name, path)], mapping))
    duck = outcome(lambda: study_of_origin(ParquetFile(path.name, path), mapping, LIMITS, lambda: None))
    spark = outcome(lambda: open_files([named(address)], mapping))
    if isinstance(held, str) or isinstance(duck, str) or isinstance(spark, str):
        assert kind == "negative"
        assert held == duck == str(spark).replace(". Correct", ", in row 6 of the data. Correct")
        return
    assert_same_points(held.evaluate(), spark.evaluate())
    assert_alike(duck, spark)


@pytest.mark.parametrize("kind", ["double", "text"])
def test_groups_folds_and_calibration_of_weights_are_counted_alike(kind: str, saved: Any) -> None:
    given = in_risks() | {"weight": NUMBERS[kind](drawn()), "fold": np.arange(ROWS) % 3}
    site, age = np.array(["Ghent", "Lille", "Bern"])[np.arange(ROWS) % 3], 20 + np.arange(ROWS) % 70
    path, address = saved(pa.table({**given, "site": site, "age": age}))
    mapping = Mapping(weight="weight")
    held, spark = open_files([(path.name, path)], mapping), open_files([named(address)], mapping)
    duck = study_of_origin(ParquetFile(path.name, path), mapping, LIMITS, lambda: None)
    assert repr(every_number(duck)) == repr(every_number(spark))
    assert_same_folds(held, spark)


@pytest.mark.parametrize("kind", ["double", "text", "decimal"])
def test_models_of_weighted_rows_are_matched_alike(kind: str, saved: Any) -> None:
    path, address = saved(pa.table(weighted_answers(kind)))
    mapping = Mapping(weight="weight")
    duck = study_of_origin(ParquetFile(path.name, path), mapping, LIMITS, lambda: None)
    numbers = []
    for study in (duck, open_files([named(address)], mapping)):
        (rival,) = Comparison(View(study, Review.begin(study))).rivals
        numbers.append(repr([rival.accuracy(), rival.compared(0), rival.npv(1)]))
    assert numbers[0] == numbers[1]


def test_rows_of_patients_are_placed_alike(saved: Any) -> None:
    """Scores that share a step, zeros with a sign, rows without an id, and rows that are several cases."""
    columns = made(2, 12)
    who, score = columns.pop("who"), columns["score_VT"]
    score = np.where(score > 0.2, score - 0.2, np.resize([0.0, -0.0], len(score)))
    given = {"y_true": columns["y_true"], "score_VT": score, "patient_id": texts_of(who)}
    given |= {"frequency": np.resize([0, 1, 2, 3, 1], len(who)), "site": np.array(["a", "b", "c", None])[who % 4]}
    path, address = saved(pa.table(given))
    for mapping in (Mapping(), Mapping(weight="frequency")):
        duck = study_of_origin(ParquetFile(path.name, path), mapping, LIMITS, lambda: None)
        studies = duck, open_files([named(address)], mapping)
        first, second = (each.areas if each else {} for each in (study.evaluate().patients for study in studies))
        assert first == second
        assert len(first) == 2
        one, other = (subgroups(view_of(study), (SITE,), 1) for study in studies)
        for group in range(3):
            for of_duck, of_spark in ((one.members.group, other.members.group), (one.members.rest, other.members.rest)):
                told = [of(group, 1).patients for of in (of_duck, of_spark)]
                assert told[0] is not None
                assert told[1] is not None
                assert told[0].areas == told[1].areas
                assert len(told[0].areas) == 1


def test_means_of_areas_and_average_precision_are_moved_alike(saved: Any) -> None:
    columns = made(3)
    who = columns.pop("who")
    given = columns | {"frequency": np.resize([0, 1, 2, 3, 1], len(who))}
    for known in ({}, {"patient_id": texts_of(who)}):
        path, address = saved(pa.table(given | known))
        for mapping in (Mapping(), Mapping(weight="frequency")):
            duck = study_of_origin(ParquetFile(path.name, path), mapping, LIMITS, lambda: None)
            one, other = (study.evaluate() for study in (duck, open_files([named(address)], mapping)))
            for key in ("auc", "average_precision"):
                assert one.macro[key].low is not None
                assert (one.macro[key], one.weighted[key]) == (other.macro[key], other.weighted[key])
            for label in range(3):
                assert one.classes[label]["average_precision"].low is not None
                assert one.classes[label]["average_precision"] == other.classes[label]["average_precision"]


def generated(rows: int) -> pa.Table:
    """Scores with ties, single precision, few distinct ones and so many that steps are asked for first."""
    generator = np.random.default_rng(17)
    labels = np.array(["Normal", "VT", "AF"])
    truth = generator.integers(0, 3, rows)
    scores = generator.random((rows, 3)) + (truth[:, None] == np.arange(3))
    scores /= scores.sum(1, keepdims=True)
    columns = {"y_true": labels[truth], "y_pred": labels[scores.argmax(1)]}
    columns |= {"score_Normal": scores[:, 0].round(2), "score_VT": scores[:, 1].round(5)}
    return pa.table(columns | {"score_AF": scores[:, 2].round(4).astype("float32")})


def test_two_million_rows_are_answered_alike_by_arrays_duckdb_and_spark(saved: Any) -> None:
    path, address = saved(generated(2_000_000))
    held = open_files([(path.name, path)])
    duck = study_of_origin(ParquetFile(path.name, path), Mapping(), LIMITS, lambda: None)
    spark = open_files([named(address)])
    assert held.rows == duck.rows == spark.rows == 2_000_000
    assert max(len(table.scores) for table in held.evaluate().tables if table) > 50_000
    assert_same_evaluation(held.evaluate(), duck.evaluate())
    assert_alike(duck, spark)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.key)
def test_an_example_gives_the_json_of_its_file(
    example: Example, saved: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path, address = saved(csv.read_csv(FOLDER / example.file))
    monkeypatch.setattr(opening, "is_large", lambda path, limits: True)
    found = []
    for named_so in (str(path), address):
        assert main([named_so, "--json"]) == 0
        found.append(json.loads(capsys.readouterr().out))
        (source,) = found[-1]["source"].pop("files")
        assert source["name"] == (path.name if named_so == str(path) else named(address)[0])
    assert found[0] == found[1]


@pytest.fixture(scope="module")
def sail_port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    if not sail.PROGRAM.exists():
        pytest.skip("needs .venv-sail with requirements-sail-server.txt (.ci/run makes it)")
    with sail.running(tmp_path_factory.mktemp("sail")) as port:
        yield port


@pytest.fixture(params=[DeltaTable, IcebergTable])
def table(request: pytest.FixtureRequest, sail_port: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    made = request.param(sail_port, tmp_path / "ecg", VERSIONED)
    made.write(FIRST, "INTO")
    monkeypatch.setattr(spark, "session_on", made.session)
    monkeypatch.setattr(opening, "COUNTED", Shared(most=1))
    return made


def by_site(study: Study) -> np.ndarray:
    return np.sort(study.rows_by(0, ("site",)).copies)


def said_of_version(study: Study) -> list[str]:
    return [worded(notice) for notice in study.notices if notice.code == "table_at_version"]


def test_a_table_with_versions_that_is_overwritten_keeps_its_numbers_until_it_is_opened_again(
    table: VersionedTable,
) -> None:
    study = open_files([named(table.address)])
    before = by_site(study)
    assert (study.rows, before.sum()) == (600, 600)
    first = table.newest
    table.write(SECOND)
    table.write(FIRST, "INTO")
    np.testing.assert_array_equal(by_site(study), before)
    again = open_files([named(table.address)])
    assert (again.rows, by_site(again).sum()) == (1_100, 1_100)
    assert [said_of_version(each) for each in (study, again)] == [[SAID.format(at)] for at in (first, table.newest)]


def test_a_table_with_versions_is_answered_as_a_file_is(table: VersionedTable, tmp_path: Path) -> None:
    with table.session() as session:
        rows = session.table("ecg").toArrow()
    parquet.write_table(rows, tmp_path / "ecg.parquet")
    held, found = open_files([("ecg", tmp_path / "ecg.parquet")]), open_files([named(table.address)])
    assert_same_evaluation(held.evaluate(), found.evaluate())


def test_another_table_with_as_many_versions_is_not_taken_for_it(table: VersionedTable) -> None:
    study = open_files([named(table.address)])
    shutil.rmtree(table.folder)
    table.write(SECOND, "INTO")
    with pytest.raises(Problem, match="ecg” has changed since it was opened"):
        by_site(study)


def test_a_view_has_no_versions_and_changes_with_its_rows(spark_server: SparkServer, tmp_path: Path) -> None:
    def save(columns: dict[str, list[str]]) -> None:
        parquet.write_table(pa.table(columns), tmp_path / "ecg.parquet")
        spark_server.save("ecg", tmp_path / "ecg.parquet")

    save({"y_true": [*"abb"], "y_pred": [*"aab"]})
    with spark_server.session() as session:
        session.sql("CREATE OR REPLACE VIEW shown AS SELECT y_true, y_pred FROM ecg GROUP BY ALL").collect()
    shown = SparkTable(*table_named(f"{spark_server.address}/spark_catalog.default.shown"))
    assert shown.at_newest(lambda: None) == shown
    before = shown.version(60)
    save({"y_true": [*"abb"], "y_pred": [*"abb"]})
    assert before == (3, ANY)
    assert shown.version(60) == (2, ANY)


def test_a_table_of_another_format_is_read_as_it_is(spark_server: SparkServer, tmp_path: Path) -> None:
    parquet.write_table(pa.table({"y_true": [*"ab"], "y_pred": [*"ab"]}), tmp_path / "ecg.parquet")
    origin = SparkTable(*table_named(spark_server.save("ecg", tmp_path / "ecg.parquet")))
    assert origin.at_newest(lambda: None) == origin
