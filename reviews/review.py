"""What people decided about a study; never part of the Study, which is what was read."""

from __future__ import annotations

from dataclasses import dataclass

from metrics.requirements import Requirement
from predictions.study import Study


@dataclass(frozen=True)
class Review:
    """normal: position of the Normal class, None for none. positive: of the class of interest, None before it is known.

    requirements: in the order in which they were added.
    """

    normal: int | None = None
    positive: int | None = None
    requirements: tuple[Requirement, ...] = ()

    @classmethod
    def begin(cls, study: Study) -> Review:
        """What the file itself suggests."""
        return cls(study.normal, study.positive)
