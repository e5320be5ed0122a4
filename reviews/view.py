"""What is looked at now: one model of a study on one split, with what was decided about it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

import numpy as np

from metrics import ConfusionMatrix, Evaluation
from metrics.interval_methods import Style
from predictions.groups.by import Groups, groups
from predictions.groups.lens import Lens, offered, within
from predictions.problems import Notice
from predictions.slices.at_threshold import at_threshold, obstacle
from predictions.slices.folds import Folds, pooled_auc_differs, read_folds
from predictions.slices.row_duration import nouns_of
from predictions.study import Capability, Study
from reviews.cache import Cache
from reviews.review import LONGEST_NAME, KeptThreshold, Review
from words import Voice, distinct, markdown
from words.text.voice import reader_said

T = TypeVar("T")
MOST_LENSES = 2  # of which the study is held: each is up to as large as the whole


@dataclass(frozen=True, eq=False)
class View:
    """Study and review; the position of a model and one of its splits, None where it has none.

    level: of every interval. intervals: their style. undefined_as_zero: see Evaluation. cache: what was worked out for
    the study; views of the same study share it. before: study and cache with the delivered predictions, where a kept
    threshold changed them. row_seconds: how long a row of a recording lasts as the reader said; None as in the file.
    lens: the group of cases that the study holds, None for all; everybody: study and cache of all, as delivered. asks:
    whether an engine that holds the rows is asked for intervals of means over classes, and of the average precision of
    patients, which takes about as long as a further count.
    """

    study: Study
    review: Review
    model: int = 0
    split: str | None = None
    level: float = 0.95
    undefined_as_zero: bool = False
    intervals: Style = field(default="default", kw_only=True)
    cache: Cache = field(default_factory=Cache, repr=False)
    before: tuple[Study, Cache] | None = None
    row_seconds: float | None = None
    lens: Lens | None = None
    everybody: tuple[Study, Cache] | None = None
    asks: bool = False

    def within(self, lens: Lens | None) -> View:
        """The same of a group of cases; of all of them for None, and for a study without kept columns.

        Raises Problem where these cannot be asked for any more: the file is gone, or another one.
        """
        if lens is None or self.study.kept(self.model) is None:
            return self
        study = self.study
        lenses = self.cache.get(("lenses",), lambda: Cache(MOST_LENSES))
        seen, cache = lenses.get(lens, lambda: (within(study, lens), Cache()))
        return replace(self, study=seen, cache=cache, lens=lens, everybody=(self.study, self.cache))

    @property
    def of_everybody(self) -> View:
        """The same of all cases."""
        if self.everybody is None:
            return self
        study, cache = self.everybody
        found = replace(self, study=study, cache=cache, before=None, lens=None, everybody=None)
        return found if self.before is None else found.at_kept_thresholds

    @property
    def lenses(self) -> tuple[Lens, ...]:
        """The groups of cases that the model's kept columns tell apart."""
        whole = self.delivered.of_everybody
        return whole.cache.get(("offered", self.model), lambda: offered(whole.groups))

    @property
    def groups(self) -> tuple[Groups, ...]:
        """The ways in which the model's kept columns tell cases apart, with the groups of each, found once."""
        return self.cache.get(("groups", self.model), lambda: groups(self.study, self.model))

    @property
    def at_kept_thresholds(self) -> View:
        """The same with the predictions that the applied thresholds make; those that cannot be used change nothing."""
        applied = tuple(each for each in self.review.thresholds if each.applied and self._can_use(each))
        if not applied:
            return self
        study, cache = self.cache.get(("applied", applied), lambda: (_made_again(self.study, applied), Cache()))
        return replace(self, study=study, cache=cache, before=(self.study, self.cache))

    @property
    def used_threshold(self) -> KeptThreshold | None:
        """The kept threshold of the model, where every page shows the predictions that it makes; else None."""
        kept = self.review.threshold_of(self.model)
        return kept if kept and kept.applied and self.delivered._can_use(kept) else None

    def _can_use(self, kept: KeptThreshold) -> bool:
        is_there = kept.model < max(1, len(self.study.model_names)) and kept.label < len(self.study.labels)
        return is_there and obstacle(self.study, kept.model, kept.label) is None

    @property
    def delivered(self) -> View:
        """The same with the delivered predictions."""
        if self.before is None:
            return self
        study, cache = self.before
        return replace(self, study=study, cache=cache, before=None)

    @property
    def by_rows(self) -> View:
        """The same with rows taken as independent, for numbers that an engine counts without patients; else itself."""
        if self.evaluation.patients is None:
            return self
        study, cache = _by_rows((self.study, self.cache))
        before, everybody = (each and _by_rows(each) for each in (self.before, self.everybody))
        return replace(self, study=study, cache=cache, before=before, everybody=everybody)

    @property
    def asking(self) -> View:
        """The same with the intervals that take longer, see `asks`."""
        return self if self._counted.sums is None else replace(self, asks=True)

    @property
    def evaluation(self) -> Evaluation:
        """The numbers, with the Normal class of the review and intervals of this level."""
        decided = self.normal, self.review.not_diseases, self.undefined_as_zero, self.asks
        seen = self._counted_once(("evaluation", *decided), self._with_decisions)
        return self.cached(("evaluation", *decided, self.level), lambda: self.with_intervals(seen))

    def with_intervals(self, found: Evaluation) -> Evaluation:
        """The same with intervals of this level and style."""
        return found.at_level(self.level).in_style(self.intervals)

    def _with_decisions(self) -> Evaluation:
        decided, counted = self.review.not_diseases, self._counted
        return replace(
            counted,
            normal=self.normal,
            not_diseases=decided,
            undefined_as_zero=self.undefined_as_zero,
            sums=counted.sums if self.asks else None,
        )

    @property
    def _counted(self) -> Evaluation:
        return self._counted_once(("counted",), lambda: self.study.evaluate(self.model, self.split))

    @property
    def counts_alike(self) -> bool:
        """Whether rows that are alike are counted together, by an engine: then cases are independent."""
        return self._counted.units is None

    @property
    def folds(self) -> Folds | None:
        """The folds of the model on the split; None without a fold column."""
        return self.cached(("folds",), lambda: read_folds(self.study, self._counted, self.model, self.split))

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What misleads about the numbers of this model and split, beyond what was noticed when the file was read."""
        return self.cached(
            ("notices", self.normal), lambda: tuple(filter(None, (pooled_auc_differs(self.evaluation),)))
        )

    @property
    def normal(self) -> int | None:
        """Position of the Normal class, None without one."""
        return self.review.normal

    @property
    def is_in_time(self) -> bool:
        """Whether rows are pieces of recordings, so that classes are told apart as phases are."""
        return Capability.RECORDINGS in self.study.capabilities

    @property
    def interest(self) -> int:
        """Position of the class of interest; before it is known the first in order."""
        decided = self.review.interest
        return next(iter(self.review.order), 0) if decided is None else decided

    def interest_among(self, options: Sequence[int]) -> int:
        """The class of interest where a page can speak of it, else the first class in order that it can speak of."""
        return self.interest if self.interest in options else next(i for i in self.voice.order if i in options)

    @property
    def voice(self) -> Voice:
        """How the study speaks, its names made safe for Markdown."""
        plain = self.plain_voice
        names = tuple(markdown(name, LONGEST_NAME) for name in plain.names)
        return replace(plain, names=names, who=markdown(plain.who, LONGEST_NAME))

    @property
    def plain_voice(self) -> Voice:
        """How the study speaks, its names as plain text."""
        decided = self.review
        names = distinct(decided.names or self.study.labels)
        spoken = Voice(
            names, self.study.unit, self.normal, decided.order, decided.not_diseases, self.interest, self._noun
        )
        if not self.study.mapping.reader:
            return spoken
        rows = self.study.predictions_of(self.model)
        return replace(spoken, who=reader_said(rows.reader if rows else None))

    @property
    def _noun(self) -> str:
        """What a class is that has a code for its name; "stage 4" would be a depth of sleep, which a code 4 is not."""
        noun = nouns_of(self.study).phase[0] if self.is_in_time and self.normal is None else "class"
        return "class" if noun == "stage" else noun

    @property
    def shown_matrix(self) -> ConfusionMatrix:
        """The matrix as it is drawn and listed: in the order of the classes, under the names they are shown as."""
        return self._shown(self.evaluation.matrix)

    @property
    def shown_weighted(self) -> ConfusionMatrix | None:
        """The same with the weights of the cases, for percentages; None where every case counts once."""
        return self._shown(self.evaluation.in_population.matrix) if self.evaluation.is_weighted else None

    def _shown(self, matrix: ConfusionMatrix) -> ConfusionMatrix:
        voice, order = self.plain_voice, list(self.plain_voice.order)
        return ConfusionMatrix(tuple(voice.names[i] for i in order), matrix.cells[np.ix_(order, order)])

    @property
    def shown_healthy(self) -> list[int]:
        """Where `shown_matrix` has the classes that are no disease; nowhere without a Normal class."""
        voice = self.plain_voice
        return [] if voice.normal is None else [at for at, i in enumerate(voice.order) if i not in voice.diseases]

    def cached(self, key: tuple[Hashable, ...], make: Callable[[], T]) -> T:
        """What `make` gives for this model, split and style, made once. key: everything else that it depends on."""
        return self.cache.get((self.model, self.split, self.intervals, *key), make)

    def cached_as_said(self, key: tuple[Hashable, ...], make: Callable[[], T]) -> T:
        """The same for what speaks, too: made again where classes have other names, kinds or orders, or rows last
        longer. Readers of a bundled example share what is made, and none reads the names that another one gave."""
        return self.cached((*key, self.plain_voice, self.row_seconds), make)

    def _counted_once(self, key: tuple[Hashable, ...], make: Callable[[], T]) -> T:
        """The same for what no style changes."""
        return self.cache.get((self.model, self.split, *key), make)


def _by_rows(looked_at: tuple[Study, Cache]) -> tuple[Study, Cache]:
    study, cache = looked_at
    return cache.get(("by rows",), lambda: (study.by_rows, Cache()))


def _made_again(study: Study, applied: tuple[KeptThreshold, ...]) -> Study:
    for kept in applied:
        study = at_threshold(study, kept.model, kept.label, kept.threshold)
    return study
