"""What is decided about the classes of a study before a report is made: kinds, order, names, the class of interest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from predictions.problems import Problem
from predictions.study import Study
from reviews import Review
from reviews.class_order import ClassOrder
from reviews.review_file import ReviewFile
from words.text.names import listed, quoted


@dataclass(frozen=True)
class ClassDecisions:
    """Every class by its label in the file.

    interest: the class of interest. not_diseases: classes that are neither Normal nor a disease, in place of those
    that their names suggest; None leaves these. order: classes to list first, in this order. names: label -> name.
    review: what was decided before, in place of what the file suggests.
    """

    interest: str | None = None
    not_diseases: tuple[str, ...] | None = None
    order: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    review: ReviewFile | None = None

    def applied(self, study: Study) -> Review:
        """What the file suggests, with these decisions. Raises Problem for a class that no row uses."""
        review = begun = self._begun(study)
        if self.not_diseases is not None:
            neither = frozenset(_position(study, label, "--not-a-disease") for label in self.not_diseases)
            if review.normal in neither:
                normal = study.labels[review.normal or 0]
                raise Problem(f"{quoted(normal)} is the Normal class. Set another one with --normal, or none.")
            review = replace(review, not_diseases=neither)
        first = list(dict.fromkeys(_position(study, label, "--class-order") for label in self.order))
        if first:
            rest = [label for label in review.order if label not in first]
            review = replace(review, order=(*first, *rest), ordered_by=ClassOrder.READER)
        for label, name in self.names.items():
            review = review.renamed(_position(study, label, "--class-name"), name)
        if _share_a_name(review):
            what = "The review" if _share_a_name(begun) else "--class-name"
            raise Problem(f"{what} gives two classes the same name. Give each one its own.")
        return review

    def _begun(self, study: Study) -> Review:
        if self.review is None:
            return replace(Review.begin(study), interest=self._interest(study))
        decided = self.review.restored(study)
        if (normal := study.mapping.normal) is not None and normal != self.review.normal:  # the command line's own
            decided = replace(decided, normal=study.normal, not_diseases=decided.not_diseases - {study.normal})
        return replace(decided, interest=self._interest(study)) if self.interest else decided

    def _interest(self, study: Study) -> int | None:
        """The class that was named, or that a lone score is for. It changes no number."""
        chosen = study.mapping.positive or self.interest
        return _position(study, chosen, "--positive") if chosen else study.positive


def _share_a_name(review: Review) -> bool:
    return len({*review.names}) < len(review.names)


def _position(study: Study, label: str, option: str) -> int:
    if label not in study.labels:
        raise Problem(f"No row uses the class {quoted(label)} of {option}. The classes are {listed(study.labels, 12)}.")
    return study.labels.index(label)


AS_IN_THE_FILE = ClassDecisions()
