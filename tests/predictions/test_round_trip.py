"""Whatever is written as a table is counted as written: any labels, separator, encoding and format."""

import csv
import io
import re
import unicodedata
from typing import Any

import numpy as np
import openpyxl
import pandas as pd
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from metrics import ConfusionMatrix
from predictions.opening import open_files
from predictions.opening_matrix import open_matrix
from predictions.problems import Problem
from tests.predictions.helpers import counted, csv_bytes, pairs, warnings
from words.notices import worded

ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "utf-32"]


def is_settled(text: str) -> bool:
    """Text that nothing changes: composed, trimmed, not blank, no `1.0`, no boolean."""
    stays = text and unicodedata.normalize("NFC", text) == text == text.strip()
    return bool(stays) and not text.endswith(".0") and text.casefold() not in ("true", "false")


def is_utf8(data: bytes) -> bool:
    return data.decode("utf-8", "ignore").encode() == data


labels = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=8).filter(is_settled)
# Western words: an accent stands between plain letters.
words = (
    st.text("aàé –ÆßZ", min_size=1, max_size=8).filter(is_settled).map(lambda text: re.sub("([^aZ ])", r"\1a", text))
)


@st.composite
def answers(draw: st.DrawFn, names: st.SearchStrategy[str] = labels) -> tuple[list[str], list[str]]:
    """Up to 20 rows of true and predicted class; the first row agrees, so that the labels have something in common."""
    classes = draw(st.lists(names, min_size=1, max_size=4, unique=True))
    rows = draw(st.lists(st.tuples(st.sampled_from(classes), st.sampled_from(classes)), max_size=20))
    rows = [(classes[0], classes[0]), *rows]
    return [truth for truth, _ in rows], [predicted for _, predicted in rows]


@pytest.mark.thorough
@example((["0,", "0,"], ["0,", "0,"]), ";", "utf-8", "\n")  # the comma, too, makes rows of equal width
@given(answers(), st.sampled_from(",;\t|"), st.sampled_from(ENCODINGS), st.sampled_from(["\r\n", "\n", "\r"]))
def test_text_gives_back_the_counts(rows: Any, delimiter: str, encoding: str, line_end: str) -> None:
    columns = {"y_true": rows[0], "y_pred": rows[1]}
    quoting = csv.QUOTE_ALL if set("".join(rows[0] + rows[1])) & set("\r\n") else csv.QUOTE_MINIMAL
    data = csv_bytes(columns, delimiter, encoding, lineterminator=line_end, quoting=quoting)
    assert counted(open_files([("a", data)])) == pairs(*rows)


@pytest.mark.thorough
@given(answers(words))
def test_western_text_gives_back_the_counts_and_its_encoding_is_said(rows: Any) -> None:
    data = csv_bytes({"y_true": rows[0], "y_pred": rows[1]}, ";", "cp1252")
    assume(not is_utf8(data))
    study = open_files([("a.csv", data)])
    assert counted(study) == pairs(*rows)
    assert "encoding was taken as Windows-1252" in warnings(study)


@given(answers(), st.booleans())
def test_parquet_gives_back_the_counts(rows: Any, categorical: bool) -> None:
    frame = pd.DataFrame({"y_true": rows[0], "y_pred": rows[1]})
    file = io.BytesIO()
    (frame.astype("category") if categorical else frame).to_parquet(file)
    assert counted(open_files([("a.parquet", file.getvalue())])) == pairs(*rows)


@pytest.mark.thorough
@given(answers(st.text("abcÆ<>&'\"=1 ", min_size=1, max_size=6).filter(is_settled)))
def test_a_workbook_gives_back_the_counts(rows: Any) -> None:
    book = openpyxl.Workbook()
    for row in [("y_true", "y_pred"), *zip(*rows, strict=True)]:
        for column, value in enumerate(row, 1):
            cell = book.active.cell(
                row=(book.active.max_row + 1 if column == 1 else book.active.max_row), column=column
            )
            cell.value, cell.data_type = value, "s"
    file = io.BytesIO()
    book.save(file)
    assert counted(open_files([("a.xlsx", file.getvalue())])) == pairs(*rows)


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=2, max_size=20))
def test_scores_come_back_to_the_last_bit(scores: list[float]) -> None:
    truth = ["a", "b"] * len(scores)
    columns = {"y_true": truth[: len(scores)], "y_pred": truth[: len(scores)], "score_b": [repr(s) for s in scores]}
    study = open_files([("a.csv", csv_bytes(columns))])
    assert study.models[0].scores is not None
    assert study.models[0].scores[study.labels.index("b")].tolist() == scores  # type: ignore[union-attr]


@given(
    st.integers(2, 5).flatmap(
        lambda size: st.lists(
            st.lists(st.integers(0, 10**17), min_size=size, max_size=size), min_size=size, max_size=size
        )
    ),
    st.sampled_from([" ", "\t", ",", ";", "|"]),
    st.booleans(),
)
def test_a_pasted_matrix_gives_back_its_counts(cells: list[list[int]], separator: str, named: bool) -> None:
    names = [f"class-{chr(97 + i)}" for i in range(len(cells))]
    rows = [[names[i], *map(str, row)] if named else [*map(str, row)] for i, row in enumerate(cells)]
    text = "\n".join(separator.join(row) for row in ([["true", *names], *rows] if named else rows))
    if not any(map(any, cells)):
        with pytest.raises(Problem, match="0"):
            open_matrix(text)
        return
    study = open_matrix(text)
    expected = ConfusionMatrix(tuple(names), np.array(cells))
    found = study.matrix
    assert np.array_equal(found.cells, expected.cells) or "totals" in " ".join(worded(n) for n in study.notices)
    assert study.labels == expected.labels if named else study.labels[0] == "Class 1"
