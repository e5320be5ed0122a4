"""Classes stand in order of danger or time, guessed from what the file says and never from the alphabet."""

import numpy as np
import pytest

from predictions.demo import open_example
from predictions.mapping import Mapping
from predictions.opening import open_files
from predictions.opening_matrix import open_matrix
from reviews import ClassOrder, Review
from reviews.class_order import guess_order, not_diseases


def _named(labels: list[str], order: tuple[int, ...]) -> list[str]:
    return [labels[i] for i in order]


@pytest.mark.parametrize(
    ("labels", "cases", "expected", "found"),
    [
        (["Ectopic", "Normal", "VT"], [100, 1000, 50], ["VT", "Ectopic", "Normal"], ClassOrder.SEVERITY),
        (["a", "b", "normal"], [30, 10, 60], ["b", "a", "normal"], ClassOrder.RARITY),
        (["a", "b", "c", "d", "normal"], [30, 3, 10, 9, 60], ["c", "a", "b", "d", "normal"], ClassOrder.RARITY),
        (["stroke", "b", "c", "mild x"], [4, 3, 10, 900], ["stroke", "c", "b", "mild x"], ClassOrder.SEVERITY),
        (["0", "1", "2", "3"], [9, 8, 7, 6], ["3", "2", "1", "0"], ClassOrder.GRADE),
        (["N1", "N2", "N3", "REM", "Wake"], [1, 2, 3, 4, 5], ["Wake", "REM", "N1", "N2", "N3"], ClassOrder.STAGES),
        (["benign", "malignant"], [5, 5], ["malignant", "benign"], ClassOrder.RARITY),
        (["Left ventricular hypertrophy", "Ventricular tachycardia", "Premature ventricular beats"], [10, 30, 20],
         ["Ventricular tachycardia", "Left ventricular hypertrophy", "Premature ventricular beats"],
         ClassOrder.SEVERITY),
        (["Low-grade glioma", "High-grade glioma", "Normal"], [10, 30, 50],
         ["High-grade glioma", "Low-grade glioma", "Normal"], ClassOrder.SEVERITY),
        (["Benign tumour", "Malignant tumour", "Cyst", "Normal"], [10, 30, 5, 50],
         ["Malignant tumour", "Benign tumour", "Cyst", "Normal"], ClassOrder.SEVERITY),
        (["Complete right bundle branch block", "First degree AV block", "Complete AV block", "Normal"],
         [20, 25, 30, 50],
         ["Complete AV block", "Complete right bundle branch block", "First degree AV block", "Normal"],
         ClassOrder.SEVERITY),
        (["mild disease", "severe disease", "Noise", "healthy"], [5, 9, 1, 50],
         ["severe disease", "mild disease", "Noise", "healthy"], ClassOrder.SEVERITY),
    ],
)  # fmt: skip
def test_the_order_is_guessed_from_names_grades_and_cases(
    labels: list[str], cases: list[int], expected: list[str], found: ClassOrder
) -> None:
    study = open_matrix(np.diag(cases).tolist(), labels)
    order, by = guess_order(study)
    assert _named(labels, order) == expected
    if "benign" not in labels:
        assert by is found


def test_the_rarest_class_is_that_of_the_split_that_is_shown_first() -> None:
    """Training rows were counted, too."""
    rows = [("test", "a")] * 2 + [("test", "b")] * 4 + [("train", "a")] * 9 + [("train", "b")]
    lines = ["split,y_true,y_pred", *(f"{split},{label},{label}" for split, label in rows)]
    study = open_files([("a.csv", "\n".join(lines).encode())])
    assert _named(list(study.labels), guess_order(study)[0]) == ["a", "b"]


def test_rows_that_are_many_cases_are_not_few() -> None:
    """Four rows of 1,500 cases came last, as fewer than ten."""
    lines = ["y_true,y_pred,n", *("c,c,375" for _ in range(4)), *("d,d,100" for _ in range(30))]
    study = open_files([("a.csv", "\n".join(lines).encode())], Mapping(weight="n"))
    assert _named(list(study.labels), guess_order(study)[0]) == ["c", "d"]


def test_phases_stand_in_order_of_time() -> None:
    study = open_example("surgical-phases")
    order, by = guess_order(study)
    assert by is ClassOrder.TIME
    assert study.labels[order[0]] == "Preparation"
    assert order != tuple(sorted(order)), "not the alphabet"
    assert sorted(order) == list(range(len(study.labels)))


def test_the_class_of_interest_is_the_most_dangerous_one_that_has_cases() -> None:
    study = open_example("heart-rhythm")
    first = Review.begin(study).with_interest(study).interest
    assert first is not None
    assert study.labels[first] == "VT"
    empty = open_matrix([[0, 0, 0], [1, 2, 3], [0, 1, 5]], ["VT", "Ectopic", "Normal"])
    assert Review.begin(empty).with_interest(empty).interest == 1


def test_what_cannot_be_read_is_no_disease() -> None:
    study = open_example("heart-sounds")
    assert [study.labels[i] for i in not_diseases(study)] == ["Artifact"]
    assert study.labels[guess_order(study)[0][-1]] == "Normal"


def _leading(cells: list[list[int]], labels: list[str]) -> str:
    study = open_matrix(cells, labels)
    leading = Review.begin(study).with_interest(study).interest
    assert leading is not None
    return labels[leading]


def test_a_class_of_few_cases_leads_only_where_no_other_has_ten() -> None:
    labels = ["VT", "Ectopic", "Normal"]
    assert _leading([[0, 0, 3], [0, 90, 10], [0, 0, 5000]], labels) == "Ectopic"
    assert _leading([[5, 0, 5], [0, 90, 10], [0, 0, 5000]], labels) == "VT"
    assert _leading([[0, 0, 3], [0, 6, 3], [0, 0, 5000]], labels) == "VT"


def test_a_phase_wholly_missed_in_a_recording_leads_before_one_missed_more() -> None:
    study = open_example("surgical-phases")
    first = Review.begin(study).with_interest(study).interest
    assert first is not None
    assert study.labels[first] == "Clipping and cutting"
    matrix = study.evaluate(*study.slices[0]).matrix.one_vs_rest()
    assert (matrix.fn / (matrix.fn + matrix.tp)).argmax() != first
