"""NumPy's NPZ and NPY to one plain table: headers are checked before a byte is taken, objects never opened."""

from __future__ import annotations

import ast
import struct
from typing import Any

import numpy as np
import pyarrow as pa

from predictions.columns import aliases
from predictions.columns.aliases import key_of
from predictions.formats.archives import members, open_zip, read_member
from predictions.formats.named_arrays import Block, table_of_blocks
from predictions.limits import Limits
from predictions.plain_table import PlainTable
from predictions.problems import Notes, Problem
from words.text.names import listed, quoted

MAGIC = b"\x93NUMPY"
LONGEST_HEADER = 20_000
OBJECTS = "holds Python objects (pickle), which are never opened because they can run code"


def read_npz(data: bytes, where: str, limits: Limits) -> PlainTable:
    """Arrays y_true, y_pred, y_score (n, K), case_id ...; labels names the codes. Raises Problem."""
    notes = Notes()
    with open_zip(data, where, "NPZ archive") as archive:
        found = members(archive, where, limits)
        limits.check_inflated(sum(info.file_size for info in found), len(data), where)
        usable = [info for info in found if info.filename.endswith(".npy") and not set("/\\") & set(info.filename)]
        ignored = [info.filename for info in found if info not in usable]
        if ignored:
            notes.warn("members_without_array", members=ignored)
        names = [info.filename for info in usable]
        if len(set(names)) < len(names):
            raise Problem(f"{where} holds an array twice: {listed(names, 12)}. Save it again.")
        arrays = {
            info.filename[:-4]: _array(read_member(archive, info, where, limits), f"{where}, {quoted(info.filename)},")
            for info in usable
        }
    return _table(arrays, "NPZ", where, notes, limits)


def read_npy(data: bytes, where: str, limits: Limits) -> PlainTable:
    """One array of named records, or of two columns: true and predicted class. Raises Problem."""
    array, notes = _array(data, where), Notes()
    if array.dtype.names is None:
        if array.ndim != 2 or array.shape[1] != 2 or array.dtype.kind not in "biuUS":
            text = f"{where} holds one array of shape {array.shape} without column names"
            raise Problem(f"{text}. Save an NPZ with y_true and y_pred.")
        if len(array) == 2 and array.dtype.kind in "iu" and array.max() > 1:
            what = f"{where} holds two rows and two columns of counts: it looks like a confusion matrix"
            raise Problem(f"{what}. Enter it as one, or save an NPZ with y_true and y_pred.")
        notes.warn("two_unnamed_columns", where=where)
        return _table({"y_true": array[:, 0], "y_pred": array[:, 1]}, "NPY", where, notes, limits)
    return _table({"": array}, "NPY", where, notes, limits)


def _table(arrays: dict[str, np.ndarray], kind: str, where: str, notes: Notes, limits: Limits) -> PlainTable:
    arrays = _unfolded(arrays, notes)
    scalars = [name for name, array in arrays.items() if array.ndim not in (1, 2)]
    _refuse_deep_scores({name: arrays[name] for name in scalars}, arrays, where)
    if scalars:
        notes.warn("arrays_of_other_dimensions", arrays=scalars)
    blocks = [_block(name, array, where) for name, array in arrays.items() if array.ndim in (1, 2)]
    return PlainTable(table_of_blocks(blocks, where, notes, limits), kind, where, notes)


def _refuse_deep_scores(deep: dict[str, np.ndarray], arrays: dict[str, np.ndarray], where: str) -> None:
    """Raises Problem for scores of more than two dimensions where nothing else says what was predicted."""
    scores = [name for name in deep if key_of(name) in aliases.SCORE]
    if scores and not any(key_of(name) in aliases.PREDICTED for name in arrays):
        what = f"{where}: {quoted(scores[0])} has the shape {deep[scores[0]].shape}, but scores need a row per case"
        raise Problem(f"{what} and a column per class. Save them so.")


def _unfolded(arrays: dict[str, np.ndarray], notes: Notes) -> dict[str, np.ndarray]:
    """Each field of a structured array as an array of its own, unless true classes stand beside it."""
    found: dict[str, np.ndarray] = {}
    for name, array in arrays.items():
        if array.dtype.names is None:
            found.setdefault(name, array)
            continue
        if name:
            notes.warn("structured_array", name=name, fields=list(array.dtype.names))
        else:
            notes.warn("unnamed_structured_array", fields=list(array.dtype.names))
        fields = {field: array[field] for field in array.dtype.names}
        twice = sorted({*fields} & {*arrays, *found})
        if twice:
            what = f"The structured array {quoted(name)}" if name else "The structured array"
            raise Problem(f"{what} has a field {listed(twice)} that is also an array. Remove one of them.")
        found |= fields
    return found


def _array(data: bytes, where: str) -> np.ndarray:
    """The array of one .npy file, as a view of its bytes. Raises Problem for what its header cannot mean."""
    try:
        shape, fortran, dtype, start = _header(data)
        count = 1
        for side in shape:
            count *= side
    except (ValueError, TypeError, SyntaxError, LookupError, ArithmeticError, RuntimeError, MemoryError, struct.error):
        raise Problem(f"{where} is a damaged NumPy array: its header makes no sense. Save it again.") from None
    _check_type(dtype, where)
    if dtype.itemsize == 0 or count * dtype.itemsize != len(data) - start:
        claim = f"the shape {shape} needs {count * dtype.itemsize:,} bytes, but it holds {len(data) - start:,}"
        raise Problem(f"{where} is a damaged or incomplete NumPy array: {claim}. Save it again.")
    flat = np.frombuffer(data, dtype, count, start)
    return flat.reshape(shape, order="F" if fortran else "C")


def _header(data: bytes) -> tuple[tuple[int, ...], bool, np.dtype[Any], int]:
    """shape, Fortran order, type, and where the values start; the layout is numpy.lib.format's."""
    if not data.startswith(MAGIC):
        raise ValueError("no NumPy array")
    width, code = (2, "<H") if data[6] == 1 else (4, "<I")
    (length,) = struct.unpack(code, data[8 : 8 + width])
    start = 8 + width + length
    if length > LONGEST_HEADER or start > len(data):
        raise ValueError("header too long")
    header = ast.literal_eval(data[8 + width : start].decode("utf-8" if data[6] >= 3 else "latin-1").strip())
    shape, fortran = header["shape"], header["fortran_order"]
    if not isinstance(shape, tuple) or not all(type(side) is int and side >= 0 for side in shape):
        raise ValueError("no shape")
    return shape, bool(fortran), np.lib.format.descr_to_dtype(header["descr"]), start


def _check_type(dtype: np.dtype[Any], where: str) -> None:
    """Raises Problem for objects, complex numbers and raw bytes, also inside records."""
    if dtype.hasobject:
        raise Problem(f"{where} {OBJECTS}. Save text with .astype(str) and numbers as numbers.")
    kinds = {dtype.fields[name][0].base.kind for name in dtype.names} if dtype.fields and dtype.names else {dtype.kind}
    if "c" in kinds:
        raise Problem(f"{where} holds complex numbers, a type that no score has. Save real numbers.")
    if "V" in kinds:
        raise Problem(f"{where} holds raw bytes or nested records, which have no meaning here. Save plain arrays.")


def _block(name: str, array: np.ndarray, where: str) -> Block:
    if array.ndim == 1:
        return Block(name, (_column(array, name, where),))
    return Block(name, tuple(_column(array[:, j], name, where) for j in range(array.shape[1])), is_vector=False)


def _column(values: np.ndarray, name: str, where: str) -> pa.ChunkedArray:
    if values.dtype.kind in "fiu":
        values = values.astype(_wide(values.dtype), copy=False)
    elif not values.dtype.isnative:
        values = values.astype(values.dtype.newbyteorder("="))
    try:
        return pa.chunked_array([pa.array(np.ascontiguousarray(values))])
    except (pa.ArrowException, ValueError, TypeError, UnicodeError):
        text = f"{where}: the array {quoted(name)} holds values that are no text and no number ({values.dtype})"
        raise Problem(f"{text}. Save it with .astype(str).") from None


def _wide(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The same numbers in this machine's byte order; half and quadruple precision as double."""
    if dtype.kind == "f" and dtype.itemsize not in (4, 8):
        return np.dtype(np.float64)
    return dtype.newbyteorder("=")
