"""The clinical risk page counts misses, where they went, and disease among the Normal predictions."""

import re

import numpy as np
import pandas as pd
import pytest

from metrics import ConfusionMatrix, wilson
from predictions.demo import EXAMPLES
from tests.support.studies import first_view, scored, seen
from tests.support.text import as_read, plain
from tests.support.visitor import Visitor
from tests.words.findings.heart import study
from ui.clinical_risk.disease_panel import with_panel, without_panel
from words import bounds

KEYS = [example.key for example in EXAMPLES if example.key != "surgical-phases"]


def normal_of(visitor: Visitor) -> str:
    normal = visitor.app.session_state["open_study"].review.normal
    return str(visitor.study.labels[normal])


def diseases_of(visitor: Visitor) -> list[str]:
    return [visitor.study.labels[i] for i in visitor.app.session_state["open_study"].view.voice.diseases]


@pytest.mark.parametrize("key", KEYS)
def test_each_disease_has_its_misses_and_the_worth_of_its_predictions(key: str) -> None:
    table, visitor = first_view(key), seen(key, "clinical_risk")
    text = visitor.text
    for disease in diseases_of(visitor):
        has, predicted = table.y_true == disease, table.y_pred == disease
        assert f"**Missed: {(has & ~predicted).sum():,} of {has.sum():,}**" in text
        if predicted.any():
            assert f"**PPV: {(has & predicted).sum():,} of {predicted.sum():,}**" in text


@pytest.mark.parametrize("key", KEYS)
def test_the_finding_counts_disease_among_the_normal_predictions(key: str) -> None:
    table, visitor = first_view(key), seen(key, "clinical_risk")
    normal, diseases = normal_of(visitor), diseases_of(visitor)
    counted = table[table.y_true.isin([normal, *diseases])]
    as_normal = counted[counted.y_pred == normal]
    incorrect = int((as_normal.y_true != normal).sum())
    assert visitor.finding.startswith(f"{incorrect:,} of {len(as_normal):,} ")
    ill = int(counted.y_true.isin(diseases).sum())
    assert f" in {ill:,} of {len(counted):,} " in visitor.detail


def test_a_class_that_is_neither_is_no_panel_and_is_said_to_be_apart() -> None:
    visitor = seen("heart-sounds", "clinical_risk")
    assert "Artifact" not in diseases_of(visitor)
    assert "Artifact" not in [each.value for each in visitor.app.subheader]
    assert "Artifact: neither Normal nor a disease, not counted here." in visitor.detail
    assert "**Artifact**: " in visitor.text


def test_where_patients_have_several_recordings_patients_are_resampled() -> None:
    visitor = seen("heart-sounds", "clinical_risk")
    evaluation = visitor.app.session_state["open_study"].view.evaluation
    assert evaluation.is_clustered
    for label in visitor.app.session_state["open_study"].view.voice.diseases:
        found = evaluation.classes[label]["missed_as_normal"]
        assert f"({as_read(bounds(found))})" in visitor.text
        assert found.low != wilson(found.successes or 0, found.trials or 0).low


def test_the_panels_stand_in_the_order_of_danger() -> None:
    visitor = seen("heart-rhythm", "clinical_risk")
    assert [each.value for each in visitor.app.subheader][:2] == ["VT", "Ectopic"]


def test_another_normal_class_counts_other_misses() -> None:
    table, visitor = first_view("heart-rhythm"), Visitor(study="heart-rhythm").go("clinical_risk")
    visitor.make_normal("Ectopic")
    assert "Normal class Ectopic" in visitor.label_of_choices()
    predicted = table.y_pred == "Ectopic"
    incorrect = int((predicted & (table.y_true != "Ectopic")).sum())
    assert visitor.finding.startswith(f"{incorrect:,} of {predicted.sum():,} patients classified as Ectopic")


def test_without_a_normal_class_the_page_says_so_and_invents_no_risk() -> None:
    visitor = Visitor(study="heart-rhythm").go("clinical_risk").make_normal(None)
    assert "No Normal class is set." in visitor.detail
    assert visitor.finding.startswith("The model missed 10 of 50 patients with VT")
    assert "missed as Normal" not in visitor.text


def test_a_class_that_is_never_predicted_has_no_ppv() -> None:
    text = seen("never predicted", "clinical_risk").text
    assert "**Missed: 60 of 60**" in text
    assert "**PPV:** not estimable, never predicted" in text


def test_many_diseases_are_six_panels_and_a_table() -> None:
    visitor = seen("20 classes", "clinical_risk")
    frame, _ = next(visitor.frames())
    assert sum("**Missed: " in text for _, text in visitor.texts()) == 6
    assert len(frame) == 14
    assert list(frame) == ["Class", "Cases", "Miss rate", "PPV"]  # in words, not as the columns of a file
    label = list(visitor.study.labels).index(frame["Class"][0])
    missed = visitor.evaluation.classes[label]["fnr"]
    rate = f"{missed.value:.0%}".replace("%", " %")
    counts = f"{missed.successes} of {missed.trials}; CI {missed.low:.0%}–{missed.high:.0%}".replace("%", "")
    assert as_read(frame["Miss rate"][0]) == f"{rate} ({counts})"


def test_classes_without_a_panel_have_percentages_with_their_counts() -> None:
    evaluation, voice = study()
    frame = without_panel(evaluation, voice, [2, 1])
    heads = ["Class", "Patients", "Miss rate", "Missed as Normal", "PPV", "False reassurance, by disease"]
    assert list(frame) == heads
    cells = [
        "20 % (10 of 50; CI 11–33)",
        "10 % (5 of 50; CI 4–21)",
        "50 % (40 of 80; CI 39–61)",
        "0.5 % (5 of 930; CI 0.2–1.3)",
    ]
    assert [plain(cell) for cell in frame.iloc[0, 2:]] == cells


@pytest.mark.parametrize(
    ("study", "finding", "panels"),
    [
        ("pasted matrix", "15 of 923 cases classified as Normal have disease: 5 VT, 10 Ectopic.", ["VT", "Ectopic"]),
        ("labels only", "5 of 37 cases classified as Normal have disease: 5 Murmur.", ["Murmur"]),
        ("8 cases", "1 of 4 cases classified as Normal has disease: 1 VT.", ["VT", "Murmur"]),
    ],
)
def test_counts_alone_have_their_panels(study: str, finding: str, panels: list[str]) -> None:
    visitor = seen(study, "clinical_risk")
    assert visitor.finding == finding
    assert [each.value for each in visitor.app.subheader][: len(panels)] == panels


def test_of_eight_cases_no_percentage_is_said() -> None:
    visitor = seen("8 cases", "clinical_risk")
    assert visitor.detail == "Too few cases for a percentage (fewer than 10). Prevalence: disease in 5 of 8 cases."
    assert "2 of 8 cases" in visitor.text
    assert "2 of 8 cases (" not in visitor.text


def test_a_rare_disease_takes_more_people_than_can_be_drawn() -> None:
    """Less than one case in a thousand people: 10,000 of them are told, and not drawn."""
    truth = ["VT"] * 12 + ["Normal"] * 5000
    predicted = ["VT"] * 11 + ["Normal"] * 5001
    visitor = Visitor().bring(pd.DataFrame({"y_true": truth, "y_pred": predicted})).go("clinical_risk")
    assert not visitor.app.exception
    assert "VT in 10,000" in visitor.text
    assert "too many marks to count" in visitor.text


@pytest.mark.thorough
def test_classes_that_are_numbers_are_not_read_as_counts() -> None:
    table = scored(["0", "1", "2"], 150)
    visitor = Visitor().bring(table).go("overview").make_normal("0").go("clinical_risk")
    assert {"Class 1", "Class 2"} <= {as_read(each.value) for each in visitor.app.subheader}
    assert re.search(r"\d class 0: false alarms", as_read(visitor.text))
    assert not re.search(r"\d 0: false alarms", as_read(visitor.text))
    visitor.go("confusion")
    assert any(re.fullmatch(r"\d+ cases?: class \d → class 0", as_read(each.value)) for each in visitor.app.subheader)
    visitor.go("curves")
    assert {"CI of class 1", "CI of class 2"} & set(re.findall(r"CI of class \d", as_read(visitor.text)))


def test_of_many_diseases_those_with_enough_cases_have_the_panels() -> None:
    matrix = ConfusionMatrix(tuple("abcdefgh"), np.diag([1, 0, 10, 20, 30, 40, 50, 60]))
    assert list(with_panel(matrix, range(8))) == [2, 3, 4, 5, 6, 7]
    assert list(with_panel(matrix, range(6))) == [0, 1, 2, 3, 4, 5]
    assert list(with_panel(ConfusionMatrix(tuple("abcdefgh"), np.eye(8, dtype=int)), range(8))) == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize("key", KEYS)
def test_a_number_of_this_study_and_of_the_setting_stay_on_one_line_each(key: str) -> None:
    (table,) = [each for each in seen(key, "clinical_risk").tables if "Your setting" in each]
    assert not [cell for column in ("This study", "Your setting") for cell in table[column] if " " in cell]
