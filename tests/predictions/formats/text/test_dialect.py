"""How a text is split into cells, and what is said where it cannot be."""

import pytest

from predictions.formats.readers import read
from predictions.problems import Problem


@pytest.mark.parametrize(
    "text",
    [
        "id      y_true   y_pred\n1       ill      ill\n2       well     ill\n",
        "   id  y_true  y_pred\n    1     ill     ill\n    2    well     ill\n",
        '"y_true" "y_pred"\n"1" "ill" "ill"\n"2" "well" "ill"\n',
    ],
)
def test_columns_between_blanks_say_what_to_save_instead(text: str) -> None:
    with pytest.raises(Problem, match=r"has blanks between its 3 columns.* Save it as CSV"):
        read("a.txt", text.encode())


@pytest.mark.parametrize("text", ["y_true\nill\nwell\n", "a report\nof three words\nor more of them\n"])
def test_other_texts_without_a_separator_say_which_are_known(text: str) -> None:
    with pytest.raises(Problem, match="shows only one column, or no table at all"):
        read("a.txt", text.encode())
