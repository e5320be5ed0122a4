"""The requirements file, and the exit status that follows from its verdicts."""

from __future__ import annotations

from pathlib import Path

from metrics import Evaluation
from metrics.requirements import assessed
from predictions.problems import Problem
from report.results import Report
from reviews.requirement_file import LARGEST, Loaded, loaded
from reviews.requirement_text import NotUnderstood
from words.text.names import quoted

ALL_MET, NOT_MET, INCONCLUSIVE = 0, 3, 4


def read_requirements(path: Path | None) -> Loaded:
    """What the file requires; nothing without one. Raises Problem for a file that cannot be read or understood."""
    if path is None:
        return Loaded((), "")
    try:
        with path.open("rb") as file:
            found = loaded(file.read(LARGEST + 1))
    except FileNotFoundError:
        raise Problem(f"There is no file {quoted(path)}. Check its name and folder.") from None
    except OSError as error:
        raise Problem(f"{quoted(path)} cannot be read: {error.strerror}.") from None
    except NotUnderstood as refusal:
        raise Problem(f"{quoted(path)}: {refusal}") from None
    if not found.requirements:
        raise Problem(f"{quoted(path)} contains no requirement. Remove --requirements, or add a requirement.")
    return found


def exit_status(report: Report) -> int:
    """3 where a requirement is not met, 4 where none is but one is inconclusive, else 0.

    Each model counts on its first part, the test split where there is one.
    """
    first: dict[str | None, Evaluation] = {}
    for result in report.results:
        first.setdefault(result.evaluation.model, result.evaluation)
    states = {
        assessed(each, evaluation).verdict.state for evaluation in first.values() for each in report.review.requirements
    }
    if report.review.requirements and not states:
        return INCONCLUSIVE  # no part of the study has a case
    return NOT_MET if "not met" in states else INCONCLUSIVE if "inconclusive" in states else ALL_MET
