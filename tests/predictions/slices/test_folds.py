"""Folds are counted as by pandas, whatever their order, and what misleads about them is said."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics import MetricChoice, auc
from predictions.opening_matrix import open_matrix
from predictions.slices.folds import fold_evaluations, fold_warnings, pooled_auc_differs, read_folds
from predictions.study import Study
from tests.predictions.helpers import opened
from tests.support.studies import shifted_folds
from words.notices import worded

MIXED = {"y_true": list("aabbab"), "y_pred": list("abbbaa"), "fold": ["2", "10", "2", "", "1", "1"]}


@st.composite
def folded(draw: st.DrawFn) -> pd.DataFrame:
    """Two classes, a score, two splits and up to four folds with blanks; both classes and splits occur."""
    row = st.tuples(
        *[st.sampled_from("ab")] * 2, st.integers(0, 4), st.sampled_from(["", "1", "2", "3", "10"]), st.booleans()
    )
    rows = [*[(k, k, 1, "1", test) for k in "ab" for test in (True, False)], *draw(st.lists(row))]
    frame = pd.DataFrame(rows, columns=["y_true", "y_pred", "score_a", "fold", "test"])
    frame["split"] = np.where(frame.pop("test"), "test", "train")
    return frame.assign(score_b=4 - frame.score_a, case_id=[f"p{i}" for i in range(len(frame))])


def study_of(frame: pd.DataFrame) -> Study:
    return opened({name: frame[name].tolist() for name in frame})


@pytest.mark.thorough
@given(folded(), st.sampled_from(["test", "train"]))
def test_each_fold_is_the_evaluation_of_its_own_rows(frame: pd.DataFrame, split: str) -> None:
    part = frame[(frame["split"] == split) & (frame.fold != "")]
    found = fold_evaluations(study_of(frame), 0, split)
    assert [name for name, _ in found] == sorted(part.fold.unique(), key=int)
    for name, each in found:
        rows = part[part.fold == name]
        assert each.matrix.cells.tolist() == pd.crosstab(
            pd.Categorical(rows.y_true, ["a", "b"]), pd.Categorical(rows.y_pred, ["a", "b"]), dropna=False
        ).to_numpy().tolist()  # fmt: skip
        assert (each.clusters, each.split) == (len(rows), split)
        alone = study_of(frame[frame.index.isin(rows.index) | (frame["split"] != split)]).evaluate(0, split)
        np.testing.assert_equal([auc(table) for table in each.tables], [auc(table) for table in alone.tables])


@pytest.mark.thorough
@given(folded(), st.permutations(range(4)))
def test_the_order_of_the_rows_changes_no_fold(frame: pd.DataFrame, order: list[int]) -> None:
    def folds(rows: pd.DataFrame) -> list[object]:
        return [(name, each.matrix.cells.tolist()) for name, each in fold_evaluations(study_of(rows), 0, "test")]

    assert folds(frame) == folds(frame.iloc[[*order, *range(4, len(frame))][::-1]])


def test_all_folds_pooled_hold_the_rows_with_a_fold_and_no_others() -> None:
    study = opened(MIXED)
    folds = read_folds(study, study.evaluate())
    assert folds is not None
    assert (folds.names, folds.each.n.tolist(), folds.pooled.n.tolist()) == (("1", "2", "10"), [2, 2, 1], [5])
    assert folds.pooled.values(MetricChoice("accuracy")).tolist() == [3 / 5]
    assert folds.each.values(MetricChoice("accuracy")).tolist() == [0.5, 1.0, 0.0]


def test_without_folds_there_are_none() -> None:
    plain = opened({name: MIXED[name] for name in ("y_true", "y_pred")})
    matrix = open_matrix("5 1\n2 4")
    assert [fold_evaluations(plain), fold_warnings(plain), read_folds(plain, plain.evaluate())] == [(), (), None]
    assert [fold_evaluations(matrix), fold_warnings(matrix), read_folds(matrix, matrix.evaluate())] == [(), (), None]


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({"fold": list("111111")}, "All rows belong to one fold, “1”"),
        ({"fold": list("112222")}, "No case of class “b” in fold “1”: its metrics are not estimable there."),
        ({"fold": list("112233"), "case_id": list("aabacc")}, "1 ID in more than one fold"),
        ({"fold": list("112233"), "video": list("aabacc"), "frame": list("123456")}, "1 sequence in more than one"),
        ({"fold": ["1", "1", "2", "2", "", ""]}, "2 rows without a fold"),
    ],
)  # fmt: skip
def test_what_misleads_about_folds_is_said(columns: dict[str, list[str]], words: str) -> None:
    said = [worded(notice) for notice in fold_warnings(opened(MIXED | columns))]
    assert [text for text in said if words in text.replace("\u00a0", " ")], said


def test_folds_of_another_split_are_not_spoken_of() -> None:
    study = opened(MIXED | {"fold": list("112211"), "split": ["test"] * 4 + ["train"] * 2})
    (said,) = fold_warnings(study, 0, "train")
    assert worded(said) == "All rows belong to one fold, “1”: folds cannot be compared."
    assert [name for name, _ in fold_evaluations(study, 0, "test")] == ["1", "2"]


def test_many_absent_classes_are_counted_in_one_sentence() -> None:
    labels = list("abcdefgh")
    (said,) = fold_warnings(opened({"y_true": labels, "y_pred": labels, "fold": list("11112222")}))
    expected = "8 classes have no case in some fold, such as “a” in fold “2”: their metrics are not estimable there."
    assert worded(said) == expected


@pytest.mark.parametrize("shift", [0.0, 3.0])
def test_a_pooled_area_far_from_the_mean_of_the_folds_is_said(shift: float) -> None:
    notice = pooled_auc_differs(replace(study_of(shifted_folds(shift)).evaluate(), normal=0))
    if not shift:
        assert notice is None
        return
    assert notice is not None
    assert notice.fields["mean"] - notice.fields["pooled"] > 0.2
    mean, pooled = (f"{notice.fields[key]:.3f}" for key in ("mean", "pooled"))
    assert worded(notice).startswith(f"AUC for “sick”: mean of 5 folds {mean}, pooled out-of-fold {pooled}. The score ")
