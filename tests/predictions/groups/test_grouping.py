import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from predictions.groups.grouping import Grouping, by_values, crossed, of_codes

codes = st.lists(st.integers(-1, 3), min_size=1, max_size=40)


def column(*cells: object) -> pa.ChunkedArray:
    return pa.chunked_array([pa.array(cells)])


def test_groups_stand_in_natural_order_and_a_blank_cell_is_in_none() -> None:
    found = by_values("ward", column("ward 10", " ward 2 ", "", None, "ward 10"))
    assert found is not None
    assert found.values == ("ward 2", "ward 10")
    assert found.codes.tolist() == [1, 0, -1, -1, 1]
    assert found.of("ward 10").tolist() == [True, False, False, False, True]
    assert not found.of("ward 3").any()


def test_numbers_rise_and_1_is_1_0() -> None:
    found = by_values("stage", column("10", "2", "2.0", "-1"))
    assert found is not None
    assert found.values == ("-1", "2", "10")


@pytest.mark.parametrize("least", ["<40", "< 40", "≤39", "<= 39", "under 40", "Below 40"])
def test_a_range_without_a_start_is_the_first(least: str) -> None:
    found = by_values("age_group", column("65+", "40-64", least, None, "100 and over"))
    assert found is not None
    assert found.values == (least, "40-64", "65+", "100 and over")
    assert found.codes.tolist() == [2, 1, 0, -1, 3]


def test_categories_are_read_as_their_texts() -> None:
    found = by_values("sex", pa.chunked_array([pa.array(["F", "M", None, "F"]).dictionary_encode()]))
    assert found is not None
    assert (found.values, found.codes.tolist()) == (("F", "M"), [0, 1, -1, 0])


def test_too_many_values_and_lists_are_no_groups() -> None:
    assert by_values("note", column(*(f"note {i}" for i in range(21)))) is None
    assert by_values("note", column(*["x"] * 2_000, *(f"note {i}" for i in range(21)))) is None
    assert by_values("leads", column([1, 2], [3])) is None


@given(codes, st.data())
def test_a_crossed_group_is_where_both_meet(first: list[int], data: st.DataObject) -> None:
    second = data.draw(st.lists(st.integers(-1, 2), min_size=len(first), max_size=len(first)))
    one = of_codes("sex", ("a", "b", "c", "d"), np.array(first))
    other = of_codes("age", ("x", "y", "z"), np.array(second))
    both = crossed(one, other)
    assert both.name == "sex × age"
    said = [None if code < 0 else both.values[code] for code in both.codes]
    expected = [
        None if i < 0 or j < 0 else f"{one.values[i]} × {other.values[j]}"
        for i, j in zip(one.codes, other.codes, strict=True)
    ]
    assert said == expected
    assert set(both.values) == {each for each in said if each}
    places = [(one.values.index(v.split(" × ")[0]), other.values.index(v.split(" × ")[1])) for v in both.values]
    assert places == sorted(places)


@given(codes)
def test_only_groups_with_rows_are_groups(drawn: list[int]) -> None:
    found: Grouping = of_codes("g", ("a", "b", "c", "d"), np.array(drawn))
    assert [("abcd"[i] if i >= 0 else "") for i in drawn] == [(found.values[i] if i >= 0 else "") for i in found.codes]
    assert set(found.values) == {"abcd"[i] for i in drawn if i >= 0}
