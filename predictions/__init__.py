"""From somebody's file to a Study, and from a Study to evaluations and lists of cases."""

from predictions.cases.case_list import CaseList
from predictions.cases.filters import CaseFilter
from predictions.limits import LIMITS, Limits
from predictions.mapping import ColumnRole, Mapping
from predictions.opening import open_files
from predictions.opening_matrix import open_matrix, open_matrix_file
from predictions.problems import NeedsMapping, Notice, Problem
from predictions.rows import Predictions
from predictions.sandbox.client import Guard, Stage, warm_up
from predictions.slices.folds import Folds, fold_evaluations, fold_warnings, read_folds
from predictions.slices.one_class_threshold import best_of_the_others, matrix_at
from predictions.slices.sequences import Recording, recording_notices, recordings
from predictions.study import (
    Capability,
    CountedStudy,
    Excluded,
    MatrixStudy,
    RowStudy,
    SourceFile,
    Study,
    WithoutCases,
)

__all__ = [
    "LIMITS",
    "Capability",
    "CaseFilter",
    "CaseList",
    "ColumnRole",
    "CountedStudy",
    "Excluded",
    "Folds",
    "Guard",
    "Limits",
    "Mapping",
    "MatrixStudy",
    "NeedsMapping",
    "Notice",
    "Predictions",
    "Problem",
    "Recording",
    "RowStudy",
    "SourceFile",
    "Stage",
    "Study",
    "WithoutCases",
    "best_of_the_others",
    "fold_evaluations",
    "fold_warnings",
    "matrix_at",
    "open_files",
    "open_matrix",
    "open_matrix_file",
    "read_folds",
    "recording_notices",
    "recordings",
    "warm_up",
]
