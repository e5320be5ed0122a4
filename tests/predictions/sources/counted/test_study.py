"""A file whose rows are not held says the same as one that is read whole; what it cannot say, it says so."""

import gc
import time
from collections.abc import Callable
from concurrent.futures import CancelledError
from decimal import Decimal
from pathlib import Path
from threading import Event
from typing import Any
from weakref import ref

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from pyarrow import parquet

from metrics import ThresholdTable, auc
from predictions.groups.by import By, groups
from predictions.limits import Limits
from predictions.mapping import Mapping
from predictions.opening import open_files
from predictions.problems import NeedsMapping, Problem
from predictions.sandbox.client import Guard
from predictions.slices.at_threshold import changes
from predictions.sources.counted import steps
from predictions.sources.counted.steps import DIGITS, Scored
from predictions.sources.counted.study import study_of_origin
from predictions.sources.counted.table import CountedTable, among, counted_table
from predictions.sources.engines import files
from predictions.sources.engines.engine import number_of
from predictions.sources.engines.parquet import ParquetFile
from predictions.study import Capability, Study
from tests.predictions.helpers import facts, warnings
from words.notices import worded

pytestmark = pytest.mark.thorough

SMALL = Limits(rows=1)
Saved = Callable[..., Path]


@pytest.fixture
def saved(tmp_path: Path) -> Saved:
    def save(**columns: Any) -> Path:
        path = tmp_path / "a.parquet"
        parquet.write_table(pa.table(columns), path)
        return path

    return save


def both(path: Path, mapping: Mapping | None = None) -> tuple[Study, Study]:
    """The same file read whole, and tallied."""
    return (
        open_files([("a.parquet", path)], mapping),
        open_files([("a.parquet", path)], mapping, Guard(limits=SMALL)),
    )


def assert_same(path: Path, mapping: Mapping | None = None) -> tuple[Study, Study]:
    held, tallied = both(path, mapping)
    assert Capability.LOADED not in tallied.capabilities
    for name in (
        "labels",
        "normal",
        "positive",
        "rows",
        "used",
        "excluded",
        "mapping",
        "columns",
        "model_names",
        "slices",
        "scored",
    ):
        assert getattr(tallied, name) == getattr(held, name), name
    for place in held.slices:
        assert_same_evaluation(held.evaluate(*place), tallied.evaluate(*place))
    return held, tallied


def assert_same_evaluation(first: Any, second: Any) -> None:
    assert (first.labels, first.model, first.split) == (second.labels, second.model, second.split)
    assert first.matrix.cells.tolist() == second.matrix.cells.tolist()
    assert len(first.tables) == len(second.tables)
    for one, other in zip(first.tables, second.tables, strict=True):
        assert (one is None) == (other is None)
        if one is not None:
            for name in ("scores", "positives", "negatives"):
                np.testing.assert_array_equal(getattr(one, name), getattr(other, name))


def table(rows: int = 300, seed: int = 0, kind: str = "float64") -> dict[str, Any]:
    """Three classes with ties among the scores, blank true and predicted classes, and scores that are missing."""
    generator = np.random.default_rng(seed)
    labels = np.array(["Normal", "VT", "10", "2", " VT ", "", None], object)
    scores = generator.random((rows, 4)).round(2)
    scores[generator.random((rows, 4)) < 0.02] = np.nan
    scores[generator.random((rows, 4)) < 0.01] = np.inf
    columns = {"y_true": labels[generator.integers(0, 7, rows)], "y_pred": labels[generator.integers(0, 7, rows)]}
    return columns | {f"score_{name}": scores[:, k].astype(kind) for k, name in enumerate(("Normal", "VT", "10", "2"))}


@pytest.mark.parametrize(("seed", "kind"), [(0, "float64"), (1, "float32"), (2, "float64")])
def test_matrix_tables_and_exclusions_are_those_of_a_file_read_whole(saved: Saved, seed: int, kind: str) -> None:
    held, tallied = assert_same(saved(**table(seed=seed, kind=kind)))
    said = set(warnings(held).splitlines()) - {line for line in warnings(held).splitlines() if "case ID" in line}
    assert said <= set(warnings(tallied).splitlines())


def test_without_predictions_the_highest_score_decides_and_ties_go_to_the_first(saved: Saved) -> None:
    columns = table()
    del columns["y_pred"]
    held, tallied = assert_same(saved(**columns))
    for said in ("derived from the highest", "share the highest score", "without a complete score"):
        (line,) = [line for line in warnings(held).splitlines() if said in line]
        assert line in warnings(tallied)


@pytest.mark.parametrize("answers", [None, "prediction"])
def test_a_lone_score_finds_its_class_and_its_threshold(saved: Saved, answers: str | None) -> None:
    generator = np.random.default_rng(1)
    truth = generator.random(200) < 0.4
    score = np.where(generator.random(200) < 0.1, np.nan, (generator.random(200) + truth) / 2)
    columns = {"y_true": np.where(truth, "b", "a"), "score": score}
    if answers:
        columns["y_pred"] = np.where(score > 0.4, "b", "a")
    assert_same(saved(**columns), Mapping() if answers else Mapping(positive="b", threshold=0.3))


def test_models_and_splits_are_filters(saved: Saved) -> None:
    generator = np.random.default_rng(2)
    groups = {
        "model": np.array(["m1", "m2", "", None], object)[generator.integers(0, 4, 300)],
        "split": np.array(["dev", "test", "train", " "])[generator.integers(0, 4, 300)],
    }
    held, tallied = assert_same(saved(**table(), **groups))
    assert tallied.splits_of(0) == ("test", "valid", "train")
    assert tallied.model_names == ("m1", "m2")
    for said in ("with a blank model", "with a blank split"):
        (line,) = [line for line in warnings(held).splitlines() if said in line]
        assert line in warnings(tallied)


@pytest.mark.parametrize(
    ("splits", "ids", "code"),
    [
        (["train", "test", ""], np.arange(300) // 2, "ids_in_several_splits"),
        (["train", "valid"], np.arange(300), "no_test_split"),
        (["train", "test"], np.arange(300), "several_splits"),
    ],
)
def test_what_splits_mean_is_said_of_a_large_file_too(
    saved: Saved, splits: list[str], ids: np.ndarray, code: str
) -> None:
    columns = {"case_id": ids, "split": np.resize(np.array(splits), 300), "hospital": np.resize(["A ", "A", ""], 300)}
    held, tallied = assert_same(saved(**table(), **columns))
    (said,) = [notice for notice in held.notices if notice.code == code]
    assert said in tallied.notices
    assert "one_site" in {notice.code for notice in tallied.notices}


def test_spellings_and_sizes_of_groups_are_said_of_a_large_file_too(saved: Saved) -> None:
    groups = {
        "sex": np.resize(np.array(["F", "M", "f", "M ", "n/a"]), 300),
        "device": np.array([*"CCBB", " ", *"A" * 295]),
        "reader_2": np.resize(np.array(["a", "b"]), 300),
        "note": np.array([f"x{at}" for at in range(299)] + ["X1"]),
    }
    studies = assert_same(saved(**table(), **groups), Mapping(missing=("n/a",)))
    codes = {"groups_trimmed", "groups_differ_in_case", "small_groups"}
    held, tallied = ([each for each in study.notices if each.code in codes] for study in studies)
    assert held == tallied
    assert [(each.code, each.fields) for each in tallied] == [
        ("groups_trimmed", {"column": "sex"}),
        ("groups_differ_in_case", {"column": "sex", "groups": ["F", "f"]}),
        ("small_groups", {"column": "device", "rows": {"C": 1, "B": 2}}),
    ]


def test_readers_are_models_of_a_large_file_too(saved: Saved) -> None:
    groups = {
        "reader": np.array(["x", "y", ""])[np.arange(300) % 3],
        "model": np.array(["m1", "m2"])[np.arange(300) % 2],
    }
    _, tallied = assert_same(saved(**table(), **groups), Mapping(reader="reader"))
    assert tallied.model_names == ("m1: x", "m1: y", "m2: x", "m2: y")


def test_odd_labels_and_scores_are_said_of_a_large_file_too(saved: Saved) -> None:
    truth, score = ["1", "0", "0", "99", "1", "0"] * 4, [0.9, 0.8, 70.0, 0.6, 0.7, 20.0] * 4
    held, tallied = assert_same(saved(y_true=truth, y_pred=["0"] * 24, score_1=score))
    said = {"labels_like_missing_codes", "classes_never_predicted"}
    for study in (held, tallied):
        assert said <= {notice.code for notice in study.notices}
    truth = [label.replace("99", "0") for label in truth]
    for code, odd in (
        ("scores_mix_percent", score),
        ("scores_like_missing_codes", [min(each, 0.9) for each in score[:-1]] + [-9]),
    ):
        for study in assert_same(saved(y_true=truth, y_pred=truth, score_1=odd)):
            assert code in {notice.code for notice in study.notices}


def test_several_prediction_columns_are_several_models(saved: Saved) -> None:
    columns = table()
    columns["pred_B"] = columns["y_pred"][::-1].copy()
    columns["pred_A"] = columns.pop("y_pred")
    columns = {name: values for name, values in columns.items() if not name.startswith("score")}
    assert assert_same(saved(**columns))[1].model_names == ("B", "A")


@pytest.mark.parametrize(
    "values",
    [
        [0, 1, 1, 0, 1],
        [True, False, True, True, None],
        [0.0, 1.0, float("nan"), 1.0, 0.0],
        [b"x", b"y", b"x", b"y", b"x"],
    ],
)
def test_labels_of_any_type_are_text(saved: Saved, values: list[Any]) -> None:
    assert_same(saved(y_true=pa.array(values), y_pred=pa.array(values[::-1])))


@pytest.mark.parametrize("kind", [pa.float64(), pa.float32(), pa.float16()])
def test_zero_with_a_sign_is_the_class_0_and_the_group_0(saved: Saved, kind: pa.DataType) -> None:
    truth, said = np.resize([0.0, -0.0, 1.0], 60), np.resize([0.0, 0.0, -0.0, 1.0, 1.0], 60)
    columns = {name: pa.array(values).cast(kind) for name, values in (("y_true", truth), ("y_pred", said))}
    for study in assert_same(saved(**columns, grade=pa.array(2 * truth).cast(kind))):
        assert study.labels == ("0", "1")
        assert dict(groups(study))[By("grade")] == ("0", "2")
    always = pa.array(np.where(truth == 0, -0.0, 1.0))
    for study in assert_same(saved(y_true=always, y_pred=columns["y_pred"])):
        assert study.labels == ("0", "1")


def test_names_of_columns_and_classes_are_values_never_code(saved: Saved) -> None:
    odd = ['a"b', "x'; DROP TABLE t; --", "?", "{}", "%s"]
    columns = {"y_true": odd * 4, 'y_pred"; --': odd[::-1] * 4} | {f"score_{name}": np.arange(20.0) for name in odd}
    assert_same(saved(**columns), Mapping(predicted=('y_pred"; --',)))


def test_ignored_classes_and_missing_markers_are_excluded(saved: Saved) -> None:
    assert_same(saved(**table()), Mapping(ignore_truth=("2",), missing=("10",)))


@given(st.data())
def test_any_small_table_counts_the_same_both_ways(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    rows = data.draw(st.integers(2, 12))
    labels = st.sampled_from(["a", "b", "c", None, ""])
    scores = st.sampled_from([0.0, -0.0, 0.25, 0.5, 1.0, -3.0, 7.5, float("nan"), float("inf")])
    columns = {
        name: ["a", "b", *data.draw(st.lists(labels, min_size=rows, max_size=rows))] for name in ("y_true", "y_pred")
    }
    for name in "abc":
        columns[f"score_{name}"] = data.draw(st.lists(scores, min_size=rows + 2, max_size=rows + 2))
    path = tmp_path_factory.mktemp("any") / "a.parquet"
    parquet.write_table(pa.table(columns), path)
    assert_same(path)


def test_a_class_with_scores_in_excluded_rows_only_has_a_score_column(saved: Saved) -> None:
    blank = float("nan")
    columns = {"y_true": ["a", "b", "a", None], "y_pred": ["a", "b", "b", "b"]}
    held, _ = assert_same(saved(**columns, score_a=[0.2, 0.1, 0.7, 0.3], score_b=[blank, blank, blank, 0.5]))
    assert held.scored == (True, True)


def test_columns_whose_names_differ_only_in_case_are_two(saved: Saved) -> None:
    columns = table(60)
    path = saved(**columns, Y_Pred=columns["y_true"])
    held, tallied = assert_same(path, Mapping(truth="y_true", predicted=("y_pred", "Y_Pred")))
    assert tallied.model_names == held.model_names
    assert_same(path, Mapping(truth="y_true", predicted=("Y_Pred",)))


def of_scores(study: Study) -> list[tuple[str, Any]]:
    return sorted((each.code, str(each.fields)) for each in study.notices if "score" in each.code)


@pytest.mark.parametrize("given", [False, True])
def test_many_classes_and_their_scores_make_no_question_too_deep_or_too_long(saved: Saved, given: bool) -> None:
    rows, classes = 200, 100
    scores = np.random.default_rng(8).random((rows, classes)).round(2)
    columns: dict[str, Any] = {f"score_{place}": scores[:, place] for place in range(classes)}
    if given:
        columns["y_pred"] = np.arange(rows)[::-1] % classes
    path = saved(y_true=np.arange(rows) % classes, **columns)
    begun = time.process_time()
    tallied = open_files([("a.parquet", path)], None, Guard(limits=SMALL))
    assert time.process_time() - begun < 8, "seconds of CPU; some 1.2 where it is well"
    held = open_files([("a.parquet", path)])
    for name in ("labels", "rows", "used", "excluded", "mapping", "scored"):
        assert getattr(tallied, name) == getattr(held, name), name
    assert_same_evaluation(held.evaluate(), tallied.evaluate())
    assert of_scores(tallied) == of_scores(held) != []


def test_a_column_of_probabilities_beside_percentages_mixes_nothing(saved: Saved) -> None:
    labels = ["a", "b"] * 12
    path = saved(y_true=labels, y_pred=labels, score_a=np.linspace(0.6, 0.9, 24), score_b=np.linspace(3, 97, 24))
    for study in both(path):
        assert {"scores_like_percent", "scores_sum_not_1"} <= {each.code for each in study.notices}


def test_scores_that_are_texts_are_numbers(saved: Saved) -> None:
    texts = ["0,25", " 0,5", "", None, "high", "1,0"] * 4
    held, tallied = assert_same(saved(y_true=["a", "b"] * 12, y_pred=["b", "a"] * 12, score_a=texts))
    assert of_scores(held) == of_scores(tallied) != []


def test_a_condition_that_no_row_meets_is_an_answer(saved: Saved) -> None:
    path = saved(y_true=["a", "b"], y_pred=["a", "b"], score_a=[0.5, 0.2])
    with counted_table(ParquetFile("a.parquet", path), SMALL, lambda: None) as file:
        none = among(file.column("y_true"), [], ["a", "b"])
        assert file.numbers(
            file.where([none]), [number_of(file.score("score_a") > 0), file.score("score_a").min()]
        ) == [
            0,
            None,
        ]


# ------------------------------------------------------------------ steps


Told = Callable[..., tuple[ThresholdTable, bool]]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Told:
    """The table that an engine counts when at most so many distinct scores are told apart, and whether it is exact."""
    path = tmp_path_factory.mktemp("told") / "a.parquet"

    def tell(scores: np.ndarray, truth: np.ndarray, most: int = 0) -> tuple[ThresholdTable, bool]:
        parquet.write_table(pa.table({"score": scores, "truth": truth}), path)
        with counted_table(ParquetFile("a.parquet", path), SMALL, lambda: None) as file:
            scored = Scored.of(file, file.where(), file.score("score"), file.column("truth"))
            (found,), is_exact = scored.tables(most)
            return found, is_exact

    return tell


def assert_counts(table: ThresholdTable, scores: np.ndarray, truth: np.ndarray) -> None:
    """That each threshold counts what it counts of all scores."""
    exact = ThresholdTable.from_scores(scores, truth)
    assert (table.n_positive, table.n_negative) == (exact.n_positive, exact.n_negative)
    assert [list(table.at(at)) for at in table.scores] == [list(exact.at(at)) for at in table.scores]


@settings(max_examples=2 * settings.default.max_examples)
@given(arrays(np.float64, st.integers(1, 50), elements=st.floats(allow_nan=False, allow_infinity=False)), st.data())
def test_thresholds_between_steps_count_exactly(told: Told, scores: np.ndarray, data: st.DataObject) -> None:
    truth = data.draw(arrays(np.bool_, len(scores)))
    found, _ = told(scores, truth)
    assert_counts(found, scores, truth)
    assert found.scores[-1] == scores.min() + 0.0


@pytest.mark.parametrize("end", [0.0, 1.0, -5.0, 800.0])
def test_steps_are_as_fine_near_0_and_1_as_elsewhere_and_no_finer(told: Told, end: float) -> None:
    near = end + np.linspace(-1e-3, 1e-3, 200_001)
    found, is_exact = told(near, near > end)
    widths, away = -np.diff(found.scores), np.minimum(np.abs(found.scores), np.abs(found.scores - 1))[1:]
    assert not is_exact
    assert (widths <= 2.0 ** (1 - DIGITS) * away * (1 + 1e-3) + 2 * np.diff(near).max()).all()
    assert len(found.scores) < 200_001


def test_scores_at_any_distance_take_a_stated_number_of_steps(told: Told) -> None:
    """4,096 of an octave, 64 octaves near 0 and 53 near 1; what is nearer is one step."""
    near = 2.0 ** -np.linspace(2, 1000, 60_000)
    found, _ = told(np.concatenate([near, -near, 1 - near]), np.arange(180_000) % 2 == 0)
    per_octave = 60_000 / 998 + 1
    assert len(found.scores) < (64 + 64 + 53) * per_octave + 4
    assert found.n_positive + found.n_negative == 180_000


@pytest.mark.parametrize("make", [np.random.Generator.random, np.random.Generator.standard_normal])
def test_counts_at_steps_are_exact_and_the_error_of_the_auc_is_within_its_bound(
    told: Told, make: Callable[..., np.ndarray]
) -> None:
    generator = np.random.default_rng(3)
    scores = make(generator, 10_000)
    truth = generator.random(10_000) < 1 / (1 + np.exp(-3 * scores))
    found, is_exact = told(scores, truth, 5_000)
    assert not is_exact
    assert_counts(found, scores, truth)
    shared = float((found.positives * found.negatives).sum()) / found.n_positive / found.n_negative / 2
    assert abs(auc(found) - auc(ThresholdTable.from_scores(scores, truth))) <= shared
    assert 0 < shared < 1e-3


def test_groups_in_steps_add_up_to_all(tmp_path: Path) -> None:
    generator = np.random.default_rng(6)
    columns = {"score": generator.normal(size=20_000), "truth": generator.random(20_000) < 0.4, "site": [0, 1] * 10_000}
    path = tmp_path / "a.parquet"
    parquet.write_table(pa.table(columns), path)
    with counted_table(ParquetFile("a.parquet", path), SMALL, lambda: None) as file:
        asked = file.where(), file.score("score"), file.column("truth")
        (whole,), _ = Scored.of(file, *asked).tables(0)
        parts, _ = Scored.of(file, *asked, file.column("site"), 2).tables(0)
    assert len(whole.scores) < 20_000
    pooled = ThresholdTable.pooled(parts)
    assert [list(getattr(pooled, name)) for name in ("scores", "positives", "negatives")] == [
        list(getattr(whole, name)) for name in ("scores", "positives", "negatives")
    ]


@pytest.mark.parametrize(("decimals", "number"), [(3, 1_001), (7, 3_000)])
def test_few_distinct_scores_of_many_rows_stay_exact(told: Told, decimals: int, number: int) -> None:
    """3,000 values of seven decimals share steps; 1,001 of three have one each."""
    generator = np.random.default_rng(5)
    scores = generator.choice(np.round(generator.random(3_000), decimals), 40_000)
    found, is_exact = told(scores, scores > 0.5, 5_000)
    assert is_exact
    assert found.scores.tolist() == np.unique(scores)[::-1].tolist()
    assert len(found.scores) <= number
    assert_counts(found, scores, scores > 0.5)


def test_a_table_stays_exact_up_to_the_stated_number(saved: Saved) -> None:
    scores = np.random.default_rng(4).random(2_000)
    path = saved(y_true=np.where(scores > 0.6, "b", "a"), y_pred=["a", "b"] * 1_000, score_b=scores)
    exact, stepped = (
        study_of_origin(ParquetFile("a.parquet", path), Mapping(), SMALL, lambda: None, most) for most in (2_000, 500)
    )
    assert (exact.steps, len(exact.evaluate().table(1).scores)) == (None, 2_000)
    assert "counted in fine steps" in worded(stepped.steps)
    assert worded(stepped.steps).replace("\xa0", " ") in facts(stepped)
    assert exact.evaluate().matrix.cells.tolist() == stepped.evaluate().matrix.cells.tolist()


@pytest.mark.parametrize(("classes", "number"), [(1, 300), (2, 300), (3, 200)])
def test_the_tables_of_a_study_share_what_is_held(
    saved: Saved, monkeypatch: pytest.MonkeyPatch, classes: int, number: int
) -> None:
    monkeypatch.setattr(steps, "MOST_HELD", 600)
    labels = np.array(["a", "b", "c"][: max(2, classes)])
    scores = np.random.default_rng(7).random((900, classes)).astype("float32")
    columns: dict[str, Any] = {f"score_{label}": scores[:, k] for k, label in enumerate(labels[::-1][:classes])}
    path = saved(y_true=labels[np.arange(900) % len(labels)], y_pred=labels[np.arange(900) % 2], **columns)
    study = study_of_origin(ParquetFile("a.parquet", path), Mapping(), SMALL, lambda: None, 300)
    assert study.steps is not None
    assert study.steps.fields["distinct"] == number


# ------------------------------------------------------------------ what it cannot do, and what is refused


def test_what_needs_rows_is_not_there_and_says_so(saved: Saved) -> None:
    path = saved(**table())
    held, study = both(path)
    assert "No case ID column" in warnings(study)
    assert "aggregated without loading" in facts(study)
    assert not study.evaluate().is_clustered
    own, other = (each.evaluate().bands(0) for each in (held, study))
    assert own.tpr_low.tolist() == other.tpr_low.tolist(), "a table tells what is drawn of independent rows"
    assert (changes(study.evaluate(), 0) is None) == (len(study.labels) > 2)
    with pytest.raises(Problem, match="no split"):
        study.evaluate(0, "test")


def test_a_large_file_asks_and_refuses_as_any_other(saved: Saved, tmp_path: Path) -> None:
    path = saved(first=["a", "b"] * 10, second=["a", "b"] * 10)
    with pytest.raises(NeedsMapping):
        both(path)
    for reader in (None, Guard(limits=SMALL)):
        with pytest.raises(NeedsMapping, match="Name it y_true"):
            open_files([("a.parquet", path)], None, reader)
    with pytest.raises(Problem, match="alone"):
        open_files([("a.parquet", path), ("b.csv", b"y_true,y_pred\na,a\n")], None, Guard(limits=SMALL))
    damaged = tmp_path / "d.parquet"
    damaged.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(Problem, match="damaged"):
        open_files([("d.parquet", damaged)], None, Guard(limits=SMALL))
    flags = saved(y_true=["a", "b"] * 10, y_pred=["a", "b"] * 10, score_a=[True, False] * 10)
    with pytest.raises(Problem, match="holds no numbers"):
        open_files([("a.parquet", flags)], None, Guard(limits=SMALL))
    starred = path.rename(tmp_path / "a[1].parquet")
    with pytest.raises(Problem, match="Rename"):
        open_files([("a", starred)], None, Guard(limits=SMALL))


def test_millions_of_rows_in_a_few_bytes_are_refused_not_counted(saved: Saved) -> None:
    path = saved(y_true=["a"] * 200_000, y_pred=["a"] * 200_000)
    assert 16 * path.stat().st_size < 200_000
    with pytest.raises(Problem, match=r"200,000 rows, the limit is 1\b"):
        open_files([("a.parquet", path)], None, Guard(limits=SMALL))


def test_the_engine_opens_nothing_but_the_given_file(saved: Saved, tmp_path: Path) -> None:
    import duckdb

    path = saved(y_true=["a", "b"], y_pred=["a", "b"])
    other = tmp_path / "other.parquet"
    parquet.write_table(pa.table({"x": [1]}), other)
    with ParquetFile("a.parquet", path).opened(lambda: None) as engine:
        for text in (
            f"SELECT * FROM read_parquet('{other}')",
            "INSTALL httpfs",
            f"COPY (SELECT 1) TO '{tmp_path}/x.csv'",
        ):
            with pytest.raises(duckdb.Error):
                engine._connection.execute(text)
        with pytest.raises(duckdb.Error):
            engine._connection.execute("SET enable_external_access = true")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a.parquet", "other.parquet"]


def test_reading_can_be_cancelled(saved: Saved) -> None:
    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        study_of_origin(ParquetFile("a.parquet", saved(**table())), Mapping(), SMALL, stop)


def test_a_count_that_is_cancelled_ends_its_checksum(saved: Saved, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "BLOCK", 1)
    has_begun, ended = Event(), Event()
    digest = ParquetFile.digest

    def watched(self: ParquetFile, tick: Callable[[], None]) -> str:
        def slowly() -> None:
            has_begun.set()
            time.sleep(0.01)
            tick()

        try:
            return digest(self, slowly)
        except CancelledError:
            ended.set()
            raise

    def stop() -> None:
        assert has_begun.wait(10)
        raise KeyboardInterrupt

    monkeypatch.setattr(ParquetFile, "digest", watched)
    with pytest.raises(KeyboardInterrupt):
        study_of_origin(ParquetFile("a.parquet", saved(**table())), Mapping(), SMALL, stop)
    assert ended.is_set()


def test_every_session_shares_the_tally_until_the_file_or_the_mapping_changes(saved: Saved) -> None:
    path = saved(**table())
    first, again, other = (both(path, mapping)[1] for mapping in (None, None, Mapping(normal="VT")))
    assert first is again
    assert other is not first
    assert both(saved(**table(seed=9)))[1].key != first.key


def test_a_longer_file_may_take_longer_but_not_for_ever(saved: Saved, monkeypatch: pytest.MonkeyPatch) -> None:
    clock, grouped = [0], CountedTable.grouped

    def after(seconds: int) -> None:
        def slow(self: CountedTable, *args: Any) -> Any:
            clock.append(seconds)
            return grouped(self, *args)

        monkeypatch.setattr(CountedTable, "grouped", slow)
        study_of_origin(ParquetFile("a.parquet", path), Mapping(), Limits(rows=10, seconds=1), lambda: None)

    monkeypatch.setattr("predictions.sources.counted.table.time.monotonic", lambda: clock[-1])
    path = saved(**table())
    after(30)
    clock.append(0)
    with pytest.raises(Problem, match="takes longer than 30 s"):
        after(31)


def test_scores_that_are_no_number_are_blank_also_where_parquet_tells_the_bounds_of_the_others(saved: Saved) -> None:
    """DuckDB 2.0 answers isnan by these bounds, which leave NaN out."""
    held, counted = both(saved(y_true=[*"ab"] * 20, y_pred=[*"ab"] * 20, score_b=[0.2, float("nan"), 0.7, 0.4] * 10))
    (said,) = [line for line in warnings(held).splitlines() if "without a score" in line]
    assert said in warnings(counted)
    assert "infinite" not in warnings(counted)


def test_a_zero_with_a_sign_is_said_as_a_zero(saved: Saved) -> None:
    answers = ["b" if place % 3 == 0 else "a" for place in range(40)]
    path = saved(y_true=answers, y_pred=answers[1:] + answers[:1], score_b=[(-0.0, 0.0, 1.0)[k % 3] for k in range(40)])
    for study in both(path):
        assert "-0" not in warnings(study) + facts(study)


def test_decimals_are_the_nearest_doubles_held_and_counted(saved: Saved) -> None:
    scores = pa.array([Decimal(place).scaleb(-2) for place in range(1000)], pa.decimal128(12, 2))
    held, _ = assert_same(saved(y_true=[*"ab"] * 500, y_pred=[*"aabb"] * 250, score_b=scores))
    table = held.evaluate(*held.slices[0]).tables[1]
    assert table is not None
    assert sorted(table.scores.tolist()) == [place / 100 for place in range(1000)]


@pytest.mark.parametrize("keeps", [True, False])
def test_a_study_that_nobody_has_any_more_is_kept_where_it_was_asked_for(tmp_path: Path, keeps: bool) -> None:
    path = tmp_path / "a.parquet"
    parquet.write_table(pa.table({"y_true": ["a", "b"] * 9, "y_pred": ["a", "b", "b"] * 6}), path)
    study = open_files([("a.parquet", path)], None, Guard(limits=Limits(rows=1), keeps=keeps))
    there = ref(study)
    del study
    gc.collect()
    assert (there() is not None) == keeps


def test_rows_of_several_scores_are_excluded_once_and_unanswered_where_no_model_answers(saved: Saved) -> None:
    """Each score groups the rows anew; each row stays one row."""
    path = saved(
        y_true=[None if place % 10 == 0 else "ab"[place % 2] for place in range(200)],
        score_m=[None if place % 10 in (1, 3) else place / 200 for place in range(200)],
        score_n=[None if place % 10 == 1 or place < 40 else 1 - place / 200 for place in range(200)],
    )
    for study in both(path, Mapping(score_models=("score_m", "score_n"), positive="b")):
        assert [(each.reason, each.rows) for each in study.excluded] == [("no truth", 20), ("no answer", 24)]
        assert study.used == 156
