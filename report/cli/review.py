"""The review file of a run: what it says of columns and classes, and whether it fits what was read."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from metrics.interval_methods import Style
from predictions.mapping import Mapping
from predictions.problems import Problem
from predictions.study import Study
from report.cli.arguments import Options
from report.cli.given import given_fields
from report.cli.side_file import read_beside
from reviews.review_file import GROUP, LARGEST, ReviewFile, loaded
from words.findings.review_file import another_file, misfit, of_a_group, of_a_split
from words.text.names import quoted

# What a field of the command line stands in place of, beside itself.
INSTEAD = {
    "predicted": ("score_models", "model_scores"),
    "scores": ("score", "score_models", "model_scores"),
    "score": ("scores", "score_models", "model_scores"),
    "score_models": ("scores", "score", "model_scores", "predicted"),
}


def read_review(path: Path | None) -> ReviewFile | None:
    """What the file says; None without one. Raises Problem for a file that cannot be read or understood."""
    return None if path is None else read_beside(path, LARGEST, loaded)


def with_review(options: Options, review: ReviewFile) -> Mapping:
    """What the review says of the columns, but for what the command line says itself."""
    usual, given = Mapping(), given_fields(options)
    left = {other: getattr(usual, other) for name in given for other in INSTEAD.get(name, ())}
    return replace(review.mapping, **left, **{name: getattr(options.mapping, name) for name in given})


def intervals_of(review: ReviewFile | None) -> tuple[float, Style]:
    """The level and the style of intervals that the review was saved with; 95 % and default without one."""
    choices = {} if review is None else review.choices
    return choices.get("level", 0.95), choices.get("intervals", "default")


def check_fit(path: Path, review: ReviewFile, study: Study) -> str:
    """Notes where the review was saved for another file, of a split that is not there, or of one group.

    Raises Problem for classes or models that are not there.
    """
    if said := misfit(review.lacking(study), review.lacking_models(study)):
        raise Problem(f"{quoted(path)} {said}")
    lens = review.choices.get(GROUP)
    notes = [] if review.belongs_to(study) else [another_file([name for name, _ in review.files])]
    notes += [of_a_split(split)] if (split := review.lacking_split(study)) is not None else []
    notes += [of_a_group(lens.plain, study.unit[1])] if lens is not None else []
    return f"{quoted(path)}: {' '.join(notes)}" if notes else ""
