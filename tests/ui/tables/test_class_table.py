"""The table of all classes follows the order and the names of the review."""

from collections.abc import Iterable

import numpy as np
import pytest

from metrics import ConfusionMatrix, Evaluation
from predictions.demo import open_example
from predictions.opening import open_files
from tests.support.text import as_read
from tests.words.findings.heart import PATIENTS, study
from ui.tables.cells import value_cell
from ui.tables.class_table import area_scale, class_table, long_class_table
from words import Voice
from words.findings.overview import below_the_table
from words.text.voice import IN_COLUMN

NORMAL, ECTOPIC, VT = range(3)


def test_rows_stand_in_the_order_of_the_review_under_the_names_that_are_shown() -> None:
    evaluation, _ = study()
    table = class_table(
        evaluation,
        Voice(("Normal", "Ectopic", "V-tach"), PATIENTS, 0, (VT, ECTOPIC, NORMAL)),
        {},
    )
    assert [as_read(each) for each in table.iloc[:, 0]] == [
        "**V-tach**  \n50 patients", "**Ectopic**  \n100 patients", "**Normal**  \n1,000 patients",
    ]  # fmt: skip
    assert table["Sensitivity"].tolist() == [
        value_cell(evaluation.classes[i]["sensitivity"]) for i in (VT, ECTOPIC, NORMAL)
    ]


def of_scores(rows: Iterable[tuple[str, float]]) -> Evaluation:
    """Of true classes and scores of VT."""
    lines = [f"{label},{score}" for label, score in rows]
    return open_files([("a.csv", "\n".join(["y_true,score_VT", *lines]).encode())]).evaluate(0)


@pytest.mark.parametrize(("score", "scale"), [(0.9, (0.5, 1.0)), (0.1, (0.0, 1.0))])
def test_an_auc_below_chance_does_not_stand_at_the_end_of_its_scale(score: float, scale: tuple[float, float]) -> None:
    """A mark of 0.16 stood where 0.5 is."""
    evaluation = of_scores([(label, score if label == "VT" else 1 - score) for label in ("VT", "Normal")] * 20)
    assert area_scale(evaluation) == scale
    said = below_the_table(evaluation, Voice(evaluation.labels, PATIENTS), False, scale[0])
    assert f"AUC from {scale[0]:g} to 1" in said


def test_an_interval_of_an_auc_that_reaches_below_a_half_is_not_cut_there() -> None:
    """An AUC of 0.54 with a CI from 0.31 on looked as one from 0.5 on; on Curves it did not."""
    disease, others = (np.linspace(low, low + 0.6, 12).round(2) for low in (0.24, 0.2))
    evaluation = of_scores([*(("VT", each) for each in disease), *(("Normal", each) for each in others)])
    area = evaluation.classes[0]["auc"]
    assert area.low is not None
    assert area.low < 0.5 < area.value
    assert area_scale(evaluation) == (0.0, 1.0)


def test_what_is_required_is_marked_in_its_own_cell() -> None:
    evaluation, voice = study()
    plain, asked = (
        class_table(evaluation, voice, {}),
        class_table(evaluation, voice, {(VT, "sensitivity"): 0.9}),
    )
    changed = (plain != asked).to_numpy()
    assert changed.sum() == 1
    assert changed[VT, list(plain).index("Sensitivity")]


@pytest.mark.parametrize(("has_scores", "column"), [(False, "F1"), (True, "AUC")])
def test_f1_stands_where_there_are_no_scores(has_scores: bool, column: str) -> None:
    evaluation, voice = study()
    if has_scores:
        example = open_example("heart-rhythm")
        evaluation, voice = example.evaluate(0, "test"), Voice(example.labels, PATIENTS)
    assert list(class_table(evaluation, voice, {}))[-1] == column


def test_a_long_table_has_numbers_to_sort_by_and_pictures_only_from_ten_cases_on() -> None:
    labels = tuple(f"code {i}" for i in range(13))
    cells = np.diag([20] * 12 + [6])
    cells[0, 12], cells[12, 0] = 5, 1
    evaluation = Evaluation(ConfusionMatrix(labels, cells), normal=12)
    table = long_class_table(evaluation, Voice(labels, PATIENTS, 12, tuple(range(13))))
    first, last = table.iloc[0], table.iloc[12]
    assert as_read(first["Class"]) == "1 code 0"
    assert (first["Sensitivity"], as_read(first["Sensitivity, counts"])) == (80.0, "20 of 25")
    assert first["Missed as code 12"] == 5
    assert np.isnan(last["Sensitivity"])
    assert (as_read(last["Sensitivity, counts"]), as_read(last["Sensitivity, CI"])) == ("6 of 7", "49–97")
    assert len(first["sensitivity"]) > len(last["sensitivity"]) > 0


def test_long_names_of_a_long_table_can_be_told_apart_in_its_narrow_first_column() -> None:
    labels = tuple(f"atrioventricular block of the same long name, type {i}" for i in range(13))
    evaluation = Evaluation(ConfusionMatrix(labels, np.eye(13, dtype=int) * 20), normal=12)
    shown = long_class_table(evaluation, Voice(labels, PATIENTS, 12, tuple(range(13))))["Class"]
    assert max(map(len, shown)) <= IN_COLUMN + len("13 ")
    assert len({each.partition("\u00a0")[2] for each in shown}) == 13
