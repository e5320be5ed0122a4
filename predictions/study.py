"""What was opened, as a Study: its rows, a matrix of counts, or counts made by an engine, behind one protocol."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

import pyarrow as pa

from metrics import ConfusionMatrix, Evaluation
from metrics.intervals.patient_counts import Patients
from metrics.utility.patient_variances import PatientsByRisk
from predictions.columns.identifiers import identifying
from predictions.counted import CaseCounter, CountedFolds, Ends, Risks, Slice, Together, Way
from predictions.counted_in_groups import CountedInGroups
from predictions.mapping import ColumnRole, Mapping
from predictions.problems import Notice, Problem
from predictions.rows import Predictions, evaluation_of_rows, number_of_cases, rows_of_split, unanswered_in


class Capability(StrEnum):
    """What a study has beyond its matrices; a page asks for what it needs."""

    CASES = "cases"  # single cases, loaded or fetched when they are looked at
    LOADED = "loaded"  # all rows are in memory: cases are at hand, and can be resampled
    SCORES = "scores"  # of at least one class
    SEVERAL_MODELS = "several_models"
    FOLDS = "folds"
    RECORDINGS = "recordings"


@dataclass(frozen=True)
class SourceFile:
    """One uploaded file; `kind` is the format its content showed."""

    name: str
    sha256: str
    kind: str
    rows: int


@dataclass(frozen=True)
class Excluded:
    """Rows that no number uses, and why."""

    reason: str
    rows: int


@dataclass(frozen=True, eq=False, kw_only=True)
class Study(ABC):
    """Everything a page may ask about what was opened, whatever it was opened from.

    key changes with the files' bytes and the mapping. normal, positive: indexes into labels, or None; positive is the
    class of a lone score. mapping, columns and preview describe the first file, and are empty for a matrix.
    steps: how scores too many to be told apart were placed in steps; None where all numbers are exact.
    """

    key: str
    name: str
    labels: tuple[str, ...]
    normal: int | None
    normal_reason: str
    notices: tuple[Notice, ...]
    files: tuple[SourceFile, ...] = ()
    unit: tuple[str, str] = ("case", "cases")
    positive: int | None = None
    excluded: tuple[Excluded, ...] = ()
    mapping: Mapping = field(default_factory=Mapping)
    columns: tuple[ColumnRole, ...] = ()
    preview: pa.Table = field(default_factory=lambda: pa.table({}))
    steps: Notice | None = None

    @abstractmethod
    def evaluate(self, model: int = 0, split: str | None = None) -> Evaluation:
        """One model on one split; None: all rows of a model without splits. Raises Problem for an unknown split."""

    def cases_in(self, model: int, split: str | None) -> int:
        """The cases of one model on a split, of all rows for None; of a split that it does not have none."""
        return self.evaluate(model, split).n if (model, split) in self.slices else 0

    @property
    def by_rows(self) -> Study:
        """The same with rows taken as independent where an engine counts; itself where rows are held."""
        return self

    @property
    @abstractmethod
    def slices(self) -> tuple[Slice, ...]:
        """Every model on every split, test first."""

    @property
    @abstractmethod
    def model_names(self) -> tuple[str | None, ...]:
        """One name a model, None where the file gives none; () for a matrix."""

    @property
    def opening_model(self) -> int:
        """The model that is looked at before a reader chooses one."""
        return 0

    @property
    @abstractmethod
    def scored(self) -> tuple[bool, ...]:
        """(K,) whether the first model has scores for each class; () without any."""

    @property
    def rows(self) -> int:
        """Rows of the files, or cases of the matrix."""
        return sum(file.rows for file in self.files)

    @property
    def used(self) -> int:
        """Rows that at least one model's numbers use."""
        return self.rows - sum(part.rows for part in self.excluded)

    @property
    def capabilities(self) -> frozenset[Capability]:
        """What there is for a page to show."""
        has = {
            Capability.SCORES: any(self.scored),
            Capability.SEVERAL_MODELS: len(self.model_names) > 1,
        }
        return frozenset(each for each, is_there in has.items() if is_there)

    def splits_of(self, model: int) -> tuple[str, ...]:
        """The splits of one model, test first; () where it has none, or does not exist."""
        return tuple(split for each, split in self.slices if each == model and split is not None)

    def folds_of(self, model: int) -> tuple[str, ...] | None:
        """The names of the folds of one model; None without a fold column."""
        return None

    def fold_way(self, model: int) -> Way | None:
        """What tells the folds of one model apart where an engine counts them, else None."""
        return None

    def counted_folds(self, model: int, split: str | None) -> CountedFolds | None:
        """The folds of a model on a split where an engine counts them, else None."""
        return None

    def predictions_of(self, model: int) -> Predictions | None:
        """The rows of one model; None where none are held."""
        return None

    def kept(self, model: int) -> pa.Table | None:
        """The kept columns of one model, of its first rows at least; None where none are known."""
        held = self.predictions_of(model)
        return None if held is None else held.details

    def rows_by(self, model: int, columns: Sequence[str]) -> Predictions:
        """The rows of one model as these kept columns tell them apart: those alike may be one that has `copies`.

        Raises Problem where none are known, and for a column of too many values to ask for.
        """
        return self.cases_of(model)

    def in_groups(self, place: Slice, ways: Sequence[Way]) -> CountedInGroups:
        """Whom to ask for groups of rows where an engine counts."""
        raise TypeError("the rows are held")

    def patients_of_class(self, place: Slice, label: int, ends: Ends) -> Patients | None:
        """Those of one class by `low <= score < high` where an engine counts patients with several rows, else None."""
        return None

    def patients_by_risk(self, place: Slice, label: int, risks: Risks) -> PatientsByRisk | None:
        """Those of one class by how many rising risks their scores reach, as `patients_of_class`."""
        return None

    def case_counter(self, model: int, split: str | None) -> CaseCounter | None:
        """What fetches the single rows of a model on a split where an engine counts them, else None."""
        return None

    def together(self, first: int, second: int, split: str | None) -> Together | None:
        """Two models where an engine counts, see `Counter.together`; None where their rows are held."""
        return None

    def cases_of(self, model: int) -> Predictions:
        """The rows of one model. Raises Problem where none are held."""
        found = self.predictions_of(model)
        if found is None:
            raise Problem("This study holds no single cases. Open a file with one row per case.")
        return found

    @property
    def identifiers(self) -> frozenset[str]:
        """Columns that may identify a patient directly."""
        return frozenset(identifying(self.preview))


@dataclass(frozen=True, eq=False, kw_only=True)
class RowStudy(Study):
    """A study whose rows are held. models: at least one."""

    models: tuple[Predictions, ...]

    def evaluate(self, model: int = 0, split: str | None = None) -> Evaluation:
        predictions = self.models[model]
        found = evaluation_of_rows(predictions, rows_of_split(predictions, split), self.positive, split)
        return replace(found, unanswered=unanswered_in(predictions, split))

    def cases_in(self, model: int, split: str | None) -> int:
        return number_of_cases(self.models[model], split)

    @property
    def slices(self) -> tuple[Slice, ...]:
        return tuple((at, split) for at, model in enumerate(self.models) for split in model.splits or (None,))

    @property
    def model_names(self) -> tuple[str | None, ...]:
        return tuple(model.model for model in self.models)

    @property
    def scored(self) -> tuple[bool, ...]:
        return tuple(scores is not None for scores in self.models[0].scores or ())

    @property
    def capabilities(self) -> frozenset[Capability]:
        has = {
            Capability.CASES: True,
            Capability.LOADED: True,
            Capability.FOLDS: any(model.fold is not None for model in self.models),
            Capability.RECORDINGS: any(model.sequence is not None for model in self.models),
        }
        return super().capabilities | {each for each, is_there in has.items() if is_there}

    @property
    def opening_model(self) -> int:
        """The model that a column of models names first, where it has the split that opens; they stand by name."""
        named = self.preview[self.mapping.model].to_pylist() if self.mapping.model in self.preview.column_names else []
        first = next((str(name).strip() for name in named if name and str(name).strip()), None)
        found = self.model_names.index(first) if first in self.model_names else 0
        return found if self.splits_of(found)[:1] == self.splits_of(0)[:1] else 0

    def folds_of(self, model: int) -> tuple[str, ...] | None:
        return None if self.models[model].fold is None else self.models[model].folds

    def predictions_of(self, model: int) -> Predictions:
        return self.models[model]

    @property
    def identifiers(self) -> frozenset[str]:
        return super().identifiers.union(*(identifying(model.details) for model in self.models))


@dataclass(frozen=True, eq=False, kw_only=True)
class MatrixStudy(Study):
    """A study of one confusion matrix."""

    matrix: ConfusionMatrix

    def evaluate(self, model: int = 0, split: str | None = None) -> Evaluation:
        """The matrix, whichever model and split is asked for."""
        return Evaluation(self.matrix)

    @property
    def slices(self) -> tuple[Slice, ...]:
        return ((0, None),)

    @property
    def model_names(self) -> tuple[str | None, ...]:
        return ()

    @property
    def scored(self) -> tuple[bool, ...]:
        return ()

    @property
    def rows(self) -> int:
        return self.matrix.total
