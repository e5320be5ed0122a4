"""The same cases of two models: which row of the one belongs to which row of the other, and by what that was told."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from metrics import Evaluation, ThresholdTable
from metrics.intervals.patient_counts import Patients
from metrics.kernels.cached import cached_property
from metrics.measures.case_weights import whole_weights
from metrics.paired.counted_areas import CountedAreas
from metrics.paired.counted_pairs import ANOTHER, AS_NORMAL, OUTCOMES, THE_CLASS, place_of
from predictions.columns.labels import BLANK
from predictions.counted import Decided, Evaluations, PairCounter, Thresholds, Together
from predictions.problems import Problem
from predictions.rows import Predictions, blank_ids, cases_of, patients_of, row_numbers, weights_of
from predictions.slices.same_case import has_ids, in_same_order, telling
from predictions.study import Study
from words.text.names import listed, quoted

Keys = tuple[np.ndarray, np.ndarray]
Models = tuple[Predictions, Predictions]
SAME_WEIGHT = 1e-6  # relative


@dataclass(frozen=True, eq=False)
class Pair:
    """Two models of one study on the cases that both have, in the order of the first.

    rows: row numbers in each model, aligned, (n,). only_first, only_second: cases of one alone. blank: rows of both
    whose id is blank. differing: common cases excluded, because the two rows do not agree on the true class.
    by: the columns that told the cases; () where both stand in the same rows.
    is_unclustered: whether an engine that counted the cases knows that each is a patient of its own. has_patients:
    whether it knows who has several.
    in_order: nothing tells the cases but that all rows of both agree in their order.
    counter: where an engine counted the cases, whom to ask for more of them; None where they are held.
    """

    first: Predictions
    second: Predictions
    rows: Keys
    only_first: int
    only_second: int
    blank: int
    differing: int
    by: tuple[str, ...]
    is_unclustered: bool = False
    in_order: bool = False
    has_patients: bool = False
    counter: PairCounter | None = None

    def __len__(self) -> int:
        return len(self.rows[0]) if self.copies is None else int(self.copies.sum())

    def as_cases(self) -> Pair:
        """Each row as often as it is a case. Raises Problem where a case weighs differently in the two models."""
        first, second = (model.weights for model in (self.first, self.second))
        if first is None or second is None:
            return self
        if not np.allclose(first[self.rows[0]], second[self.rows[1]], rtol=SAME_WEIGHT, atol=0):
            raise Problem("The same cases weigh differently in these two models. Give each case one weight.")
        if self.copies is not None:
            return self
        rows = (cases_of(model, rows) for model, rows in zip((self.first, self.second), self.rows, strict=True))
        one, other = (np.zeros(0, int) if each is None else each for each in rows)
        return replace(self, rows=(one, other))

    @property
    def copies(self) -> np.ndarray | None:
        """(n,) how many cases each row is, where an engine counted them; None: one."""
        return None if self.first.is_held or self.first.copies is None else self.first.copies[self.rows[0]]

    @cached_property
    def weights(self) -> np.ndarray | None:
        """(n,) whole numbers, how often each case counts; None: once."""
        found = weights_of(self.first, self.rows[0])
        return None if found is None else whole_weights(found, self.copies)

    @cached_property
    def truth(self) -> np.ndarray:
        """(n,) codes."""
        return self.first.truth[self.rows[0]]

    @cached_property
    def predicted(self) -> Keys:
        """(n,) codes of what each predicted."""
        return self.first.predicted[self.rows[0]], self.second.predicted[self.rows[1]]

    @cached_property
    def patients(self) -> np.ndarray | None:
        """(n,) codes from 0 on of the patient of each case; None without ids, or where each has one case only."""
        codes = patients_of(self.first, self.rows[0])
        if codes is None:
            return None
        counts = np.bincount(codes)
        return (np.cumsum(counts > 0) - 1)[codes] if (counts > 1).any() else None

    @cached_property
    def units(self) -> int | None:
        """Distinct patients; None without ids."""
        if self.first.clusters is None:
            return len(self) if self.is_unclustered else None
        return len(self) if self.patients is None else int(self.patients.max()) + 1

    def counted_patients(self, label: int | None, normal: int | None) -> Patients | None:
        """As `PairCounter.patients`; None where cases are held, and where nobody knows who has several."""
        if self.counter is None or not self.has_patients:
            return None
        is_class = np.ones(len(self.truth), int) if label is None else self.truth == label
        first, second = (self._saying(predicted, label, normal) for predicted in self.predicted)
        cells = np.bincount(place_of(is_class, first, second), self.copies, OUTCOMES**2).astype(np.int64)
        return self.counter.patients(label, normal, cells)

    def counted_areas(self, label: int, evaluations: Evaluations) -> CountedAreas | None:
        """As `PairCounter.areas`; None where cases are held."""
        return None if self.counter is None else self.counter.areas(label, evaluations, self.has_patients)

    def counted_table(self, label: int, evaluation: Evaluation) -> ThresholdTable | None:
        """As `PairCounter.table`; None where cases are held."""
        return None if self.counter is None else self.counter.table(label, evaluation)

    def decided(self, label: int, thresholds: Thresholds) -> Decided | None:
        """As `PairCounter.decided`; None where cases are held."""
        return None if self.counter is None else self.counter.decided(label, thresholds, self.has_patients)

    def _saying(self, predicted: np.ndarray, label: int | None, normal: int | None) -> np.ndarray:
        """(n,) what a model says of each case, see `place_of`."""
        said = np.where(predicted == (self.truth if label is None else label), THE_CLASS, ANOTHER)
        if label is not None and normal is not None:
            said[(self.truth == label) & (predicted == normal)] = AS_NORMAL
        return said

    def folds(self, places: np.ndarray) -> Keys | None:
        """(m,) codes of the fold of these cases in each model, -1 for none; None where a model has no folds."""
        if self.first.fold is None or self.second.fold is None:
            return None
        return self.first.fold[self.rows[0][places]], self.second.fold[self.rows[1][places]]

    def scores(self, label: int) -> tuple[Keys, np.ndarray] | None:
        """((m,) scores of each for one class, (m,) places of the cases where both have one); None where one has none.

        A lone score of two classes counts as its negative for the other class.
        """
        found = [scores_of(model, label) for model in (self.first, self.second)]
        if found[0] is None or found[1] is None:
            return None
        one, other = found[0][self.rows[0]], found[1][self.rows[1]]
        known = np.flatnonzero(~(np.isnan(one) | np.isnan(other)))
        return ((one[known], other[known]), known) if len(known) else None


def scores_of(model: Predictions, label: int, total: float = 0.0) -> np.ndarray | None:
    """(n,) scores of a class; of two classes the total less the other's where it has none of its own."""
    if model.scores is None:
        return None
    scores, other = model.scores[label], model.scores[1 - label] if len(model.scores) == 2 else None
    return total - other if scores is None and other is not None else scores


def probabilities(model: Predictions, label: int) -> np.ndarray | None:
    """(n,) scores of a class where all known ones lie within 0 and 1, nan where a row has none; None otherwise.

    A lone score s of two classes gives 1 − s for the other class.
    """
    found = scores_of(model, label, total=1.0)
    if found is None or np.nanmin(found, initial=0) < 0 or np.nanmax(found, initial=1) > 1:
        return None
    return found


def join(study: Study, first: int, second: int, split: str | None = None) -> Pair:
    """Two models of a study on the cases of one split (None: all rows) that both have.

    Columns of one table stand in the same rows. Otherwise an id finds its case; where ids repeat, together with the
    fold, the sequence and its order, or another column that tells the rows of one id apart. Without ids the sequence
    and its order do, or a column of row numbers; at last the order of the rows, where all of both agree in it.
    Raises Problem where nothing tells the cases, none is common or no common one has the same true class.
    """
    together = study.together(first, second, split)
    if together is not None:
        return _counted(together)
    models = study.cases_of(first), study.cases_of(second)
    rows = tuple(row_numbers(model, split) for model in models)
    if models[0].truth is models[1].truth:
        return Pair(*models, (rows[0], rows[1]), 0, 0, 0, 0, ())
    told = tuple(_with_id(*each) for each in zip(models, rows, strict=True))
    found = telling(study, models, (told[0], told[1]))
    if found is None and in_same_order(models, (rows[0], rows[1])):
        return Pair(*models, (rows[0], rows[1]), 0, 0, 0, 0, (), in_order=True)
    if found is None:
        raise _not_told(study, models)
    by, keys = found
    place = np.full(int(keys.max(initial=BLANK)) + 1, BLANK)
    place[keys[len(told[0]) :]] = told[1]
    others = place[keys[: len(told[0])]]
    common = told[0][others >= 0], others[others >= 0]
    both = tuple(zip(models, rows, told, common, strict=True))
    alone = tuple(_cases(model, own) - _cases(model, matched) for model, _, own, matched in both)
    blank = sum(_cases(model, every) - _cases(model, own) for model, every, own, _ in both)
    pair = _of_same_truth(models, common, alone, blank, by)
    if pair.differing and not has_ids(models):  # the numbers count the rows of each model in another order
        raise _not_told(study, models)
    return pair


def _counted(together: Together) -> Pair:
    rows = np.arange(len(together.first))
    if together.by and not len(rows):
        raise _none_common(together.differing, together.by)
    return Pair(
        together.first,
        together.second,
        (rows, rows),
        together.only_first,
        together.only_second,
        together.blank,
        together.differing,
        together.by,
        is_unclustered=together.is_unclustered,
        has_patients=together.has_patients,
        counter=together.counter,
    )


def _cases(model: Predictions, rows: np.ndarray) -> int:
    return len(rows) if model.copies is None else int(model.copies[rows].sum())


def _with_id(model: Predictions, rows: np.ndarray) -> np.ndarray:
    """Without the rows whose id is blank: nothing says whose they are."""
    if model.case_ids is None:
        return rows
    blank = blank_ids(model.case_ids)
    return rows[~blank[rows]] if blank.any() else rows


def _of_same_truth(
    models: Models, common: Keys, alone: tuple[int, ...], blank: int, by: tuple[str, ...]
) -> Pair:  # fmt: skip
    same = models[0].truth[common[0]] == models[1].truth[common[1]]
    differing = _cases(models[0], common[0][~same])
    if not same.any():
        raise _none_common(differing, by)
    rows = common[0][same], common[1][same]
    return Pair(*models, rows, alone[0], alone[1], blank, differing, by)


def _none_common(differing: int, by: tuple[str, ...]) -> Problem:
    why = "have the same true class in both" if differing else "are in both"
    return Problem(f"No cases of these two models {why}, told by {listed(by)}. They cannot be compared case by case.")


def _not_told(study: Study, models: Models) -> Problem:
    mapping = study.mapping
    return not_told(mapping.case_id if all(each.case_ids is not None for each in models) else mapping.sequence)


def not_told(by: str | None) -> Problem:
    """Two models whose cases nothing tells. by: the column of their ids or recordings, None without one."""
    if not by:
        return Problem(
            "No case ID: nothing tells which rows of the two models are the same case. Add a column such as case_id, "
            "or put the predictions of both models into columns of one table."
        )
    return Problem(
        f"The values of {quoted(by)} repeat, and nothing tells which of their rows are the same case. Add a column "
        "that numbers the rows of each, such as recording or frame."
    )
