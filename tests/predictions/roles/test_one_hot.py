"""True classes in one-hot columns: read as one column, never as several labels."""

import numpy as np
import pandas as pd
import pytest

from predictions.opening import open_files
from predictions.problems import NeedsMapping
from predictions.study import Study
from words.notices.worded import worded

RNG = np.random.default_rng(0)
TRUTH = RNG.choice(["AF", "ST", "Normal"], 60)


def opened(table: pd.DataFrame, mapping: object = None) -> Study:
    return open_files([("ecg.csv", table.to_csv(index=False).encode())], mapping)  # type: ignore[arg-type]


def one_hot(name: str, truth: np.ndarray = TRUTH) -> pd.DataFrame:
    return pd.DataFrame({name.format(each): (truth == each).astype(int) for each in ("AF", "ST", "Normal")})


def scores() -> pd.DataFrame:
    drawn = RNG.dirichlet(np.ones(3), len(TRUTH)) + one_hot("{}").to_numpy()
    return pd.DataFrame(drawn / 2, columns=["score_AF", "score_ST", "score_Normal"])


@pytest.mark.parametrize("name", ["true_{}", "y_true_{}", "{}_label", "target.{}"])
def test_they_are_one_column_of_classes(name: str) -> None:
    table = pd.concat([one_hot(name), scores()], axis=1)
    study = opened(table)
    plain = opened(scores().assign(**table.filter(like="score_"), y_true=TRUTH))
    assert study.labels == plain.labels
    assert study.evaluate().matrix.cells.tolist() == plain.evaluate().matrix.cells.tolist()
    assert study.normal == plain.normal
    said = " ".join(worded(notice) for notice in study.notices)
    assert f"“{name.format('ST')}”, “{name.format('Normal')}” hold one true class in each row (one-hot)" in said
    assert opened(table, study.mapping).labels == study.labels


@pytest.mark.parametrize(("yes", "no"), [(True, False), ("yes", "no"), ("TRUE", "FALSE")])
def test_yes_and_no_are_1_and_0(yes: object, no: object) -> None:
    told = one_hot("true_{}").map(lambda cell: yes if cell else no)
    found = opened(pd.concat([told, scores()], axis=1)).evaluate().matrix
    assert dict(zip(found.labels, found.support.tolist(), strict=True)) == {
        each: int((each == TRUTH).sum()) for each in ("AF", "ST", "Normal")
    }


def test_rows_with_several_labels_or_none_are_several_labels() -> None:
    for row, value in ((3, 1), (4, 0)):
        table = pd.concat([one_hot("true_{}"), scores()], axis=1)
        table.loc[row, ["true_AF", "true_ST", "true_Normal"]] = value
        with pytest.raises(NeedsMapping, match="3 labels per row"):
            opened(table)


def test_a_column_of_true_classes_goes_before_them() -> None:
    table = pd.concat([one_hot("true_{}"), scores()], axis=1).assign(y_true=RNG.permutation(TRUTH))
    assert opened(table).evaluate().matrix.support.tolist() == [
        int((table.y_true == each).sum()) for each in opened(table).labels
    ]
