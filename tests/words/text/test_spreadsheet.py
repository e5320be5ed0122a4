"""No text of a user runs in a spreadsheet, whatever it takes for the end of a cell."""

import csv
import io
import math
import re

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from words.text.spreadsheet import csv_of

STARTS = tuple("=+-@＝＋－＠")
TEXTS = st.text(alphabet=[*"ab=+-@＝;,\t\r\n'\" "], max_size=12)


def cells_of(content: str, separator: str, knows_quotes: bool) -> list[str]:
    """As a spreadsheet of this separator takes them; one that meets a quote inside a cell takes it for a letter."""
    if knows_quotes:
        return [cell for row in csv.reader(io.StringIO(content, newline=""), delimiter=separator) for cell in row]
    return [cell for line in re.split(r"[\r\n]", content) for cell in line.split(separator)]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@given(texts=st.lists(TEXTS, min_size=1, max_size=3))
@example(texts=["x;=1+1;y"])
@example(texts=["x\t=1+1"])
@example(texts=["\t=1"])
@example(texts=["a", 'x";=1;"'])
@example(texts=["a\n=1"])
@example(texts=["", ';"='])
def test_no_cell_starts_a_formula_and_every_text_can_be_read_again(separator: str, texts: list[str]) -> None:
    content = csv_of([texts, [*texts, 1.5]])
    for knows_quotes in {True, separator == ","}:  # elsewhere the first quote may stand inside a cell
        cells = cells_of(content, separator, knows_quotes)
        assert [cell for cell in cells if cell.lstrip(" ").startswith(STARTS)] == []
    (read, _) = csv.reader(io.StringIO(content, newline=""))
    assert [each.replace("'", "") for each in read] == [each.replace("'", "") for each in texts]


def test_numbers_stand_bare_and_in_full_and_nothing_is_an_empty_cell() -> None:
    row = [-3, 0.1 + 0.2, np.float64(0.1), np.int64(7), True, None, "", math.inf, "-3"]
    assert csv_of([row]) == f'-3,{0.1 + 0.2!r},0.1,7,True,,"",inf,"\'-3"\n'
