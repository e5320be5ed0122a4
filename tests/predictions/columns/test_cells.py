import decimal

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from predictions.columns.cells import as_numbers, as_text, looks_numeric
from predictions.problems import Problem

NAN = float("nan")


def column(*values: object, kind: pa.DataType | None = None) -> pa.ChunkedArray:
    return pa.chunked_array([pa.array(values, kind)])


@pytest.mark.parametrize(
    ("text", "number"),
    [("1.", 1), (".5", 0.5), ("+0.25", 0.25), ("5e-1", 0.5), (" 0.5 ", 0.5), ("", NAN), ("nan", NAN), ("−1", -1)]
    + [(odd, NAN) for odd in ("0x1p-1", "<0.01", "1_0", "0.12 34", "n/a", "1e", "--1", "1.2.3")],
)
def test_a_cell_is_a_number_or_no_score(text: str, number: float) -> None:
    found = as_numbers(column("0.5", text), "s").values
    assert np.array_equal(found, [0.5, number], equal_nan=True)


@given(st.lists(st.floats(allow_nan=False)))
def test_numbers_written_out_come_back_exactly(values: list[float]) -> None:
    assert as_numbers(column(*map(repr, values), kind=pa.string()), "s").values.tolist() == values


def test_odd_cells_are_marked_and_one_is_shown() -> None:
    found = as_numbers(column("0.1", "", "<0.01", None, "low"), "s")
    assert found.odd is not None
    assert found.odd.tolist() == [False, False, True, False, True]
    assert found.example == "<0.01"


def test_decimal_commas_percent_signs_and_other_digits_are_read_and_told() -> None:
    comma, percent = as_numbers(column("0,5", "1", ""), "s"), as_numbers(column("50%", "nan", "0", ""), "s")
    arabic = as_numbers(column("٠٫٥", "x"), "s")
    assert (comma.values[0], comma.decimal_comma) == (0.5, True)
    assert (percent.values[0], percent.percent_sign) == (50, True)
    assert (arabic.values[0], arabic.other_digits) == (0.5, True)


def test_percentages_and_plain_numbers_in_one_column_are_refused() -> None:
    with pytest.raises(Problem, match="mixes percentages"):
        as_numbers(column("85 %", "0.85"), "s")


def test_points_and_commas_in_one_column_are_refused() -> None:
    with pytest.raises(Problem, match="mixes decimal points"):
        as_numbers(column("0.5", "0,7"), "s")


@pytest.mark.parametrize(
    "values",
    [
        column(1, 0),
        column(True, False),
        column(1.0, 0.0),
        column(decimal.Decimal("1.00"), decimal.Decimal("0.00")),
        column(np.float16(1), np.float16(0)),
    ],
)
def test_numbers_of_any_type_are_numbers(values: pa.ChunkedArray) -> None:
    if not pa.types.is_boolean(values.type):
        assert as_numbers(values, "s").values.tolist() == [1, 0]
    assert len(as_text(values, "s")) == 2


def test_text_of_other_types() -> None:
    assert as_text(column(True, None), "t").to_pylist() == ["True", None]
    assert as_text(column(b"a\xc3\xa9"), "t").to_pylist() == ["aé"]
    assert as_text(column("x", "y").dictionary_encode(), "t").to_pylist() == ["x", "y"]
    assert as_text(column(10**18), "t").to_pylist() == [str(10**18)]


@pytest.mark.parametrize(("values", "message"), [(column([1.0]), "nested"), (column(b"\xff"), "no text")])
def test_what_is_no_text_is_refused(values: pa.ChunkedArray, message: str) -> None:
    with pytest.raises(Problem, match=message):
        as_text(values, "t")


def test_a_score_column_is_mostly_numbers() -> None:
    assert looks_numeric(column("0.1", "", "x"), "s")
    assert not looks_numeric(column("x", "y", "0.1"), "s")
    assert not looks_numeric(column("", ""), "s")
    assert not looks_numeric(column([1.0]), "s")


def test_whole_numbers_of_many_digits_are_text_without_an_exponent() -> None:
    column = pa.chunked_array([[1.0, 1e16, 1234567890123456.0, -3e15, 0.5, None, float("nan"), 1e300]])
    texts = ["1", "10000000000000000", "1234567890123456", "-3000000000000000", "0.5", None, None, "1e+300"]
    assert as_text(column, "a").to_pylist() == texts
