"""Evaluations and case lists agree with a count by pandas."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import confusion_matrix, roc_auc_score

from metrics import auc
from predictions.cases.case_list import CaseList
from predictions.cases.filters import CaseFilter, matching
from predictions.cases.kinds import CaseOrder
from predictions.opening_matrix import open_matrix
from predictions.study import Study
from tests.predictions.helpers import opened


def cases(
    study: Study,
    model: int = 0,
    split: str | None = None,
    truth: int | None = None,
    predicted: int | None = None,
    limit: int = 200,
) -> pd.DataFrame:
    """The first of one cell, the most confident first."""
    found = CaseList(study, model, split)
    return found.frame(
        found.listed(matching(found, CaseFilter(truth=truth, predicted=predicted)), CaseOrder.CONFIDENT)[:limit]
    )


@st.composite
def tables(draw: st.DrawFn) -> pd.DataFrame:
    """Three classes, scores with ties and holes, two splits."""
    rows = draw(
        st.lists(st.tuples(*[st.sampled_from("abc")] * 2, *[st.integers(-1, 4)] * 3, st.booleans()), min_size=3)
    )
    frame = pd.DataFrame(rows, columns=["y_true", "y_pred", "score_a", "score_b", "score_c", "test"])
    frame = pd.concat([pd.DataFrame([(k, k, 1, 1, 1, True) for k in "abc"], columns=frame.columns), frame])
    frame["split"] = np.where(frame.pop("test"), "test", "train")
    frame["case_id"] = [f"p{i}" for i in range(len(frame))]
    for name in ("score_a", "score_b", "score_c"):
        frame[name] = frame[name].where(frame[name] >= 0) / 4
    return frame.reset_index(drop=True)


@pytest.mark.thorough
@given(tables())
def test_each_split_is_counted_and_ranked_as_counted_apart(frame: pd.DataFrame) -> None:
    study = opened({name: frame[name].astype(object).where(frame[name].notna(), "").tolist() for name in frame})
    for split in study.models[0].splits:
        part = frame[frame["split"] == split]
        found = study.evaluate(0, split)
        assert found.matrix.cells.tolist() == confusion_matrix(part.y_true, part.y_pred, labels=list("abc")).tolist()
        assert (found.n, found.clusters, found.split) == (len(part), len(part), split)
        for code, label in enumerate("abc"):
            scored = part[part[f"score_{label}"].notna()]
            table = found.tables[code]
            assert table is not None
            assert (table.n_positive, table.n_negative) == ((s := scored.y_true == label).sum(), (~s).sum())
            if 0 < table.n_positive < len(scored):
                assert abs(auc(table) - roc_auc_score(s, scored[f"score_{label}"])) < 1e-12


@pytest.mark.thorough
@given(
    tables(),
    st.sampled_from([None, "test"]),
    st.sampled_from([None, 0, 1]),
    st.sampled_from([None, 2]),
    st.integers(1, 5),
)
def test_a_cell_lists_its_own_cases_most_confident_first(
    frame: pd.DataFrame, split: str | None, truth: int | None, predicted: int | None, limit: int
) -> None:
    study = opened({name: frame[name].astype(object).where(frame[name].notna(), "").tolist() for name in frame})
    chosen = frame
    for column, wanted in (("split", split), ("y_true", None if truth is None else "abc"[truth])):
        chosen = chosen if wanted is None else chosen[chosen[column] == wanted]
    chosen = chosen if predicted is None else chosen[chosen.y_pred == "abc"[predicted]]
    confidence = [row[f"score_{row.y_pred}"] for _, row in chosen.iterrows()]
    expected = chosen.assign(confidence=confidence).sort_values(
        "confidence", ascending=False, kind="stable", na_position="last"
    )
    found = cases(study, 0, split, truth, predicted, limit)
    assert found["case_id"].tolist() == expected.case_id.tolist()[:limit]
    assert found["predicted class"].tolist() == expected.y_pred.tolist()[:limit]


def test_a_lone_score_is_most_confident_far_from_the_threshold() -> None:
    study = opened({"y_true": ["no"] * 3 + ["yes"], "score": [".3", ".1", ".2", ".9"], "case_id": list("1234")})
    assert cases(study, predicted=study.labels.index("no"))["case_id"].tolist() == ["2", "3", "1"]


def test_case_lists_keep_every_detail_and_distinct_names() -> None:
    columns = {
        "y_true": ["a", "b"],
        "pred": ["a", "b"],
        "truth": ["x", "y"],
        "predicted class": ["u", "v"],
        "fold": ["1", "2"],
    }
    found = cases(opened(columns))
    assert len(set(found.columns)) == len(found.columns) == 5
    assert found["fold"].tolist() == ["1", "2"]
    assert found.iloc[0].tolist() == ["1", "a", "a", "x", "u"]


def test_a_matrix_has_one_evaluation_without_tables() -> None:
    found = open_matrix("5 1\n2 4").evaluate()
    assert (found.n, found.tables, found.clusters, found.has_scores) == (12, (), None, False)
