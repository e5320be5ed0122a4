"""What a browser session keeps: the open study with what was decided about it, and what outlives a study.

Nothing here is shared with another session or written to disk, but what was worked out for a bundled example.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache

import streamlit as st

from metrics.interval_methods import STYLES
from metrics.requirements import Requirement
from predictions.groups.lens import Lens
from predictions.problems import Problem
from predictions.study import Study
from reviews import Cache, Review, View
from ui.state import widgets
from ui.state.row_seconds import typed_seconds
from words.findings.lens import no_longer
from words.findings.thresholds.kept import as_delivered

OPEN, READER = "open_study", "reader"
LEVELS = (0.90, 0.95, 0.99)
USUAL_LEVEL = 1


@dataclass
class Reader:
    """What outlives a study. level, intervals: positions in LEVELS and STYLES. is_new: nothing was opened yet.

    linked: the choices of the address that the session began with, by name, until a study takes them.
    """

    level: int = USUAL_LEVEL
    intervals: int = 0
    requirements: tuple[Requirement, ...] = ()
    picture_format: str = "svg"
    is_new: bool = True
    linked: dict[str, int] = field(default_factory=dict)


@dataclass
class OpenStudy:
    """The open study and everything that ends with it. model, split: positions; example: the key of a bundled one.

    edits: how often the table of the classes was changed. saved: the digest and time of the last saved review.
    review_said: what came of the review file that was opened last. lens: the group of cases that all pages show.
    not_as_chosen: why all cases are shown and not the group that was chosen last, or the delivered predictions and not
    those at the kept threshold; "" where neither is so.
    """

    study: Study
    review: Review
    reader: Reader
    example: str | None = None
    model: int = 0
    split: int = 0
    edits: int = 0
    saved: tuple[str, str] | None = None
    review_said: str = ""
    lens: Lens | None = None
    not_as_chosen: str = ""
    cache: Cache = field(default_factory=Cache)

    @property
    def view(self) -> View:
        """What is looked at now."""
        splits = self.study.splits_of(self.model)
        split = splits[self.split] if splits else None
        seen = View(
            self.study, self._decided, self.model, split, LEVELS[self.reader.level], cache=self.cache,
            intervals=STYLES[self.reader.intervals], row_seconds=typed_seconds(),
        )  # fmt: skip
        return self._at_kept_thresholds(self._within(seen))

    @property
    def _decided(self) -> Review:
        return replace(self.review, requirements=self.reader.requirements)

    def _within(self, seen: View) -> View:
        """Of the chosen group; of all cases where its file cannot be asked any more: then it is chosen no longer."""
        try:
            return seen.within(self.lens)
        except Problem as problem:
            assert self.lens is not None
            self.not_as_chosen = no_longer(self.lens.said, self.study.unit, str(problem))
            self.lens = None
            return seen

    def _at_kept_thresholds(self, seen: View) -> View:
        """As delivered where the file cannot be asked any more: then kept thresholds are used no longer."""
        try:
            return seen.at_kept_thresholds
        except Problem as problem:
            for kept in self.review.thresholds:
                self.review = self.review.keeping(replace(kept, applied=False))
            self.not_as_chosen = as_delivered(str(problem))
            return replace(seen, review=self._decided)

    def look_at(self, lens: Lens | None) -> None:
        """Show only this group on every page; None: all cases."""
        self.lens, self.not_as_chosen = lens, ""


def reader() -> Reader:
    """What this session keeps over studies."""
    kept: Reader = st.session_state.setdefault(READER, Reader())
    return kept


def opened() -> OpenStudy | None:
    """The open study with what was decided about it, or None."""
    return st.session_state.get(OPEN)


def start(study: Study, example: str | None) -> OpenStudy:
    """Put a study in the place of the one before, as the file itself suggests to begin."""
    end()
    begun, cache = Review.begin(study).with_interest(study), cache_for(study, example)
    found = OpenStudy(study, begun, reader(), example, study.opening_model, cache=cache)
    st.session_state[OPEN] = found
    return found


def cache_for(_study: Study, example: str | None) -> Cache:
    """What is worked out for a study: for all sessions where it is an example, which never changes."""
    return _cache_of_example(example) if example else Cache()


@cache
def _cache_of_example(_key: str) -> Cache:
    return Cache()


def end() -> None:
    """Forget the study, everything decided about it and everything computed from it."""
    st.session_state.pop(OPEN, None)
    widgets.begin_anew()
    reader().is_new = False
