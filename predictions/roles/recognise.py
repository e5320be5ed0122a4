"""Which column is what, and why: recognised by name and values, corrected by a person's Mapping."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from predictions.columns import aliases
from predictions.columns.aliases import by_alias, key_of
from predictions.columns.cells import as_text
from predictions.columns.positions import positions
from predictions.limits import Limits
from predictions.mapping import Mapping
from predictions.plain_table import PlainTable
from predictions.problems import NeedsMapping, Notes, Problem
from predictions.question import Asked, Gave
from predictions.roles.candidates import describes, is_flag
from predictions.roles.model_names import model_stem
from predictions.roles.named_after import predicted_beside, predicted_by_pycaret, truth_beside
from predictions.roles.questions import about_the_model, about_truth, of_its_label
from predictions.roles.readers_and_weights import weighted, with_readers
from predictions.roles.records import with_records
from predictions.roles.refuse_matrix import refuse_counts_beside, refuse_matrix
from predictions.roles.same_values import (
    first_values,
    held_values,
    holds_answers,
    holds_scores,
    mentions_scores,
    note_unused,
    numbers_cases,
    numbers_rows,
    same_values,
)
from predictions.roles.splits import SPLIT_MEANING, holds_resamples, holds_splits, resamples, with_split
from predictions.roles.understood import CHOSEN, Understood
from words.text.names import listed, quoted

SINGLE_ROLES = {
    "model": (aliases.MODEL, "which model the row belongs to"),
    "split": (aliases.SPLIT, SPLIT_MEANING),
    "fold": (aliases.FOLD, "which fold of a cross-validation"),
    "case_id": (aliases.CASE_ID, "ID of the case or patient"),
    "sequence": (aliases.SEQUENCE, "sequence ID (video, night)"),
    "order": (aliases.ORDER, "position in its sequence"),
}
# What one column is chosen for, beside predictions and scores, as a message names it.
USES = {
    "model": "model",
    "split": "split",
    "fold": "fold",
    "case_id": "case ID",
    "sequence": "sequence",
    "order": "order",
    "reader": "reader",
    "weight": "weight",
}


def recognise(plain: PlainTable, wanted: Mapping, limits: Limits, notes: Notes) -> Understood:
    """Every role but the scores (they need the labels). Raises NeedsMapping when the true class cannot be told."""
    _check_names(plain, wanted)
    _refuse_two_answers(wanted)
    _refuse_other_case(plain, wanted)
    wanted = of_its_label(Understood(plain, wanted, limits))
    found = _truth(Understood(plain, wanted, limits), notes)
    _refuse_truth_again(str(found.mapping.truth), wanted)
    found = _predicted(found, notes)
    for role, (names, meaning) in SINGLE_ROLES.items():
        found = _single(found, role, names, meaning, notes)
    found = with_split(found, wanted, notes)
    found = weighted(with_records(found, wanted, notes), notes)
    return with_readers(found, wanted, notes)


def _check_names(plain: PlainTable, wanted: Mapping) -> None:
    absent = [name for name in _chosen(wanted) if name not in plain.names]
    if absent:
        raise Problem(f"{plain.where} has no column {listed(absent)}. Its columns are {listed(plain.names, 12)}.")


def _refuse_two_answers(wanted: Mapping) -> None:
    """Raises Problem for predictions beside several scores."""
    if wanted.predicted and wanted.score_models:
        raise Problem("Several scores are models of their own, without predicted classes. Choose one of the two.")


def _refuse_truth_again(truth: str, wanted: Mapping) -> None:
    """Raises Problem for the column of the true class that is chosen as the answer to itself, or to tell rows apart."""
    uses = ["prediction"] * (truth in (wanted.predicted or ())) + ["score"] * (truth in wanted.score_columns)
    uses += [said for role, said in USES.items() if getattr(wanted, role) == truth]
    if uses:
        how = "chosen as the true class and" if wanted.truth else "recognised as the true class and chosen"
        what = f"Column {quoted(truth)} is {how} as the {uses[0]}"
        raise Problem(f"{what}. Choose another column for one of them.")


def _chosen(wanted: Mapping) -> list[str]:
    """The columns that a mapping names."""
    chosen: list[str | None] = [wanted.truth, *(wanted.predicted or ()), *(wanted.scores or {}).values(), wanted.score]
    chosen += [*wanted.score_models, wanted.reader, wanted.weight]
    chosen += [getattr(wanted, role) for role in SINGLE_ROLES]
    chosen += [column for own in (wanted.model_scores or {}).values() for column in own.values()]
    return [name for name in chosen if name]


def _refuse_other_case(plain: PlainTable, wanted: Mapping) -> None:
    """Raises Problem for two names that differ in case only, of columns that differ and of which none was chosen."""
    spellings: dict[str, str] = {}
    for name in plain.names:
        first = spellings.setdefault(name.casefold(), name)
        if first == name or not aliases.has_role(name) or {first, name} & set(_chosen(wanted)):
            continue
        if not as_text(plain.table[first], first).equals(as_text(plain.table[name], name)):
            what = f"{plain.where}: columns {quoted(first)} and {quoted(name)} differ only in case, and in their values"
            raise Problem(f"{what}. Rename or remove one of them.")


def _single(table: Understood, role: str, names: Sequence[str], meaning: str, notes: Notes) -> Understood:
    wanted = getattr(table.mapping, role)
    found = by_alias(table.free, names) if wanted is None else []
    if role == "model":
        found = [name for name in found if not holds_answers(table, name) and not numbers_cases(table, name)]
    if role == "fold":  # train and test are no folds
        found = [name for name in found if not holds_splits(table.column(name), name)]
        found = found or (resamples(table, notes) if wanted is None else [])
    if role == "sequence" and not by_alias(table.free, aliases.ORDER):  # whether a video was made, or it was at night
        found = [name for name in found if not is_flag(table, name)]
    if role in ("case_id", "split"):
        found = [name for name in found if not holds_resamples(table.column(name), name)]
    if role == "case_id":
        found.sort(key=lambda name: key_of(name) not in aliases.PATIENT_ID)
    column = found[0] if found else wanted or ""
    if role == "case_id" and len(found) > 1:
        notes.warn("several_id_columns", columns=[*found], used=column)
    if role == "order" and column and not _gives_positions(table.plain, column):
        notes.warn("order_without_numbers", column=column)
        column = ""
    because = {column: (meaning, "column name" if wanted is None else CHOSEN)} if column else {}
    return table.settled(**{role: column}).because(because)


def _gives_positions(plain: PlainTable, column: str) -> bool:
    """Whether rows can be ordered by a column; True also for one that is refused when it is read."""
    try:
        return positions(plain.table[column], column) is not None
    except Problem:
        return True


def _truth(table: Understood, notes: Notes) -> Understood:
    wanted = table.mapping.truth
    given = predicted_by_pycaret(table)
    named = [each for each in by_alias(table.free, aliases.TRUTH) if each not in given] if wanted is None else [wanted]
    found = [name for name in named if wanted is not None or not numbers_rows(table, name)]  # `Obs` of SAS
    found = found or truth_beside(table, notes)
    try:
        if not found or not found[0]:
            return _truth_by_values(table, notes)
    except Problem as problem:
        answers = problem.question.answers if isinstance(problem, NeedsMapping) else ()
        may_be_another = any(key_of(each.columns[0]) not in aliases.PREDICTED for each in answers)
        if may_be_another or not named or not named[0]:
            raise
        found = named  # which is refused, with the reason
    if wanted is None:
        refuse_counts_beside(found[0], table.plain, table.limits)
    if len(found) > 1:
        notes.warn("several_truth_columns", others=[*found[1:]], used=found[0])
    return _with_truth(table, found[0], "column name" if wanted is None else CHOSEN)


def _with_truth(table: Understood, column: str, because: str) -> Understood:
    return table.settled(truth=column).because({column: ("the true class", because)})


def _truth_by_values(table: Understood, notes: Notes) -> Understood:
    wanted = table.mapping
    predicted = [*(wanted.predicted or ())] or by_alias(table.free, aliases.PREDICTED) or predicted_by_pycaret(table)
    same = same_values(table, predicted[0]) if predicted else []
    if len(same) == 1 and not wanted.truth:
        notes.warn("truth_by_its_values", column=same[0], like=predicted[0])
        return _with_truth(table, same[0], f"it holds the same values as {quoted(predicted[0])}")
    refuse_matrix(table.plain, table.limits)
    raise _unknown_truth(table)


def _unknown_truth(table: Understood) -> Problem:
    """The question for the true class; the roles that names tell apart are no candidates for it."""
    rest = table
    for role, (names, meaning) in SINGLE_ROLES.items():
        rest = _single(rest, role, names, meaning, Notes())
    question = about_truth(replace(rest, mapping=table.mapping))
    where, what = table.plain.where, "has no column that is known to hold the true class, such as y_true."
    named = listed(question.labels, 3)
    if question.asked is Asked.LABEL and question.answers:
        what = f"has {len(question.labels)} labels per row ({named}), each with a column of predictions or scores."
        return table.needs_mapping(f"{where} {what} One is read at a time.", "Choose one {where}.", question)
    if question.asked is Asked.LABEL:
        what = f"has {len(question.labels)} yes/no columns ({named}), which seem to be labels and not predictions of"
        what += " each other. Several labels per row are not read."
        advice = "Put a prediction or score beside each, as prob_AF beside AF, or make one file per label."
        return table.needs_mapping(f"{where} {what}", advice, question)
    if question.labels:
        what = (
            f"has {len(question.labels)} yes/no columns ({named}). Several labels per row are not read: the true class "
        )
        what += "is one column."
    if not question.answers:
        return Problem(f"{where} {what} Add it as a column named y_true.")
    return table.needs_mapping(f"{where} {what}", "Name it y_true or choose it {where}.", question)


def _predicted(table: Understood, notes: Notes) -> Understood:
    wanted = table.mapping.predicted
    if wanted is not None:
        columns, because = list(wanted), CHOSEN
    else:
        columns, because = by_alias(table.free, aliases.PREDICTED) or predicted_beside(table), "column name"
        if table.mapping.score_models:  # models that predict by themselves
            if columns:
                notes.warn("predictions_beside_chosen_scores", columns=columns)
            return table.settled(predicted=())
        columns += [name for name in table.free if name not in columns and _is_prefixed_prediction(table, name)]
        columns = [] if all(holds_scores(table, name) for name in columns) else columns
    is_asked = not columns and wanted is None and _is_asked(table)
    if not columns and wanted is None and (not mentions_scores(table) or is_asked):
        return _predicted_by_values(table, notes)
    if wanted is None:
        columns = _with_classes(table, columns, notes)
        note_unused(table, columns, notes)
    truth = table.truth
    stems = {column: model_stem(column, truth) for column in columns}
    why = {column: f"{because}, a prediction of {quoted(stem)}" if stem else because for column, stem in stems.items()}
    said = {column: ("predicted class", reason) for column, reason in why.items()}
    return table.settled(predicted=tuple(columns)).because(said)


def _with_classes(table: Understood, columns: list[str], notes: Notes) -> list[str]:
    """Without columns that hold no true class where others do: `prediction` of Weka is a score beside `predicted`."""
    truth = held_values(table, table.truth) if len(columns) > 1 else None
    held = {name: first_values(table, name) or frozenset() for name in columns} if truth else {}
    without = [name for name, values in held.items() if values and not values & (truth or frozenset())]
    if not without or len(without) == len(columns):
        return columns
    notes.warn("predictions_without_classes", columns=without)
    return [name for name in columns if name not in without]


def _is_asked(table: Understood) -> bool:
    """Whether a person is there and predicted classes stand beside scores of more than two classes: both are read.

    Raises NeedsMapping where they stand beside a lone score: either may be the answer.
    """
    labels = sorted(held_values(table, table.truth) or ()) if table.mapping.asks else []
    if len(labels) == 2:
        question = about_the_model(table, labels)
        scored = [each for each in question.answers if each.gave is Gave.SCORE and not describes(each.columns[0])]
        if scored and question.answers[0].gave not in (Gave.SCORE, Gave.SCORES):
            what = f"{table.plain.where} has predicted classes and scores beside each other."
            raise table.needs_mapping(what, "Choose {where} what the model gave.", question)
    return len(labels) > 2


def _predicted_by_values(table: Understood, notes: Notes) -> Understood:
    truth = table.truth
    same = same_values(table, truth)
    if len(same) != 1:
        return table.settled(predicted=())
    notes.warn("prediction_by_its_values", column=same[0], like=truth)
    because = ("predicted class", f"it holds the same values as {quoted(truth)}")
    return table.settled(predicted=(same[0],)).because({same[0]: because})


def _is_prefixed_prediction(table: Understood, name: str) -> bool:
    """`pred_x` holds labels rather than scores when most of its values are true classes."""
    if not model_stem(name):
        return False
    truth, values = held_values(table, table.truth), first_values(table, name)
    if not truth or not values:
        return False
    return len(values & truth) >= max(1, 0.5 * len(values))
