"""Requirements judged for one part of a report: a table for people, entries for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from metrics.requirements import Assessment
from report.formats.tables import Table
from report.formats.text_layout import plain
from report.results import Report, Result
from reviews.assumed import waits_for_threshold
from reviews.requirement_file import entry
from words import Voice, distinct
from words.requirements.told import NO_VERDICT, Told, tally, told_each


def requirement_table(report: Report, result: Result, voice: Voice) -> Table | None:
    """A line per requirement with its state; below, the reasons. None where nothing is required."""
    if not report.review.requirements:
        return None
    judged = [*_judged(report, result, voice)]
    found = [each for _, each in judged]
    said = tally([each.state for each in found], result.evaluation.level)
    below = [" ".join([f"{each.requirement}: {each.reason}.", *each.notes]) for each in found]
    rows = [[each.requirement, _state(assessment), each.value or "–"] for assessment, each in judged]
    return Table("Requirements", ["", "state", "value"], [list(row) for row in rows], [said.detail, *below])


def _state(assessment: Assessment) -> str:
    """As on the pages: what has no number or no interval is not said to be inconclusive."""
    return NO_VERDICT if assessment.verdict.why is not None else assessment.verdict.state


def entries(report: Report, result: Result) -> Iterator[tuple[dict[str, Any], Assessment]]:
    """Each requirement as in its file, with its state, reason and notes; and what they come from."""
    for assessment, said in _judged(report, result, result.view.plain_voice):
        judged = {"state": said.state, "reason": plain(said.reason), "notes": [plain(note) for note in said.notes]}
        yield entry(assessment.requirement) | judged, assessment


def _judged(report: Report, result: Result, voice: Voice) -> Iterator[tuple[Assessment, Told]]:
    decided = not waits_for_threshold(result.view)
    return told_each(report.review.requirements, result.evaluation, voice, lambda name: distinct((name,))[0], decided)
