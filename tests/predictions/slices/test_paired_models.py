"""The same cases of two models: joined by what tells them apart, never by coincidence, and always said."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from predictions.opening import open_files
from predictions.problems import Problem
from predictions.slices.paired_models import Pair, join
from predictions.study import Study


def opened(table: pd.DataFrame) -> Study:
    return open_files([("a.csv", table.to_csv(index=False).encode())])


def answers(ids: list[object], seed: int = 0, **more: object) -> pd.DataFrame:
    """A row per id with its true class and an error now and then."""
    truth = np.arange(len(ids)) % 2
    said = truth ^ (np.random.default_rng(seed).random(len(ids)) < 0.3)
    return pd.DataFrame({"case_id": ids, "y_true": truth, "y_pred": said}).assign(**more)


def two(first: pd.DataFrame, second: pd.DataFrame) -> Study:
    return opened(pd.concat([first.assign(model="A"), second.assign(model="B")]))


def ids_of(pair: Pair) -> tuple[list[str], list[str]]:
    taken = [model.case_ids.take(rows) for model, rows in zip((pair.first, pair.second), pair.rows, strict=True)]
    return taken[0].to_pylist(), taken[1].to_pylist()


def test_columns_of_one_table_stand_in_the_same_rows() -> None:
    table = answers([f"c{i}" for i in range(40)]).rename(columns={"y_pred": "pred_A"}).drop(columns="case_id")
    pair = join(opened(table.assign(pred_B=table.pred_A)), 0, 1)
    assert (len(pair), pair.by, pair.units, pair.patients) == (40, (), None, None)
    assert (pair.rows[0] == pair.rows[1]).all()


@pytest.mark.thorough
@given(st.permutations(range(24)), st.sets(st.integers(0, 23), max_size=8), st.sets(st.integers(0, 23), max_size=8))
def test_ids_find_their_cases_whatever_the_order(order: list[int], without: set[int], lacking: set[int]) -> None:
    table = answers([f"c{i}" for i in range(24)])
    first, second = table.drop(index=list(without)), table.iloc[order].drop(index=list(lacking))
    pair = join(two(first, second), 0, 1)
    common = [i for i in range(24) if i not in without | lacking]
    assert ids_of(pair) == ([f"c{i}" for i in common],) * 2
    assert (pair.only_first, pair.only_second) == (len(first) - len(common), len(second) - len(common))
    assert (pair.by, pair.differing, pair.blank) == (("case_id",), 0, 0)
    assert (pair.truth == np.array(common) % 2).all()


def test_the_two_directions_are_the_same_cases() -> None:
    table = answers([f"c{i}" for i in range(30)])
    study = two(table[:25], table[::-1][:22])
    one, other = join(study, 0, 1), join(study, 1, 0)
    assert sorted(ids_of(one)[0]) == sorted(ids_of(other)[0])
    assert (one.only_first, one.only_second) == (other.only_second, other.only_first) == (8, 5)


def test_a_case_with_two_true_classes_is_excluded_and_counted() -> None:
    table = answers([f"c{i}" for i in range(30)])
    other = table.assign(y_true=table.y_true.where(table.index > 3, 1 - table.y_true))
    pair = join(two(table, other), 0, 1)
    assert (len(pair), pair.differing, pair.only_first) == (26, 4, 0)
    with pytest.raises(Problem, match="have the same true class in both"):
        join(two(table, table.assign(y_true=1 - table.y_true)), 0, 1)


def test_rows_of_one_patient_are_told_by_another_column() -> None:
    ids = [f"p{i // 3}" for i in range(60)]
    table = answers(ids, recording=np.arange(60) % 3 + 1, note="same").rename(columns={"case_id": "patient_id"})
    pair = join(two(table, table.sample(frac=1, random_state=0)), 0, 1)
    assert (len(pair), pair.by, pair.units) == (60, ("patient_id", "recording"), 20)
    assert pair.patients.tolist() == (np.arange(60) // 3).tolist()
    assert ids_of(pair)[0] == ids_of(pair)[1]


def test_ids_that_repeat_without_anything_else_are_refused() -> None:
    table = answers([f"p{i // 3}" for i in range(60)]).rename(columns={"case_id": "patient_id"})
    with pytest.raises(Problem, match="repeat, and nothing tells"):
        join(two(table, table), 0, 1)


def test_frames_are_told_by_their_sequence_and_order() -> None:
    table = answers(list(range(60)), video_id=np.repeat(["v1", "v2"], 30), frame=np.tile(np.arange(30), 2))
    table = table.drop(columns="case_id")
    pair = join(two(table, table[::-1]), 0, 1)
    assert (len(pair), pair.by) == (60, ("video_id", "frame"))
    assert (pair.first.order[pair.rows[0]] == pair.second.order[pair.rows[1]]).all()


def test_without_ids_and_order_a_long_file_is_refused() -> None:
    table = answers(list(range(40))).drop(columns="case_id")
    with pytest.raises(Problem, match="No case ID: nothing tells"):
        join(two(table, table), 0, 1)


def test_nothing_in_common_is_refused_and_blank_ids_are_counted() -> None:
    first, second = answers([f"a{i}" for i in range(20)]), answers([f"b{i}" for i in range(20)])
    with pytest.raises(Problem, match="are in both, told by “case_id”"):
        join(two(first, second), 0, 1)
    blank = answers([f"a{i}" if i > 2 else "" for i in range(20)])
    pair = join(two(blank, answers([f"a{i}" for i in range(20)])), 0, 1)
    assert (len(pair), pair.blank, pair.only_second) == (17, 3, 3)


def test_splits_are_never_mixed() -> None:
    table = answers([f"c{i}" for i in range(40)], split=np.repeat(["test", "train"], 20))
    moved = table.assign(split=table.split.where(table.index != 5, "train"))
    pair = join(two(table, moved), 0, 1, "test")
    assert (len(pair), pair.only_first, pair.only_second) == (19, 1, 0)


def test_scores_are_of_the_cases_where_both_have_one() -> None:
    table = answers([f"c{i}" for i in range(30)], score=np.linspace(0, 1, 30))
    other = table.assign(score=table.score.where(table.index != 7))
    study = two(table, other[::-1])
    pair = join(study, 0, 1)
    (first, second), known = pair.scores(study.positive)
    assert 7 not in known
    assert (first == second).all()
    (flipped, _), _ = pair.scores(1 - study.positive)
    assert (flipped == -first).all()
    assert join(two(table.drop(columns="score"), table.drop(columns="score")), 0, 1).scores(0) is None


# ------------------------------------------------------------------ without ids


def in_random_order(cases: int = 60, seed: int = 1) -> pd.DataFrame:
    """Two models with folds and without ids, as caret and tidymodels write them; the true classes in no order."""
    rng = np.random.default_rng(seed)
    truth = rng.choice(["sick", "well"], cases, p=[0.3, 0.7])
    said = np.where(rng.random((2, cases)) < 0.8, truth, "well")
    both = pd.DataFrame({"y_true": truth, "resample": [f"Fold{i % 5}" for i in range(cases)]})
    return pd.concat([both.assign(model="A", y_pred=said[0]), both.assign(model="B", y_pred=said[1])])


@pytest.mark.parametrize("name", ["rowIndex", ".row", "row"])
def test_row_numbers_tell_the_cases_alone_or_within_folds(name: str) -> None:
    table = in_random_order()
    whole = table.assign(**{name: table.groupby("model").cumcount()}).sample(frac=1, random_state=0)
    pair = join(opened(whole), 0, 1)
    assert (len(pair), pair.by, pair.differing) == (60, (name,), 0)
    by_fold = table.assign(**{name: table.groupby(["model", "resample"]).cumcount()}).sample(frac=1, random_state=0)
    assert join(opened(by_fold), 0, 1).by == ("resample", name)


def test_row_numbers_that_count_another_order_are_refused() -> None:
    table = pd.concat([in_random_order(60), in_random_order(60, seed=2)])
    first, second = table[:60], table[60:120][::-1]
    counted = pd.concat([each.assign(row=range(60)) for each in (first, second)])
    with pytest.raises(Problem, match="No case ID"):
        join(opened(counted), 0, 1)


def test_ids_that_come_once_in_every_fold_are_told_by_it() -> None:
    table = answers([f"c{i}" for i in range(20)])
    repeats = pd.concat([table.assign(fold=f"r{repeat}") for repeat in range(3)])
    pair = join(two(repeats, repeats[::-1]), 0, 1)
    assert (len(pair), pair.by, pair.units) == (60, ("case_id", "fold"), 20)


def test_the_same_order_of_all_rows_is_the_last_way_and_is_said() -> None:
    table = in_random_order()
    pair = join(opened(table), 0, 1)
    assert (len(pair), pair.by, pair.in_order) == (60, (), True)
    assert (pair.rows[0] == pair.rows[1]).all()
    for other in (shuffled(table), table[:-1], table.sort_values(["model", "y_true"]), few(table)):
        with pytest.raises(Problem, match="No case ID"):
            join(opened(other), 0, 1)


def shuffled(table: pd.DataFrame) -> pd.DataFrame:
    parts = [part.sample(frac=1, random_state=len(name) + at) for at, (name, part) in enumerate(table.groupby("model"))]
    return pd.concat(parts)


def few(table: pd.DataFrame) -> pd.DataFrame:
    return pd.concat([part[:12] for _, part in table.groupby("model")])


def test_the_same_classes_in_other_folds_are_another_order() -> None:
    table = in_random_order()
    other = table.assign(resample=table["resample"].where(table.model == "A", "Fold4"))
    with pytest.raises(Problem, match="No case ID"):
        join(opened(other), 0, 1)
