"""Every number of Rounds: NumPy arrays in, frozen results out.

Rows of a matrix are the true class, columns the predicted class. Positive: score >= threshold. Undefined is nan.
"""

from metrics.catalog import METRICS, RANKED
from metrics.counts import ConfusionMatrix, Counts
from metrics.danger import by_danger
from metrics.definition import Proportion
from metrics.evaluation import Evaluation
from metrics.folds.fold_summary import FoldSummary, fold_summary
from metrics.folds.slices import MetricChoice, Slices, f1_of_means
from metrics.folds.spread import Spread, outlying
from metrics.intervals.analytic import (
    Estimate,
    clopper_pearson,
    delong,
    estimate,
    kappa_interval,
    likelihood_ratios,
    wilson,
)
from metrics.intervals.areas.bands import Bands
from metrics.intervals.bootstrap import bootstrap
from metrics.intervals.patient_counts import PatientCounts
from metrics.intervals.patient_products import PatientProducts
from metrics.intervals.resampling_units import ResamplingUnits
from metrics.measures.agreement import accuracy, balanced_accuracy, kappa, mcc, mean_class_accuracy
from metrics.measures.averages import macro, micro, weighted
from metrics.measures.calibration import Recalibration, brier, multiclass_brier, recalibration
from metrics.measures.placements import PlacedSums
from metrics.measures.risk import missed_as_normal, missed_as_normal_by_class, risk_score, risk_scores
from metrics.measures.segments import edit_score, overlap_score, segmental_f1
from metrics.paired.hypothesis_tests import McNemar, PairedAUC, difference, mcnemar, paired_auc, paired_difference
from metrics.prevalence.at_prevalence import predictive_values_at_prevalence, risk_at_prevalence
from metrics.prevalence.predictive_values import (
    NaturalFrequencies,
    natural_frequencies,
    people_per,
    predictive_estimates,
    predictive_values,
)
from metrics.ranking import auc, average_precision, hand_till
from metrics.thresholding.listed_thresholds import ListedThresholds, listed_thresholds
from metrics.thresholding.operating_points import (
    cost_threshold,
    lowest_cost,
    target_sensitivity,
    target_specificity,
    youden,
)
from metrics.thresholding.optimism import Corrected, choice_optimism
from metrics.thresholds import ThresholdTable
from metrics.utility.net_benefit import net_benefit

__all__ = [
    "METRICS",
    "RANKED",
    "Bands",
    "ConfusionMatrix",
    "Corrected",
    "Counts",
    "Estimate",
    "Evaluation",
    "FoldSummary",
    "ListedThresholds",
    "McNemar",
    "MetricChoice",
    "NaturalFrequencies",
    "PairedAUC",
    "PatientCounts",
    "PatientProducts",
    "PlacedSums",
    "Proportion",
    "Recalibration",
    "ResamplingUnits",
    "Slices",
    "Spread",
    "ThresholdTable",
    "accuracy",
    "auc",
    "average_precision",
    "balanced_accuracy",
    "bootstrap",
    "brier",
    "by_danger",
    "choice_optimism",
    "clopper_pearson",
    "cost_threshold",
    "delong",
    "difference",
    "edit_score",
    "estimate",
    "f1_of_means",
    "fold_summary",
    "hand_till",
    "kappa",
    "kappa_interval",
    "likelihood_ratios",
    "listed_thresholds",
    "lowest_cost",
    "macro",
    "mcc",
    "mcnemar",
    "mean_class_accuracy",
    "micro",
    "missed_as_normal",
    "missed_as_normal_by_class",
    "multiclass_brier",
    "natural_frequencies",
    "net_benefit",
    "outlying",
    "overlap_score",
    "paired_auc",
    "paired_difference",
    "people_per",
    "predictive_estimates",
    "predictive_values",
    "predictive_values_at_prevalence",
    "recalibration",
    "risk_at_prevalence",
    "risk_score",
    "risk_scores",
    "segmental_f1",
    "target_sensitivity",
    "target_specificity",
    "weighted",
    "wilson",
    "youden",
]
