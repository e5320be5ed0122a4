import datetime
import decimal
import io
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pytest
from pyarrow import feather, parquet

from predictions.formats.readers import read
from predictions.limits import LIMITS, Limits
from predictions.opening import open_files
from predictions.problems import Problem
from predictions.study import Study
from tests.predictions.helpers import counted, pairs, warnings
from words.notices import worded

T, P = list("abab"), list("aabb")
BASE: dict[str, Any] = {"case_id": ["1", "2", "3", "4"], "y_true": T, "y_pred": P}


def as_parquet(table: pa.Table, **options: Any) -> bytes:
    file = io.BytesIO()
    parquet.write_table(table, file, **options)
    return file.getvalue()


def as_feather(table: pa.Table, **options: Any) -> bytes:
    file = io.BytesIO()
    feather.write_feather(table, file, **options)
    return file.getvalue()


def as_stream(table: pa.Table) -> bytes:
    file = io.BytesIO()
    with pa.ipc.new_stream(file, table.schema) as writer:
        writer.write_table(table, max_chunksize=2)
    return file.getvalue()


WRITERS = [as_parquet, as_feather, as_stream]


def opened(columns: dict[str, Any], write: Callable[[pa.Table], bytes] = as_parquet) -> Study:
    return open_files([("a", write(pa.table(columns)))])


@pytest.mark.parametrize("write", WRITERS)
@pytest.mark.parametrize(
    "truth",
    [
        pa.array(T, pa.large_string()),
        pa.array(T).dictionary_encode(),
        pa.DictionaryArray.from_arrays(pa.array([2, 1, 2, 1]), pa.array(["unused", "b", "a"])),
        pa.array([label.encode() for label in T], pa.binary()),
        pa.array([label.encode() for label in T], pa.large_binary()),
    ],
)
def test_labels_are_their_text_however_they_are_stored(truth: pa.Array, write: Callable[[pa.Table], bytes]) -> None:
    study = opened(BASE | {"y_true": truth}, write)
    assert (counted(study), study.labels) == (pairs(T, P), ("a", "b"))


@pytest.mark.parametrize("kind", [pa.string_view(), "run_end", "null"])
def test_rare_kinds_of_columns_are_read(kind: Any) -> None:
    column = {"run_end": pc.run_end_encode(pa.array(T)), "null": pa.nulls(4)}.get(kind)
    truth = column if kind == "run_end" else pa.array(T, kind) if column is None else pa.array(T)
    columns = BASE | {"y_true": truth, "extra": pa.nulls(4)}
    assert counted(opened(columns, as_stream)) == pairs(T, P)


def test_numbers_missing_ones_and_booleans_are_labels_as_written() -> None:
    truth = pa.array([1, 0, None, 0], pa.int8())
    study = opened({"y_true": truth, "y_pred": [1.0, 0.0, 1.0, float("nan")]})
    assert (counted(study), study.used) == (pairs("10", "10"), 2)
    assert opened({"y_true": [True, False], "y_pred": [1, 1]}).labels == ("0", "1")
    assert opened({"y_true": [True, False], "y_pred": [True, True]}).labels == ("False", "True")


@pytest.mark.parametrize("kind", [pa.float16(), pa.float32(), pa.decimal128(5, 3), pa.decimal256(40, 3)])
def test_scores_of_every_precision_are_numbers(kind: pa.DataType) -> None:
    values = [decimal.Decimal(text) for text in ("0.125", "0.5", "0.25", "0.75")]
    scores = pa.array(values if pa.types.is_decimal(kind) else np.array(values, kind.to_pandas_dtype()), kind)
    study = opened(BASE | {"score_b": scores})
    assert study.models[0].scores is not None
    assert study.models[0].scores[1].tolist() == [0.125, 0.5, 0.25, 0.75]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "ids",
    [
        pa.array([2**63 + number for number in range(4)], pa.uint64()),
        pa.array(np.arange(4), pa.timestamp("ns")),
        pa.array([datetime.date(2024, 1, day) for day in (1, 2, 3, 4)]),
        pa.ExtensionArray.from_storage(
            pa.uuid(), pa.array([bytes([number]) * 16 for number in range(4)], pa.binary(16))
        ),
    ],
)
def test_ids_of_every_kind_stay_apart(ids: pa.Array) -> None:
    study = opened(BASE | {"case_id": ids}, as_feather)
    assert study.models[0].clusters is not None
    assert len(set(study.models[0].clusters.tolist())) == 4


def test_nested_columns_are_unfolded_or_excluded_and_said() -> None:
    scores = [{"a": 0.25, "b": 0.75}] * 4
    maps = pa.array([[("k", 1)]] * 4, pa.map_(pa.string(), pa.int8()))
    study = opened(BASE | {"prob": scores, "list": [[0.1, 0.9]] * 4, "map": maps})
    assert study.models[0].scores is not None
    assert study.models[0].scores[1].tolist() == [0.75] * 4  # type: ignore[union-attr]
    assert "“prob” holds nested values; each field" in warnings(study)
    assert "Column “list”, “map” holds nested values (lists)" in warnings(study)
    with pytest.raises(Problem, match="“y_true” holds nested"):
        opened(BASE | {"y_true": [[label] for label in T]})


def test_the_index_of_pandas_is_a_column_unless_it_counts_rows() -> None:
    frame = pd.DataFrame(BASE)
    for index, expected in (
        (frame.iloc[::-1], set(BASE)),
        (frame.set_index("case_id"), set(BASE)),
        (frame.set_index("case_id").rename_axis(None), {"y_true", "y_pred", "__index_level_0__"}),
    ):
        index.to_parquet(file := io.BytesIO())
        assert set(read("a", file.getvalue()).names) == expected


def test_categories_of_several_parts_may_differ() -> None:
    first = pa.table(BASE | {"y_true": pa.array(T).dictionary_encode()})
    second = pa.table(BASE | {"y_true": pa.array(T[::-1]).dictionary_encode()})
    study = open_files([("a", as_stream(pa.concat_tables([first, second])))])
    assert counted(study) == pairs(T, P) + pairs(T[::-1], P)


@pytest.mark.thorough
def test_a_document_in_a_cell_is_excluded_and_a_text_repeated_often_costs_little() -> None:
    table = pa.table(BASE | {"report": ["x" * 30_000_000, "", "", ""]})
    plain = read("a", as_parquet(table))
    assert plain.names == list(BASE)
    assert "“report” has cells of up to" in worded(plain.notes.notices[0])
    many = pa.table({"y_true": ["a", "b"] * 50_000, "y_pred": ["a", "a"] * 50_000, "note": ["n" * 1000] * 100_000})
    plain = read("a", as_parquet(many))
    assert (len(plain), plain.table.nbytes < 5_000_000) == (100_000, True)


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string()])
def test_labels_of_a_file_are_read_as_categories_whoever_wrote_them(kind: pa.DataType) -> None:
    """pandas writes large texts, whose million copies took half of the reading."""
    labels = {name: pa.array(["y_true", "VT", None, "AF"] * 5000, kind) for name in ("y_true", "y_pred")}
    plain = read("a", as_parquet(pa.table(labels)))
    assert {str(each) for each in plain.table.schema.types} == {"dictionary<values=string, indices=int32, ordered=0>"}
    assert plain.table["y_true"].to_pylist()[:4] == ["y_true", "VT", None, "AF"]


@pytest.mark.parametrize("write", WRITERS)
def test_every_truncation_and_every_changed_byte_is_noticed_or_harmless(write: Callable[[pa.Table], bytes]) -> None:
    data = write(pa.table(BASE))
    for at in range(len(data) - 1, 0, -max(1, len(data) // 60)):
        with pytest.raises(Problem):
            read("a", data[:at])
        try:
            read("a", data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :])
        except Problem as problem:
            assert str(problem)  # noqa: PT017


@pytest.mark.parametrize(
    ("data", "limits", "message"),
    [
        (as_parquet(pa.table({"y_true": ["a"] * 9})), Limits(rows=8), "too large: 9 rows, the limit is 8"),
        (as_feather(pa.table({"y_true": ["a"] * 9})), Limits(rows=8), "too large: 9 rows"),
        (as_parquet(pa.table({f"c{at}": [1] for at in range(9)})), Limits(columns=8), "9 columns"),
        (as_stream(pa.table({f"c{at}": [1] for at in range(9)})), Limits(columns=8), "9 columns"),
        (as_feather(pa.table({"y": ["a" * 99] * 9})), Limits(inflated=99), "unpacks to more than 0 MB"),
        (as_parquet(pa.table([T, T], names=["y_true", "y_true"])), LIMITS, "more than one column"),
        (as_parquet(pa.table(BASE).slice(0, 0)), LIMITS, "no rows"),
        (as_stream(pa.table(BASE))[:-8], LIMITS, "does not say where it ends"),
    ],
)
def test_oversized_and_empty_tables_are_refused(data: bytes, limits: Limits, message: str) -> None:
    with pytest.raises(Problem, match=message):
        read("a", data, limits)


@pytest.mark.parametrize("size", [1 << 62, 1 << 40])
def test_a_buffer_that_claims_impossible_memory_is_damage(size: int) -> None:
    data = bytearray(as_feather(pa.table({**BASE, "note": ["x" * 500] * 4}), compression="zstd"))
    frame = data.find(b"\x28\xb5\x2f\xfd")
    data[frame - 8 : frame] = size.to_bytes(8, "little")
    with pytest.raises(Problem, match="damaged or incomplete Feather"):
        open_files([("a", bytes(data))])


@pytest.mark.parametrize("lab", [{"type": "blood", "values": [1.5]}, {"type": 1, "values": 3.2}])
def test_a_detail_that_looks_like_a_vector_is_one_no_more(lab: dict[str, Any]) -> None:
    study = open_files([("a.parquet", as_parquet(pa.table(BASE | {"lab": [lab] * 4})))])
    assert study.evaluate().n == 4
