"""Rows and columns that name the same classes in different words."""

import pytest

from predictions.opening_matrix import open_matrix
from predictions.problems import Problem

OF_A_TEST = [
    "\tDisease +\tDisease -\tTotal\nTest +\t40\t3\t43\nTest -\t4\t50\t54\nTotal\t44\t53\t97\n",
    "\tDisease present\tDisease absent\nTest positive\t40\t3\nTest negative\t4\t50\n",
    "\tD+\tD−\nT+\t40\t3\nT−\t4\t50\n",
    "Classified\tD\t~D\tTotal\n+\t40\t3\t43\n-\t4\t50\t54\nTotal\t44\t53\t97\n",  # Stata
    "\tPositive test\tNegative test\nCondition: yes\t40\t4\nCondition: no\t3\t50\n",
    "\tPredicted Positive\tPredicted Negative\tTotal\nActual Positive\t40\t4\t44\nActual Negative\t3\t50\t53\n",
]


@pytest.mark.parametrize("text", OF_A_TEST)
def test_a_test_and_a_disease_have_the_same_two_classes(text: str) -> None:
    study = open_matrix(text)
    assert (study.labels, study.matrix.cells.tolist()) == (("Positive", "Negative"), [[40, 4], [3, 50]])


@pytest.mark.parametrize("text", ["TP,FP,FN,TN\n40,3,4,50\n", "TP: 40\nFP: 3\nFN: 4\nTN: 50\n"])
def test_the_four_cells_by_their_names_are_a_matrix(text: str) -> None:
    assert open_matrix(text).matrix.cells.tolist() == [[40, 4], [3, 50]]


def test_names_of_diseases_on_both_sides_stay() -> None:
    assert open_matrix("\tDisease A\tDisease B\nDisease A\t40\t4\nDisease B\t3\t50\n").labels == (
        "Disease A",
        "Disease B",
    )
    with pytest.raises(Problem, match="different class names"):
        open_matrix("\tDisease A\tDisease B\nTest A\t40\t4\nTest C\t3\t50\n")


def test_a_total_beside_prefixed_names_is_no_class() -> None:
    text = "\tpred_a\tpred_b\tAll\ntrue_a\t5\t1\t6\ntrue_b\t2\t7\t9\nAll\t7\t8\t15\n"
    assert open_matrix(text).labels == ("a", "b")
