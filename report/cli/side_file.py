"""A small file given beside the predictions: requirements, or a review."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from predictions.problems import Problem
from reviews.requirement_text import NotUnderstood
from words.text.names import quoted

Found = TypeVar("Found")


def read_beside(path: Path, largest: int, loaded: Callable[[bytes], Found]) -> Found:
    """What `loaded` makes of its bytes, of which one more than `largest` is read at most.

    Raises Problem for a file that cannot be read or understood.
    """
    try:
        with path.open("rb") as file:
            return loaded(file.read(largest + 1))
    except FileNotFoundError:
        raise Problem(f"There is no file {quoted(path)}. Check its name and folder.") from None
    except OSError as error:
        raise Problem(f"{quoted(path)} cannot be read: {error.strerror}.") from None
    except NotUnderstood as refusal:
        raise Problem(f"{quoted(path)}: {refusal}") from None
