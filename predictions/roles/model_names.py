"""The model that a column of predictions names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from predictions.columns import aliases
from predictions.columns.aliases import key_of
from predictions.roles.several_labels import named_as


def model_stem(column: str, truth: str = "") -> str:
    """`pred_DeepNet` -> `DeepNet`; empty for `y_pred`, and for `predicted_<truth>` or `prediction (<truth>)`."""
    if key_of(column) in aliases.PREDICTED:
        return ""
    prefixes = "|".join(prefix.rstrip("_") for prefix in aliases.PREDICTED_PREFIX)
    suffixes = "|".join(suffix.lstrip("_") for suffix in aliases.PREDICTED_SUFFIX)
    name = column.strip().lstrip(".")
    before = re.fullmatch(rf"(?:{prefixes})(?:[_\s.\-]+|(?=\())(.+)", name, re.IGNORECASE)
    after = re.fullmatch(rf"(.+?)[_\s.\-]+(?:{suffixes})", name, re.IGNORECASE)
    stem = before[1] if before else after[1] if after else ""
    return "" if truth and key_of(stem.strip("()[] ")) in named_as(truth) else stem


def model_names(columns: Sequence[str], truth: str = "") -> list[str | None]:
    """One name per prediction column: what follows pred_, else the column's name; None for a lone y_pred."""
    stems = [model_stem(column, truth) or None for column in columns]
    if len(columns) == 1:
        return stems
    names = [stem or column for stem, column in zip(stems, columns, strict=True)]
    return list(columns) if len(set(names)) < len(names) else list(names)
