"""Which score column belongs to which class (and model), once the labels are known."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from predictions.build.score_checks import ROUNDING, SUM_TOLERANCE
from predictions.columns import aliases
from predictions.columns.aliases import key_of
from predictions.columns.cells import as_numbers, looks_numeric
from predictions.problems import quoted
from predictions.roles.recognise import CHOSEN, Roles, model_names

__all__ = ["recognise_scores", "score_class_names"]

Label = Callable[[str], str]


def recognise_scores(roles: Roles, labels: Sequence[str], label: Label) -> None:
    """Settle scores, score and model_scores of the mapping. `label` turns a name into the label it means."""
    wanted = roles.mapping
    if wanted.scores is not None or wanted.score is not None:
        _as_chosen(roles, label)
        return
    roles.mapping = replace(wanted, scores={}, score="", model_scores=wanted.model_scores or {})
    if len(wanted.predicted or ()) > 1:
        _per_model(roles, labels, label)
        return
    by_class = _by_prefix(roles, labels, label) or _by_bare_name(roles, labels, label)
    if by_class:
        roles.mapping = replace(roles.mapping, scores=by_class)
    else:
        _single(roles, labels)


def score_class_names(roles: Roles) -> list[str]:
    """The classes that prefixed score columns name: all a model without predicted labels can say."""
    if roles.mapping.scores is not None or roles.mapping.score is not None:
        return list(roles.mapping.scores or {})
    return list(max((_named(roles, prefix) for prefix in aliases.SCORE_PREFIX), key=len))


def _as_chosen(roles: Roles, label: Label) -> None:
    mapping = roles.mapping
    by_class = {label(name): column for name, column in (mapping.scores or {}).items()}
    for name, column in by_class.items():
        roles.take(column, f"the score for {quoted(name)}", CHOSEN)
    if mapping.score:
        roles.take(mapping.score, "the score for the positive class", CHOSEN)
    for own in (mapping.model_scores or {}).values():
        for name, column in own.items():
            roles.take(
                column, f"the score of one model for {quoted(name)}" if name else "the score of one model", CHOSEN
            )
    own_scores = mapping.model_scores or {}
    roles.mapping = replace(mapping, scores=by_class, score=mapping.score or "", model_scores=own_scores)


def _named(roles: Roles, prefix: str, middle: str = "") -> dict[str, str]:
    """Class name -> column for numeric columns called prefix + class."""
    pattern = re.compile(rf"\.?{re.escape(prefix[:-1])}[_\s.\-]+{re.escape(middle)}(.+)", re.IGNORECASE)
    matches = {column: pattern.fullmatch(column.strip()) for column in roles.free}
    return {match[1]: column for column, match in matches.items() if match and _numeric(roles, column)}


def _numeric(roles: Roles, column: str) -> bool:
    """A prefixed column that holds no number at all is still one: refusing it later names it."""
    return not key_of(column).startswith(("pred_", "p_")) or looks_numeric(roles.plain.table[column], column)


def _matched(roles: Roles, named: dict[str, str], labels: Sequence[str], label: Label) -> dict[str, str]:
    """Label -> column, by exact name first, then by the only label that differs in case or spacing."""
    found = {label(name): column for name, column in named.items() if label(name) in labels}
    for name, column in named.items():
        alike = [known for known in labels if key_of(known) == key_of(name) and known not in found]
        if label(name) not in labels and len(alike) == 1:
            found[alike[0]] = column
            roles.notes.warn("score_column_spelling", column=column, label=alike[0])
    return found


def _by_prefix(roles: Roles, labels: Sequence[str], label: Label) -> dict[str, str]:
    options = [named for prefix in aliases.SCORE_PREFIX if (named := _named(roles, prefix))]
    matched = [_matched(roles, named, labels, label) for named in options]
    if not matched:
        return {}
    best = max(range(len(matched)), key=lambda position: len(matched[position]))
    others = [column for at, found in enumerate(matched) if at != best for column in found.values()]
    others = [column for column in others if column not in matched[best].values()]
    others += [name for name in roles.free if key_of(name) in aliases.SCORE and matched[best]]
    if others:
        roles.notes.warn("several_score_prefixes", others=others, used=[*matched[best].values()])
    _say_unmatched(roles, options[best], matched[best], labels)
    _take_classes(roles, matched[best], "its name, a score prefix and the class")
    return matched[best]


def _take_classes(roles: Roles, by_class: dict[str, str], because: str) -> None:
    if len(by_class) > 1 and _rows_add_up(roles, list(by_class.values())):
        because += "; its rows add up to 1"
    for name, column in by_class.items():
        roles.take(column, f"the score for {quoted(name)}", because)


def _rows_add_up(roles: Roles, columns: Sequence[str]) -> bool:
    """Whether the first rows of these columns sum to 1, as probabilities do."""
    head = roles.plain.table.slice(0, 1000)
    total = np.sum([as_numbers(head[column], column).values for column in columns], axis=0)
    return bool(np.nanmax(np.abs(total - 1), initial=0) <= SUM_TOLERANCE + ROUNDING) and not np.isnan(total).all()


def _say_unmatched(roles: Roles, named: dict[str, str], matched: dict[str, str], labels: Sequence[str]) -> None:
    unused = [column for column in named.values() if column not in matched.values()]
    if unused and matched:
        roles.notes.warn("score_columns_of_unused_classes", columns=unused)
    elif len(unused) > 1:
        roles.notes.warn("score_columns_match_no_class", columns=unused)
    without = [known for known in labels if known not in matched]
    if matched and without and not (len(labels) == 2 and len(matched) == 1):
        roles.notes.warn("no_score_column", labels=without)


def _by_bare_name(roles: Roles, labels: Sequence[str], label: Label) -> dict[str, str]:
    """Columns called like the classes count only when every class has one."""
    named = {label(column): column for column in roles.free}
    if len(labels) < 2 or not all(known in named for known in labels):
        return {}
    if not all(looks_numeric(roles.plain.table[named[known]], named[known]) for known in labels):
        return {}
    by_class = {known: named[known] for known in labels}
    _take_classes(roles, by_class, "one column per class, called like the class")
    return by_class


def _single(roles: Roles, labels: Sequence[str]) -> None:
    found = [name for alias in aliases.SCORE for name in roles.free if key_of(name) == alias]
    if not found:
        return
    if len(labels) > 2:
        roles.notes.warn("one_score_many_classes", column=found[0], classes=len(labels))
        return
    if len(found) > 1:
        roles.notes.warn("several_lone_scores", columns=found, used=found[0])
    roles.take(found[0], "the score for the positive class", "its name")
    roles.mapping = replace(roles.mapping, score=found[0])


def _per_model(roles: Roles, labels: Sequence[str], label: Label) -> None:
    """With several prediction columns a score column counts only when it names its model."""
    columns = roles.mapping.predicted or ()
    own: dict[str, dict[str, str]] = {}
    for column, model in zip(columns, model_names(columns), strict=True):
        found = _of_model(roles, model or column, labels, label)
        if found:
            own[column] = found
        for name, score in found.items():
            what = f"the score of {quoted(model)} for {quoted(name)}" if name else f"the score of {quoted(model)}"
            roles.take(score, what, "its name, a score prefix and the model")
    roles.mapping = replace(roles.mapping, model_scores=own)
    left = [
        name for name in roles.free if key_of(name).startswith(aliases.SCORE_PREFIX) or key_of(name) in aliases.SCORE
    ]
    if left:
        roles.notes.warn("score_columns_of_no_model", columns=left)


def _of_model(roles: Roles, model: str, labels: Sequence[str], label: Label) -> dict[str, str]:
    for prefix in aliases.SCORE_PREFIX:
        found = _matched(roles, _named(roles, prefix, middle=f"{model}_"), labels, label)
        if found:
            return found
    exact = [name for name in roles.free for prefix in aliases.SCORE_PREFIX if key_of(name) == prefix + key_of(model)]
    return {"": exact[0]} if exact and len(labels) == 2 else {}
