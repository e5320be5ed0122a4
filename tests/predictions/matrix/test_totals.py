"""Totals and metrics beside the classes are no classes, wherever they stand and by any name."""

import pytest

from predictions.opening_matrix import open_matrix
from predictions.problems import Problem
from tests.predictions.helpers import warnings


@pytest.mark.parametrize(
    "text",
    [
        "\tAF\tSR\tPatients\nAF\t20\t10\t30\nSR\t8\t22\t30\nPatients\t28\t32\t60\n",
        "Predicted\tAF\tSR\tAll\nTrue\t\t\t\nAF\t20\t10\t30\nSR\t8\t22\t30\nAll\t28\t32\t60\n",
        "\tAF\tSR\tN per class\nAF\t20\t10\t30\nSR\t8\t22\t30\n",
        "\tAF\tSR\nAF\t20\t10\nSR\t8\t22\nPatients\t28\t32\n",
        "\tTotal\tAF\tSR\nTotal\t60\t28\t32\nAF\t30\t20\t10\nSR\t30\t8\t22\n",
        "\tTotal\tAF\tSR\nAF\t30\t20\t10\nSR\t30\t8\t22\n",
        r"& AF & SR & $\Sigma$ \\ AF & 20 & 10 & 30 \\ SR & 8 & 22 & 30 \\ $\Sigma$ & 28 & 32 & 60 \\",
        "\tAF\tSR\tAll (%)\nAF\t20\t10\t30 (50%)\nSR\t8\t22\t30 (50%)\nAll (%)\t28 (47%)\t32 (53%)\t60 (100%)\n",
        "| | AF | SR | Recall |\n|--|--|--|--|\n| AF | 20 | 10 | 66.7 |\n| SR | 8 | 22 | 73.3 |\n| PPV | 0.7 | 0.7 | |",
        "\tAF\tSR\tPercent Correct\nAF\t20\t10\t66.7%\nSR\t8\t22\t73.3%\nOverall Percentage\t46.7%\t53.3%\t70%\n",
        "\tAF\tSR\tError\tRate\nAF\t20\t10\t0.33\t10 / 30\nSR\t8\t22\t0.27\t8 / 30\nTotals\t28\t32\t0.3\t18 / 60\n",
    ],
)
def test_totals_and_metrics_are_taken_off_and_said(text: str) -> None:
    study = open_matrix(text)
    assert (study.labels, study.matrix.cells.tolist()) == (("AF", "SR"), [[20, 10], [8, 22]])
    assert "excluded" in warnings(study)


@pytest.mark.parametrize("axes", [("y_true", "y_pred"), ("y_pred", "y_true")])
@pytest.mark.parametrize("title", ["", "{} * {} Crosstabulation,,,,\nCount,,,,\n"])
def test_a_crosstabulation_of_spss_names_its_totals_beside_the_variables(axes: tuple[str, str], title: str) -> None:
    rows, columns = axes
    body = f",,{columns},,Total\n,,AF,SR,\n{rows},AF,20,10,30\n,SR,8,22,30\nTotal,,28,32,60\n"
    study = open_matrix(title.format(*axes) + body)
    cells = [[20, 10], [8, 22]] if rows == "y_true" else [[20, 8], [10, 22]]
    assert (study.labels, study.matrix.cells.tolist()) == (("AF", "SR"), cells)


def test_a_class_that_happens_to_be_a_sum_or_has_the_name_of_a_metric_stays() -> None:
    assert open_matrix("\ta\tb\tc\na\t1\t1\t2\nb\t1\t1\t2\nc\t2\t2\t4").labels == ("a", "b", "c")
    assert open_matrix("\tdec\tacc\ndec\t20\t10\nacc\t8\t22\n").labels == ("dec", "acc")


def test_counts_of_several_splits_are_never_added_up() -> None:
    rows = "train,AF,AF,20\ntest,AF,SR,10\ntrain,SR,AF,8\ntest,SR,SR,22\n"
    with pytest.raises(Problem, match="several ones in column “split”: “train”, “test”"):
        open_matrix(f"split,truth,prediction,n\n{rows}")


def test_totals_above_a_lone_predicted_class_are_no_class() -> None:
    with pytest.raises(Problem):
        open_matrix("\t\tTotal\n\tpos\t\npos\t50\t50\nneg\t5\t5\n")
