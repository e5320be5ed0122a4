"""Weights, frequencies and sampling fractions: used only where somebody says so, and then by every number."""

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import accuracy_score, brier_score_loss, roc_auc_score

from metrics import MetricChoice, brier
from predictions.mapping import Mapping
from predictions.opening import open_files
from predictions.problems import Problem, corrected
from predictions.slices.folds import read_folds
from predictions.slices.row_metrics import row_metrics
from predictions.study import Study
from words.notices import worded

LABELS = np.array(["Normal", "Ectopic", "VT"])


def table(cases: int = 300, seed: int = 0, **columns: object) -> pd.DataFrame:
    rng = np.random.default_rng(seed)
    truth = rng.choice(3, cases, p=[0.5, 0.3, 0.2])
    scores = rng.dirichlet([1, 1, 1], cases) + 0.7 * np.eye(3)[truth]
    scores /= scores.sum(1, keepdims=True)
    found = {"y_true": LABELS[truth], "y_pred": LABELS[scores.argmax(1)]}
    found |= {f"score_{label}": scores[:, i] for i, label in enumerate(LABELS)}
    return pd.DataFrame(found | columns)


def opened(frame: pd.DataFrame, column: str | None = None, **mapping: object) -> Study:
    return open_files([("answers.csv", frame.to_csv(index=False).encode())], Mapping(weight=column, **mapping))


def codes(study: Study) -> list[str]:
    return [notice.code for notice in study.notices]


@pytest.mark.parametrize("name", ["weight", "sample_weight", "sampling_fraction", "importance"])
def test_every_number_is_weighted_once_it_is_said(name: str) -> None:
    given = np.random.default_rng(1).uniform(0.05, 1.0, 300)
    frame = table(**{name: given})
    weights = 1 / given if name == "sampling_fraction" else given
    study = opened(frame, name)
    found = study.evaluate()
    assert found.is_weighted
    assert found.overall["accuracy"].value == pytest.approx(
        accuracy_score(frame.y_true, frame.y_pred, sample_weight=weights), abs=1e-9
    )
    vt = study.labels.index("VT")
    area = roc_auc_score(frame.y_true == "VT", frame.score_VT, sample_weight=weights)
    assert found.classes[vt]["auc"].value == pytest.approx(area, abs=1e-9)
    assert found.effective_n == pytest.approx(weights.sum() ** 2 / (weights**2).sum())
    said = "sampling_fractions_used" if name == "sampling_fraction" else "weights_used"
    assert said in codes(study)
    assert "weights_unused" not in codes(study)


def test_nothing_is_weighted_until_it_is_said() -> None:
    study = opened(table(weight=np.arange(300.0)))
    assert "weights_unused" in codes(study)
    assert not study.evaluate().is_weighted
    assert "weights_unused" not in codes(opened(table(weight=np.arange(300.0)), ""))


def test_frequencies_are_cases() -> None:
    times = np.random.default_rng(2).integers(0, 4, 300)
    frame = table(freq=times)
    study, long = opened(frame, "freq"), opened(table().loc[np.repeat(np.arange(300), times)])
    assert study.evaluate().n == times.sum()
    for key, found in long.evaluate().overall.items():
        own = study.evaluate().overall[key]
        assert (own.value, own.low, own.high, own.method) == (found.value, found.low, found.high, found.method), key
    assert "frequencies_used" in codes(study)
    assert not study.evaluate().is_weighted


def repeated(times: np.ndarray, **columns: object) -> tuple[Study, Study]:
    """A file with frequencies, and the same with repeated rows."""
    frame = table(len(times), **columns)
    return opened(frame.assign(freq=times), "freq"), opened(frame.loc[np.repeat(np.arange(len(times)), times)])


def test_numbers_of_rows_are_those_of_repeated_rows() -> None:
    study, long = repeated(np.random.default_rng(2).integers(0, 4, 300), score_VT=np.full(300, np.nan))
    assert repr(row_metrics(study)) == repr(row_metrics(long))  # nan, which equals nothing
    study, long = repeated(np.random.default_rng(2).integers(0, 4, 300))
    assert row_metrics(study) == row_metrics(long)
    assert {"auc_hand_till", "brier"} == row_metrics(study).keys()


@pytest.mark.thorough
def test_weighted_scores_are_those_of_repeated_rows_and_of_scikit_learn() -> None:
    frame, times = table(), np.random.default_rng(2).integers(0, 4, 300)
    found = row_metrics(opened(frame.assign(weight=times / 7), "weight"))
    for key, wanted in row_metrics(repeated(times)[1]).items():
        assert found[key].value == pytest.approx(wanted.value, abs=1e-12), key
        assert found[key].low < found[key].value < found[key].high
    binary = frame[frame.y_true != "VT"].drop(columns=["score_VT", "score_Ectopic"])
    binary = binary.rename(columns={"score_Normal": "score"})
    weights = np.random.default_rng(3).exponential(1.0, len(binary))
    study = opened(binary.assign(weight=weights, y_pred=binary.y_true), "weight", score="score", positive="Normal")
    is_normal = binary.y_true == "Normal"
    own, wanted = row_metrics(study)["brier"], brier_score_loss(is_normal, binary.score, sample_weight=weights)
    assert own.value == pytest.approx(wanted, abs=1e-12)
    one = study.evaluate().curve(study.labels.index("Normal"))
    assert one is not None
    assert brier(one) == pytest.approx(wanted, abs=1e-9)
    area = roc_auc_score(is_normal, binary.score, sample_weight=weights)
    assert row_metrics(study)["auc_hand_till"].value == pytest.approx(area, abs=1e-12)


def test_an_id_of_a_row_is_no_patient_with_several_rows() -> None:
    frame = table(freq=np.full(300, 3), patient_id=[f"p{i}" for i in range(300)])
    assert not opened(frame, "freq").evaluate().is_clustered


def test_a_row_without_weight_is_excluded_and_counted() -> None:
    frame = table(weight=["", "", *["1.5"] * 298])
    study = opened(frame, "weight")
    assert [(part.reason, part.rows) for part in study.excluded] == [("no weight", 2)]
    assert "rows_without_weight" in codes(study)
    assert study.evaluate().n == 298


@pytest.mark.parametrize(
    ("name", "cell", "what"),
    [
        ("weight", "-1", "at least 0"),
        ("weight", "heavy", "not a number"),
        ("weight", "inf", "at least 0"),
        ("freq", "1.5", "a whole number"),
        ("sampling_fraction", "0", "above 0 and at most 1"),
        ("sampling_fraction", "1.5", "above 0 and at most 1"),
    ],
)
def test_a_cell_that_is_no_weight_is_refused_with_its_row(name: str, cell: str, what: str) -> None:
    with pytest.raises(Problem, match=what) as refused:
        opened(table(**{name: ["1", "1", cell, *["1"] * 297]}), name)
    assert name in str(refused.value)
    assert "row 3" in str(refused.value)


def test_weights_that_are_all_0_are_refused() -> None:
    with pytest.raises(Problem, match="is 0"):
        opened(table(weight=np.zeros(300)), "weight")


def test_a_column_that_is_not_there_is_refused() -> None:
    with pytest.raises(Problem, match="no column"):
        opened(table(), "weight")


def test_frames_are_not_weighted() -> None:
    with pytest.raises(Problem, match="recordings"):
        opened(table(weight=np.ones(300), video=["a"] * 300, frame=np.arange(300)), "weight")


def test_weights_of_frames_are_said_to_be_unused_without_an_offer_to_use_them() -> None:
    study = opened(table(weight=np.ones(300), video=["a"] * 300, frame=np.arange(300)))
    (notice,) = (each for each in study.notices if each.code.startswith("weights"))
    assert notice.code == "weights_of_recordings"
    assert corrected(study.mapping, notice) is None
    assert "Rows of recordings are not weighted" in worded(notice)


def folds_read(study: Study) -> list[float]:
    """Values of every fold and of all pooled."""
    found = read_folds(study, study.evaluate())
    assert found is not None
    choices = [MetricChoice("sensitivity", 1), MetricChoice("f1", "weighted"), MetricChoice("auc", 2)]
    spreads = [found.spread(each) for each in [*choices, MetricChoice("kappa")]]
    return [value for each in spreads for value in (*each.values.tolist(), each.pooled, each.summary.mean)]


@pytest.mark.parametrize("blank", [0, 40])
def test_folds_of_weighted_rows_are_those_of_repeated_rows(blank: int) -> None:
    times = np.random.default_rng(4).integers(0, 4, 300)
    folds = ["" if i < blank else f"f{i % 5}" for i in range(300)]
    study, long = repeated(times, fold=folds)
    weighted = opened(table(fold=folds, weight=times / 10), "weight")
    assert folds_read(study) == folds_read(long)
    assert folds_read(weighted) == pytest.approx(folds_read(long))
    both = [read_folds(each, each.evaluate()) for each in (study, weighted)]
    assert both[0].each.n.sum() == times[blank:].sum()
    assert both[1].each.n.sum() == 300 - blank


def test_rows_of_no_case_are_excluded() -> None:
    study = opened(pd.DataFrame({"y_true": [*"aabb"], "y_pred": [*"abbb"], "freq": [3, 0, 2, 4]}), "freq")
    assert [(part.reason, part.rows) for part in study.excluded] == [("frequency of 0", 1)]
    assert study.evaluate().n == 9


def test_splits_are_weighted_each_for_itself() -> None:
    frame = table(weight=np.random.default_rng(3).uniform(0.1, 2, 300), split=["test", "valid"] * 150)
    study = opened(frame, "weight")
    for split in ("test", "valid"):
        part = frame[frame.split == split]
        wanted = accuracy_score(part.y_true, part.y_pred, sample_weight=part.weight)
        assert study.evaluate(0, split).overall["accuracy"].value == pytest.approx(wanted, abs=1e-9)
