"""What a reader must know before trusting a number: each oddity is said, and nothing is changed."""

from collections.abc import Sequence

import pytest

from predictions.columns.identifiers import identifying
from predictions.mapping import Mapping
from predictions.problems import Problem
from tests.predictions.helpers import facts, opened, read_table, warnings

T = list("abab" * 10)
P = list("aabb" * 10)
UP = [f"0.{number:02d}" for number in range(10, 50)]  # no relation to the classes
BASE = {"case_id": [f"P{number}" for number in range(40)], "y_true": T, "y_pred": P}
HIGH = [str(0.9 - number / 1000) if label == "b" else str(0.1 + number / 1000) for number, label in enumerate(T)]
LOW = [str(round(1 - float(score), 4)) for score in HIGH]


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({"score_b": ["0.5"] * 40}, "The score for “b” is constant"),
        ({"score_b": ["0", "1"] * 20}, "has only two values: probably a predicted class"),
        (
            {"score_b": LOW},
            "AUC for “b” is 0.00: scores may be reversed",
        ),
        ({"score_b": ["-2.5", *UP[1:]]}, "1 row with scores outside 0 and 1 (some negative)"),
        ({"score_b": ["85", *UP[1:]]}, "1 row with scores outside 0 and 1 (percent?)"),
        ({"score_b": [f"{score}%" for score in UP]}, "Percent signs (%) in the scores"),
        ({"score_b": [""] * 40}, "40 rows without a score"),
        ({"score_b": ["<0.01", *UP[1:]]}, "not a number, such as “<0.01”"),
        ({"score_b": ["٠٫٥", *UP[1:]]}, "Digits of another script"),
        ({"score_b": HIGH, "prob_b": LOW}, "“prob_b” could also be scores; “score_b” are used"),
        ({"score_b": HIGH, "score": LOW}, "“score” could also be scores; “score_b” are used"),
        ({"case_id": ["1.23457E+14", *BASE["case_id"][1:]]}, "1 ID in “case_id” looks rounded, such as “1.23457E+14”"),
        ({"case_id": ["P1\u200b", *BASE["case_id"][1:]]}, "1 ID in “case_id” differs only in an invisible character"),
        ({"site": ["North"] * 38 + ["South", "East"]}, "“site” has small groups (“East” 1, “South” 1)"),
        ({"mail": ["someone@example.org"] * 40}, "“mail” may identify patients directly"),
    ],
)
def test_odd_columns_are_said(columns: dict[str, Sequence[str]], words: str) -> None:
    assert words in warnings(opened(BASE | columns))


@pytest.mark.parametrize(
    ("columns", "word"),
    [
        ({"score_b": HIGH}, "reversed"),
        ({"score_b": UP}, "reversed"),
        ({"score_b": ["1.0000001", *HIGH[1:]]}, "outside"),
        ({"site": ["North"] * 35 + ["South"] * 5}, "small groups"),
        ({"age": [str(20 + number) for number in range(40)]}, "small groups"),
        ({"y_pred_b": ["a", "b"] * 20, "score_a": ["0.1"] * 3 + ["0.9"] * 37}, "small groups"),
        ({"birth_weight": ["3100"] * 40}, "identify"),
        ({"score_b": ["5", *UP[1:]]}, "percent"),
        ({"scorer_1": ["a"] * 38 + ["b"] * 2}, "small groups"),
    ],
)
def test_ordinary_columns_are_not(columns: dict[str, Sequence[str]], word: str) -> None:
    assert word not in warnings(opened(BASE | columns))


@pytest.mark.parametrize(
    ("labels", "words"),
    [
        (["sinus rhythm", "sinus_rhythm"], "differ only in spaces, hyphens or underscores"),
        (["atrial fib", "atrial\u00a0fib"], "differ only in spaces"),
        (["non-sepsis", "non\u2011sepsis"], "differ only in spaces, hyphens or underscores"),
        (["non-sepsis", "non\u2013sepsis"], "differ only in spaces, hyphens or underscores"),
        (["ＶＴ", "VT"], "different scripts or widths"),
        (["-1", "0", "1"], "“-1” is treated as a class"),
        (["1. Sepsis", "2. Sepsis", "02-Sep"], "The classes “02-Sep” look like dates"),
        (["unknown", "a"], "“unknown” is treated as a class"),
        (["#REF!", "a"], "“#REF!” is treated as a class"),
    ],
)
def test_labels_that_may_not_mean_what_they_seem_are_said(labels: list[str], words: str) -> None:
    assert words in warnings(opened({"y_true": labels * 5, "y_pred": labels * 5}))


def test_a_minus_sign_is_no_hyphen() -> None:
    assert "differ only in spaces" not in warnings(opened({"y_true": ["-1", "0", "1"] * 5, "y_pred": ["0"] * 15}))


def test_classes_that_only_scores_name_stand_in_no_column() -> None:
    study = opened({"y_true": ["0", "1"] * 20, "p_0.0": LOW, "p_1.0": HIGH})
    assert [each for each in study.notices if each.fields.get("column") == ""] == []


def test_plus_and_minus_are_two_findings() -> None:
    assert "missing value" not in warnings(opened({"y_true": ["+", "-"] * 5, "y_pred": ["+", "-"] * 5}))


@pytest.mark.parametrize(
    ("frames", "words"),
    [
        ([*range(20), *range(19, -1, -1)], "not in the order of “frame” (19 steps back)"),
        ([*range(19), 25, *range(20)], "6 frames are missing between the values of “frame” (1 gap)"),
        ([*range(19), 10**9, *range(20)], "jumps by up to 999,999,982 between neighbouring frames"),
        ([*range(19), 18, *range(20)], "1 row with a duplicate frame"),
    ],
)
def test_the_order_of_frames_is_looked_at(frames: list[int], words: str) -> None:
    columns = {"y_true": T, "y_pred": P, "video_id": ["v1"] * 20 + ["v2"] * 20, "frame": list(map(str, frames))}
    assert words in warnings(opened(columns)).replace("\xa0", " ")


def nights_of(epochs: list[int], **more: list[str]) -> dict[str, list[str]]:
    """Two nights of 20 epochs; `epochs` are those of the first."""
    columns = {"y_true": T, "y_pred": P, "night": ["n1"] * 20 + ["n2"] * 20}
    return columns | {"epoch": list(map(str, [*epochs, *range(20)]))} | more


def test_the_order_of_epochs_is_told_in_epochs() -> None:
    said = {
        "6 epochs are missing between the values of “epoch” (1 gap)": [*range(19), 25],
        "1 epoch is missing": [*range(19), 20],
        "between neighbouring epochs": [*range(19), 10**9],
        "1 row with a duplicate epoch": [*range(19), 18],
    }
    for words, epochs in said.items():
        assert words in warnings(opened(nights_of(epochs))).replace("\xa0", " ")


def test_an_excluded_row_is_no_missing_row() -> None:
    """The gap is that of the excluded class; one of the file is still said."""
    truth = [*T[:5], "-1", "-1", "-1", *T[8:]]
    excluding = Mapping(ignore_truth=("-1",))
    study = opened(nights_of([*range(20)], y_true=truth), excluding)
    assert "missing" not in warnings(study)
    assert "3 rows excluded" in facts(study).replace("\xa0", " ")
    with_a_gap = opened(nights_of([*range(19), 25], y_true=truth), excluding)
    assert "6 epochs are missing" in warnings(with_a_gap).replace("\xa0", " ")


def test_an_id_of_a_recording_is_no_duplicate() -> None:
    study = opened(nights_of([*range(20)], record_id=["r1"] * 20 + ["r2"] * 20))
    assert "duplicate" not in warnings(study)
    said = "2 IDs in “record_id” have several epochs, as recordings do. CIs account for this (patient-level bootstrap)."
    assert said in facts(study).replace("\xa0", " ")


def test_warnings_come_before_facts() -> None:
    study = opened({"y_true": ["1.0", "0.0"] * 5, "y_pred": ["1.0", "0.0"] * 5})
    levels = [notice.level for notice in study.notices]
    assert levels == sorted(levels, reverse=True)
    assert set(levels) == {"info", "warning"}


@pytest.mark.parametrize(
    "name",
    [
        "Patient Name",
        "Vorname",
        "Nachname",
        "Geburtsdatum",
        "date_naissance",
        "nom",
        "DOB",
        "MRN",
        "NHS number",
        "E-Mail",
    ]
    + ["phone", "Telefon", "PLZ", "post code", "passport_no", "hospital_id", "SSN", "ip-address"],
)
def test_columns_that_name_patients_are_known_in_several_languages(name: str) -> None:
    assert identifying(read_table(y_true=["a"], **{name: ["x"]}).table) == [name]


@pytest.mark.parametrize(
    "name", ["phonemes", "filename", "device_name", "birthweight", "nominal", "emailed", "nirvana"]
)
def test_similar_names_are_left_alone(name: str) -> None:
    assert identifying(read_table(y_true=["a"], **{name: ["x"]}).table) == []


def test_percentages_beside_plain_scores_are_refused() -> None:
    with pytest.raises(Problem, match="mixes percentages"):
        opened(BASE | {"score_b": ["85%", *UP[1:]]})


def test_a_class_that_no_model_predicts_is_said_once() -> None:
    study = opened({"y_true": ["0", "1", "2", "-1"] * 5, "pred_x": ["0"] * 20, "pred_y": ["0", "1"] * 10})
    assert [line for line in warnings(study).splitlines() if "never predicted" in line] == [
        "“2” is never predicted: sensitivity is 0, and PPV is not estimable.",
        "“1” is never predicted by model “x”: sensitivity is 0, and PPV is not estimable.",
    ]
