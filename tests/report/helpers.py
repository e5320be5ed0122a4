"""Files on disk, what the report makes of them, and the same rows read by pandas alone."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pandas as pd

from predictions.demo import EXAMPLES, FOLDER
from report.cli import command
from report.cli.arguments import parse
from report.cli.progress import Progress
from report.formats.json_document import document
from report.results import Report

KEYS = [example.key for example in EXAMPLES]
Json = dict[str, Any]


def example_file(key: str) -> str:
    return str(FOLDER / next(example.file for example in EXAMPLES if example.key == key))


def report_of(*arguments: str) -> Report:
    """What the command line makes of a file; of an example, made once."""
    return (_report_once if Path(arguments[0]).parent == FOLDER else _report)(*arguments)


def _report(*arguments: str) -> Report:
    return command.report_of(parse(arguments), Progress(sys.stderr))


_report_once = cache(_report)


def read_strictly(text: str) -> Json:
    """NaN and Infinity are not JSON."""

    def refuse(token: str) -> None:
        raise ValueError(f"{token} is not JSON")

    return json.loads(text, parse_constant=refuse)


def document_of(*arguments: str) -> Json:
    return read_strictly(json.dumps(document(report_of(*arguments))))


@cache
def example_document(key: str) -> Json:
    return document_of(example_file(key))


def rows_of(key: str) -> pd.DataFrame:
    """The rows with a true class, every cell as it stands in the file, scores as numbers."""
    table = pd.read_csv(example_file(key), keep_default_na=False, dtype=str)
    scores = [name for name in table if name.startswith("score_")]
    return table[table.y_true != ""].astype(dict.fromkeys(scores, float))


def parts(key: str) -> Iterator[tuple[Json, pd.DataFrame]]:
    """Each evaluation of the document with the rows it is about."""
    table = rows_of(key)
    for evaluation in example_document(key)["evaluations"]:
        rows = table
        for name in ("model", "split"):
            if evaluation[name] is not None:
                rows = rows[rows[name] == evaluation[name]]
        assert len(rows) == evaluation["n"]
        yield evaluation, rows


def value(estimate: Json) -> float:
    return math.nan if estimate["value"] is None else estimate["value"]


def csv_file(folder: Path, text: str, name: str = "a.csv") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def intervals(found: Any, *but: str) -> Iterator[Json]:
    """Every number with an interval, wherever it stands but under these keys."""
    parts = [each for key, each in found.items() if key not in but] if isinstance(found, dict) else found
    for each in parts if isinstance(parts, list) else ():
        yield from intervals(each, *but)
    if isinstance(found, dict) and "low" in found:
        yield found
