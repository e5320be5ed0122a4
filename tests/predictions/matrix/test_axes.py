"""Which side of a matrix is the true class: a corner or a title may say it in many words."""

import json

import pytest

from predictions.opening_matrix import open_matrix
from predictions.problems import Problem
from tests.predictions.helpers import warnings

TRANSPOSED = [[20, 8], [10, 22]]
AS_IT_STANDS = [[20, 10], [8, 22]]


def cells(text: str) -> list[list[int]]:
    return open_matrix(text).matrix.cells.tolist()


def cornered(corner: str) -> str:
    return f"{corner}\tAF\tSR\nAF\t20\t10\nSR\t8\t22\n"


@pytest.mark.parametrize(
    ("corner", "expected"),
    [
        ("CNN \\ Reference", TRANSPOSED),
        ("Reference \\ CNN", AS_IT_STANDS),
        ("Estimated / Observed", TRANSPOSED),
        ("Estimated vs Observed", TRANSPOSED),
        ("Modell\\Referenz", TRANSPOSED),
        ("AI | Pathology", TRANSPOSED),
        ("Test result / Diagnosis", TRANSPOSED),
        ("Diagnosis / Test result", AS_IT_STANDS),
        ("ResNet-50 \\ Cardiologist", TRANSPOSED),
        ("Prognoza\\Rzeczywista", TRANSPOSED),
        ("Прогноз\\Факт", TRANSPOSED),
        ("预测\\实际", TRANSPOSED),
        ("実際\\予測", AS_IT_STANDS),
        ("Tahmin / Gerçek", TRANSPOSED),
    ],
)
def test_a_corner_of_two_sides_is_read_where_one_of_them_is_known(corner: str, expected: list[list[int]]) -> None:
    assert cells(cornered(corner)) == expected
    assert ("transposed" in warnings(open_matrix(cornered(corner)))) == (expected == TRANSPOSED)


def test_a_corner_of_two_unknown_sides_is_said() -> None:
    study = open_matrix(cornered("Dr A \\ Dr B"))
    assert study.matrix.cells.tolist() == AS_IT_STANDS
    assert "“Dr A \\ Dr B” does not say which side is the true class" in warnings(study)
    for plain in ("", "rhythm", "n / %", "Actual"):
        assert "does not say" not in warnings(open_matrix(cornered(plain)))


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Table 2. Confusion matrix of the CNN (rows) against cardiologists (columns)", TRANSPOSED),
        ("Table 2. Predicted (columns) versus true class (rows), n = 60", AS_IT_STANDS),
        ("Each row is the predicted class and each column the true class", TRANSPOSED),
        ("Confusion matrix (true labels in columns)", TRANSPOSED),
        ("Agreement of the network with the reference standard", AS_IT_STANDS),
        ("Reference standard", TRANSPOSED),
    ],
)
def test_a_title_says_what_rows_and_columns_are(title: str, expected: list[list[int]]) -> None:
    assert cells(f"{title}\n{cornered('')}") == expected


@pytest.mark.parametrize(
    ("beside", "expected"),
    [
        ({"rows": "predicted", "columns": "true"}, TRANSPOSED),
        ({"orientation": "columns are truth"}, TRANSPOSED),
        ({"note": "rows are truth", "model": "row and column net"}, AS_IT_STANDS),
    ],
)
def test_texts_in_json_say_what_rows_and_columns_are(beside: dict[str, str], expected: list[list[int]]) -> None:
    assert cells(json.dumps({**beside, "labels": ["AF", "SR"], "matrix": AS_IT_STANDS})) == expected
    assert cells(json.dumps({**beside, "matrix": AS_IT_STANDS})) == expected


@pytest.mark.parametrize(
    ("rows", "columns", "expected"),
    [
        ("Index test", "Reference standard", TRANSPOSED),
        ("AI", "Histology", TRANSPOSED),
        ("Histology", "AI", AS_IT_STANDS),
        ("Radiologists", "Software", AS_IT_STANDS),
    ],
)
@pytest.mark.parametrize("total", [True, False])
def test_sides_beside_and_above_the_classes_may_be_a_test_and_its_reference(
    rows: str, columns: str, expected: list[list[int]], total: bool
) -> None:
    """As a spreadsheet shows them; with other words than `actual` and `predicted` they were refused."""
    end, first, second, last = ("\tTotal", "\t30", "\t30", "\n\tTotal\t28\t32\t60") if total else ("", "", "", "")
    body = f"{rows}\tA\t20\t10{first}\n\tB\t8\t22{second}{last}"
    study = open_matrix(f"\t\t{columns}\n\t\tA\tB{end}\n{body}")
    assert (study.labels, study.matrix.cells.tolist()) == (("A", "B"), expected)


@pytest.mark.parametrize(
    ("rows", "columns"),
    [
        ("Radiologist", "Histology"),
        ("Radiologist 1", "Radiologist 2"),
        ("AI", "CNN"),
        ("Initial status", "Final status"),
    ],
)
def test_sides_that_do_not_say_which_is_true_are_not_guessed(rows: str, columns: str) -> None:
    with pytest.raises(Problem):
        open_matrix(f"\t{columns}\t\t\n\t\tA\tB\n{rows}\tA\t20\t10\n\tB\t8\t22")
