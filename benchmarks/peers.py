"""Time Rounds beside its peers on the same data in the same run, taking turns.

The peers need older packages than Rounds, so they get an environment of their own, outside this folder:

    python3 -m venv PEERS
    PEERS/bin/pip install numpy scipy scikit-learn pyarrow "pandas<3" evidently==0.7.23 pycm==4.6 \\
        explainerdashboard==0.5.8 confidenceinterval==1.0.5 statsmodels==0.15.0

Then, in this folder, with PEERS/bin/python; `metrics` is imported from here, and the whole report is run with
the Python of Rounds, `.venv/bin/python` unless another is named:

    PEERS/bin/python -m benchmarks.peers [Python of Rounds]

Prints the table of PEERS.md. A peer that is not installed is skipped, and the program says so.
"""

from __future__ import annotations

import importlib
import platform
import statistics
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import numpy as np

from benchmarks import peer_tasks as tasks
from benchmarks.shared import Run, turns
from metrics import ConfusionMatrix, ThresholdTable, delong

RUNS, LONG = 5, 20.0
MILLION, FEWER = 1_000_000, 100_000
PEERS = {
    "confidenceinterval": "confidenceinterval",
    "evidently": "evidently.presets",
    "pycm": "pycm",
    "explainerdashboard": "explainerdashboard.dashboard_components",
    "scikit-learn": "sklearn.metrics",
    "statsmodels": "statsmodels.api",
    "numpy": "numpy",
}
OTHERS = ("scipy", "pandas", "plotly")


@dataclass(frozen=True)
class Contest:
    """One task, done by Rounds and by one peer."""

    task: str
    peer: str
    ours: Run
    theirs: Run


def said(times: list[float]) -> str:
    median = statistics.median(times)
    text = f"{median:.1f} s" if median >= 1 else f"{median * 1e3:.1f} ms" if median < 0.1 else f"{median * 1e3:.0f} ms"
    return text if len(times) > 1 else f"{text} (one run)"


def row(contest: Contest) -> str:
    times = turns({"ours": contest.ours, "theirs": contest.theirs}, RUNS, LONG)
    ours, theirs = times["ours"], times["theirs"]
    ratio = statistics.median(theirs) / statistics.median(ours)
    return f"| {contest.task} | {contest.peer} | {said(ours)} | {said(theirs)} | {ratio:.{1 if ratio < 10 else 0}f} |"


# ------------------------------------------------------------------ the contests


def of_intervals() -> Iterator[Contest]:
    """One AUC with DeLong's interval, from the raw scores and from a table that was made before."""
    study, peer = tasks.study_of(MILLION), "confidenceinterval"
    scores, truth = study.scores[0], study.truth == 0
    table, theirs = ThresholdTable.from_scores(scores, truth), partial(tasks.with_confidenceinterval, scores, truth)
    title = f"AUC with DeLong's interval, {MILLION:,}"
    yield Contest(f"{title} raw scores", peer, lambda: delong(ThresholdTable.from_scores(scores, truth)), theirs)
    yield Contest(f"{title} scores, ours from a ready table", peer, partial(delong, table), theirs)


def of_risks() -> Iterator[Contest]:
    """Calibration, net benefit and groups of one class with intervals, ours by formulas, theirs from resamples."""
    for rows in (FEWER, MILLION):
        study = tasks.study_of(rows)
        scores, truth = study.scores[-1], study.truth == len(study.labels) - 1
        if rows == FEWER:  # of a million, theirs would take half an hour
            ours, theirs = partial(tasks.calibrated, scores, truth), partial(tasks.with_statsmodels, scores, truth)
            title = f"Calibration curve with band, and distances with intervals, {rows:,} raw risks"
            yield Contest(title, "statsmodels", ours, theirs)
        ours, theirs = partial(tasks.net_benefit_curve, study), partial(tasks.resampled_net_benefit, scores, truth)
        yield Contest(f"Decision curve with interval, {rows:,} rows", "numpy", ours, theirs)
        groups = np.random.default_rng(6).integers(0, tasks.GROUPS, rows)
        ours, theirs = partial(tasks.group_table, study, groups), partial(tasks.resampled_groups, study, groups)
        title = f"Four rates of a class in {tasks.GROUPS} groups with their differences to the rest, {rows:,} rows"
        yield Contest(title, "numpy", ours, theirs)


def of_numbers(folder: Path) -> Iterator[Contest]:
    """Numbers in this process, without a picture."""
    study = tasks.study_of(MILLION)
    size = f"{MILLION:,} rows, 5 classes"
    ours, theirs = partial(tasks.all_of_metrics, study), partial(tasks.with_sklearn, study)
    yield Contest(
        f"Matrix, metrics, and all curve points, AUC and AP of each class, {size}", "scikit-learn", ours, theirs
    )
    for kind, pairs in (("codes", (study.truth, study.predicted)), ("words", study.texts)):
        with_pycm = partial(tasks.with_pycm, *pairs, folder / "theirs.html")
        alone, whole = partial(ConfusionMatrix.from_labels, *pairs), partial(tasks.numbers_of_pairs, *pairs)
        yield Contest(f"Matrix and metrics of two columns of {kind}, {size}", "pycm", whole, with_pycm)
        yield Contest(f"The same, ours the matrix alone ({kind})", "pycm", alone, with_pycm)


def of_reports(python: Path, folder: Path) -> Iterator[Contest]:
    """Ours: the process from start to end, with imports and reading. Theirs: the work alone, from data in memory."""
    for rows in (FEWER, MILLION):
        study = tasks.study_of(rows)
        ours = partial(tasks.report, python, stored(study, folder), folder / "ours.html")
        theirs = partial(tasks.with_evidently, study, folder / "theirs.html")
        yield Contest(f"The whole report as HTML, {rows:,} rows, 5 classes", "evidently", ours, theirs)


def of_one_class(python: Path, folder: Path) -> Iterator[Contest]:
    """One positive class of two, as explainerdashboard shows one at a time."""
    study, peer, size = tasks.study_of(FEWER, tasks.BINARY), "explainerdashboard", f"{FEWER:,} rows, 2 classes"
    report = partial(tasks.report, python, stored(study, folder), folder / "ours.html")
    page = partial(tasks.with_explainerdashboard, study, folder / "theirs.html")
    yield Contest(f"The whole report as HTML, {size}; theirs of one class", peer, report, page)
    numbers, plots = partial(tasks.all_of_metrics, study), partial(tasks.plots_of_explainerdashboard, study)
    yield Contest(f"All numbers and curve points, {size}; theirs seven figures of one class", peer, numbers, plots)


def stored(study: tasks.Study, folder: Path) -> Path:
    file = folder / "study.parquet"
    study.frame.to_parquet(file, index=False)
    return file


# ------------------------------------------------------------------ what is installed


def is_usable(name: str) -> bool:
    """Import it now, so that no run pays for it."""
    try:
        importlib.import_module(PEERS[name])
    except Exception as error:  # whatever fails in one peer must not stop the others
        print(f"skipped: {name} ({type(error).__name__})")
        return False
    return True


def installed(name: str) -> str:
    try:
        return f"{name} {version(name)}"
    except PackageNotFoundError:
        return f"no {name}"


def main() -> None:
    python = Path(sys.argv[1]) if len(sys.argv) > 1 else tasks.ROOT / ".venv" / "bin" / "python"
    usable = {name for name in PEERS if is_usable(name)}
    print(f"Python {platform.python_version()}, {', '.join(installed(name) for name in (*PEERS, *OTHERS))}\n")
    print("| task | peer | Rounds takes | the peer takes | times as long |\n| --- | --- | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        groups = (
            of_intervals(),
            of_risks(),
            of_numbers(folder),
            of_reports(python, folder),
            of_one_class(python, folder),
        )
        for contest in (each for group in groups for each in group):
            if contest.peer in usable:
                print(row(contest), flush=True)


if __name__ == "__main__":
    main()
