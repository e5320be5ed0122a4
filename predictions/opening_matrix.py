"""A typed, pasted or saved confusion matrix becomes a Study."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from metrics import ConfusionMatrix
from predictions.build.checks.labels import check_names
from predictions.limits import LIMITS, Limits
from predictions.matrix.parse import Matrix, matrix_of
from predictions.opening import Content, content_of
from predictions.problems import Problem
from predictions.roles.normal_class import find_normal
from predictions.sandbox.client import Guard
from predictions.study import MatrixStudy, SourceFile

MOST_PASTED = 5_000_000  # characters: 500 classes with counts of 18 digits fit; what else is as long is read for 10 s


def open_matrix(
    source: str | Sequence[Sequence[object]], labels: Sequence[str] | None = None, limits: Limits = LIMITS
) -> MatrixStudy:
    """A study of one matrix, from pasted text or from the cells of a grid.

    labels: the names of rows and columns when the cells are counts only; without them names are looked for in
    the first row and column. Raises Problem, for a text of too many characters before it is read.
    """
    if isinstance(source, str) and len(source) > MOST_PASTED:
        what = f"it has {len(source):,} characters, and the limit is {MOST_PASTED:,}"
        raise Problem(f"The text is too large to be pasted: {what}. Paste less.")
    return _study(matrix_of(source, labels, limits), "Confusion matrix", None)


def open_matrix_file(name: str, content: Content, normal: str | None = None, guard: Guard | None = None) -> MatrixStudy:
    """A study of the one matrix in a file of text, JSON, Markdown, LaTeX or Excel.

    content, guard: as of `open_files`. normal: the Normal class, "" for none, None to guess. Raises Problem.
    """
    guard = guard or Guard(apart=False)
    data = content_of(name, content, guard.limits)
    study = _study(guard.read_matrix(name, data), name, normal)
    return replace(study, files=(SourceFile(name, hashlib.sha256(data).hexdigest(), "matrix", study.rows),))


def _study(read: Matrix, name: str, normal: str | None) -> MatrixStudy:
    matrix = ConfusionMatrix(read.names, np.array(read.counts, np.int64))
    index, reason = find_normal(matrix.labels, normal)
    check_names(matrix.labels, read.notes)
    content = repr((matrix.labels, matrix.cells.tolist(), name, normal))
    return MatrixStudy(
        key=hashlib.sha256(content.encode("utf-8", "replace")).hexdigest(),
        name=name,
        labels=matrix.labels,
        normal=index,
        normal_reason=reason,
        notices=tuple(read.notes.notices),
        matrix=matrix,
    )
