import datetime as dt

import numpy as np
import pyarrow as pa
import pytest

from predictions.columns.positions import positions
from tests.predictions.helpers import opened, warnings


def of(*cells: object) -> list[float] | None:
    values = positions(pa.chunked_array([pa.array(cells)]), "frame")
    return None if values is None else values.tolist()


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (("0", "10", "9"), [0, 10, 9]),
        ((0.04, 0.08, 4e9), [0.04, 0.08, 4e9]),
        (("frame_0", "frame_10", "frame_9"), [0, 10, 9]),
        (("12:30:01", "00:00:02.5", "1:02"), [45001, 2.5, 62]),
        (("x", "y", "z"), None),
        (("a1b2", "a1b3", "a2b1"), None),
    ],
)
def test_positions_are_numbers_times_or_the_only_number_of_a_text(cells: tuple[object, ...], expected: object) -> None:
    assert of(*cells) == expected


@pytest.mark.parametrize(
    "cells",
    [
        ("2024-01-31 23:59:59", "2024-02-01 00:00:01"),
        ("2024-01-31T23:59:59", "2024-02-01T00:00:01"),
        (dt.datetime(2024, 1, 31, 23, 59, 59), dt.datetime(2024, 2, 1, 0, 0, 1)),
        (dt.time(0, 0, 1), dt.time(0, 0, 3)),
    ],
)
def test_times_are_seconds(cells: tuple[object, ...]) -> None:
    values = of(*cells)
    assert values is not None
    assert np.diff(values).tolist() == [2.0]


@pytest.mark.parametrize(
    "kind",
    [
        *(pa.time32(unit) for unit in ("s", "ms")),
        *(pa.time64(unit) for unit in ("us", "ns")),
        *(pa.duration(unit) for unit in ("s", "ms", "us", "ns")),
    ],
    ids=str,
)
def test_times_and_durations_are_seconds_in_whatever_unit_a_file_counts_them(kind: pa.DataType) -> None:
    """A timedelta of pandas, in nanoseconds, made each second 1,000; a time in seconds could not be read."""
    cells = (
        [dt.time(0, 0, 1), dt.time(0, 0, 3)] if pa.types.is_time(kind) else [dt.timedelta(seconds=n) for n in (1, 3)]
    )
    values = positions(pa.chunked_array([pa.array(cells, kind)]), "time")
    assert values is not None
    assert values.tolist() == [1.0, 3.0]


def test_a_column_that_orders_nothing_stays_a_detail() -> None:
    columns = {"y_true": ["a", "b"], "y_pred": ["a", "b"], "video": ["1", "1"], "second": ["reader", "senior"]}
    study = opened(columns)
    assert "“second” holds no numbers or times" in warnings(study)
    assert (study.unit[0], study.models[0].order, study.models[0].details.column_names) == ("case", None, ["second"])
    assert study.mapping is not None
    assert study.mapping.order == ""


@pytest.mark.parametrize(
    "cells",
    [
        ("2024-01-31T23:59:59Z", "2024-02-01T00:00:01Z", ""),
        ("2024-01-31 23:59:59.5+00:00", "2024-02-01 00:00:01.5+00:00"),
        ("2024-03-31T01:59:59+01:00", "2024-03-31T03:00:01+02:00"),  # summer time begins
    ],
)
def test_times_with_a_zone_are_moments(cells: tuple[str, ...]) -> None:
    values = of(*cells)
    assert values is not None
    assert np.diff(values[:2]).tolist() == [2.0]


def test_times_of_which_only_some_have_a_zone_have_no_order() -> None:
    assert of("2024-01-31T23:59:59Z", "2024-02-01T00:00:01") is None
