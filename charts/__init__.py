"""Pictures: pure functions from metrics results to Plotly figures or, where they are plain, to HTML text.

Each has its words for who cannot see it.
"""

from charts.figures.case_scores import MOST_SCORES, case_scores, case_scores_alt
from charts.figures.concordance import VERBS, ConcordanceRow, concordance, concordance_alt
from charts.figures.curve_panels import pr_panel, roc_panel
from charts.figures.curve_traces import Curve
from charts.figures.curves import curve_styles, pr, pr_alt, roc, roc_alt
from charts.figures.folds import AVERAGE_STYLE, MOST_NAMED_FOLDS, FoldRow, fold_rows, fold_rows_alt
from charts.figures.heatmap import MODES, MOST_WITH_NAMES, MOST_WITH_TEXT, chosen_cell, confusion, confusion_alt, shares
from charts.figures.prevalence import by_prevalence, by_prevalence_alt
from charts.figures.score_ranges import score_ranges, score_ranges_alt
from charts.figures.sequences.all_ribbons import MOST_RIBBONS, all_ribbons, all_ribbons_alt
from charts.figures.sequences.courses import ClassLooks, Course, Drawn
from charts.figures.sequences.hypnogram import hypnogram, hypnogram_alt
from charts.figures.sequences.phase_starts import PhaseStarts, phase_starts, phase_starts_alt
from charts.figures.sequences.ribbons import ribbons, ribbons_alt
from charts.figures.sequences.values import recording_values, recording_values_alt
from charts.html.cell_marks import mark, ticks_mark
from charts.html.outcomes import Segment, outcomes, outcomes_alt, segments
from charts.html.people import people
from charts.html.strips import (
    missed_legend,
    missed_strip,
    missed_strip_alt,
    predictions_legend,
    predictions_strip,
    predictions_strip_alt,
)
from charts.style.theme import (
    CLEARED,
    CONFIG,
    CORRECT,
    FALSE_ALARM,
    MISSED_NORMAL,
    MISSED_OTHER,
    ClassStyle,
    Meaning,
    class_style,
    class_styles,
    phase_styles,
)
from charts.style.thinning import TOLERANCE, Line, thin_pr, thin_roc

__all__ = [
    "AVERAGE_STYLE",
    "CLEARED",
    "CONFIG",
    "CORRECT",
    "FALSE_ALARM",
    "MISSED_NORMAL",
    "MISSED_OTHER",
    "MODES",
    "MOST_NAMED_FOLDS",
    "MOST_RIBBONS",
    "MOST_SCORES",
    "MOST_WITH_NAMES",
    "MOST_WITH_TEXT",
    "TOLERANCE",
    "VERBS",
    "ClassLooks",
    "ClassStyle",
    "ConcordanceRow",
    "Course",
    "Curve",
    "Drawn",
    "FoldRow",
    "Line",
    "Meaning",
    "PhaseStarts",
    "Segment",
    "all_ribbons",
    "all_ribbons_alt",
    "by_prevalence",
    "by_prevalence_alt",
    "case_scores",
    "case_scores_alt",
    "chosen_cell",
    "class_style",
    "class_styles",
    "concordance",
    "concordance_alt",
    "confusion",
    "confusion_alt",
    "curve_styles",
    "fold_rows",
    "fold_rows_alt",
    "hypnogram",
    "hypnogram_alt",
    "mark",
    "missed_legend",
    "missed_strip",
    "missed_strip_alt",
    "outcomes",
    "outcomes_alt",
    "people",
    "phase_starts",
    "phase_starts_alt",
    "phase_styles",
    "pr",
    "pr_alt",
    "pr_panel",
    "predictions_legend",
    "predictions_strip",
    "predictions_strip_alt",
    "recording_values",
    "recording_values_alt",
    "ribbons",
    "ribbons_alt",
    "roc",
    "roc_alt",
    "roc_panel",
    "score_ranges",
    "score_ranges_alt",
    "segments",
    "shares",
    "thin_pr",
    "thin_roc",
    "ticks_mark",
]
