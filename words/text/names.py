"""Names from a file inside a sentence: in quotation marks, shortened when long, several of them in a row.

Nothing is escaped here: that is done where a sentence is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from words.text.apart import distinct, distinct_by_name
from words.text.escape import short
from words.text.numbers import counted, whole

NAME_LIMIT = 60


def quoted(name: object) -> str:
    """A name in quotation marks, shortened when long."""
    return f"“{short(str(name), NAME_LIMIT)}”"


def at_most(names: Sequence[str], limit: int) -> str:
    """ "a, b and 3 more"; "a, left; b" where a name has a comma."""
    rest, shown = len(names) - limit, names[:limit]
    between = "; " if any(", " in name for name in shown) else ", "
    return between.join(shown) + (f" and {whole(rest)} more" if rest > 0 else "")


def listed(names: Sequence[object], limit: int = 5) -> str:
    """`“a”, “b” and 3 more`."""
    different = distinct_by_name([str(name) for name in names[:limit]], NAME_LIMIT)
    shown = ", ".join(f"“{name}”" for name in different)
    return shown if len(names) <= limit else f"{shown} and {whole(len(names) - limit)} more"


def names_of_models(names: Iterable[str | None]) -> tuple[str, ...]:
    """One for every model, no two alike, as plain text; "Model 2" for one that the file does not name."""
    return distinct(name or f"Model {place}" for place, name in enumerate(names, 1))


def all_models(number: int) -> str:
    """ "both models", "all 3 models"."""
    return "both models" if number == 2 else f"all {whole(number)} models"


def split_said(split: str) -> str:
    """The name of a split; results on training data are no evidence of performance."""
    return f"{split} (training data: optimistic)" if split == "train" else split


def fold_said(fold: str) -> str:
    """ "fold 3"; "Fold03" as it is."""
    return fold if fold.casefold().startswith("fold") else f"fold {fold}"


def count_rows(rows: int) -> str:
    """`1 row`, `1,150 rows`."""
    return counted(rows, ("row", "rows"))
