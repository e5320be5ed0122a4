"""Which score column belongs to which class (and model), once the labels are known."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import numpy as np

from metrics.intervals.resampling_units import SUM_TOLERANCE
from predictions.columns import aliases
from predictions.columns.aliases import key_of
from predictions.columns.cells import as_numbers
from predictions.problems import Notes, Problem
from predictions.roles.candidates import decided_by, named_like_scores
from predictions.roles.model_names import model_names
from predictions.roles.scores.positive_class import lone_score
from predictions.roles.scores.score_names import (
    Label,
    after_prefix,
    are_numbers,
    by_pattern,
    matched_to,
    name_all_classes,
)
from predictions.roles.understood import CHOSEN, Understood
from words.text.names import quoted

# `sepsis_score`, `P (target=sepsis)` of KNIME, `confidence(sepsis)` of RapidMiner.
OTHER_NAMES = (
    re.compile(r"(.+?)[_\s.\-]+(?:score|prob|proba|probability)", re.IGNORECASE),
    re.compile(r"(?:p|prob|proba|probability|score|confidence)\s*\((?:[^()=]*=)?\s*(.+?)\s*\)", re.IGNORECASE),
)
PERCENT = 100.0
PLAIN_PREFIX = ("score_", "prob_", "proba_", "probability_")  # p_value and pred_x are often something else


def with_scores(table: Understood, labels: Sequence[str], label: Label, notes: Notes) -> Understood:
    """With scores, score and model_scores of the mapping settled. label: turns a name into the label it means."""
    wanted = table.mapping
    if wanted.names_scores:
        return _as_chosen(table, label)
    table = table.settled(scores={}, score="", model_scores=wanted.model_scores or {})
    if len(wanted.predicted or ()) > 1:
        return _per_model(table, labels, label, notes)
    said = Notes()
    found = _by_prefix(table, labels, label, said) or _by_bare_name(table, labels, label, said)
    if not found and (alike := _by_class_in_name(table, labels, notes)):
        return alike
    found = found or lone_score(table, labels, label, said)
    if table.mapping.predicted and not said.notices:
        found = _of_other_names(found, labels, label, said)
    notes.extend(said.notices)
    return found


def _of_other_names(table: Understood, labels: Sequence[str], label: Label, notes: Notes) -> Understood:
    """With columns beside predictions that may be their scores, as `risk_score` or `PRE_1`: those that give them."""
    if table.mapping.scores or table.mapping.score or len(labels) != 2:  # of more a single score is of no use
        return table
    columns = named_like_scores(table)
    if found := _decided(table, columns, labels, label, notes):
        return found
    unused = [name for name in columns if key_of(name) not in aliases.PREDICTED]  # which is said where it is found
    if unused:
        notes.warn("scores_unused", columns=unused)
    return table


def _decided(
    table: Understood, columns: list[str], labels: Sequence[str], label: Label, notes: Notes
) -> Understood | None:
    """With the scores on which a threshold gives the predictions, said; None without any, or for two of one class."""
    decided = [(known, column) for column in columns if (known := decided_by(table, column, labels, label))]
    if not decided or len(decided) != len(dict(decided)):
        return None
    for known, column in decided:
        notes.warn("score_decides", column=column, label=known)
    return _with_classes(table, dict(decided), "a threshold on it gives the predictions")


def score_class_names(table: Understood, is_true: Callable[[str], bool]) -> list[str]:
    """The classes that prefixed score columns name: all a model without predicted labels can say.

    is_true: whether a name is that of a true class. Without the others where their columns are no part of what adds up
    to 1: `prob_entropy` beside probabilities is no class.
    """
    if table.mapping.names_scores:
        return list(table.mapping.scores or {})
    named = max((after_prefix(table, prefix) for prefix in aliases.SCORE_PREFIX), key=len)
    of_true = {name: column for name, column in named.items() if is_true(name)}
    if 1 < len(of_true) < len(named):
        add_up = [
            are_numbers(table, each.values()) and _rows_add_up(table, [*each.values()]) for each in (of_true, named)
        ]
        return [*(of_true if add_up == [True, False] else named)]
    return [*named]


def _as_chosen(table: Understood, label: Label) -> Understood:
    mapping = table.mapping
    by_class = {label(name): column for name, column in (mapping.scores or {}).items()}
    said = {column: f"the score for {quoted(name)}" for name, column in by_class.items()}
    for column in (mapping.score, *mapping.score_models):
        if column:
            said.setdefault(column, "the score for the positive class")
    for own in (mapping.model_scores or {}).values():
        for name, column in own.items():
            said.setdefault(column, f"the score of one model for {quoted(name)}" if name else "the score of one model")
    settled = table.settled(scores=by_class, score=mapping.score or "", model_scores=mapping.model_scores or {})
    return settled.because({column: (meaning, CHOSEN) for column, meaning in said.items()})


def _by_prefix(table: Understood, labels: Sequence[str], label: Label, notes: Notes) -> Understood | None:
    options = [named for prefix in aliases.SCORE_PREFIX if (named := after_prefix(table, prefix))]
    options += [
        named for pattern in OTHER_NAMES if name_all_classes(named := by_pattern(table, pattern), labels, label)
    ]
    options = [named for named in options if not _say_shifted(named, labels, label, notes)]
    matched = [matched_to(named, labels, label, notes) for named in options]
    if not matched:
        return None
    best = max(range(len(matched)), key=lambda position: len(matched[position]))
    others = [column for at, found in enumerate(matched) if at != best for column in found.values()]
    others = [column for column in others if column not in matched[best].values()]
    others += [name for name in table.free if key_of(name) in aliases.SCORE and matched[best]]
    if others:
        notes.warn("several_score_prefixes", others=others, used=[*matched[best].values()])
    if not matched[best]:
        columns = [column for option in options for column in option.values()]
        if found := _decided(table, columns[: len(labels)], labels, label, notes):
            return found
    _say_unmatched(options[best], matched[best], notes)
    if not matched[best]:
        return None
    return _with_classes(table, matched[best], "score and class in its name")


def _say_shifted(named: dict[str, str], labels: Sequence[str], label: Label, notes: Notes) -> bool:
    """Whether scores are numbered 0 to K - 1 beside classes 1 to K, or the other way round: of which class each is, is
    not known."""
    numbers = [{int(text) for text in texts if re.fullmatch(r"\d{1,3}", text)} for texts in (map(label, named), labels)]
    columns, classes = (sorted(each) for each in numbers)
    if not len(columns) == len(classes) == len(labels) == len(named) > 1:
        return False
    steps = {own - other for own, other in zip(columns, classes, strict=True)}
    if steps not in ({1}, {-1}):
        return False
    notes.warn("score_columns_shifted", columns=[*named.values()], first=columns[0], classes=classes[0])
    return True


def _with_classes(table: Understood, by_class: dict[str, str], because: str) -> Understood:
    _refuse_other_spellings(table, list(by_class.values()))
    if len(by_class) > 1 and _rows_add_up(table, list(by_class.values())):
        because += "; its rows add up to 1"
    said = {column: (f"the score for {quoted(name)}", because) for name, column in by_class.items()}
    return table.settled(scores=by_class).because(said)


def _refuse_other_spellings(table: Understood, columns: Sequence[str]) -> None:
    """Raises Problem for other numbers under a name that differs from the one in use in its separators only."""
    for column in columns:
        for other in table.free:
            if other in columns or key_of(other) != key_of(column):
                continue
            if not table.column(other).equals(table.column(column)):
                what = f"{table.plain.where}: columns {quoted(column)} and {quoted(other)} name the same score"
                raise Problem(f"{what}, and hold other values. Rename or remove one of them.")


def _rows_add_up(table: Understood, columns: Sequence[str], whole: float = 1) -> bool:
    """Whether the first rows of these columns sum to 1, as probabilities do, or to another whole."""
    head = table.plain.table.slice(0, 1000)
    with np.errstate(over="ignore", invalid="ignore"):  # infinite scores of both signs
        total = np.sum([as_numbers(head[column], column).values for column in columns], axis=0) / whole
    return bool(np.nanmax(np.abs(total - 1), initial=0) <= SUM_TOLERANCE) and not np.isnan(total).all()


def _say_unmatched(named: dict[str, str], matched: dict[str, str], notes: Notes) -> None:
    unused = [column for column in named.values() if column not in matched.values()]
    if unused and matched:
        notes.warn("score_columns_of_unused_classes", columns=unused)
    elif len(unused) > 1 or any(key_of(column).startswith(PLAIN_PREFIX) for column in unused):
        notes.warn("score_columns_match_no_class", columns=unused)


def _by_bare_name(table: Understood, labels: Sequence[str], label: Label, notes: Notes) -> Understood | None:
    """Columns named like the classes count only when every class has one."""
    spelled = Notes()
    named = matched_to({column: column for column in table.free}, labels, label, spelled)
    if len(labels) < 2 or len(named) < len(labels):
        return None
    if not are_numbers(table, named.values()):
        return None
    notes.extend(spelled.notices)
    by_class = {known: named[known] for known in labels}
    return _with_classes(table, by_class, "one column per class, named like the class")


def _by_class_in_name(table: Understood, labels: Sequence[str], notes: Notes) -> Understood | None:
    """Columns whose names differ in the class only, such as `p0` and `p1`, where their rows add up to 1 or 100."""
    sets = _named_alike(table, labels)
    if not sets:
        return None
    others = [column for named in sets[1:] for column in named if column not in sets[0]]
    others += [name for name in table.free if key_of(name) in aliases.SCORE]
    if others:
        notes.warn("several_score_prefixes", others=[*dict.fromkeys(others)], used=[*sets[0]])
    return _with_classes(table, dict(zip(labels, sets[0], strict=True)), "one column per class, named alike")


def _named_alike(table: Understood, labels: Sequence[str]) -> list[tuple[str, ...]]:
    """Each (K,) columns of the classes, in the order of the file."""
    free = dict.fromkeys(table.free if len(labels) > 1 else ())  # asked once: of 3,000 columns each asking takes 6 ms
    found: dict[tuple[str, ...], None] = {}
    for first in free:
        for around in (first.split(labels[0], 1), first.rsplit(labels[0], 1)):
            named = tuple(known.join(around) for known in labels) if len(around) == 2 else ()
            if not named or named in found or not free.keys() >= set(named) or not _are_probabilities(table, named):
                continue
            if f"{key_of(''.join(around))}_" in aliases.SCORE_PREFIX or not _are_zeros_and_ones(table, named):
                found[named] = None
    return [*found]


def _are_zeros_and_ones(table: Understood, columns: Sequence[str]) -> bool:
    """Whether columns tell a property of the case, as `diabetes_no` and `diabetes_yes` do."""
    head = table.plain.table.slice(0, 1000)
    values = np.array([as_numbers(head[column], column).values for column in columns])
    return bool((np.isin(values, (0, 1)) | np.isnan(values)).all())


def _are_probabilities(table: Understood, columns: Sequence[str]) -> bool:
    numeric = are_numbers(table, columns)
    return numeric and (_rows_add_up(table, columns) or _rows_add_up(table, columns, whole=PERCENT))


def _per_model(table: Understood, labels: Sequence[str], label: Label, notes: Notes) -> Understood:
    """With several prediction columns a score column counts only when it names its model."""
    columns = table.mapping.predicted or ()
    own: dict[str, dict[str, str]] = {}
    unused: list[str] = []
    for column, model in zip(columns, model_names(columns, table.truth), strict=True):
        found, without_class = _of_model(table, model or column, labels, label, notes)
        unused += without_class
        _refuse_other_spellings(table, list(found.values()))
        if found:
            own[column] = found
        whats = {score: f" for {quoted(name)}" if name else "" for name, score in found.items()}
        because = "score prefix + model"
        table = table.because({score: (f"the score of {quoted(model)}{of}", because) for score, of in whats.items()})
    known = {score for found in own.values() for score in found.values()}  # `cnn_big_VT` is no class of `cnn`
    if unused := [column for column in dict.fromkeys(unused) if column not in known]:
        notes.warn("score_columns_of_unused_classes", columns=unused)
    free = [name for name in table.free if name not in unused]
    if left := [
        name for name in free if key_of(name).startswith(aliases.SCORE_PREFIX) or key_of(name) in aliases.SCORE
    ]:
        notes.warn("score_columns_of_no_model", columns=left)
    return table.settled(model_scores=own)


def _of_model(
    table: Understood, model: str, labels: Sequence[str], label: Label, notes: Notes
) -> tuple[dict[str, str], list[str]]:
    """(class -> the column of its score, "" for a lone one; columns named alike of classes that no row uses)."""
    for prefix in aliases.SCORE_PREFIX:
        behind = after_prefix(table, f"{model}_{prefix}")
        numeric = {name: own for name, own in behind.items() if table.is_numeric(own)}
        for named in (after_prefix(table, prefix, middle=f"{model}_"), numeric):
            if found := matched_to(named, labels, label, notes):
                return found, [column for column in named.values() if column not in found.values()]
    found = matched_to(after_prefix(table, f"{model}_"), labels, label, Notes())  # `cnn_VT`, where no class lacks one
    if len(found) == len(labels) and are_numbers(table, found.values()):
        return found, []
    keys = {prefix + key_of(model) for prefix in aliases.SCORE_PREFIX}
    keys |= {f"{key_of(model)}_{word}" for word in aliases.SCORE}
    exact = [name for name in table.free if key_of(name) in keys]
    return {"": exact[0]} if exact and len(labels) == 2 else _before_model(table, model, labels, label), []


def _before_model(table: Understood, model: str, labels: Sequence[str], label: Label) -> dict[str, str]:
    """`prob_VT_cnn` and the same of every class, or of one of two; {} where one lacks it."""
    behind = re.compile(rf"(.+?)[_\s.\-]+{re.escape(model)}", re.IGNORECASE)
    for prefix in aliases.SCORE_PREFIX:
        matches = {column: behind.fullmatch(name) for name, column in after_prefix(table, prefix).items()}
        named = {match[1]: column for column, match in matches.items() if match}
        if name_all_classes(named, labels, label) and are_numbers(table, named.values()):
            return matched_to(named, labels, label, Notes())
    return {}
