"""The summary to read in a terminal: the findings of the pages first, then the numbers in columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from metrics import Evaluation
from metrics.intervals.patient_counts import known_by
from predictions.problems import Notice
from predictions.slices.sequences import Recording
from predictions.study import Capability, Study
from report.formats.net_benefit import net_benefit_finding, net_benefit_table
from report.formats.net_benefit import reported as reported_net_benefit
from report.formats.over_time import time_finding, time_table
from report.formats.readers import reader_table, readers_said
from report.formats.requirements import requirement_table
from report.formats.subgroups import group_finding, group_tables
from report.formats.tables import MOST_CLASSES, Table, tables_of
from report.formats.text_layout import aligned, heading, plain, wrapped
from report.results import Report, Result
from report.software import NAME, VERSION
from reviews import View
from reviews.assumed import first_finding
from reviews.frames import amounts_of, phrases_of, recordings_of_phases, scores_of, time_said
from words import Voice, counted, short
from words.findings.clinical_risk import clinical_risk
from words.findings.confusion import confusion
from words.findings.curves import curves
from words.findings.finding import Finding
from words.findings.methods import (
    AREAS,
    BALANCED,
    KAPPA,
    NET_BENEFIT,
    OF_F1,
    OTHERS,
    PRECISION,
    PROPORTIONS,
    independence,
    intervals_made,
    one_group,
    rows_used,
)
from words.findings.recordings.overview import overview_in_time
from words.findings.thresholds.kept import reported
from words.findings.unanswered import unanswered
from words.notices import worded
from words.text.apart import briefest
from words.text.names import at_most, split_said

MOST_NOTICES = 40


def summary(report: Report) -> str:
    """The whole study as text of at most 100 columns."""
    lines = [line for text in about_source(report) for line in wrapped(text)]
    results = [line for result in report.results for line in ("", *_result(report, result))]
    lines += [*_notices(report.notices), *results]  # notices last: an engine may not answer
    return "\n".join([*lines, "", *wrapped(footnote(report))]) + "\n"


def _normal_class(report: Report) -> str:
    """As decided; with the reason where that is what the file suggests."""
    normal, study = report.review.normal, report.study
    if normal is None:
        return "No Normal class recognised." if study.normal is None else "No class is Normal."
    reason = f" ({study.normal_reason})" if normal == study.normal else ""
    return f"Normal class: {report.voice.names[normal]}{reason}."


def about_source(report: Report, is_counted: bool = True) -> Iterator[str]:
    """What was read, how much of it is used where `is_counted`, which classes there are, in their order."""
    study, voice = report.study, report.voice
    yield study.name
    if is_counted:
        yield _used(study)
    if lens := next((each.view.lens for each in report.results), None):
        yield one_group(lens.plain, study.unit[1])
    names = [voice.names[label] for label in voice.order]
    yield f"{len(names):,} class{'es' if len(names) != 1 else ''}: {at_most(names, MOST_CLASSES)}."
    yield _normal_class(report)
    if neither := [voice.names[label] for label in voice.order if label in voice.not_diseases]:
        numbers = ["false reassurance", "disease classified as Normal"] if report.review.normal is not None else []
        numbers += ["the scores of segments"] if any(each.sequences for each in report.results) else []
        excluded = f"; excluded from {' and '.join(numbers)}" if numbers else ""
        yield f"Not a disease: {', '.join(neither)}{excluded}."
    times = dict.fromkeys(length for each in report.results if (length := time_said(each.view)[1]))
    yield from (f"Times: {length}. Tables count {study.unit[1]}." for length in times)
    yield from _thresholds(report)


def _used(study: Study) -> str:
    if Capability.CASES not in study.capabilities:
        return f"A confusion matrix of {counted(study.rows, study.unit)}."
    said = rows_used(study.rows, study.used, [(part.reason, part.rows) for part in study.excluded])
    return f"{said.headline} {said.detail}".strip()


def _thresholds(report: Report) -> Iterator[str]:
    """The kept thresholds of the models that are reported."""
    names = report.study.model_names
    for kept in report.review.thresholds:
        if of_model := [each.view for each in report.results if each.view.model == kept.model]:
            applied = kept.applied and of_model[0].before is not None
            model = names[kept.model] if len(names) > 1 else ""
            yield reported(kept.threshold, kept.label, applied, model or "", report.voice)


def _notices(notices: Sequence[Notice]) -> Iterator[str]:
    for level, sign in (("warning", "! "), ("info", "- ")):
        texts = [worded(notice) for notice in notices if notice.level == level]
        if texts:
            yield ""
        for text in texts[:MOST_NOTICES]:
            yield from wrapped(text, sign)
        if len(texts) > MOST_NOTICES:
            yield f"{sign}{len(texts) - MOST_NOTICES} more; --json lists all of them."


def _result(report: Report, result: Result) -> Iterator[str]:
    voice = result.view.plain_voice
    yield heading(title_of(result), how_much(result))
    for finding in findings(result, voice):
        yield from wrapped(finding.headline)
        yield from wrapped(finding.detail, "  ")
    required = requirement_table(report, result, voice)
    for table in (*([required] if required else []), *every_table(result, voice)):
        yield from ("", plain(table.title), *_table(table))


def _table(table: Table) -> Iterator[str]:
    lines: list[Sequence[str]] = [table.head]
    for row in table.rows:
        cells = [cell if isinstance(cell, tuple) else (cell,) for cell in row]
        height = max(map(len, cells))
        lines += [[cell[i] if i < len(cell) else "" for cell in cells] for i in range(height)]
    yield from aligned(line for line in lines if any(line))
    for sentence in table.below:
        yield from wrapped(sentence, "  ", "    ")


# ------------------------------------------------------------------ what is said in every form of the report


def title_of(result: Result) -> str:
    """Model and split."""
    model, split = result.evaluation.model, result.evaluation.split
    parts = [*([short(model, 40)] if model else []), *([split_said(short(split, 40))] if split else [])]
    return ", ".join(parts) or "All cases"


def how_much(result: Result) -> str:
    """ "1,150 patients"; "12 videos, 2:18:41 h" where rows are frames."""
    view, (recordings, _) = result.view, time_said(result.view)
    return ", ".join(filter(None, [recordings, amounts_of(view).counted(result.evaluation.n, view.study.unit)]))


def findings(result: Result, voice: Voice, shared: bool = False) -> list[Finding]:
    """The findings of the pages: misses, risk, the most frequent error, and the AUC of the class of interest.

    shared: for what is handed on, in which no recording is named.
    """
    view, evaluation, interest = result.view, result.evaluation, result.view.review.interest
    frames = recordings_of_phases(view)
    said, waits = [_misses(view, frames, voice, shared)], result.waits_for_threshold
    if len(evaluation.labels) > 2 and voice.normal is not None and not frames:  # without, misses are said first
        said.append(clinical_risk(evaluation, voice))
    if not waits:
        said.append(confusion(evaluation, voice, amounts_of(view)))
    if interest is not None and evaluation.table(interest) is not None and not waits:  # which then came first
        said.append(curves(evaluation, interest, voice))
    if worth := reported_net_benefit(view):
        said.append(net_benefit_finding(worth, voice))
    said += [*group_finding(result), *time_finding(result, voice)]
    if silent := unanswered(evaluation, voice):
        said.append(silent)
    return [*readers_said(view, voice), *said]


def _misses(view: View, frames: tuple[Recording, ...], voice: Voice, shared: bool) -> Finding:
    if not frames:
        return first_finding(view, voice)
    names = () if shared else briefest([each.name for each in frames])
    return overview_in_time(
        view.evaluation, scores_of(view, frames), names, view.interest, phrases_of(view, frames, voice)
    )


def every_table(result: Result, voice: Voice) -> list[Table]:
    """But for the requirements."""
    worth = reported_net_benefit(result.view)
    tables = [*reader_table(result.view, voice), *tables_of(result, voice)]
    tables += [net_benefit_table(worth, voice)] if worth else []
    return [*tables, *group_tables(result, voice), *time_table(result, voice)]


def footnote(report: Report, fewest: int = 0) -> str:
    """How the CIs were made, and what they assume. fewest: as of `Layout`; then there are only proportions."""
    areas = (AREAS, PRECISION) if any(each.evaluation.has_scores for each in report.results) else ()
    worth = (NET_BENEFIT,) if any(reported_net_benefit(each.view) for each in report.results) else ()
    methods = (PROPORTIONS,) if fewest else (PROPORTIONS, OF_F1, BALANCED, *areas, KAPPA, *worth, OTHERS)
    made = {
        intervals_made(
            report.level,
            of.evaluation.is_clustered,
            methods,
            of.is_cross_validated,
            of.evaluation.is_weighted,
            report.intervals,
            known_by(of.evaluation.patients),
        )
        for of in report.results
    }
    mapping = report.study.mapping
    column = mapping.case_id or mapping.sequence or "id"
    each = [result.evaluation for result in report.results]
    said = {independence(of.n, of.clusters, report.study.unit, column) for of in each if _may_be_counted(of, fewest)}
    return " ".join([*sorted(made), *sorted(said), f"{NAME} {VERSION}."])


def _may_be_counted(evaluation: Evaluation, fewest: int) -> bool:
    """Whether neither cases, nor patients, nor rows beyond one for each are from 1 to `fewest` - 1."""
    n = evaluation.n
    patients = n if evaluation.clusters is None else evaluation.clusters
    return all(number == 0 or number >= fewest for number in (n, patients, n - patients))
