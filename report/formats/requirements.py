"""Requirements judged for a model and split: a table for people, entries for programs, states for the exit status."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from metrics.requirements import Assessment
from report.formats.tables import Table
from report.formats.text_layout import plain
from report.results import Report, Result
from reviews.requirement_file import entry
from words import Voice, distinct
from words.requirements.told import NO_VERDICT, Told, tally, told_each


def judged(report: Report, result: Result, voice: Voice) -> Iterator[tuple[Assessment, Told]]:
    """Each requirement on one model and split, and what is said of it."""
    required, decided = report.review.requirements, not result.waits_for_threshold
    return told_each(required, result.evaluation, voice, lambda name: distinct((name,))[0], decided)


def requirement_table(report: Report, result: Result, voice: Voice) -> Table | None:
    """A line per requirement with its state; below, the reasons. None where nothing is required."""
    if not report.review.requirements:
        return None
    found = [*judged(report, result, voice)]
    said = tally([each.state for _, each in found], result.evaluation.level)
    below = [" ".join([f"{each.requirement}: {each.reason}.", *each.notes]) for _, each in found]
    rows = [[each.requirement, _state(assessment), each.value or "–"] for assessment, each in found]
    return Table("Requirements", ["", "state", "value"], [list(row) for row in rows], [said.detail, *below])


def _state(assessment: Assessment) -> str:
    """As on the pages: what has no number or no interval is not said to be inconclusive."""
    return NO_VERDICT if assessment.verdict.why is not None else assessment.verdict.state


def entries(report: Report) -> Iterator[tuple[dict[str, Any], Assessment]]:
    """Each requirement of each model and split as in its file, with its state, reason and notes; and their source."""
    for result in report.results:
        where = {"model": result.evaluation.model, "split": result.evaluation.split}
        for assessment, said in judged(report, result, result.view.plain_voice):
            told = {"state": said.state, "reason": plain(said.reason), "notes": [plain(note) for note in said.notes]}
            yield where | entry(assessment.requirement) | told, assessment
