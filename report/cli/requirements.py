"""The requirements file, and the exit status that follows from its verdicts."""

from __future__ import annotations

from pathlib import Path

from predictions.problems import Problem
from report.cli.side_file import read_beside
from report.formats.requirements import judged
from report.results import Report, Result
from reviews.requirement_file import LARGEST, Loaded, loaded
from words.text.names import quoted

ALL_MET, NOT_MET, INCONCLUSIVE = 0, 3, 4


def read_requirements(path: Path | None) -> Loaded:
    """What the file requires; nothing without one. Raises Problem for a file that cannot be read or understood."""
    if path is None:
        return Loaded((), "")
    found = read_beside(path, LARGEST, loaded)
    if not found.requirements:
        raise Problem(f"{quoted(path)} contains no requirement. Remove --requirements, or add a requirement.")
    return found


def exit_status(report: Report) -> int:
    """3 where a requirement is not met, 4 where none is but one is inconclusive, else 0.

    Each model counts on its first part, the test split where there is one.
    """
    first: dict[str | None, Result] = {}
    for result in report.results:
        first.setdefault(result.evaluation.model, result)
    states = {said.state for each in first.values() for _, said in judged(report, each, each.view.plain_voice)}
    if report.review.requirements and not states:
        return INCONCLUSIVE  # no part of the study has a case
    return NOT_MET if "not met" in states else INCONCLUSIVE if "inconclusive" in states else ALL_MET
