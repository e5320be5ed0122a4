"""From somebody's file to a Study, and from a Study to evaluations and lists of cases."""

from predictions.case_filters import CaseFilter
from predictions.cases import CaseList
from predictions.columns import Mapping
from predictions.folding import Folds, fold_evaluations, fold_warnings, read_folds
from predictions.guard import Guard, warm_up
from predictions.limits import LIMITS, Limits
from predictions.matrix import open_matrix, open_matrix_file
from predictions.opening import open_files
from predictions.problems import NeedsMapping, Notice, Problem
from predictions.rules import best_of_the_others, matrix_at
from predictions.sequences import Recording, recording_notices, recordings
from predictions.study import ColumnRole, Excluded, Predictions, SourceFile, Study
from predictions.tally import evaluate

__all__ = [
    "LIMITS",
    "CaseFilter",
    "CaseList",
    "ColumnRole",
    "Excluded",
    "Folds",
    "Guard",
    "Limits",
    "Mapping",
    "NeedsMapping",
    "Notice",
    "Predictions",
    "Problem",
    "Recording",
    "SourceFile",
    "Study",
    "best_of_the_others",
    "evaluate",
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
