"""What an engine that holds the rows of a file tells of groups of them: counts, and never a row."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
import pyarrow as pa

from metrics import Evaluation, PlacedSums, ThresholdTable
from metrics.counted_weights import WeightedScores
from metrics.intervals.patient_counts import Patients
from metrics.measures.influence import MovedMean, Moves
from metrics.paired.counted_areas import CountedAreas
from metrics.subgroups.patients_in_groups import PatientsInGroups
from metrics.utility.patient_variances import PatientsByRisk
from predictions.problems import Notes, Notice
from predictions.rows import Predictions

Slice = tuple[int, str | None]  # the position of a model, and one of its splits; None for a model without splits
Groups = Sequence[Sequence[int]]  # which of the combinations of several ways are one group
Ends = tuple[float, float]  # low <= score < high
Risks = Sequence[float]  # rising
Evaluations = tuple[Evaluation, Evaluation]  # of two models
Thresholds = tuple[float | None, float | None]  # of two models; None: as it predicts
CellsAndPatients = tuple[np.ndarray, Patients | None]  # None where patients cannot be told
Sums = tuple[np.ndarray, np.ndarray]  # of products of what patients have, and of their rows
Keep = Callable[[pa.Table], np.ndarray]  # of a table of one kept column: (n,) True for the rows that stay


class Way(NamedTuple):
    """A kept column, (r,) values of it as `rows_of` has them, and the group of each, -1 for none."""

    column: str
    values: pa.ChunkedArray
    codes: np.ndarray


class Cut(NamedTuple):
    """What made the predictions of a model again, see `at_threshold`: this class where its score >= threshold."""

    label: int
    threshold: float


Cuts = tuple[Cut | None, Cut | None]  # of two models; None for the predictions of the file


@dataclass(frozen=True, eq=False)
class CaseQuestion:
    """Which rows of a model on a split are asked for: those that meet every condition.

    cells: (K, K) True for the true and predicted classes that are wanted. column, values: a column, and what it may
    hold, as `CaseCounter.values` has it; "" for any. least: the score of an incorrect prediction, None for any.
    case_id: a whole id, or how ids begin where no row of the model has it; "" for any.
    """

    cells: np.ndarray
    column: str = ""
    values: tuple[object, ...] = ()
    least: float | None = None
    case_id: str = ""


class CaseCounter(Protocol):
    """Finds single rows of one model on one split where they lie: how many there are, and a page of them at a time.

    head: the kept columns of the first rows. All raise Problem where the file cannot be read any more.
    """

    @property
    def head(self) -> pa.Table: ...

    @property
    def has_ids(self) -> bool:
        """Whether an id can be looked for."""

    @property
    def has_order(self) -> bool:
        """Whether the rows have an order of their own."""

    def values(self, column: str) -> pa.ChunkedArray | None:
        """The distinct values of a column in the rows of the model; None where the first rows alone hold many."""

    def confident_from(self, part: float) -> tuple[float, float, float] | None:
        """Of the scores of the predicted class the lowest, the highest and this quantile; None without any.

        The quantile is that of scores beyond 0 to 1 only, else nan.
        """

    def cells(self, asked: CaseQuestion) -> np.ndarray:
        """(K, K) how many rows meet the question, true class by predicted class."""

    def page(self, asked: CaseQuestion, harm: np.ndarray | None, order: str, start: int, number: int) -> Predictions:
        """The rows from place `start` of the list on, in its order, with ids, scores and every other column.

        harm: (K, K) the rank of each error. order: the code of a `CaseOrder`. number: at most those that are left.
        """


class Decided(NamedTuple):
    """What two models decide about cases. cells: (OUTCOMES * OUTCOMES,) cases at each place, see `place_of`.

    patients: with several of them; None where nobody tells.
    """

    cells: np.ndarray
    patients: Patients | None


class PairCounter(Protocol):
    """Tells of the cases that two models have in common, which are not held."""

    def patients(self, label: int | None, normal: int | None, cells: np.ndarray) -> Patients | None:
        """By the places of their cases, see `place_of`, of a class; None where they cannot be told.

        label: None for the true class of each case. normal: None where no case is told that is classified as Normal.
        cells: (OUTCOMES, OUTCOMES) all cases, also of nobody known.
        """

    def areas(self, label: int, evaluations: Evaluations, has_patients: bool) -> CountedAreas | None:
        """Those with a score of a class from both, of each fold where AUCs are means over folds.

        None where a model has none, with weights, where a case is in two folds, and where the cases do not fit.
        evaluations: of each model on all of its cases. has_patients: as `Together` has it.
        """

    def table(self, label: int, evaluation: Evaluation) -> ThresholdTable | None:
        """The first model on the cases that have a score of a class from both; None as `areas`.

        Of two classes the score is the negative of the other's where that alone has scores. evaluation: on all cases.
        """

    def decided(self, label: int, thresholds: Thresholds, has_patients: bool) -> Decided | None:
        """What both decide about the same cases, at thresholds of such scores or as they predict; None as `areas`."""


class Together(NamedTuple):
    """Two models on the cases of a split that both use, as `rows_of`, and what else a `Pair` of them says.

    is_unclustered: whether each case is known to be a patient of its own. has_patients: whether it is known who has
    several. counter: whom to ask for more of them.
    """

    first: Predictions
    second: Predictions
    only_first: int
    only_second: int
    blank: int = 0
    differing: int = 0
    by: tuple[str, ...] = ()
    is_unclustered: bool = False
    has_patients: bool = False
    counter: PairCounter | None = None


class FullyScored(NamedTuple):
    """The rows of a model on a split that have a score of every class. lowest, highest: of these scores.

    cases: how many; total: with those that lack one. are_whole: whether the scores of each row add up to 1, as far as
    `SUM_TOLERANCE` allows. by_class: of each fold, and of the rows without one, see `hand_till_of_tables`; of two
    classes of which one has no score of its own its scores are the negatives of the other's. has_folds: of several.
    """

    cases: int
    total: int
    lowest: float
    highest: float
    are_whole: bool
    by_class: tuple[tuple[tuple[ThresholdTable, ...], ...], ...]
    has_folds: bool
    lone: int | None


class CountedFolds(NamedTuple):
    """The folds of a model on a split that have rows, in their order. blank: rows without a fold.

    shared: patients with rows in more than one; 0 where nothing tells them apart.
    """

    names: tuple[str, ...]
    evaluations: tuple[Evaluation, ...]
    blank: int
    shared: int


class Counter(Protocol):
    """Counts groups of rows where they lie, by their kept columns.

    head: these of the first rows. not_answered: why questions had no answer, as far as that is no refusal.
    """

    @property
    def head(self) -> pa.Table: ...

    @property
    def not_answered(self) -> Notes: ...

    def rows_of(self, model: int, columns: Sequence[str], cut: Cut | None) -> Predictions:
        """The rows of a model, those alike in these columns as one that has `copies`; without scores and ids.

        cut: here and below what made its predictions again, None for those of the file. Times are days. Raises Problem
        for a column of too many values, and where the file cannot be read any more.
        """

    def together(self, first: int, second: int, split: str | None, cuts: Cuts) -> Together:
        """Raises Problem where nothing tells which rows are the same case."""

    def tables(self, place: Slice, label: int, ways: Sequence[Way]) -> list[ThresholdTable]:
        """Of one class that has scores, in each combination of the groups of all ways, the last running fastest."""

    def by_weight(self, place: Slice, label: int, ways: Sequence[Way]) -> list[WeightedScores]:
        """The same of rows that are weighted."""

    def patients(
        self, place: Slice, ways: Sequence[Way], cells: np.ndarray, cut: Cut | None
    ) -> PatientsInGroups | None:
        """Those with rows in each of them; None where they cannot be told. cells: (g, K, K) all rows in each."""

    def patients_across(
        self, place: Slice, ways: Sequence[Way], cells: np.ndarray, label: int, cut: Cut | None
    ) -> Patients | None:
        """All of them by their rows of one class in each, see `PatientsInGroups.jointly`; None as `patients`."""

    def areas(
        self, place: Slice, label: int, ways: Sequence[Way], groups: Groups, tables: Sequence[ThresholdTable]
    ) -> list[PlacedSums]:
        """Where patients' rows are placed by the score of a class among the others of their group; [] for too many.

        groups: (g,) the combinations of each. tables: (g,) of these.
        """

    def squares(
        self, place: Slice, has_patients: bool, moves: Mapping[int, Moves], numbers: Sequence[MovedMean]
    ) -> list[int] | None:
        """As `SumsOverRows.squares`, of patients where they have several rows."""

    def in_ranges(self, place: Slice, label: int, lowest: Sequence[float], ways: Sequence[Way]) -> Sums | None:
        """The products and sums of `SumsOverRows.in_ranges` in each of the same combinations; one without ways."""

    def cells_at(self, place: Slice, cut: Cut) -> np.ndarray:
        """(K, K) true class by predicted class, with the predictions of a threshold. Raises Problem as `rows_of`."""

    def below(self, place: Slice, label: int, cut: Cut | None) -> tuple[list[ThresholdTable], bool]:
        """Of the cases with a score of a class a table of each kind, and whether they are exact.

        The kind is (true class * K + class below every threshold) * 2, and one more where it is predicted as the class.
        Raises TooManyGroups where these are too many to bring.
        """

    def patients_at(self, place: Slice, cut: Cut, cells: np.ndarray) -> Patients | None:
        """Those of a model at a threshold; None where they cannot be told. cells: as `cells_at`."""

    def patients_of_class(self, place: Slice, label: int, ends: Ends, cells: np.ndarray) -> Patients | None:
        """Those with scores of a class, as of two classes: whether it is the class, by whether low <= score < high.

        cells: (2, 2) of all rows with such scores. None where they cannot be told.
        """

    def patients_by_risk(self, place: Slice, label: int, risks: Risks, cells: np.ndarray) -> PatientsByRisk | None:
        """Those with scores of a class at each of g rising risks; None where they cannot be told.

        cells: (g, 4) of all such rows: what the sums of `PatientsByRisk.products` are of.
        """

    def at_thresholds(self, place: Slice, thresholds: Sequence[float] | None, has_patients: bool) -> CellsAndPatients:
        """(K + 1, K + 1) the cases with all scores, true class by what `decide` makes of them; None: as delivered.

        The last class is that of cases without a prediction. has_patients: as `squares`.
        """

    def by_confidence(self, place: Slice) -> list[ThresholdTable]:
        """(K * K) the cases with all scores by the highest of them, in each cell: true class * K + predicted class.

        Of two classes with one score p that of p and 1 − p. Raises TooManyGroups where these are too many to bring.
        """

    def patients_decided(self, place: Slice, least: float, cells: np.ndarray) -> Patients | None:
        """Of these cases those with a highest score of at least so much; None where they cannot be told.

        cells: (K, K) of all such cases.
        """

    def fully_scored(self, place: Slice) -> FullyScored | None:
        """None where a class has no scores, and with weights. Raises TooManyGroups where they are too many to bring."""

    def folds_of_all(self) -> tuple[Way, tuple[str, ...]] | None:
        """The folds of all rows of the file and their names, in natural order; None without a fold column."""

    def folds(self, place: Slice, cut: Cut | None) -> CountedFolds:
        """Raises Problem for a fold column of too many values."""

    def within(self, parts: Sequence[tuple[str, Keep]]) -> tuple[Mapping[Slice, Evaluation], Notice | None, Counter]:
        """`evaluations`, `steps` and counter of a study of the rows that every part keeps."""

    def cases(self, place: Slice, cut: Cut | None) -> CaseCounter:
        """The single rows of a model on a split. cut: what made its predictions again, None for those of the file."""
