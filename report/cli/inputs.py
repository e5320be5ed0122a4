"""From paths to a Study: the bytes are read once, and every failure is one plain sentence."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from predictions.opening import Files, named, open_files, size_of
from predictions.opening_matrix import open_matrix_file
from predictions.problems import NeedsMapping, Notice, Problem
from predictions.question import Answer, Asked, Question
from predictions.sandbox.client import Guard, warm_up
from predictions.study import Study
from report.cli.arguments import Options
from report.cli.given import given_fields, option_of
from report.cli.progress import Progress
from words.text.names import quoted

MOST_ANSWERS = 3


def open_study(options: Options, progress: Progress) -> Study:
    """The study of the files; a matrix gets its file too. Raises Problem for what cannot be read or understood."""
    warm_up()  # the process that will read is started while the bytes come from the disk
    files = _named(options.files)
    size = sum(size_of(content) for _, content in files)
    said = f"{size / 1e6:,.1f} MB" if size >= 1e5 else f"{max(size / 1e3, 0.1):,.1f} kB"
    amount = f" ({said})" if size else ""
    progress.say(f"Reading {', '.join(quoted(name) for name, _ in files[:3])}{amount}")
    return _matrix(files, options) if options.confusion_matrix else _predictions(files, options)


def _named(texts: Sequence[str]) -> Files:
    """The names of the files in messages and in the document, with their folders where names repeat, and the files."""
    found = list(map(named, texts))
    times = Counter(name for name, _ in found)
    return [
        (text if times[name] > 1 and isinstance(content, Path) else name, content)
        for text, (name, content) in zip(texts, found, strict=True)
    ]


def _predictions(files: Files, options: Options) -> Study:
    try:
        study = open_files(files, options.mapping, Guard(keep_warm=False))
    except NeedsMapping as error:
        advice = error.advice.format(where="with an option (--help lists them)")
        raise Problem(f"{error.what} {advice}{_likely(error.question)}") from None
    if options.threshold is not None and study.mapping.predicted:
        said = Notice("warning", "unused_threshold", {"threshold": options.threshold})
        return replace(study, notices=(*study.notices, said))
    return study


def _likely(question: Question) -> str:
    """The options of the likeliest answers, as a sentence; "" for none."""
    told = [_options(question.asked, each) for each in question.answers[:MOST_ANSWERS] if each.is_likely]
    given = [" ".join(map(shlex.quote, each)) for each in told if each]
    return f" Likely: {', or '.join(given)}." if given else ""


def _options(asked: Asked, answer: Answer) -> list[str]:
    """What gives this answer on the command line; [] for what no option says."""
    mapping, columns = answer.mapping, answer.columns
    match asked:
        case Asked.TRUTH:
            return ["--truth", *columns]
        case Asked.POSITIVE:
            return ["--positive", answer.label]
        case Asked.MISSING:
            return [f"--missing={','.join(columns)}"]
        case Asked.READERS:
            apart = ["--model", columns[1]] if len(columns) > 1 else []
            return ["--reader", columns[0], *apart] if mapping.reader else []
    scores = [*filter(None, (mapping.score,)), *mapping.score_models]
    truth = ["--truth", str(mapping.truth)] if asked is Asked.LABEL else []
    said = ["--predicted", *mapping.predicted] if mapping.predicted else []
    return [*truth, *said, *(["--score", *scores] if scores else [])]


def _matrix(files: Files, options: Options) -> Study:
    if len(files) > 1:
        raise Problem("--confusion-matrix takes one file. Evaluate each matrix by itself.")
    mapping = options.mapping
    if of_rows := [option_of(field) for field in given_fields(options) if field not in ("normal", "positive")]:
        what = f"Remove {' and '.join(dict.fromkeys(of_rows))} beside --confusion-matrix"
        raise Problem(f"{what}: a confusion matrix has no rows of cases.")
    ((name, path),) = files
    return open_matrix_file(name, path, mapping.normal, Guard(keep_warm=False))
