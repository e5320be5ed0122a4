"""Every number of Rounds: NumPy arrays in, frozen results out.

Rows of a matrix are truth, columns are prediction. A rule is `score >= threshold`. Undefined is nan.
"""

from metrics.agreement import accuracy, balanced_accuracy, kappa, mcc, mean_class_accuracy
from metrics.averages import defined, macro, micro, weighted
from metrics.bands import Bands
from metrics.calibration import Recalibration, brier, multiclass_brier, recalibration, scaled_brier
from metrics.catalog import METRICS, Formula, Metric, Proportion
from metrics.comparison import McNemar, PairedAUC, difference, mcnemar, paired_auc, paired_difference
from metrics.counts import ConfusionMatrix, Counts
from metrics.elsewhere import predictive_elsewhere, risk_elsewhere
from metrics.evaluation import Evaluation
from metrics.folds import FoldSummary, fold_summary
from metrics.intervals import Estimate, clopper_pearson, delong, estimate, kappa_interval, likelihood_ratios, wilson
from metrics.operating_points import cost_threshold, lowest_cost, target_sensitivity, target_specificity, youden
from metrics.optimism import Corrected, choice_optimism
from metrics.prevalence import (
    NaturalFrequencies,
    natural_frequencies,
    people_per,
    predictive_estimates,
    predictive_values,
    reweighted,
    risk_estimates,
)
from metrics.ranking import auc, average_precision, hand_till
from metrics.resampling import Resamples, bootstrap
from metrics.risk import by_danger, miss_rate, miss_rates, risk_score, risk_scores
from metrics.rules import ListedRules, listed_rules
from metrics.segments import Segments, edit_score, overlap_score, segment_counts, segment_overlaps, segmental_f1
from metrics.slices import RANKING, WHOLE_MATRIX, Reading, Slices, f1_of_means
from metrics.spread import Spread, outlying
from metrics.summary import averages, by_class, micro_averages, overall
from metrics.thresholds import ThresholdTable
from metrics.units import Units
from metrics.utility import actions_avoided, net_benefit, net_benefit_of_all

__all__ = [
    "METRICS",
    "RANKING",
    "WHOLE_MATRIX",
    "Bands",
    "ConfusionMatrix",
    "Corrected",
    "Counts",
    "Estimate",
    "Evaluation",
    "FoldSummary",
    "Formula",
    "ListedRules",
    "McNemar",
    "Metric",
    "NaturalFrequencies",
    "PairedAUC",
    "Proportion",
    "Reading",
    "Recalibration",
    "Resamples",
    "Segments",
    "Slices",
    "Spread",
    "ThresholdTable",
    "Units",
    "accuracy",
    "actions_avoided",
    "auc",
    "average_precision",
    "averages",
    "balanced_accuracy",
    "bootstrap",
    "brier",
    "by_class",
    "by_danger",
    "choice_optimism",
    "clopper_pearson",
    "cost_threshold",
    "defined",
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
    "listed_rules",
    "lowest_cost",
    "macro",
    "mcc",
    "mcnemar",
    "mean_class_accuracy",
    "micro",
    "micro_averages",
    "miss_rate",
    "miss_rates",
    "multiclass_brier",
    "natural_frequencies",
    "net_benefit",
    "net_benefit_of_all",
    "outlying",
    "overall",
    "overlap_score",
    "paired_auc",
    "paired_difference",
    "people_per",
    "predictive_elsewhere",
    "predictive_estimates",
    "predictive_values",
    "recalibration",
    "reweighted",
    "risk_elsewhere",
    "risk_estimates",
    "risk_score",
    "risk_scores",
    "scaled_brier",
    "segment_counts",
    "segment_overlaps",
    "segmental_f1",
    "target_sensitivity",
    "target_specificity",
    "weighted",
    "wilson",
    "youden",
]
