"""A table of a page comes out as it went in."""

import pandas as pd
from streamlit.testing.v1 import AppTest

from tests.support.text import table_of


def test_a_table_is_one_text_whose_cells_come_out_as_they_went_in() -> None:
    """A bar, an empty cell or a second line leaves the columns as they are; numbers stand on the right."""
    cells = ["a \\| b", "", "**10 %**  \n:small[1–9]", "$x|y$", "\\\\"]
    table = pd.DataFrame({"[Name](#here)": cells, "Cases": range(5)})
    (shown,) = AppTest.from_function(_shown, args=(table,)).run().markdown
    assert table_of(shown.value).to_numpy().tolist() == [
        [cell.replace("x|y", "x\\|y"), str(number)] for number, cell in enumerate(cells)
    ]
    assert shown.value.splitlines()[1] == "| --- | --: |"


def _shown(table: "pd.DataFrame") -> None:
    from ui.tables.shown import markdown_table

    markdown_table(table)
