"""Matrices as statistics programs print them."""

import pytest

from predictions.opening_matrix import open_matrix
from tests.predictions.helpers import warnings

CARET = """Confusion Matrix and Statistics

          Reference
Prediction AF SR
        AF 20  8
        SR 10 22

Overall Statistics

               Accuracy : 0.7
                 95% CI : (0.5679, 0.8115)

Statistics by Class:

Sensitivity : 0.67
"""
CARET_OF_TWO = CARET.replace("\nOverall Statistics\n", "                                          ")
WEKA = "=== Confusion Matrix ===\n\n  a  b   <-- classified as\n 20 10 |  a = AF\n  8 22 |  b = SR\n"
RULE = "          ---------+--------+--------+\n"
SAS = f"""          Table of truth by pred

          truth     pred

          Frequency|AF      |SR      |  Total
{RULE}          AF       |     20 |     10 |     30
{RULE}          SR       |      8 |     22 |     30
{RULE}          Total          28       32       60
"""
SAS_PERCENT = f"""          Frequency|
          Percent  |
          Row Pct  |AF      |SR      |  Total
{RULE}          AF       |     20 |     10 |     30
                   |  33.33 |  16.67 |  50.00
                   |  66.67 |  33.33 |
{RULE}          SR       |      8 |     22 |     30
                   |  13.33 |  36.67 |  50.00
                   |  26.67 |  73.33 |
{RULE}          Total          28       32       60
                      46.67    53.33   100.00
"""


@pytest.mark.parametrize("text", [CARET, CARET_OF_TWO, WEKA, SAS, SAS_PERCENT])
def test_a_matrix_is_read_from_what_a_program_prints(text: str) -> None:
    study = open_matrix(text)
    assert (study.labels, study.matrix.cells.tolist()) == (("AF", "SR"), [[20, 10], [8, 22]])


def test_sas_says_by_its_title_what_the_rows_are_and_percentages_are_said() -> None:
    turned = SAS.replace("truth by pred", "pred by truth").replace("truth     pred", "pred      truth")
    assert open_matrix(turned).matrix.cells.tolist() == [[20, 8], [10, 22]]
    assert "Percentages in brackets" in warnings(open_matrix(SAS_PERCENT))


def test_names_of_two_words_beside_tabs_stay_whole() -> None:
    text = "\tmild AS\tno AS\nmild AS\t20\t10\nno AS\t8\t22\n"
    assert open_matrix(text).labels == ("mild AS", "no AS")


@pytest.mark.parametrize(
    "text", ["cm = [[20, 10], [8, 22]]", "cm = np.array([[20, 10],\n [8, 22]])", "C = [20 10; 8 22]"]
)
def test_an_array_with_its_name_is_read(text: str) -> None:
    assert open_matrix(text).matrix.cells.tolist() == [[20, 10], [8, 22]]
