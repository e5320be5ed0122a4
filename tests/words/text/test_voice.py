"""How a study speaks of its classes."""

import pytest

from tests.support.text import plain
from tests.words.findings.heart import PATIENTS
from words import Voice, markdown
from words.text.voice import IN_COLUMN, reader_said


@pytest.mark.parametrize(
    ("names", "unit", "expected"),
    [
        (("a", "malignant"), PATIENTS, "212 malignant cases"),
        (("0", "1"), ("case", "cases"), "212 cases of class 1"),
        (("a", "b"), ("case", "cases"), "212 cases of class b"),
        (("yes", "no"), PATIENTS, "212 patients of class no"),
        (("False", "True"), ("case", "cases"), "212 cases of class True"),
        (("malignant", "other"), ("sample", "samples"), "212 samples of class other"),
        (("VF", "F"), ("case", "cases"), "212 cases with F"),
        (("N1", "W"), ("epoch", "epochs"), "212 epochs of W"),
        (("Prep", "Clipping"), ("frame", "frames"), "212 frames of Clipping"),
        (("Normal", "VT"), PATIENTS, "212 patients with VT"),
        (("VT", "Normal"), PATIENTS, "212 Normal patients"),
        (("VT", "normal"), PATIENTS, "212 normal patients"),
        (("Benign", "Malignant"), PATIENTS, "212 Malignant cases"),
    ],
)
def test_classes_are_spoken_of_by_what_they_are(names: tuple[str, ...], unit: tuple[str, str], expected: str) -> None:
    assert plain(Voice(names, unit).group_phrase(212, 1)) == expected


def test_nobody_has_what_is_an_adjective() -> None:
    assert Voice(("Normal", "VT"), PATIENTS).verb_phrase(2, 0) == "are Normal"
    assert Voice(("Sinus rhythm", "VT"), PATIENTS).verb_phrase(2, 0) == "have Sinus rhythm"


def test_from_six_classes_on_each_has_the_number_of_its_place() -> None:
    names = ("Wake", "N1", "N2", "N3", "REM", "Movement")
    few, many = Voice(names[:5], PATIENTS), Voice(names, PATIENTS, order=(5, 0, 1, 2, 3, 4))
    assert (few.numbered(0), few.brief(0)) == ("Wake", "Wake")
    assert (plain(many.numbered(5)), many.brief(5)) == ("1 Movement", "1")
    assert (plain(many.numbered(0)), many.brief(0)) == ("2 Wake", "2")


def test_a_name_as_short_as_a_number_needs_none() -> None:
    stages = Voice(tuple("012345"), PATIENTS, order=(5, 0, 1, 2, 3, 4))
    assert (plain(stages.numbered(0)), stages.brief(0)) == ("class 0", "0"), "not '2 0', nor a lone count"


def test_a_short_name_stays_short_where_it_is_made_safe() -> None:
    stages = Voice(tuple(markdown(name) for name in ("-1", "0", "1", "2", "3", "4")), ("epoch", "epochs"))
    assert plain(stages.numbered(1)) == "class 0", "not '2 0'"
    assert plain(stages.group_phrase(3, 0)).replace("\u2060", "").replace("\\", "") == "3 epochs of class -1"


def test_in_a_narrow_column_long_names_are_cut_where_they_can_still_be_told_apart() -> None:
    names = (*(f"ST elevation myocardial infarction, {where}" for where in ("anterior", "inferior")), "VT")
    narrow = Voice(names, ("patient", "patients")).narrow.names
    assert narrow[2] == "VT"
    assert len(set(narrow)) == 3
    assert max(map(len, narrow)) <= IN_COLUMN
    assert (narrow[0][-8:], narrow[1][-8:]) == ("anterior", "inferior")


def test_a_reader_is_the_subject_of_a_sentence() -> None:
    assert [reader_said(each) for each in ("Dr. Meyer", "3", None)] == ["Dr. Meyer", "Reader\u00a03", "The reader"]
