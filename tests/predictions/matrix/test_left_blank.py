"""Blank cells and dashes are 0 where a table of counts leaves them, and sums without a name are no class."""

import pytest

from predictions.opening_matrix import open_matrix
from predictions.problems import Problem
from tests.predictions.helpers import warnings


@pytest.mark.parametrize(
    "text",
    [
        ",N,AF,VT\nN,50,3,-\nAF,4,30,1\nVT,-,-,20\n",
        ",N,AF,VT\nN,50,3,\nAF,4,30,1\nVT,,,20\n",
        "   N  AF  VT\nN  50  3  .\nAF  4  30  1\nVT  .  .  20\n",
        "| | N | AF | VT |\n|--|--|--|--|\n| N | 50 | 3 | – |\n| AF | 4 | 30 | 1 |\n| VT | – | — | 20 |\n",
        ",N,AF,VT,Grand Total\nN,50,3,,53\nAF,4,30,1,35\nVT,,,20,20\nGrand Total,54,33,21,108\n",
    ],
)
def test_a_blank_cell_or_a_dash_is_0_and_said(text: str) -> None:
    study = open_matrix(text)
    assert (study.labels, study.matrix.cells.tolist()) == (("N", "AF", "VT"), [[50, 3, 0], [4, 30, 1], [0, 0, 20]])
    assert "3 cells are blank or hold a dash: taken as 0." in warnings(study)


def test_a_class_without_cases_may_be_a_row_of_dashes() -> None:
    assert open_matrix(",a,b,c\na,50,3,1\nb,4,30,1\nc,-,-,-\n").matrix.cells[2].tolist() == [0, 0, 0]


@pytest.mark.parametrize(
    "text",
    [
        ",a,b,c\na,-,3,1\nb,4,-,1\nc,2,5,-\n",
        ",a,b,Total\na,-,3,3\nb,4,-,4\nTotal,4,3,7\n",
        ",a,b,c\na,50,,\nb,4,30,\nc,2,5,20\n",
        ",a,b\na,1,\nb,2,3\n",
    ],
)
def test_a_diagonal_or_a_side_that_is_blank_is_refused(text: str) -> None:
    with pytest.raises(Problem, match="The cell in row"):
        open_matrix(text)


@pytest.mark.parametrize(
    "text",
    [
        "0 1\n50 3 53\n4 30 34\n54 33 87\n",
        ",0,1\n0,50,3,53\n1,4,30,34\n,54,33,87\n",
        ",0,1\n0,50,3,53\n1,4,30,34\n",
        ",0,1,\n0,50,3,53\n1,4,30,34\n,54,33,87\n",
        "0,1,2\n50,3,53\n4,30,34\n54,33,87\n",
    ],
)
def test_sums_without_a_name_beside_codes_are_no_class(text: str) -> None:
    study = open_matrix(text)
    assert (study.labels, study.matrix.cells.tolist()) == (("0", "1"), [[50, 3], [4, 30]])
    assert "excluded" in warnings(study)
