"""What each model of a file says about each row: its predicted class and its scores."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import numpy as np

from predictions.build.exclusions import Exclusions
from predictions.build.row_fields import Rows
from predictions.build.score_checks import by_threshold, highest, read_scores
from predictions.columns.labels import BLANK, Coded, Vocabulary, encode, held, natural_order
from predictions.problems import NeedsMapping, Notes, Problem, listed
from predictions.roles.positive_class import positive_class
from predictions.roles.recognise import Roles, model_names, needs_mapping
from predictions.roles.score_columns import recognise_scores, score_class_names

__all__ = [
    "Answer",
    "Draft",
    "answers_of",
    "by_model",
    "classes_to_call",
    "labels_in_use",
    "possible_classes",
    "say_highest",
    "say_incomplete",
    "say_unanswered",
    "score_columns",
    "shared_scores",
    "the_other",
    "usable",
    "without_answers",
]  # fmt: skip


@dataclass(eq=False)
class Draft:
    """One file on its way: columns with their roles, labels in the file's own texts, then in the study's codes.

    weights: (n,) how many rows of the file each row stands for; None: itself.
    """

    roles: Roles
    truth: Coded
    predicted: list[Coded]
    rows: Rows
    codes: np.ndarray = field(default_factory=lambda: np.empty(0, np.int32))
    exclusions: Exclusions | None = None
    weights: np.ndarray | None = None

    def count(self, chosen: np.ndarray) -> int:
        """Rows of the file behind the rows where `chosen` is True."""
        return int(chosen.sum() if self.weights is None else self.weights[chosen].sum())


@dataclass(frozen=True, eq=False)
class Answer:
    """One model on all rows of its file: vocabulary codes, scores by vocabulary code, and which rows it may use.

    positive: vocabulary code of the class of a lone score. derived: the classes come from the scores.
    columns: score columns by vocabulary code, and column: that of the prediction, where the rows are not held.
    """

    model: str | None
    draft: Draft
    predicted: np.ndarray
    scores: dict[int, np.ndarray]
    allowed: np.ndarray
    positive: int | None = None
    derived: bool = False
    columns: dict[int, str] = field(default_factory=dict)
    column: str = ""

    @property
    def used(self) -> np.ndarray:
        """(n,) rows with a truth and an answer."""
        return self.allowed & (self.predicted != BLANK)


def answers_of(draft: Draft, vocabulary: Vocabulary, notes: Notes) -> list[Answer]:
    """One answer per prediction column and model. Raises Problem without predictions and scores."""
    assert draft.exclusions is not None
    roles, allowed = draft.roles, draft.exclusions.used
    labels = labels_in_use(draft, vocabulary)
    recognise_scores(roles, labels, vocabulary.label)
    if draft.predicted:
        answers = _given(draft, vocabulary, labels, allowed, notes)
    else:
        answers = [_derived(draft, vocabulary, labels, allowed, notes)]
    return [part for answer in answers for part in by_model(answer, notes)]


def labels_in_use(draft: Draft, vocabulary: Vocabulary) -> list[str]:
    """Labels that a used row holds, and without predictions also those that a score may lead to."""
    assert draft.exclusions is not None
    columns = (draft.codes, *map(vocabulary.codes, draft.predicted))
    seen = held(len(vocabulary.labels), *(codes[draft.exclusions.used] for codes in columns))
    names = {vocabulary.labels[code] for code in np.flatnonzero(seen[:-1])}
    if not draft.predicted:
        possible = {vocabulary.label(name) for name in possible_classes(draft)}
        names |= possible & set(vocabulary.labels)
    return natural_order(names)


def possible_classes(draft: Draft) -> tuple[str, ...]:
    """Classes that scores may lead to although no true row has them."""
    binary = ("0", "1") if {text.strip() for text in draft.truth.texts} <= {"", "0", "1"} else ()
    positive = (draft.roles.mapping.positive,) if draft.roles.mapping.positive else ()
    return (*score_class_names(draft.roles), *binary, *positive)


def _given(draft: Draft, vocabulary: Vocabulary, labels: list[str], allowed: np.ndarray, notes: Notes) -> list[Answer]:
    answers = []
    names = model_names([column.name for column in draft.predicted])
    for name, column in zip(names, draft.predicted, strict=True):
        codes = vocabulary.codes(column)
        columns = usable(score_columns(draft, column.name, notes), labels, notes)
        scores, positive = _scores(draft, columns, vocabulary, labels, codes, notes)
        answers.append(Answer(name, draft, codes, scores, allowed, positive))
        say_unanswered(draft.count(allowed & (codes == BLANK)), column.name, notes)
    return answers


def say_unanswered(rows: int, column: str, notes: Notes) -> None:
    """Say how many rows have a truth but no prediction in a column; nothing for none."""
    if rows:
        notes.warn("unanswered_rows", rows=rows, column=column)


def score_columns(draft: Draft, predicted: str, notes: Notes) -> dict[str, str]:
    """Class -> column for one prediction column, the class empty for a lone score."""
    mapping = draft.roles.mapping
    own = (mapping.model_scores or {}).get(predicted)
    if own is not None:
        return own
    shared = shared_scores(draft.roles)
    if shared and len(draft.predicted) > 1:
        notes.warn("shared_scores_of_several_models", columns=[*shared.values()])
        return {}
    return shared


def shared_scores(roles: Roles) -> dict[str, str]:
    """The score columns of a file with one model; the class is empty for a lone score."""
    mapping = roles.mapping
    return mapping.scores or ({"": mapping.score} if mapping.score else {})


def usable(columns: dict[str, str], labels: list[str], notes: Notes) -> dict[str, str]:
    """Without scores for classes that no row uses, and without a lone score where there are not two classes."""
    unknown = [name for name in columns if name and name not in labels]
    if unknown:
        notes.warn("scores_of_unused_classes", labels=unknown)
    if "" in columns and len(labels) != 2:
        notes.warn("lone_score_unusable", column=columns[""], classes=len(labels))
    return {name: column for name, column in columns.items() if name in labels or (not name and len(labels) == 2)}


def _scores(
    draft: Draft, columns: dict[str, str], vocabulary: Vocabulary, labels: list[str], predicted: np.ndarray | None,
    notes: Notes,
) -> tuple[dict[int, np.ndarray], int | None]:  # fmt: skip
    """Scores by vocabulary code, and the code of the positive class when there is a lone score for two classes."""
    assert draft.exclusions is not None
    values = read_scores(draft.roles.plain, list(columns.values()), draft.exclusions.used, notes)
    codes = [vocabulary.labels.index(name) if name else BLANK for name in columns]
    if len(columns) != 1 or len(labels) > 2:
        return dict(zip(codes, values, strict=True)), None
    if codes[0] == BLANK:
        called = None if predicted is None else [predicted == vocabulary.labels.index(label) for label in labels]
        codes = [vocabulary.labels.index(positive_class(draft.roles, labels, values[0], called, notes))]
    return {codes[0]: values[0]}, codes[0]


def _derived(draft: Draft, vocabulary: Vocabulary, labels: list[str], allowed: np.ndarray, notes: Notes) -> Answer:
    columns = shared_scores(draft.roles)
    if not columns:
        raise without_answers(draft.roles)
    scores, positive = _scores(draft, columns, vocabulary, labels, None, notes)
    if positive is not None:
        threshold = draft.roles.mapping.threshold
        codes = _threshold_codes(scores[positive], positive, labels, vocabulary, threshold, notes)
    else:
        codes = _highest_codes(scores, labels, vocabulary, notes)
    say_incomplete(int((allowed & (codes == BLANK)).sum()), notes)
    return Answer(None, draft, codes, scores, allowed, positive, derived=True)


def without_answers(roles: Roles) -> NeedsMapping:
    """The error for a file that has neither predictions nor scores."""
    what = "has no column with a prediction (y_pred) and no score columns (score_<class>)."
    return needs_mapping(roles, f"{roles.plain.where} {what}", "Name one so, or choose it {where}.")


def say_incomplete(rows: int, notes: Notes) -> None:
    """Say how many rows have a truth but no complete scores to derive an answer from; nothing for none."""
    if rows:
        notes.warn("rows_without_scores", rows=rows)


def _threshold_codes(
    score: np.ndarray, positive: int, labels: list[str], vocabulary: Vocabulary, threshold: float, notes: Notes
) -> np.ndarray:
    return by_threshold(score, threshold, positive, the_other(positive, labels, vocabulary, threshold, notes))


def the_other(positive: int, labels: list[str], vocabulary: Vocabulary, threshold: float, notes: Notes) -> int:
    """The class that is called below the threshold; says the rule. Raises Problem unless there are two classes."""
    others = [label for label in labels if label != vocabulary.labels[positive]]
    if len(others) != 1:
        raise Problem("A lone score needs two classes in the truth. Add a column with the predicted class.")
    other = vocabulary.labels.index(others[0])
    label = vocabulary.labels[positive]
    notes.warn("predictions_by_threshold", label=label, threshold=threshold, other=others[0])
    return other


def _highest_codes(
    scores: dict[int, np.ndarray], labels: list[str], vocabulary: Vocabulary, notes: Notes
) -> np.ndarray:
    codes = classes_to_call(scores, labels, vocabulary)
    position, ties = highest([scores[code] for code in codes])
    say_highest(ties, notes)
    return np.array([*codes, BLANK], np.int32)[position]


def classes_to_call(scores: Iterable[int], labels: list[str], vocabulary: Vocabulary) -> list[int]:
    """The codes with scores, in order. Raises Problem where a class has none, so that no score is known as highest."""
    codes = sorted(scores)
    without = [label for label in labels if vocabulary.labels.index(label) not in codes]
    if without:
        raise Problem(
            f"There is no score column for {listed(without)} and no prediction column (y_pred), "
            "so the highest score cannot be told. Add one of them."
        )
    return codes


def say_highest(ties: int, notes: Notes) -> None:
    """Say that predictions are those of the highest score, and in how many rows two share it."""
    notes.warn("predictions_by_highest_score")
    if ties:
        notes.warn("tied_highest_scores", rows=ties)


def by_model(answer: Answer, notes: Notes) -> list[Answer]:
    """One answer per name in the model column of a long file."""
    name = answer.draft.roles.mapping.model
    if not name:
        return [answer]
    coded = encode(answer.draft.roles.plain.table[name], name)
    column = Vocabulary()
    column.add(coded)
    column.settle(Notes())
    codes = column.codes(coded)
    blank = answer.draft.count(answer.allowed & (codes == BLANK))
    if blank:
        notes.warn("blank_models", rows=int(blank), column=name)
    if not column.labels:
        return [answer]
    return [
        replace(answer, model=_joined(answer.model, model), allowed=answer.allowed & (codes == code))
        for code, model in enumerate(column.labels)
    ]


def _joined(*names: str | None) -> str:
    return ": ".join(name for name in names if name)
