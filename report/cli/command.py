"""One run of the command line: read, evaluate, write, and say in one plain sentence what failed."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from predictions.groups.asked import asked, asked_dates
from predictions.problems import Problem
from predictions.sources.kept_open import staying_open
from report.cli.arguments import Options, parse, wants_json
from report.cli.inputs import open_study
from report.cli.output import check_targets, write_whole
from report.cli.progress import Progress
from report.cli.requirements import exit_status, read_requirements
from report.cli.review import check_fit, intervals_of, read_review, with_review
from report.formats.json_document import document
from report.formats.log_files import log_as_csv, write_events
from report.formats.metric_log import log_rows
from report.formats.plain_text import summary
from report.formats.text_layout import plain
from report.results import Report, results_of
from words.text.names import quoted

REFUSED, INTERRUPTED = 2, 130
NO_MEMORY = "There is not enough memory for this file. Close other programs, or evaluate a part of it."
UNEXPECTED = "The evaluation stopped at something that Rounds did not expect ({}). Please report it, without the data."


def main(arguments: Sequence[str]) -> int:
    """Run and return the exit status. Whatever happens, nobody is shown a traceback."""
    try:
        return _run(parse(arguments))
    except KeyboardInterrupt:
        return INTERRUPTED
    except Problem as problem:
        return _refuse(str(problem), arguments)
    except OSError as error:
        return _refuse(_unusable(error), arguments)
    except MemoryError:
        return _refuse(NO_MEMORY, arguments)
    except Exception as error:
        return _refuse(UNEXPECTED.format(type(error).__name__), arguments)


def _run(options: Options) -> int:
    given = (*map(Path, options.files), *filter(None, (options.requirements, options.review)))
    check_targets((options.html, options.log_csv), options.tensorboard, given)
    with Progress(sys.stderr) as progress, staying_open():
        report = report_of(options, progress)
        text = _text(report, options, progress)
        _write_files(report, options, progress)
    _print(text, "utf-8" if options.json else sys.stdout.encoding)
    return exit_status(report)


def report_of(options: Options, progress: Progress) -> Report:
    """Read and evaluate what the command line names. Raises Problem."""
    required = read_requirements(options.requirements)
    if required.notice:
        progress.note(required.notice)
    review = read_review(options.review)
    if review and not options.confusion_matrix:
        options = replace(options, mapping=with_review(options, review))
    study = open_study(options, progress)
    if review and options.review and (note := check_fit(options.review, review, study)):
        progress.note(note)

    def watch(model: int, split: str | None) -> None:
        parts = (*study.model_names[model : model + 1], split)
        progress.say(f"Counting {', '.join(part for part in parts if part) or 'the cases'}")

    level, style = intervals_of(review)
    return results_of(
        study,
        classes=replace(options.classes, review=review),
        level=options.level or level,
        undefined_as_zero=options.undefined_as_zero,
        intervals=options.intervals or style,
        requirements=required.requirements or (review.requirements if review else ()),
        watch=watch,
        ways=[(by,) for by in asked(study, options.subgroups)],
        dates=None if options.date is None else asked_dates(study, options.date),
    )


def _text(report: Report, options: Options, progress: Progress) -> str:
    progress.say("Bootstrap")
    if options.json:
        return json.dumps(document(report), ensure_ascii=False, allow_nan=False) + "\n"
    return summary(report)


def _write_files(report: Report, options: Options, progress: Progress) -> None:
    if options.log_csv is not None:
        progress.say(f"Writing {quoted(options.log_csv)}")
        _written(options.log_csv, log_as_csv(log_rows(report)))
    if options.html is not None:
        progress.say(f"Drawing {quoted(options.html)}")
        _written(options.html, _page(report))
    if options.tensorboard is not None:
        progress.say(f"Writing {quoted(options.tensorboard)}")
        try:
            write_events(log_rows(report), options.tensorboard)
        except OSError as error:
            raise _unwritable(options.tensorboard, error) from None


def _unusable(error: OSError) -> str:
    """Of a name that the system does not take, such as one of more than 255 letters."""
    if error.filename is None:
        return UNEXPECTED.format(error.strerror or type(error).__name__)
    return f"{quoted(Path(os.fsdecode(error.filename)))} cannot be used: {error.strerror}."


def _page(report: Report) -> bytes:
    from report.formats.html import as_html  # with Plotly, which nothing else here needs

    return as_html(report)


def _written(path: Path, content: bytes) -> None:
    try:
        write_whole(path, content)
    except OSError as error:
        raise _unwritable(path, error) from None


def _unwritable(path: Path, error: OSError) -> Problem:
    return Problem(f"{quoted(path)} cannot be written: {error.strerror or 'the system refuses it'}.")


def _print(text: str, encoding: str) -> None:
    """Whoever reads may stop early: what was judged counts all the same. Raises Problem where there is no room."""
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode(encoding, "replace"))
        sys.stdout.flush()
    except OSError as error:
        # What is left in the buffer must not fail a second time when the program ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            raise Problem(f"The output cannot be written: {error.strerror}.") from None


def _refuse(message: str, arguments: Sequence[str]) -> int:
    line = " ".join(plain(message).split())
    with contextlib.suppress(OSError):  # nobody may be listening
        sys.stderr.write(f"{line}\n")
    if wants_json(arguments):
        with contextlib.suppress(Problem):  # there is no room for it, which the exit status says too
            _print(json.dumps({"error": line}, ensure_ascii=False) + "\n", "utf-8")
    return REFUSED
