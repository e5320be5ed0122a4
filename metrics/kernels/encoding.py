"""From two columns of values to the counts of their pairs, without sorting or copying more than needed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metrics.kernels.given import listed
from metrics.kernels.threads import in_blocks

LENGTHS = "`truth` and `predicted` differ in length: {} and {}"
MISSING = "`truth` and `predicted` cannot have missing values"
BLOCK = 1 << 16  # pairs per block: the key stays in the second-level cache
WIDEST = 512  # whole numbers that span more values than this are encoded like text


def count_pairs(
    truth: ArrayLike, predicted: ArrayLike, labels: Sequence[Any] | None
) -> tuple[tuple[Any, ...], NDArray[np.int64]]:
    """The labels (given, or the sorted values) and the (K, K) counts of the pairs.

    Raises ValueError for values outside `labels`, missing values, or columns of different length.
    """
    labels = None if labels is None else listed("labels", labels)
    if np.ma.is_masked(truth) or np.ma.is_masked(predicted):
        raise ValueError(MISSING)
    if _is_narrow(truth) and _is_narrow(predicted):
        return _count_numbers(np.asarray(truth), np.asarray(predicted), labels)
    if _is_arrow_text(truth) and _is_arrow_text(predicted):
        return _count_text(_arrow(truth), _arrow(predicted), labels)
    codes_truth, seen_in_truth = _factorize(truth)
    codes_predicted, seen_in_prediction = _factorize(predicted)
    names = _order([*seen_in_truth, *seen_in_prediction]) if labels is None else tuple(labels)
    code = _code_book(names)
    first = _translate(codes_truth, seen_in_truth, code)
    second = _translate(codes_predicted, seen_in_prediction, code)
    return names, joint_counts(first, second, len(names))


def joint_counts(rows: NDArray[Any], columns: NDArray[Any], size: int) -> NDArray[np.int64]:
    """(size, size) counts of the pairs of codes 0..size-1. Raises ValueError for a code outside.

    In blocks, which bought 1.8 times one long key for a million pairs (benchmarks/keeps.py).
    """
    if rows.shape != columns.shape or rows.ndim != 1:
        raise ValueError(LENGTHS.format(rows.shape, columns.shape))
    for name, codes in (("truth", rows), ("predicted", columns)):
        if codes.size and (codes.min() < 0 or codes.max() >= size):
            raise ValueError(f"`{name}` must be codes between 0 and {size - 1}")
    key_type = next(kind for kind in (np.int8, np.int16, np.int32, np.int64) if size**2 <= np.iinfo(kind).max + 1)
    cells = np.zeros(size * size, np.int64)
    for start in range(0, len(rows), BLOCK):
        key = np.multiply(rows[start : start + BLOCK], size, dtype=key_type, casting="unsafe")
        np.add(key, columns[start : start + BLOCK], out=key, casting="unsafe")
        cells += np.bincount(key, minlength=size * size)
    return cells.reshape(size, size)


def _is_narrow(values: Any) -> bool:
    """Whole numbers that span few values: counted directly, as an array is indexed by them."""
    dtype = getattr(values, "dtype", None)
    if not isinstance(dtype, np.dtype) or dtype.kind not in "iu" or not values.size:
        return False
    array = np.asarray(values)
    return int(array.max()) - int(array.min()) < WIDEST and int(array.max()) < 2**63


def _count_numbers(
    truth: NDArray[Any], predicted: NDArray[Any], labels: Sequence[Any] | None
) -> tuple[tuple[Any, ...], NDArray[np.int64]]:
    low = min(int(truth.min()), int(predicted.min()))
    width = max(int(truth.max()), int(predicted.max())) - low + 1
    if width > WIDEST:
        return count_pairs(truth.tolist(), predicted.tolist(), labels)
    cells = joint_counts(_shifted(truth, low), _shifted(predicted, low), width)
    present = [low + i for i in np.flatnonzero(cells.any(0) | cells.any(1)).tolist()]
    names = tuple(present) if labels is None else tuple(labels)
    target = _codes_of(present, _code_book(names))
    source = np.array(present, np.intp) - low
    counts = np.zeros((len(names), len(names)), np.int64)
    counts[np.ix_(target, target)] = cells[np.ix_(source, source)]
    return names, counts


def _shifted(values: NDArray[Any], low: int) -> NDArray[Any]:
    return values if low == 0 else values.astype(np.int64) - low


def _is_arrow_text(values: Any) -> bool:
    """A data frame's column of text that lies in memory as Arrow lays it out, which can be encoded where it lies."""
    return getattr(getattr(values, "dtype", None), "storage", None) == "pyarrow" and len(values) > 0


def _arrow(values: Any) -> Any:
    return getattr(values, "array", values).__arrow_array__()


def _count_text(truth: Any, predicted: Any, labels: Sequence[Any] | None) -> tuple[tuple[Any, ...], NDArray[np.int64]]:
    """Encode and count block by block; each block has its own few codes."""

    if len(truth) != len(predicted):
        raise ValueError(LENGTHS.format(len(truth), len(predicted)))

    def count(part: slice) -> tuple[list[str], list[str], NDArray[np.int64]]:
        size = part.stop - part.start
        rows, down = _encoded(truth.slice(part.start, size))
        columns, across = _encoded(predicted.slice(part.start, size))
        return down, across, joint_counts(rows, columns, max(len(down), len(across)))

    blocks = in_blocks(len(truth), count)
    seen = {value for down, across, _ in blocks for value in (*down, *across)}
    names = _order(seen) if labels is None else tuple(labels)
    code = _code_book(names)
    counts = np.zeros((len(names), len(names)), np.int64)
    for down, across, cells in blocks:
        counts[np.ix_(_codes_of(down, code), _codes_of(across, code))] += cells[: len(down), : len(across)]
    return names, counts


def _encoded(text: Any) -> tuple[NDArray[np.int32], list[str]]:
    """Codes of an Arrow column, and their distinct values."""
    if text.null_count:
        raise ValueError(MISSING)
    encoded = text.combine_chunks().dictionary_encode()
    return encoded.indices.to_numpy(), encoded.dictionary.to_pylist()


def _factorize(values: Any) -> tuple[NDArray[np.intp], list[Any]]:
    """Codes and their distinct values; columns of a data frame bring their own fast way."""
    if hasattr(values, "factorize"):
        codes, seen = values.factorize()
        codes, distinct = np.asarray(codes), list(seen)
    else:
        codes, distinct = _factorize_plain(values)
    if codes.size and (codes.min() < 0 or any(map(is_missing, distinct))):
        raise ValueError(MISSING)
    return codes, distinct


def is_missing(value: Any) -> bool:
    """None, nan, or what does not say whether it is itself, as the missing value of pandas."""
    try:
        return value is None or bool(value != value)
    except TypeError:
        return True


def _factorize_plain(values: Any) -> tuple[NDArray[np.intp], list[Any]]:
    if isinstance(values, np.ndarray) and values.dtype.kind in "iufb":
        distinct, codes = np.unique(values, return_inverse=True)
        return codes, distinct.tolist()
    book: dict[Any, int] = {}
    try:
        plain = values.tolist() if isinstance(values, np.ndarray) else list(values)  # an array would make 1 text
        codes = np.fromiter((book.setdefault(value, len(book)) for value in plain), np.intp, len(plain))
    except TypeError:
        raise ValueError("`truth` and `predicted` must be one column of labels each") from None
    return codes, list(book)


def _order(values: Iterable[Any]) -> tuple[Any, ...]:
    """Sorted distinct values; values of several types are sorted by their text."""
    distinct = set(values)
    try:
        return tuple(sorted(distinct))
    except TypeError:
        return tuple(sorted(distinct, key=lambda value: (str(value), type(value).__name__)))


def _code_book(names: Sequence[Any]) -> dict[Any, int]:
    code = {name: i for i, name in enumerate(names)}
    if len(code) != len(names):
        raise ValueError("`labels` has a label twice")
    return code


def _codes_of(values: Iterable[Any], code: dict[Any, int]) -> NDArray[np.intp]:
    outside = [value for value in values if value not in code]
    if outside:
        raise ValueError(f"{len(outside)} of the values in `truth` and `predicted` are not among the labels")
    return np.array([code[value] for value in values], np.intp)


def _translate(codes: NDArray[np.intp], seen: list[Any], code: dict[Any, int]) -> NDArray[np.intp]:
    target = _codes_of(seen, code)
    return target[codes] if len(target) else codes
