"""Several readers of one file: their mean is that of each alone, on the cases that all of them read."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from predictions.mapping import Mapping
from predictions.opening import open_files
from reviews import Review, View
from reviews.models.readers import Readers, readers_of

LABELS = np.array(["Normal", "VT"])


def read(readers: int = 4, cases: int = 120, modalities: tuple[str, ...] = ("",), seed: int = 0) -> pd.DataFrame:
    """A long table with a row per reader, modality and case."""
    rng = np.random.default_rng(seed)
    truth = rng.random(cases) < 0.4
    hard = rng.standard_normal(cases)
    parts = []
    for at, modality in enumerate(modalities):
        for reader in range(readers):
            score = 1 / (1 + np.exp(-(1.5 + 0.5 * at) * (2 * truth - 1) - hard - rng.standard_normal(cases)))
            part = pd.DataFrame({"case_id": [f"c{i}" for i in range(cases)], "reader": f"R{reader}"})
            part["y_true"], part["y_pred"] = LABELS[truth.astype(int)], LABELS[(score > 0.5).astype(int)]
            part["score_VT"], part["score_Normal"] = score, 1 - score
            parts.append(part.assign(model=modality) if modality else part)
    return pd.concat(parts)


def readers(frame: pd.DataFrame, model: int = 0) -> Readers | None:
    study = open_files([("answers.csv", frame.to_csv(index=False).encode())], Mapping(reader="reader"))
    review = replace(Review.begin(study), interest=study.labels.index("VT"))
    return readers_of(View(study, review, model))


def sensitivity(frame: pd.DataFrame) -> pd.Series:
    of_class = frame[frame.y_true == "VT"]
    return (of_class.y_pred == "VT").groupby(of_class.reader).mean()


def test_the_mean_is_that_of_each_reader_alone() -> None:
    frame = read()
    ((name, means),) = readers(frame).means_by_modality
    assert name == "All readers"
    assert means["sensitivity"].each == pytest.approx(sensitivity(frame).tolist())
    assert means["sensitivity"].estimate.value == pytest.approx(sensitivity(frame).mean())
    assert means["sensitivity"].cases == (frame.y_true == "VT").sum() // 4
    assert means["auc"].estimate.low < means["auc"].estimate.value < means["auc"].estimate.high
    assert means["auc"].apart is None


def test_two_modalities_differ_by_what_their_readers_do() -> None:
    frame = read(modalities=("film", "screen"))
    found = readers(frame)
    assert [(each.name, len(each.models)) for each in found.modalities] == [("film", 4), ("screen", 4)]
    first, second = (sensitivity(frame[frame.model == name]) for name in ("film", "screen"))
    apart = found.means_by_modality[1][1]["sensitivity"].apart
    assert apart.value == pytest.approx((second - first).mean())


def test_only_cases_that_all_read_count() -> None:
    frame = read()
    frame = frame[~((frame.reader == "R2") & frame.case_id.isin(["c1", "c2"]))].sample(frac=1, random_state=1)
    found = readers(frame)
    assert found.cases == 118
    common = frame[~frame.case_id.isin(["c1", "c2"])]
    assert sorted(found.values(found.view.interest, 0, "sensitivity")) == pytest.approx(sorted(sensitivity(common)))


def test_a_reader_without_the_other_modality_is_not_in_the_mean() -> None:
    frame = read(modalities=("film", "screen"))
    frame = frame[~((frame.reader == "R3") & (frame.model == "screen"))]
    assert readers(frame).names == ("R0", "R1", "R2")


def test_one_reader_or_no_common_case_is_no_study_of_readers() -> None:
    assert readers(read(readers=1)) is None
    apart = read(readers=2)
    apart["case_id"] += apart["reader"]
    assert readers(apart) is None


def test_models_are_no_readers() -> None:
    frame = read().rename(columns={"reader": "model"})
    study = open_files([("answers.csv", frame.to_csv(index=False).encode())])
    assert readers_of(View(study, Review.begin(study))) is None


def test_rows_of_one_patient_are_clustered() -> None:
    """Every case three times under one ID, told apart by its row: the interval of a third of the rows."""
    frame = read()
    thrice = pd.concat([frame.assign(row_number=at) for at in range(3)])
    once, found = readers(frame), readers(thrice)
    key = "sensitivity"
    one, other = (each.means_by_modality[0][1][key].estimate for each in (once, found))
    assert found.cases == 3 * once.cases
    assert (other.low, other.high) == pytest.approx((one.low, one.high))


def test_what_one_reader_missed_is_said_of_that_reader() -> None:
    """Headlines said "The model missed" of a person."""
    frame = read(2, modalities=("film", "screen"))
    study = open_files([("answers.csv", frame.to_csv(index=False).encode())], Mapping(reader="reader", model="model"))
    said = {View(study, Review.begin(study), model).voice.who for model, _ in study.slices}
    assert said == {"R0", "R1"}


def test_the_name_of_a_reader_is_text() -> None:
    frame = read(2).replace({"reader": {"R0": "<b>*R0*</b>", "R1": "$x$"}})
    view = readers(frame).view
    assert (view.plain_voice.who, view.voice.who) == ("$x$", "\\$x\\$")
