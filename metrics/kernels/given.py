"""What a caller gave, as the numbers that it must be. Every ValueError names the argument."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

MOST = 10**30  # of products of four such counts the square root is taken


def numbers(name: str, given: Any) -> NDArray[Any]:
    """As an array of numbers, nan where None. Raises ValueError for masked values, text, and rows of different length.

    A mask would be lost in an array, and its values count.
    """
    if np.ma.is_masked(given):
        raise ValueError(f"`{name}` has masked values")
    try:
        values = np.asarray(given)
        if values.dtype.kind == "O":
            values = _of_objects(values)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"`{name}` must be numbers") from None
    if values.dtype.kind not in "biuf":
        raise ValueError(f"`{name}` must be numbers")
    return values


def floats(name: str, given: Any) -> NDArray[np.float64]:
    """`numbers` in 64 bits, for what is no count."""
    return numbers(name, given).astype(np.float64, copy=False)


def _of_objects(values: NDArray[Any]) -> NDArray[Any]:
    """Python's numbers as NumPy's; whole ones stay whole where they fit."""
    plain = np.array([math.nan if each is None else each for each in values.ravel().tolist()])
    return (plain.astype(np.float64) if plain.dtype.kind == "O" else plain).reshape(values.shape)


def amounts(name: str, given: Any) -> NDArray[Any]:
    """As an array of numbers that are finite and not negative: counts or weights. Raises ValueError."""
    values = numbers(name, given)
    if values.size and values.dtype.kind in "if" and not (values.min() >= 0 and values.max() < math.inf):
        raise ValueError(f"`{name}` must be finite numbers, and cannot be negative")
    return doubles(values)


def doubles(values: NDArray[Any]) -> NDArray[Any]:
    """Fractions in 64 bits: in fewer their sums lose counts from 2^24 on."""
    return values.astype(np.float64, copy=False) if values.dtype.kind == "f" else values


def number(name: str, given: Any, low: float = -math.inf, high: float = math.inf) -> float:
    """One number between these bounds. Raises ValueError, also for nan."""
    try:
        value = float(given if isinstance(given, float) else _one(name, given))  # NumPy's are no plain float
    except OverflowError:
        raise ValueError(f"`{name}` must be a number of 64 bits") from None
    if not low <= value <= high:
        where = "must be a number" if math.isinf(low) and math.isinf(high) else f"must lie between {low} and {high}"
        raise ValueError(f"`{name}` {where}")
    return value


def count(name: str, given: Any) -> int:
    """One whole number up to MOST, not negative, as Python's, which does not overflow. Raises ValueError."""
    value = _one(name, given)
    if not 0 <= value <= MOST or value != int(value):
        raise ValueError(f"`{name}` must be a whole number up to 10^30, and cannot be negative")
    return int(value)


def listed(name: str, given: Any) -> tuple[Any, ...]:
    """Labels in a row. Raises TypeError for what is none, or holds what cannot be one."""
    try:
        found = tuple(given)
        hash(found)
    except TypeError:
        raise TypeError(f"`{name}` must be labels in a row") from None
    return found


def expect(name: str, given: object, kind: type) -> None:
    """Raises TypeError for a value of another kind."""
    if not isinstance(given, kind):
        raise TypeError(f"`{name}` must be a {kind.__name__}, not {type(given).__name__}")


def _one(name: str, given: Any) -> Any:
    if isinstance(given, int | float):
        return given
    values = numbers(name, given)
    if values.size != 1:
        raise ValueError(f"`{name}` must be one number")
    return values.item()
