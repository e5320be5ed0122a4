"""What each model of a table says about each row: its predicted class, and its scores wherever they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Generic, Protocol, TypeVar

import numpy as np

from predictions.build.checks.labels import may_be_missing
from predictions.build.coded import CodedTable
from predictions.columns.labels import BLANK, Coded, Vocabulary, encode
from predictions.mapping import Mapping
from predictions.problems import Notes, Problem
from predictions.question import Answer, Asked, Question
from predictions.roles.candidates import unlike
from predictions.roles.model_names import model_names
from predictions.roles.questions import about_the_model
from predictions.roles.scores.positive_class import positive_class
from words.text.names import listed, quoted

Score = TypeVar("Score")  # the scores of a class: their values, or the name of their column


class Source(Protocol[Score]):
    """Where the scores of a table are, and who counts them."""

    def read(self, table: CodedTable, columns: Sequence[str], notes: Notes) -> list[Score]:
        """The scores of each column; what is odd about them is said. Raises Problem for what is no score."""

    def means(self, table: CodedTable, score: Score, predicted: Coded) -> tuple[float, float]:
        """The mean score of the rows predicted as each of the two labels; -inf for none."""

    def by_threshold(self, table: CodedTable, score: Score, positive: int, other: int) -> tuple[CodedTable, np.ndarray]:
        """(n,) codes by score >= threshold, -1 without a score, and the table whose rows they belong to."""

    def by_highest(self, table: CodedTable, scores: dict[int, Score]) -> tuple[CodedTable, np.ndarray, int]:
        """The same by the highest score, with the number of rows in which two share it."""


@dataclass(frozen=True, eq=False)
class ModelOutput(Generic[Score]):
    """One model on all rows of its table: vocabulary codes, scores by vocabulary code, and which rows it may use.

    positive: vocabulary code of the class of a lone score. column: of its predictions, "" where they come from scores.
    reader: who predicted; None without a column of readers. modality: the model without its reader. own: (n,) the
    rows that name this model; None for all.
    """

    model: str | None
    table: CodedTable
    predicted: np.ndarray
    scores: dict[int, Score]
    allowed: np.ndarray
    positive: int | None = None
    column: str = ""
    reader: str | None = None
    modality: str | None = None
    own: np.ndarray | None = None

    @property
    def unlabelled(self) -> np.ndarray:
        """(n,) rows with a prediction whose true class is not known."""
        found: np.ndarray = self.table.exclusions.blank & (self.predicted != BLANK)
        return found if self.own is None else found & self.own

    @property
    def used(self) -> np.ndarray:
        """(n,) rows with a true class and a prediction."""
        found: np.ndarray = np.logical_and(self.allowed, self.predicted != BLANK)
        return found


def outputs_of(table: CodedTable, source: Source[Score], notes: Notes) -> list[ModelOutput[Score]]:
    """One output per prediction column and model. Raises NeedsMapping without predictions and scores."""
    if table.predicted:
        outputs = _from_columns(table, source, notes)
    else:
        lone = table.mapping.score_models
        outputs = [replace(_from_scores(table, {"": each}, source, notes), model=each) for each in lone]
        outputs = outputs or [_from_scores(table, _shared_scores(table.mapping), source, notes)]
    return [part for output in outputs for part in _by_model(output, notes)]


def _from_columns(table: CodedTable, source: Source[Score], notes: Notes) -> list[ModelOutput[Score]]:
    outputs, allowed = [], table.exclusions.used
    names = model_names([column.name for column in table.predicted], table.understood.truth)
    for name, column in zip(names, table.predicted, strict=True):
        codes = table.vocabulary.codes(column)
        columns = _usable(_score_columns(table, column.name, notes), table.labels, notes)
        scores, positive = _scores(table, columns, column, source, notes)
        outputs.append(ModelOutput(name, table, codes, scores, allowed, positive, column.name))
        unanswered = table.count(allowed & (codes == BLANK))
        if unanswered:
            notes.warn("unanswered_rows", rows=unanswered, column=column.name)
    return outputs


def _score_columns(table: CodedTable, predicted: str, notes: Notes) -> dict[str, str]:
    """Class -> column for one prediction column, the class empty for a lone score."""
    own = (table.mapping.model_scores or {}).get(predicted)
    if own is not None:
        return own
    shared = _shared_scores(table.mapping)
    if shared and len(table.predicted) > 1:
        notes.warn("shared_scores_of_several_models", columns=[*shared.values()])
        return {}
    return shared


def _shared_scores(mapping: Mapping) -> dict[str, str]:
    """The score columns of a file with one model; the class is empty for a lone score."""
    return mapping.scores or ({"": mapping.score} if mapping.score else {})


def _usable(columns: dict[str, str], labels: Sequence[str], notes: Notes) -> dict[str, str]:
    """Without scores for classes that no row uses, and without a lone score where there are not two classes."""
    unknown = [name for name in columns if name and name not in labels]
    if unknown:
        notes.warn("scores_of_unused_classes", labels=unknown)
    without = [name for name in labels if name not in columns]
    if 0 < len(without) < len(labels) and len(labels) > 2:  # of two classes one score is enough
        notes.warn("no_score_column", labels=without)
    if "" in columns and len(labels) != 2:
        notes.warn("lone_score_unusable", column=columns[""], classes=len(labels))
    return {name: column for name, column in columns.items() if name in labels or (not name and len(labels) == 2)}


def _scores(
    table: CodedTable, columns: dict[str, str], predicted: Coded | None, source: Source[Score], notes: Notes
) -> tuple[dict[int, Score], int | None]:
    """Scores by vocabulary code, and the code of the positive class when there is a lone score for two classes."""
    values, vocabulary = source.read(table, list(columns.values()), notes), table.vocabulary
    codes = [vocabulary.labels.index(name) if name else BLANK for name in columns]
    if len(columns) != 1 or len(table.labels) > 2:
        return dict(zip(codes, values, strict=True)), None
    if codes[0] == BLANK:
        means = None if predicted is None else source.means(table, values[0], predicted)
        codes = [vocabulary.labels.index(positive_class(table.understood, table.labels, means, notes))]
    return {codes[0]: values[0]}, codes[0]


def _from_scores(table: CodedTable, columns: dict[str, str], source: Source[Score], notes: Notes) -> ModelOutput[Score]:
    """columns: class -> column, the class empty for a lone score."""
    if not columns:
        question = about_the_model(table.understood, table.labels)
        if not question.answers and _lone(notes) and (missing := may_be_missing(table.labels)):
            question = _about_missing(table, missing)
        raise table.understood.needs_mapping(*_no_output(table, notes), question)
    scores, positive = _scores(table, columns, None, source, notes)
    if positive is not None:
        other = _the_other(table, positive, notes)
        table, codes = source.by_threshold(table, scores[positive], positive, other)
    else:
        _check_complete(table, scores)
        table, codes, ties = source.by_highest(table, scores)
        notes.warn("predictions_by_highest_score")
        if ties:
            notes.warn("tied_highest_scores", rows=ties)
    allowed = table.exclusions.used
    incomplete = table.count(allowed & (codes == BLANK))
    if incomplete:
        notes.warn("rows_without_scores", rows=incomplete)
    return ModelOutput(None, table, codes, scores, allowed, positive)


def _no_output(table: CodedTable, notes: Notes) -> tuple[str, str]:
    """What is lacking, and what to do: one score cannot predict more than two classes, one of them perhaps no class."""
    where = table.understood.plain.where
    unused = _lone(notes)
    if unused is None:
        others = (
            [] if about_the_model(table.understood, table.labels).answers else unlike(table.understood, table.labels)
        )
        if len(others) == 1:
            what = f"{where} has no prediction of {listed(table.labels)}: {quoted(others[0])} holds other classes."
            return what, "Write both with the same class names, or choose another column {where}."
        for each in notes.notices:
            if each.code == "score_columns_match_no_class":
                named = listed(each.fields["columns"], 3)
                what = f"{where} has scores of none of its classes {listed(table.labels, 3)}: {named}."
                return what, "Name them score_<class>, or choose them {where}."
        what = f"{where} has no column with a prediction (y_pred) and no score columns (score_<class>)."
        return what, "Name one so, or choose it {where}."
    positive = table.mapping.positive
    if positive and positive not in {text.strip() for text in table.truth.texts}:
        others = [label for label in table.labels if label != positive]
        what = f"{where}: no row has the positive class {quoted(positive)}; its true classes are {listed(others)}."
        return what, "Choose one of them {where}."
    what = f"{where} has one score ({quoted(unused)}) for {len(table.labels):,} classes: {listed(table.labels)}."
    if missing := may_be_missing(table.labels):
        return what, _if_missing(missing)
    return what, "Add a prediction column (y_pred) or a score per class (score_<class>)."


def _the_other(table: CodedTable, positive: int, notes: Notes) -> int:
    """The class predicted below the threshold, which is said. Raises Problem unless there are two classes."""
    label, threshold = table.vocabulary.labels[positive], table.mapping.threshold
    others = [each for each in table.labels if each != label]
    if len(others) != 1:
        raise Problem("A lone score needs two true classes. Add a column with the predicted class.")
    notes.warn("predictions_by_threshold", label=label, threshold=threshold, other=others[0])
    return table.vocabulary.labels.index(others[0])


def _check_complete(table: CodedTable, scores: dict[int, Score]) -> None:
    """Raises Problem where a class has no scores, so that no score is known as the highest."""
    known = table.vocabulary.labels
    without = [label for label in table.labels if known.index(label) not in scores]
    given = {known[at] for at in scores}
    for first, other in ((0, len(given)), (1, 0)):
        if without == [str(other)] and given == {*map(str, range(first, first + len(given)))}:
            what = f"Score columns are numbered from {first}, and {quoted(str(other))} is a true class"
            advice = f"Name each like its class, such as score_{other}"
            raise Problem(f"{what}, so it is not known which class each belongs to. {advice}.")
    if without:
        what = f"There is no score column for {listed(without)} and no prediction column (y_pred)"
        if {*without} <= {*may_be_missing(table.labels)}:
            question = _about_missing(table, without)
            raise table.understood.needs_mapping(f"{what}.", _if_missing(without), question)
        raise Problem(f"{what}, so the highest score cannot be told. Add one of them.")


def _lone(notes: Notes) -> str | None:
    """The column of one score for more than two classes."""
    return next((each.fields["column"] for each in notes.notices if each.code == "one_score_many_classes"), None)


def _about_missing(table: CodedTable, labels: Sequence[str]) -> Question:
    """Whether these true classes mark missing values. What was not recognised beside them may be without them."""
    known = table.mapping
    anew = replace(known, predicted=known.predicted or None, scores=known.scores or None, score=known.score or None)
    answer = Answer(replace(anew, missing=(*known.missing, *labels)), tuple(labels))
    return Question(Asked.MISSING, (answer,), known.truth or "")


def _if_missing(labels: Sequence[str]) -> str:
    return f"If {listed(labels)} means missing, add it to the missing-value markers {{where}}."


def _by_model(output: ModelOutput[Score], notes: Notes) -> list[ModelOutput[Score]]:
    """One output per name in the model column of a long file, and of these one per reader."""
    mapping, outputs = output.table.mapping, [output]
    if mapping.model:
        outputs = [replace(part, model=joined(output.model, name)) for name, part in _by(mapping.model, output, notes)]
    if mapping.reader:
        outputs = [
            replace(part, model=joined(each.model, name), reader=name, modality=each.model)
            for each in outputs
            for name, part in _by(mapping.reader, each, notes)
        ]
    return outputs


def _by(column: str, output: ModelOutput[Score], notes: Notes) -> list[tuple[str | None, ModelOutput[Score]]]:
    """Each name in a column with the output on its rows; all of it where no cell has a name."""
    coded = encode(output.table.cells[column], column)
    names = Vocabulary()
    names.add(coded)
    names.settle(Notes())
    codes = names.codes(coded)
    blank = output.table.count(output.allowed & (codes == BLANK))
    if blank:
        notes.warn("blank_models", rows=blank, column=column)
    if not names.labels:
        return [(None, output)]
    found: list[tuple[str | None, ModelOutput[Score]]] = []
    for code, name in enumerate(names.labels):
        own = codes == code if output.own is None else output.own & (codes == code)
        found.append((name, replace(output, allowed=output.allowed & own, own=own)))
    return found


def rows_of_models(table: CodedTable) -> list[np.ndarray]:
    """(n,) masks, the rows of each model and reader of a long file; [] of any other."""
    mapping = table.mapping
    codes = [encode(table.cells[column], column).codes for column in (mapping.model, mapping.reader) if column]
    if not codes:
        return []
    each = codes[0] if len(codes) == 1 else np.unique(np.stack(codes), axis=1, return_inverse=True)[1].ravel()
    return [each == one for one in np.unique(each)]


def joined(*names: str | None) -> str | None:
    """The name of a model from those of its parts: "A: reader 1"."""
    return ": ".join(name for name in names if name) or None
