"""Models in rows of their own have the same cases in common, counted where they lie and held in memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import csv, parquet

from predictions.groups.by import groups
from predictions.groups.lens import offered, within
from predictions.limits import Limits
from predictions.mapping import Mapping
from predictions.opening import named, open_files
from predictions.problems import Problem, TooManyGroups
from predictions.sandbox.client import Guard
from predictions.slices.paired_models import Pair, join
from predictions.sources.counted.pairs import matched
from predictions.sources.counted.table import CountedTable
from predictions.study import Study
from tests.predictions.sources.counted.conftest import Opened
from tests.predictions.sources.counted.patients.test_counts import LABELS

pytestmark = pytest.mark.thorough

CASES = 120


def long_table(models: int = 2, classes: int = 3, seed: int = 0) -> dict[str, np.ndarray]:
    """A row for each case and model in random order, some without one of the models. classes: 5 for blank ones, too."""
    generator = np.random.default_rng(seed)
    case = np.tile(np.arange(CASES), models)
    truth = LABELS[generator.integers(0, classes, CASES)][case]
    said = np.where(generator.random(len(case)) < 0.7, truth, LABELS[generator.integers(0, classes, len(case))])
    kept = generator.permutation(len(case))[: int(0.9 * len(case))]
    model = np.array(["A", "B", "C"])[np.repeat(np.arange(models), CASES)]
    return {"case": case[kept], "model": model[kept], "y_true": truth[kept], "y_pred": said[kept]}


def answers(
    ids: Callable[[np.ndarray], Any] = lambda case: [f"c{each}" for each in case], **made: int
) -> dict[str, Any]:
    """The same with ids made of the number of each case."""
    columns: dict[str, Any] = long_table(**made)
    case = columns.pop("case")
    return {"case_id": ids(case), **columns}


def counts(pair: Pair) -> Counter[tuple[int, ...]]:
    """How often each true class stands beside these predictions."""
    found = Counter[tuple[int, ...]]()
    copies = [1] * len(pair.truth) if pair.copies is None else pair.copies.tolist()
    for truth, one, other, number in zip(pair.truth, *pair.predicted, copies, strict=True):
        found[int(truth), int(one), int(other)] += number
    return found


def outcome(study: Study, models: tuple[int, int], split: str | None) -> tuple[Any, ...] | str:
    """Everything that a pair says, or why there is none."""
    try:
        pair = join(study, *models, split).as_cases()
    except Problem as problem:
        return str(problem)
    numbers = (len(pair), pair.only_first, pair.only_second, pair.blank, pair.differing)
    return numbers, pair.by, pair.first.model, pair.second.model, counts(pair)


def assert_same_pairs(held: Study, told: Study) -> list[tuple[Any, ...] | str]:
    """Of any two models on any split; what they are."""
    assert held.model_names == told.model_names
    models = range(len(held.model_names))
    asked = [((one, other), split) for one, split in held.slices for other in models if one != other]
    found = [outcome(held, *each) for each in asked]
    assert [outcome(told, *each) for each in asked] == found
    assert found
    return found


def in_blanks(case: np.ndarray) -> list[str | None]:
    """With blanks around and in place of an id, and a word for missing ones."""
    named: list[str | None] = [f"c{each}" for each in case]
    return [*named[:-40], *(f" {each} " for each in named[-40:-12]), *["", None, " ", "unknown"] * 3]


def in_doubles(case: np.ndarray) -> np.ndarray:
    """As pandas writes whole numbers beside blanks."""
    return np.where(np.arange(len(case)) < 5, np.nan, case)


@pytest.mark.parametrize(
    "ids",
    [in_blanks, np.asarray, in_doubles, lambda case: pa.array([f"c{each}" for each in case]).dictionary_encode()],
    ids=["texts", "integers", "doubles", "categories"],
)
def test_ids_find_the_cases_of_both(opened: Opened, ids: Callable[[np.ndarray], Any]) -> None:
    (found, _) = assert_same_pairs(*opened(Mapping(missing=("unknown",)), **answers(ids)))
    (common, only_first, only_second, blank, differing), by, *_ = found
    assert by == ("case_id",)
    assert min(common, only_first, only_second) > 0
    assert (blank > 0, differing) == (ids in (in_blanks, in_doubles), 0)


def test_three_models_on_splits_with_blank_classes(opened: Opened) -> None:
    columns = answers(models=3, classes=5)
    split = np.where(np.random.default_rng(1).random(len(columns["case_id"])) < 0.6, "test", "train")
    found = assert_same_pairs(*opened(None, **columns, split=split))
    assert len(found) == 3 * 2 * 2
    assert not any(isinstance(each, str) for each in found)


def test_cases_whose_true_class_differs_are_excluded_and_counted(opened: Opened) -> None:
    columns = answers()
    truth = np.where(np.arange(len(columns["y_true"])) % 7, columns["y_true"], "VT")
    (found, _) = assert_same_pairs(*opened(None, **columns | {"y_true": truth}))
    assert found[0][4] > 5


def test_no_common_case_is_refused(opened: Opened) -> None:
    apart = answers()
    apart["case_id"] = [f"{model}{each}" for model, each in zip(apart["model"], apart["case_id"], strict=True)]
    (why, _) = assert_same_pairs(*opened(None, **apart))
    assert "are in both, told by “case_id”" in why
    truth = np.where(apart["model"] == "A", "VT", "AF")
    said = np.where(np.arange(len(truth)) % 2, "AF", "VT")
    (why, _) = assert_same_pairs(*opened(None, **answers() | {"y_true": truth, "y_pred": said}))
    assert "have the same true class in both" in why


def test_readers_and_models_in_rows_of_their_own(opened: Opened) -> None:
    columns = answers(models=3)
    reader = np.array(["Ann", "Bo", "Cy"])[np.unique(columns.pop("model"), return_inverse=True)[1]]
    found = assert_same_pairs(*opened(Mapping(reader="reader"), **columns, reader=reader))
    assert not any(isinstance(each, str) for each in found)


def test_two_columns_of_predictions_beside_a_column_of_models(opened: Opened) -> None:
    columns = answers()
    other = np.roll(columns["y_pred"], 1)
    told = opened(Mapping(predicted=("pred_x", "pred_y")), **_renamed(columns), pred_y=other)
    found = assert_same_pairs(*told)
    assert {each[1] for each in found} == {("case_id",), ()}


def _renamed(columns: dict[str, Any]) -> dict[str, Any]:
    return {"pred_x" if name == "y_pred" else name: column for name, column in columns.items()}


def scored(classes: int, *names: str) -> dict[str, Any]:
    """Scores in place of predictions."""
    columns = answers(classes=classes)
    made = np.random.default_rng(2).random((len(names), len(columns.pop("y_pred")))).round(2)
    return columns | dict(zip(names, made, strict=True))


@pytest.mark.parametrize("names", [("score_Normal", "score_VT", "score_AF"), ("score_VT",)])
def test_predictions_that_scores_make(opened: Opened, names: tuple[str, ...]) -> None:
    found = assert_same_pairs(*opened(None, **scored(3 if len(names) > 1 else 2, *names)))
    assert not any(isinstance(each, str) for each in found)


@pytest.mark.parametrize("weight", ["", "weight", "frequency"])
@pytest.mark.parametrize("is_apart", [True, False])
def test_lone_scores_without_predictions(opened: Opened, is_apart: bool, weight: str) -> None:
    wide = {name: np.roll(np.arange(CASES) / CASES, 7 * at) for at, name in enumerate(("risk_A", "risk_B"))}
    given = scored(2, "score") if is_apart else {"y_true": ["Normal", "VT"] * (CASES // 2), **wide}
    if weight:
        of_case = np.arange(len(given["y_true"])) % 3
        given[weight] = (np.unique(given["case_id"], return_inverse=True)[1] % 3 if is_apart else of_case) + 1
    mapping = Mapping(weight=weight or None)
    both = opened(mapping if is_apart else replace(mapping, score_models=(*wide,), positive="VT"), **given)
    if is_apart and weight == "frequency":
        assert "Models in rows of their own are not compared" in outcome(both[1], (0, 1), None)
        return
    found = assert_same_pairs(*both)
    assert not any(isinstance(each, str) for each in found)


def test_a_group_of_rows(opened: Opened) -> None:
    columns = answers()
    site = np.where(np.random.default_rng(3).random(len(columns["case_id"])) < 0.8, "Ghent", "Lyon")
    held, told = opened(None, **columns, site=site)
    for lens in offered(groups(told)):
        assert_same_pairs(within(held, lens), within(told, lens))


def test_each_case_is_a_patient_where_no_id_repeats(opened: Opened) -> None:
    held, told = (join(each, 0, 1) for each in opened(None, **answers()))
    assert held.units == told.units == len(told)
    held, told = (join(each, 0, 1) for each in opened(None, **repeating()))
    assert held.units is not None
    assert told.units is None


# ------------------------------------------------------------------ ids that repeat, and no ids


def repeating(**more: Any) -> dict[str, Any]:
    """Three rows for each patient and model. more: columns made of the number of each case."""
    columns: dict[str, Any] = long_table()
    case = columns.pop("case")
    made = {name: make(case) for name, make in more.items()} or {"recording": case % 3}
    return {"patient_id": [f"p{each // 3}" for each in case], **columns, **made}


@pytest.mark.parametrize(
    ("more", "by"),
    [
        ({"fold": lambda case: np.array(["1", "2.0", None], object)[case % 3]}, ("patient_id", "fold")),
        ({"note": lambda case: ["same"] * len(case), "recording": lambda case: case % 3}, ("patient_id", "recording")),
        ({"part": lambda case: np.array(["a", "", None], object)[case % 3]}, ("patient_id", "part")),
        ({"video_id": lambda case: case % 2, "frame": lambda case: case % 3}, ("patient_id", "video_id", "frame")),
        ({"fold": lambda case: case % 2, "taken": lambda case: case / 4 % 3}, ("patient_id", "fold", "taken")),
    ],
    ids=["fold", "recording", "blanks", "frame", "fold and another"],
)
def test_rows_of_one_patient_are_told_by_another_column(opened: Opened, more: dict[str, Any], by: Any) -> None:
    for found in assert_same_pairs(*opened(None, **repeating(**more))):
        assert found[1] == by


def test_ids_that_repeat_without_anything_else_are_refused(opened: Opened) -> None:
    for why in assert_same_pairs(*opened(None, **repeating(note=lambda case: ["same"] * len(case)))):
        assert "repeat, and nothing tells" in why


def test_ids_that_repeat_after_the_first_rows_only_are_told_by_another_column(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matched, "SAMPLE_ROWS", 1)
    for found in assert_same_pairs(*opened(None, **repeating())):
        assert found[1] == ("patient_id", "recording")


@pytest.mark.parametrize("is_within_folds", [False, True])
def test_row_numbers_tell_the_cases_without_ids(opened: Opened, is_within_folds: bool) -> None:
    columns: dict[str, Any] = long_table()
    case = columns.pop("case")
    folds = {"fold": case % 4} if is_within_folds else {}
    found = assert_same_pairs(*opened(None, **columns, **folds, row=case // 4 if is_within_folds else case))
    assert {each[1] for each in found} == {("fold", "row") if is_within_folds else ("row",)}


def test_row_numbers_of_another_order_and_no_numbers_are_refused(opened: Opened) -> None:
    columns: dict[str, Any] = long_table()
    case = columns.pop("case")
    other = np.where(columns["model"] == "A", case, CASES - case)
    for more in ({"row": other}, {}):
        for why in assert_same_pairs(*opened(None, **columns, **more)):
            assert why.startswith("No case ID: nothing tells")


@pytest.mark.parametrize("written", [int, str, "frame_{}".format, "0:{}:00".format])
def test_frames_without_ids_are_told_by_their_recording(opened: Opened, written: Callable[[int], Any]) -> None:
    columns: dict[str, Any] = long_table()
    case = columns.pop("case")
    frame = [written(int(each) // 3) for each in case]
    found = assert_same_pairs(*opened(None, **columns, video_id=[f"v{each % 3}" for each in case], frame=frame))
    assert {each[1] for each in found} == {("video_id", "frame")}


# ------------------------------------------------------------------ too many


@pytest.mark.parametrize("failing", [1, 2])
def test_cases_that_do_not_fit_at_once_are_asked_for_in_parts(
    opened: Opened, monkeypatch: pytest.MonkeyPatch, failing: int
) -> None:
    asked = limit(monkeypatch, lambda number: number < failing)
    held, told = opened(None, **answers(lambda case: [f"{each}{'a' * (each % 5 // 4)}" for each in case]))
    assert outcome(told, (0, 1), None) == outcome(held, (0, 1), None)
    assert len(asked) == 1 + 11 * failing


def test_cases_too_many_for_an_engine_are_refused(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    limit(monkeypatch, lambda _: True)
    told = opened(None, **answers())[1]
    assert "“case_id” are too many to tell which rows of these models are the same case" in outcome(told, (0, 1), None)


def test_too_many_pairs_of_predictions_are_refused(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matched, "MOST_PAIRS", 3)
    told = opened(None, **answers())[1]
    assert "more than 3 different pairs of predictions" in outcome(told, (0, 1), None)


def test_rows_of_their_own_with_frequencies_are_refused(opened: Opened) -> None:
    columns = answers()
    told = opened(Mapping(weight="freq"), **columns, freq=1 + np.arange(len(columns["case_id"])) % 3)[1]
    assert "not compared where “freq” says how many cases a row" in outcome(told, (0, 1), None)


def limit(monkeypatch: pytest.MonkeyPatch, does_fail: Callable[[int], bool]) -> list[Any]:
    """Which questions about cases an engine cannot answer, by their number; gathers them."""
    answer, asked = CountedTable.answer, []

    def limited(table: CountedTable, question: Any) -> pa.Table:
        if matched.CASES in question.collect_schema().names():
            asked.append(question)
            if does_fail(len(asked) - 1):
                raise TooManyGroups("too many")
        return answer(table, question)

    monkeypatch.setattr(CountedTable, "answer", limited)
    return asked


# ------------------------------------------------------------------ other places


def test_a_folder_and_text_have_the_pairs_of_a_file(tmp_path: Path) -> None:
    table = pa.table(answers())
    folder = tmp_path / "folder"
    folder.mkdir()
    for at in range(4):
        parquet.write_table(table.slice(at * 60, 60), folder / f"{at}.parquet")
    csv.write_csv(table, tmp_path / "a.csv")
    held = open_files([named(str(tmp_path / "a.csv"))])
    for path in (folder, tmp_path / "a.csv"):
        assert_same_pairs(held, open_files([named(str(path))], None, Guard(limits=Limits(rows=1), apart=False)))
