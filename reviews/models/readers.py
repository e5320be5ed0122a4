"""Several readers of the same cases: every number as the mean over the readers, and how two modalities differ in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from metrics import Estimate
from metrics.kernels.cached import cached_property
from metrics.kernels.codes import of_repeated
from metrics.measures.case_weights import whole_weights
from metrics.paired.multiplicity import simultaneous_level
from metrics.paired.reader_mean import Reading, area_read, difference_of_readers, over_readers, proportion_read
from predictions.problems import Problem
from predictions.rows import Predictions, cases_of, chosen, patients_of, weights_of
from predictions.slices.paired_models import scores_of
from predictions.slices.readers import Modality, common_rows, modalities
from reviews.view import View
from words.findings.models.readers import Means, ReaderMean

ALL = "All readers"
Read = tuple[Reading, ...]  # of one number and modality, by reader


@dataclass(frozen=True, eq=False)
class Readers:
    """The readers of one split, and what they read with; every case counts that all of them read each time.

    rows: per model of all modalities its (n,) row numbers of the common cases.
    """

    view: View
    names: tuple[str, ...]
    modalities: tuple[Modality, ...]
    rows: Mapping[int, np.ndarray]

    @property
    def cases(self) -> int:
        """How many cases are common to all."""
        return len(self.truth)

    @property
    def _first(self) -> tuple[Predictions, np.ndarray]:
        """One model with its rows: the cases of all models are the same."""
        first = self.modalities[0].models[0]
        return self._cases(first), self.rows[first]

    @cached_property
    def truth(self) -> np.ndarray:
        """(n,) codes."""
        model, rows = self._first
        return chosen(model.truth, rows)

    @cached_property
    def weights(self) -> np.ndarray | None:
        """(n,) how often each case counts; None: once."""
        found = weights_of(*self._first)
        return None if found is None else whole_weights(found)

    @cached_property
    def patients(self) -> np.ndarray | None:
        """(n,) codes from 0 on; None where each case is one of its own."""
        return of_repeated(patients_of(*self._first))

    @cached_property
    def means_by_modality(self) -> tuple[tuple[str, Means], ...]:
        """Each modality with its means of the class of interest, the first as the reference."""
        found = enumerate(self.modalities)
        return tuple((each.name or ALL, self._told(at)) for at, each in found)

    def _told(self, at: int) -> Means:
        label = self.view.interest
        of_class = int((self.truth == label).sum())
        cases = {"sensitivity": of_class, "specificity": self.cases - of_class}
        apart = self.differences(label, at) if at else {}
        return {
            key: ReaderMean(estimate, self.values(label, at, key), cases.get(key), apart.get(key))
            for key, estimate in self.means(label, at).items()
            if key == "auc" or not self.view.study.mapping.gives_scores_only
        }

    def values(self, label: int, at: int, key: str) -> list[float]:
        """Each reader's own number of a class, in the order of `names`."""
        return [each.value for each in self._read(label, at).get(key, ())]

    def means(self, label: int, at: int) -> Mapping[str, Estimate]:
        """sensitivity, specificity and, where all have scores, auc of a modality."""
        key = ("readers' means", self.view.level, self.view.intervals, label, at)
        return self.view.cached(key, lambda: self._means(label, at))

    def differences(self, label: int, at: int) -> Mapping[str, Estimate]:
        """The same less the first modality's, the intervals simultaneous for all further ones."""
        key = ("readers' differences", self.view.level, label, at)
        return self.view.cached(key, lambda: self._differences(label, at))

    def _means(self, label: int, at: int) -> Mapping[str, Estimate]:
        made = self.view.level, 0.0, self.view.intervals
        return {key: over_readers(each, self.patients, *made) for key, each in self._read(label, at).items()}

    def _differences(self, label: int, at: int) -> Mapping[str, Estimate]:
        level = simultaneous_level(self.view.level, len(self.modalities) - 1)
        first = self._read(label, 0)
        return {
            key: difference_of_readers(each, first[key], self.patients, level)
            for key, each in self._read(label, at).items()
            if key in first
        }

    def _read(self, label: int, at: int) -> Mapping[str, Read]:
        key = ("readings", self.view.split, label, at)
        return self.view.cache.get(key, lambda: self._reading(label, self.modalities[at].models))

    def _reading(self, label: int, models: Sequence[int]) -> Mapping[str, Read]:
        is_class = self.truth == label
        predicted = [self._cases(model).predicted[self.rows[model]] == label for model in models]
        found = {
            "sensitivity": tuple(proportion_read(each, is_class, self.weights) for each in predicted),
            "specificity": tuple(proportion_read(~each, ~is_class, self.weights) for each in predicted),
        }
        scores = [scores_of(self._cases(model), label) for model in models]
        known = [each[self.rows[model]] for each, model in zip(scores, models, strict=True) if each is not None]
        if len(known) == len(models) and not any(np.isnan(each).any() for each in known):
            found["auc"] = tuple(area_read(each, is_class, self.weights) for each in known)
        return found

    def _cases(self, model: int) -> Predictions:
        return self.view.study.cases_of(model)


def readers_of(view: View) -> Readers | None:
    """None unless several readers read the same cases of the split."""
    found = view.cache.get(("readers", view.split), lambda: _found(view))
    return Readers(view, *found) if found else None


def _found(view: View) -> tuple[tuple[str, ...], tuple[Modality, ...], Mapping[int, np.ndarray]] | None:
    names, found = modalities(view.study, view.split)
    models = [model for each in found for model in each.models]
    if not models:
        return None
    try:
        rows = common_rows(view.study, models, view.split)
    except Problem:
        return None
    each = ((model, cases_of(view.study.cases_of(model), own)) for model, own in zip(models, rows, strict=True))
    return names, found, {model: own for model, own in each if own is not None}
