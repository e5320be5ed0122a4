"""The review file of a run: what it says of columns and classes, and whether it fits what was read."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path

from predictions.mapping import Mapping
from predictions.problems import Problem
from predictions.study import Study
from reviews.requirement_text import NotUnderstood
from reviews.review_file import LARGEST, ReviewFile, loaded
from words.findings.review_file import another_file, misfit
from words.text.names import quoted


def read_review(path: Path | None) -> ReviewFile | None:
    """What the file says; None without one. Raises Problem for a file that cannot be read or understood."""
    if path is None:
        return None
    try:
        with path.open("rb") as file:
            return loaded(file.read(LARGEST + 1))
    except FileNotFoundError:
        raise Problem(f"There is no file {quoted(path)}. Check its name and folder.") from None
    except OSError as error:
        raise Problem(f"{quoted(path)} cannot be read: {error.strerror}.") from None
    except NotUnderstood as refusal:
        raise Problem(f"{quoted(path)}: {refusal}") from None


def with_review(mapping: Mapping, review: ReviewFile | None) -> Mapping:
    """What the review says of the columns, but for what the command line says itself."""
    if review is None:
        return mapping
    usual = Mapping()
    given = {each.name: getattr(mapping, each.name) for each in fields(Mapping)}
    return replace(review.mapping, **{name: value for name, value in given.items() if value != getattr(usual, name)})


def check_fit(path: Path, review: ReviewFile, study: Study) -> str:
    """A note where the review was saved for another file. Raises Problem for classes or models that are not there."""
    if said := misfit(review.lacking(study), review.lacking_models(study)):
        raise Problem(f"{quoted(path)} {said}")
    return "" if review.belongs_to(study) else f"{quoted(path)}: {another_file([name for name, _ in review.files])}"
