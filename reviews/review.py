"""What people decided about a study; never part of the Study, which is what was read."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum

from metrics.requirements import Requirement
from predictions.study import Study
from reviews.class_names import guess_names
from reviews.class_order import ClassOrder, class_of_interest, guess_order, not_diseases
from words.text.escape import short

LONGEST_NAME = 80
EARLIEST, LATEST = date(1900, 1, 1), date(2199, 12, 31)  # days that can be marked


class Kind(StrEnum):
    """What a class means for the patient."""

    NORMAL = "Normal"
    DISEASE = "disease"
    NEITHER = "neither"


@dataclass(frozen=True)
class KeptThreshold:
    """A threshold that was chosen for a class of a model, both by position.

    applied: whether every page shows the predictions that it makes, in place of the delivered ones.
    """

    model: int
    label: int
    threshold: float
    applied: bool = False


@dataclass(frozen=True)
class Marker:
    """The first day on which something was different, such as a software update. name: as typed, "" for none."""

    day: date
    name: str = ""

    @classmethod
    def called(cls, day: date, name: str) -> Marker:
        """Its name as typed, on one line and cut."""
        return cls(day, short(" ".join(name.split()), LONGEST_NAME))


@dataclass(frozen=True)
class Review:
    """Every class is named by its position in the labels of the study.

    normal: the Normal class, None for none. interest: the class that leads every headline, None before it is known.
    order: every class once, the most dangerous first and Normal last, or in order of time; () as in the file.
    ordered_by: where that order comes from. names: what each class is shown as; () as in the file.
    not_diseases: classes that are neither Normal nor a disease. requirements: in the order in which they were added.
    thresholds: kept ones, at most one for each model. marker: what performance over time is seen before and after.
    """

    normal: int | None = None
    interest: int | None = None
    requirements: tuple[Requirement, ...] = ()
    order: tuple[int, ...] = ()
    ordered_by: ClassOrder = ClassOrder.FILE
    names: tuple[str, ...] = ()
    not_diseases: frozenset[int] = frozenset()
    thresholds: tuple[KeptThreshold, ...] = ()
    marker: Marker | None = None

    @classmethod
    def begin(cls, study: Study) -> Review:
        """What the file itself suggests."""
        order, ordered_by = guess_order(study)
        neither = not_diseases(study)
        return cls(study.normal, study.positive, (), order, ordered_by, guess_names(study), neither)

    def with_interest(self, study: Study) -> Review:
        """With the class that leads where nobody chose one: headlines of pages and reports lead with the same class."""
        if self.interest is not None:
            return self
        leading = class_of_interest(study, self.order, self.ordered_by, self.not_diseases)
        return replace(self, interest=leading)

    def kind(self, label: int) -> Kind:
        """Whether a class is Normal, a disease, or neither."""
        if label == self.normal:
            return Kind.NORMAL
        return Kind.NEITHER if label in self.not_diseases else Kind.DISEASE

    def with_kind(self, label: int, kind: Kind) -> Review:
        """The class as Normal, a disease, or neither; at most one class is Normal."""
        neither = self.not_diseases - {label} | ({label} if kind is Kind.NEITHER else set())
        normal = None if self.normal == label else self.normal
        return replace(self, normal=label if kind is Kind.NORMAL else normal, not_diseases=frozenset(neither))

    def renamed(self, label: int, name: str) -> Review:
        """The class shown under another name; a blank one changes nothing."""
        clean = short(" ".join(name.split()), LONGEST_NAME)
        names = tuple(clean if i == label and clean else each for i, each in enumerate(self.names))
        return replace(self, names=names)

    def moved(self, label: int, place: int) -> Review:
        """The class at another place of the order: 0 is the first, a place beyond the last is the last."""
        rest = [each for each in self.order if each != label]
        place = min(max(place, 0), len(rest))
        return replace(self, order=(*rest[:place], label, *rest[place:]), ordered_by=ClassOrder.READER)

    def threshold_of(self, model: int) -> KeptThreshold | None:
        """The threshold that is kept for a model."""
        return next((each for each in self.thresholds if each.model == model), None)

    def keeping(self, kept: KeptThreshold) -> Review:
        """With this threshold, in place of another one of its model."""
        return replace(self, thresholds=(*self.without_threshold(kept.model).thresholds, kept))

    def marking(self, marker: Marker | None) -> Review:
        """With this day marked, in place of another one; None for no day."""
        return replace(self, marker=marker)

    def without_threshold(self, model: int) -> Review:
        """The predictions of this model as delivered."""
        return replace(self, thresholds=tuple(each for each in self.thresholds if each.model != model))
