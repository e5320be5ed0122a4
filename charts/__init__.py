"""Pictures: pure functions from metrics results to Plotly figures or, where they are plain, to HTML text.

Each has its words for who cannot see it.
"""

from charts.figures.calibration import CalibrationPicture, calibration_alt, calibration_figure, calibration_panel
from charts.figures.case_scores import MOST_SCORES, case_scores, case_scores_alt
from charts.figures.concordance import VERBS, ConcordanceRow, concordance, concordance_alt
from charts.figures.curve_panels import pr_panel, roc_panel
from charts.figures.curve_traces import Curve
from charts.figures.curves import curve_styles, pr, pr_alt, roc, roc_alt
from charts.figures.folds import AVERAGE_STYLE, MOST_NAMED_FOLDS, FoldRow, fold_rows, fold_rows_alt
from charts.figures.heatmap import MOST_WITH_TEXT, confusion, confusion_alt
from charts.figures.heatmap_texts import MODES
from charts.figures.prevalence import by_prevalence, by_prevalence_alt
from charts.figures.score_ranges import score_ranges, score_ranges_alt
from charts.figures.sequences.all_ribbons import MOST_RIBBONS, all_ribbons, all_ribbons_alt
from charts.figures.sequences.courses import ClassLooks, Course, Drawn
from charts.figures.sequences.hypnogram import hypnogram, hypnogram_alt
from charts.figures.sequences.phase_starts import PhaseStarts, phase_starts, phase_starts_alt
from charts.figures.sequences.ribbons import ribbons, ribbons_alt
from charts.figures.sequences.values import recording_values, recording_values_alt
from charts.html.outcomes import outcomes
from charts.html.people import people
from charts.html.strips import missed_legend, missed_strip, predictions_legend, predictions_strip
from charts.style.theme import CONFIG, MISSED_OTHER, styles_of

__all__ = [
    "AVERAGE_STYLE",
    "CONFIG",
    "MISSED_OTHER",
    "MODES",
    "MOST_NAMED_FOLDS",
    "MOST_RIBBONS",
    "MOST_SCORES",
    "MOST_WITH_TEXT",
    "VERBS",
    "CalibrationPicture",
    "ClassLooks",
    "ConcordanceRow",
    "Course",
    "Curve",
    "Drawn",
    "FoldRow",
    "PhaseStarts",
    "all_ribbons",
    "all_ribbons_alt",
    "by_prevalence",
    "by_prevalence_alt",
    "calibration_alt",
    "calibration_figure",
    "calibration_panel",
    "case_scores",
    "case_scores_alt",
    "concordance",
    "concordance_alt",
    "confusion",
    "confusion_alt",
    "curve_styles",
    "fold_rows",
    "fold_rows_alt",
    "hypnogram",
    "hypnogram_alt",
    "missed_legend",
    "missed_strip",
    "outcomes",
    "people",
    "phase_starts",
    "phase_starts_alt",
    "pr",
    "pr_alt",
    "pr_panel",
    "predictions_legend",
    "predictions_strip",
    "recording_values",
    "recording_values_alt",
    "ribbons",
    "ribbons_alt",
    "roc",
    "roc_alt",
    "roc_panel",
    "score_ranges",
    "score_ranges_alt",
    "styles_of",
]
