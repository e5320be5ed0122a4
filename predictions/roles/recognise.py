"""Which column is what, and why: recognised by name and values, corrected by a person's Mapping."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from predictions.columns import aliases
from predictions.columns.aliases import key_of
from predictions.columns.cells import SAMPLE_ROWS, samples
from predictions.columns.labels import MAX_DISTINCT, Vocabulary, encode
from predictions.limits import Limits
from predictions.mapping import ColumnRole, Mapping
from predictions.plain_table import PlainTable
from predictions.problems import NeedsMapping, Notes, Problem, listed, quoted
from predictions.roles.refuse_matrix import refuse_matrix

__all__ = ["Roles", "model_names", "needs_mapping", "recognise"]

CHOSEN = "chosen in the mapping"
SINGLE_ROLES = {
    "model": (aliases.MODEL, "which model the row belongs to"),
    "split": (aliases.SPLIT, "which part of the data (test, training ...)"),
    "fold": (aliases.FOLD, "which fold of a cross-validation"),
    "case_id": (aliases.CASE_ID, "which case or patient"),
    "sequence": (aliases.SEQUENCE, "which sequence (video, night)"),
    "order": (aliases.ORDER, "the position in its sequence"),
}


@dataclass(eq=False)
class Roles:
    """A settled mapping (no None for a column) of one table, the reason for each column, and the model names."""

    plain: PlainTable
    mapping: Mapping
    limits: Limits
    reasons: dict[str, tuple[str, str]] = field(default_factory=dict)
    notes: Notes = field(default_factory=Notes)

    def take(self, column: str, meaning: str, because: str) -> None:
        """Give a column its role, unless it has one already."""
        self.reasons.setdefault(column, (meaning, because))

    @property
    def free(self) -> list[str]:
        """Columns without a role, in the order of the file."""
        return [name for name in self.plain.names if name not in self.reasons]

    def columns(self) -> tuple[ColumnRole, ...]:
        """Every column of the file with its meaning."""
        rest = ("kept with each case", "nothing in its name gives it a role")
        return tuple(
            ColumnRole(name, *self.reasons.get(name, rest), samples(self.plain.table[name]))
            for name in self.plain.names
        )


def recognise(plain: PlainTable, wanted: Mapping, limits: Limits) -> Roles:
    """Every role but the scores (they need the labels). Raises NeedsMapping when the truth cannot be told."""
    roles = Roles(plain, wanted, limits)
    _check_names(plain, wanted)
    _truth(roles, wanted)
    _predicted(roles, wanted)
    for role, (names, meaning) in SINGLE_ROLES.items():
        _single(roles, role, names, meaning, getattr(wanted, role))
    _record_is_sequence(roles, wanted)
    return roles


def needs_mapping(roles: Roles, what: str, advice: str) -> NeedsMapping:
    """The error that asks a person which column is which."""
    columns = {name: samples(roles.plain.table[name]) for name in roles.plain.names}
    return NeedsMapping(what, advice, roles.plain.where, columns, roles.mapping)


def _check_names(plain: PlainTable, wanted: Mapping) -> None:
    chosen: list[str | None] = [wanted.truth, *(wanted.predicted or ()), *(wanted.scores or {}).values(), wanted.score]
    chosen += [getattr(wanted, role) for role in SINGLE_ROLES]
    chosen += [column for own in (wanted.model_scores or {}).values() for column in own.values()]
    absent = [name for name in chosen if name and name not in plain.names]
    if absent:
        raise Problem(f"{plain.where} has no column {listed(absent)}. Its columns are {listed(plain.names, 12)}.")


def _by_alias(names: Iterable[str], wanted: Sequence[str]) -> list[str]:
    """Columns whose name is one of the aliases, the preferred alias first."""
    found = [name for name in names if key_of(name) in wanted]
    return sorted(found, key=lambda name: wanted.index(key_of(name)))


def _single(roles: Roles, role: str, names: Sequence[str], meaning: str, wanted: str | None) -> None:
    found = _by_alias(roles.free, names) if wanted is None else []
    if role == "case_id":
        found.sort(key=lambda name: key_of(name) not in aliases.PATIENT_ID)
    column = found[0] if found else wanted or ""
    roles.mapping = replace(roles.mapping, **{role: column})
    if column:
        roles.take(column, meaning, "its name" if wanted is None else CHOSEN)
    if role == "case_id" and len(found) > 1:
        roles.notes.warn("several_id_columns", columns=[*found], used=column)


def _truth(roles: Roles, wanted: Mapping) -> None:
    found = _by_alias(roles.free, aliases.TRUTH) if wanted.truth is None else [wanted.truth]
    if found and found[0]:
        because = "its name" if wanted.truth is None else CHOSEN
        _take_truth(roles, found[0], because)
        if len(found) > 1:
            roles.notes.warn("several_truth_columns", others=[*found[1:]], used=found[0])
        return
    _truth_by_values(roles, wanted)


def _take_truth(roles: Roles, column: str, because: str) -> None:
    roles.mapping = replace(roles.mapping, truth=column)
    roles.take(column, "the true class", because)


def _truth_by_values(roles: Roles, wanted: Mapping) -> None:
    predicted = list(wanted.predicted or ()) or _by_alias(roles.free, aliases.PREDICTED)
    same = _same_values(roles, predicted[0]) if predicted else []
    if len(same) == 1 and not wanted.truth:
        _take_truth(roles, same[0], f"it holds the same values as {quoted(predicted[0])}")
        roles.notes.warn("truth_by_its_values", column=same[0], like=predicted[0])
        return
    refuse_matrix(roles.plain, roles.limits)
    roles.mapping = _proposal(roles, wanted)
    what = f"{roles.plain.where} has no column that is known to hold the truth, such as y_true."
    raise needs_mapping(roles, what, "Name it y_true or choose it {where}.")


def _proposal(roles: Roles, wanted: Mapping) -> Mapping:
    """A file of just two columns with the same classes starts the form; in any other a guess could pass unseen."""
    if len(roles.plain.names) != 2 or len(roles.free) != 2:
        return wanted
    first, second = roles.free
    same = _values(roles, first)
    if not same or not 2 <= len(same) <= 50 or same != _values(roles, second):
        return wanted
    return replace(wanted, truth=first, predicted=wanted.predicted or (second,))


def _values(roles: Roles, column: str, rows: int | None = None) -> frozenset[str] | None:
    """The distinct labels of a column, None when there are too many to be classes."""
    cells = roles.plain.table[column]
    try:
        coded = encode(cells if rows is None else cells.slice(0, rows), column, MAX_DISTINCT)
    except Problem:
        return None
    vocabulary = Vocabulary()
    vocabulary.add(coded)
    vocabulary.settle(Notes())
    return frozenset(vocabulary.labels)


def _same_values(roles: Roles, partner: str) -> list[str]:
    """Free columns with exactly the partner's values; never for 0/1 or yes/no, which many columns hold."""
    values = _values(roles, partner)
    if not values or len(values) > roles.limits.classes or _is_yes_no(values):
        return []
    return [name for name in roles.free if name != partner and _values(roles, name) == values]


def _is_yes_no(values: frozenset[str]) -> bool:
    return {value.casefold() for value in values} <= {"0", "1", "true", "false", "yes", "no", "y", "n"}


def _predicted(roles: Roles, wanted: Mapping) -> None:
    if wanted.predicted is not None:
        columns, because = list(wanted.predicted), CHOSEN
    else:
        columns, because = _by_alias(roles.free, aliases.PREDICTED), "its name"
        columns += [name for name in roles.free if name not in columns and _is_prefixed_prediction(roles, name)]
    for column in columns:
        stem = _model_stem(column)
        roles.take(column, "what the model said", because if not stem else f"{because}, a prediction of {quoted(stem)}")
    roles.mapping = replace(roles.mapping, predicted=tuple(columns))
    if not columns and wanted.predicted is None and not _mentions_scores(roles):
        _predicted_by_values(roles)


def _predicted_by_values(roles: Roles) -> None:
    truth = roles.mapping.truth or ""
    same = _same_values(roles, truth)
    if len(same) == 1:
        roles.take(same[0], "what the model said", f"it holds the same values as {quoted(truth)}")
        roles.notes.warn("prediction_by_its_values", column=same[0], like=truth)
        roles.mapping = replace(roles.mapping, predicted=(same[0],))


def _mentions_scores(roles: Roles) -> bool:
    keys = [key_of(name) for name in roles.free]
    return any(key in aliases.SCORE or key.startswith(aliases.SCORE_PREFIX) for key in keys)


def _model_stem(column: str) -> str:
    """`pred_DeepNet` -> `DeepNet`; empty for a plain `y_pred`."""
    if key_of(column) in aliases.PREDICTED:
        return ""
    prefixes = "|".join(prefix.rstrip("_") for prefix in aliases.PREDICTED_PREFIX)
    suffixes = "|".join(suffix.lstrip("_") for suffix in aliases.PREDICTED_SUFFIX)
    name = column.strip().lstrip(".")
    before = re.fullmatch(rf"(?:{prefixes})[_\s.\-]+(.+)", name, re.IGNORECASE)
    after = re.fullmatch(rf"(.+?)[_\s.\-]+(?:{suffixes})", name, re.IGNORECASE)
    return before[1] if before else after[1] if after else ""


def _is_prefixed_prediction(roles: Roles, name: str) -> bool:
    """`pred_x` holds labels rather than scores when most of its values are true classes."""
    if not _model_stem(name):
        return False
    truth, values = _values(roles, roles.mapping.truth or ""), _values(roles, name, SAMPLE_ROWS)
    return bool(truth and values) and len(values & truth) >= max(1, 0.5 * len(values))


def model_names(columns: Sequence[str]) -> list[str | None]:
    """One name per prediction column: what follows pred_, else the column's name; None for a lone y_pred."""
    stems = [_model_stem(column) or None for column in columns]
    if len(columns) == 1:
        return stems
    names = [stem or column for stem, column in zip(stems, columns, strict=True)]
    return list(columns) if len(set(names)) < len(names) else list(names)


def _record_is_sequence(roles: Roles, wanted: Mapping) -> None:
    """A repeated record with an order column and no other sequence is itself the sequence."""
    mapping = roles.mapping
    if wanted.sequence is not None or mapping.sequence or not (mapping.order and mapping.case_id):
        return
    ids = roles.plain.table[mapping.case_id].slice(0, SAMPLE_ROWS)
    if len(ids.unique()) <= 0.5 * len(ids):
        roles.mapping = replace(mapping, sequence=mapping.case_id)
        because = f"its name; its values repeat along {quoted(mapping.order)}"
        roles.reasons[mapping.case_id] = ("which patient or record, and the sequence", because)
