"""What was asked for on the command line."""

from __future__ import annotations

import argparse
import csv
import math
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, NoReturn

from metrics.interval_methods import STYLES, Style
from predictions.mapping import Mapping
from predictions.problems import Problem
from report.class_decisions import ClassDecisions

SCORE_PREFIXES = ("score_", "prob_", "proba_", "p_")
DESCRIPTION = "Evaluate a predictions file or confusion matrix and print the results."
EPILOG = (
    "Columns with usual names (y_true, y_pred, score_<class>, case_id, model, split, fold, ...) need no option. "
    "Exit status: 0 evaluated, 2 refused with one message on standard error. With requirements (--requirements, or "
    "those of --review): 0 all met; 3 at least one not met; 4 none failed but at least one inconclusive, on the test "
    "split (or the first split) of each model."
)


def _number(text: str, advice: str = "write it like 0.5") -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if math.isnan(number):
        raise argparse.ArgumentTypeError(f"“{text}” is not a number; {advice}")
    return number


def _level(text: str) -> float:
    """As a percentage or as a fraction: 90 and 0.9 are the same."""
    number = _number(text, "use 90, 95 or 99")
    level = round(number / 100, 12) if number > 1 else number
    if not 0 < level <= 0.9999 or number == 1:
        raise argparse.ArgumentTypeError(f"invalid confidence level “{text}”: use 90, 95 or 99")
    return level


# Group -> option -> what argparse is told of it.
OPTIONS: dict[str, dict[str, dict[str, Any]]] = {
    "what to write": {
        "--json": {"action": "store_true", "help": "print one JSON document instead of the summary"},
        "--html": {"type": Path, "metavar": "OUT", "help": "also write a self-contained HTML report"},
        "--log-csv": {"type": Path, "metavar": "OUT", "help": "also write the metric log, a row per model and fold"},
        "--tensorboard": {"type": Path, "metavar": "DIR", "help": "also write the metric log as TensorBoard events"},
    },
    "what the columns mean": {
        "--sheet": {"metavar": "NAME", "help": "the sheet of a workbook that holds several tables"},
        "--truth": {"metavar": "COL", "help": "true class"},
        "--predicted": {"nargs": "+", "metavar": "COL", "help": "predicted class; one model per column"},
        "--scores": {
            "action": "append",
            "metavar": "CLASS=COL,...",
            "help": "scores, a column per class; COL,COL for columns named like the classes",
        },
        "--score": {
            "nargs": "+",
            "metavar": "COL",
            "help": "score column for the positive class (binary); one model per column",
        },
        "--case-id": {"metavar": "COL", "help": "case or patient ID"},
        "--model": {"metavar": "COL", "help": "model, in a long file"},
        "--split": {"metavar": "COL", "help": "train, valid or test"},
        "--fold": {"metavar": "COL", "help": "fold of a cross-validation"},
        "--sequence": {"metavar": "COL", "help": "video, night or recording ID"},
        "--reader": {"metavar": "COL", "help": 'reader; one model per reader, "" for an additional column'},
        "--weight": {
            "metavar": "COL",
            "help": "weights of cases, their frequencies or sampling fractions, by its name",
        },
        "--order": {"metavar": "COL", "help": "position in sequence"},
        "--subgroup": {
            "action": "append",
            "default": [],
            "metavar": "COL[,COL...]",
            "help": "also report groups by these columns; age:18,65 says where the ranges of a number begin",
        },
        "--date": {"metavar": "COL", "help": "also report performance over time, by the months of these dates"},
    },
    "what the classes mean": {
        "--positive": {"metavar": "CLASS", "help": "positive class, class of interest"},
        "--normal": {"metavar": "CLASS", "help": 'Normal class; "" for none'},
        "--not-a-disease": {
            "action": "append",
            "metavar": "CLASS,...",
            "help": 'classes that are neither Normal nor a disease, such as artefacts; "" for none',
        },
        "--class-order": {
            "action": "append",
            "default": [],
            "metavar": "CLASS,...",
            "help": "classes in the order in which to list them, most dangerous first",
        },
        "--class-name": {
            "action": "append",
            "default": [],
            "metavar": "CLASS=NAME",
            "help": "name under which a class is shown; labels in JSON stay",
        },
        "--threshold": {"type": _number, "metavar": "T", "help": "positive if score >= T (0.5)"},
        "--ignore-truth": {
            "action": "append",
            "default": [],
            "metavar": "LABEL",
            "help": "exclude rows of this true class",
        },
        "--missing": {
            "action": "append",
            "default": [],
            "metavar": "MARKER,...",
            "help": "missing-value markers",
        },
        "--confusion-matrix": {"action": "store_true", "help": "FILE is a confusion matrix, rows are true classes"},
        "--review": {
            "type": Path,
            "metavar": "FILE",
            "help": "apply a saved review: columns, Normal class, names, order, thresholds, requirements, intervals",
        },
        "--requirements": {
            "type": Path,
            "metavar": "FILE",
            "help": "judge these requirements: JSON, as saved on the Overview",
        },
        "--level": {"type": _level, "help": "confidence level, such as 90 or 99 (95)"},
        "--intervals": {
            "choices": STYLES,
            "help": "conventional: plain DeLong, plain Fleiss, percentile bootstrap (as pROC)",
        },
        "--undefined-as-zero": {
            "action": "store_true",
            "help": "count undefined values as 0 in averages, as scikit-learn does, instead of excluding the class",
        },
    },
}


@dataclass(frozen=True)
class Options:
    """files: at least one, as typed. mapping: what the columns mean. classes: what the classes mean.

    threshold: as it was given, beside that of the mapping. level, intervals: None for those of the review, which are
    95 % and default without one. The rest: what to write.
    """

    files: tuple[str, ...]
    mapping: Mapping
    classes: ClassDecisions
    threshold: float | None
    confusion_matrix: bool
    level: float | None
    undefined_as_zero: bool
    intervals: Style | None
    json: bool
    html: Path | None
    log_csv: Path | None
    tensorboard: Path | None
    review: Path | None
    requirements: Path | None
    subgroups: tuple[str, ...]
    date: str | None


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise Problem(f"{message[0].upper()}{message[1:]}. See python -m report --help.")


def wants_json(arguments: Sequence[str]) -> bool:
    """Whether even a command line that cannot be understood is to be answered in JSON."""
    return "--json" in arguments[: arguments.index("--") if "--" in arguments else None]


def parse(arguments: Sequence[str]) -> Options:
    """Raises Problem for a command line that makes no sense."""
    given = _parser().parse_args(_tied(arguments))
    if given.scores and given.score:
        raise Problem("--score names one column and --scores one per class. Use one of the two.")
    for option, columns in (("--predicted", given.predicted), ("--score", given.score)):
        if columns and len(columns) > len({*columns}):
            raise Problem(f"{option} names a column twice. Name each model's column once.")
        if columns and not all(map(str.strip, columns)):
            raise Problem(f"{option} needs the name of a column. Without the option, columns are recognised.")
    made = {"files": tuple(given.files), "mapping": _mapping(given), "classes": _classes(given)}
    return Options(**_as_given(Options, given) | made, subgroups=tuple(given.subgroup))


def _as_given(kind: type, given: argparse.Namespace) -> dict[str, Any]:
    """What options of the same name say of the fields of a dataclass."""
    return {each.name: getattr(given, each.name) for each in fields(kind) if hasattr(given, each.name)}


def _tied(arguments: Sequence[str]) -> list[str]:
    """A value that begins with a dash, such as the marker -, is tied to its option, or it would be taken for one."""
    options = {name: settings for group in OPTIONS.values() for name, settings in group.items()}
    tied: list[str] = []
    for text in arguments:
        before = options.get(tied[-1]) if tied and "--" not in tied else None
        takes_one = before is not None and "nargs" not in before and before.get("action") != "store_true"
        if takes_one and text.startswith("-") and text.partition("=")[0] not in (*options, "-h", "--help", "--"):
            tied[-1] += f"={text}"
        else:
            tied.append(text)
    return tied


def _mapping(given: argparse.Namespace) -> Mapping:
    scores = given.score or []
    made = {
        "predicted": tuple(given.predicted) if given.predicted else None,
        "scores": _scores(given.scores) if given.scores else None,
        "score": scores[0] if len(scores) == 1 else None,
        "threshold": Mapping.threshold if given.threshold is None else given.threshold,
        "ignore_truth": tuple(given.ignore_truth),
        "missing": tuple(marker for text in given.missing for marker in _listed(text)),
    }
    return Mapping(**_as_given(Mapping, given) | made, score_models=tuple(scores) if len(scores) > 1 else ())


def _classes(given: argparse.Namespace) -> ClassDecisions:
    neither = None if given.not_a_disease is None else _all_listed(given.not_a_disease)
    return ClassDecisions(given.positive, neither, _all_listed(given.class_order), _names(given.class_name))


def _names(texts: Sequence[str]) -> dict[str, str]:
    pairs = [text.partition("=") for text in texts]
    names = {label: name for label, _, name in pairs}
    if not all(label and sign and name.strip() for label, sign, name in pairs) or len(names) < len(pairs):
        what = "--class-name needs a class and its name, and no class twice."
        raise Problem(f"{what} Write it like --class-name VT=tachycardia.")
    return names


def _all_listed(texts: Sequence[str]) -> tuple[str, ...]:
    return tuple(part for text in texts for part in _listed(text) if part)


def _parser() -> _Parser:
    parser = _Parser("python -m report", description=DESCRIPTION, epilog=EPILOG, allow_abbrev=False)
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="predictions file(s), one model per file; a folder of Parquet files; FILE.duckdb::TABLE; a table on Spark",
    )
    for title, options in OPTIONS.items():
        group = parser.add_argument_group(title)
        for name, settings in options.items():
            group.add_argument(name, **settings)
    return parser


def _listed(text: str) -> list[str]:
    """Parts between commas; one that contains a comma stands in double quotes."""
    return next(csv.reader([text], strict=False), [])


def _scores(texts: Sequence[str]) -> dict[str, str]:
    """Class -> column. Columns alone are named like their classes, with or without one common score prefix."""
    parts = [part for text in texts for part in _listed(text) if part]
    if not any("=" in part for part in parts):
        prefix = next((prefix for prefix in SCORE_PREFIXES if all(part.startswith(prefix) for part in parts)), "")
        return _distinct([(part.removeprefix(prefix), part) for part in parts])
    return _distinct([(name, column) for name, _, column in (part.partition("=") for part in parts)])


def _distinct(pairs: Sequence[tuple[str, str]]) -> dict[str, str]:
    once = all(len({*each}) == len(pairs) for each in zip(*pairs, strict=True))
    if not pairs or not once or not all(name and column for name, column in pairs):
        what = "--scores needs one column for each of its classes, and no column twice."
        raise Problem(f"{what} Write it like --scores Normal=p0,VT=p1.")
    return dict(pairs)
