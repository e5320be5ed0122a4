"""Requirements of a file, judged for every part of a report; what a program that waits for the exit status is told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from metrics import Evaluation
from metrics.requirements import Assessment, Requirement, assessed
from predictions import Problem
from predictions.problems import quoted
from report.formats.tables import Table
from report.formats.text_layout import plain
from report.results import Report, Result
from reviews.requirement_file import LARGEST, entry, loaded
from reviews.requirement_text import NotUnderstood
from words import Voice, distinct
from words.requirements.told import Told, tally, told_each

__all__ = ["ALL_MET", "CANNOT_TELL", "NOT_MET", "entries", "exit_status", "read_requirements", "requirement_table"]

ALL_MET, NOT_MET, CANNOT_TELL = 0, 3, 4


def read_requirements(path: Path | None) -> tuple[Requirement, ...]:
    """What the file requires; () without one. Raises Problem for a file that cannot be read or understood."""
    if path is None:
        return ()
    try:
        with path.open("rb") as file:
            found = loaded(file.read(LARGEST + 1))
    except FileNotFoundError:
        raise Problem(f"There is no file {quoted(path)}. Check its name and folder.") from None
    except OSError as error:
        raise Problem(f"{quoted(path)} cannot be read: {error.strerror}.") from None
    except NotUnderstood as refusal:
        raise Problem(f"{quoted(path)}: {refusal}") from None
    if not found:
        raise Problem(f"{quoted(path)} requires nothing. Leave out --requirements, or add a requirement.")
    return found


def exit_status(report: Report) -> int:
    """3 where a requirement is not met, 4 where one cannot be told, else 0.

    It counts each model on its first part, the test split where there is one: the others are only shown.
    """
    first: dict[str | None, Evaluation] = {}
    for result in report.results:
        first.setdefault(result.evaluation.model, result.evaluation)
    states = {assessed(each, evaluation).verdict.state for evaluation in first.values() for each in report.requirements}
    if report.requirements and not states:
        return CANNOT_TELL  # no part of the study has a case
    return NOT_MET if "not met" in states else CANNOT_TELL if "cannot tell" in states else ALL_MET


def requirement_table(report: Report, result: Result, voice: Voice) -> Table | None:
    """A line per requirement with its state; below, the reasons. None where nothing is required."""
    if not report.requirements:
        return None
    found = [each for _, each in _judged(report, result, voice)]
    said = tally([each.state for each in found], result.evaluation.level)
    below = [" ".join([f"{each.requirement}: {each.reason}.", *each.notes]) for each in found]
    rows = [[each.requirement, each.state, each.value or "–"] for each in found]
    return Table("Requirements", ["", "state", "value"], [list(row) for row in rows], [said.detail, *below])


def entries(report: Report, result: Result) -> Iterator[tuple[dict[str, Any], Assessment]]:
    """Each requirement as in its file, with its state, reason and notes; and what they come from."""
    study = report.study
    for assessment, said in _judged(report, result, Voice(distinct(study.labels), study.unit, study.normal)):
        judged = {"state": said.state, "reason": plain(said.reason), "notes": [plain(note) for note in said.notes]}
        yield entry(assessment.requirement) | judged, assessment


def _judged(report: Report, result: Result, voice: Voice) -> Iterator[tuple[Assessment, Told]]:
    return told_each(report.requirements, result.evaluation, voice, lambda name: distinct((name,))[0])
