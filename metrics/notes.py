"""Why a number is undefined, or has no interval, or over what it runs: a code and its fields, which `words` words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Code(StrEnum):
    """Stable names, with fields."""

    # undefined: what the cases or predictions lack
    NO_CASES = "no_cases"
    NO_TRUE_CASES = "no_true_cases"
    ONLY_TRUE_CASES = "only_true_cases"
    ONE_KIND_OF_CASES = "one_kind_of_cases"
    FEW_CASES_OR_ONE_KIND = "few_cases_or_one_kind"
    NO_PREDICTIONS = "no_predictions"
    ONLY_PREDICTIONS = "only_predictions"
    NO_CASES_NOR_PREDICTIONS = "no_cases_nor_predictions"
    NO_FALSE_POSITIVES = "no_false_positives"
    NO_TRUE_NEGATIVES = "no_true_negatives"
    NO_NORMAL_PREDICTIONS = "no_normal_predictions"
    ONLY_NORMAL_CASES = "only_normal_cases"
    NO_DISEASED_CASES = "no_diseased_cases"
    NORMAL_CLASS_ITSELF = "normal_class_itself"
    NOT_A_DISEASE = "not_a_disease"
    NO_NORMAL_CLASS = "no_normal_class"
    NO_SUCH_CLASS = "no_such_class"
    NO_SCORES = "no_scores"
    NOT_ALL_SCORED = "not_all_scored"
    NO_CASE_FULLY_SCORED = "no_case_fully_scored"
    SCORES_OUTSIDE_RANGE = "scores_outside_range"
    SCORES_NOT_SUMMING = "scores_not_summing"
    NO_CASES_OR_NO_PROBABILITIES = "no_cases_or_no_probabilities"
    NOTHING_EXPECTED = "nothing_expected"
    SEPARATED_OR_CONSTANT = "separated_or_constant"
    FEW_CLASSES = "few_classes"
    ONE_CLASS = "one_class"
    ONE_SIDED = "one_sided"
    CHANCE_AGREES = "chance_agrees"
    NO_CLASS_DEFINED = "no_class_defined"
    NO_CLASS_WITH_SCORES = "no_class_with_scores"
    UNDEFINED_IN_FOLD = "undefined_in_fold"
    NO_FOLD_DEFINED = "no_fold_defined"
    FEW_FOLDS_DEFINED = "few_folds_defined"
    NO_FRAMES = "no_frames"
    NO_SEGMENT = "no_segment"
    NO_PHASE = "no_phase"
    PHASE_NOT_RECOGNISED = "phase_not_recognised"
    EMPTY_ZONE = "empty_zone"
    ONLY_TRUE_CASES_IN_ZONE = "only_true_cases_in_zone"
    UNDEFINED_FOR_READER = "undefined_for_reader"
    EMPTY_GROUP = "empty_group"
    NO_COMMON_TRUE_CASES = "no_common_true_cases"
    ONLY_COMMON_TRUE_CASES = "only_common_true_cases"
    ONE_NEVER_PREDICTS = "one_never_predicts"
    NO_PPV_TO_COMPARE = "no_ppv_to_compare"
    NO_NPV_TO_COMPARE = "no_npv_to_compare"
    REFERENCE_NEVER_CORRECT = "reference_never_correct"
    NO_TEST = "no_test"
    NOBODY_WOULD_BE_PREDICTED = "nobody_would_be_predicted"
    EVERYBODY_WOULD_BE_PREDICTED = "everybody_would_be_predicted"
    NOBODY_WOULD_BE_NORMAL = "nobody_would_be_normal"
    UNDEFINED = "undefined"
    # no interval
    NO_INTERVAL = "no_interval"
    FEW_CASES = "few_cases"
    FEW_CASES_OF_CLASS = "few_cases_of_class"
    FEW_CASES_OF_GROUP = "few_cases_of_group"
    FEW_CASES_OUTSIDE_LARGEST = "few_cases_outside_largest"
    FEW_FOR_CALIBRATION = "few_for_calibration"
    FEW_CASES_ON_ONE_SIDE = "few_cases_on_one_side"
    FEW_PATIENTS = "few_patients"
    FEW_PATIENTS_OF_CLASS = "few_patients_of_class"
    FEW_PATIENTS_OUTSIDE_LARGEST = "few_patients_outside_largest"
    FEW_READERS = "few_readers"
    READERS_ALIKE = "readers_alike"
    IDS_IN_SEVERAL_FOLDS = "ids_in_several_folds"
    TOO_MANY_CELLS = "too_many_cells"
    UNDEFINED_REPLICATES = "undefined_replicates"
    ALL_REPLICATES_EQUAL = "all_replicates_equal"
    NO_NEGATIVES = "no_negatives"
    ONE_CASE_OF_GROUP = "one_case_of_group"
    ONE_PATIENT_OF_GROUP = "one_patient_of_group"
    SEPARATED = "separated"
    CONSTANT_SCORES = "constant_scores"
    CONSTANT_AGREEMENT = "constant_agreement"
    CONSTANT_BETWEEN_PATIENTS = "constant_between_patients"
    CONSTANT_DIFFERENCE = "constant_difference"
    SAME_ORDER = "same_order"
    SAME_PREDICTIONS = "same_predictions"
    ALL_PREDICTED_ALIKE = "all_predicted_alike"
    ZERO_RATIO = "zero_ratio"
    EVERYBODY_ALIKE = "everybody_alike"
    FEW_BASELINE_PERIODS = "few_baseline_periods"
    BASELINE_ALIKE = "baseline_alike"
    # over what the value runs
    MEAN_OF_CLASSES = "mean_of_classes"
    UNDEFINED_COUNTED_AS_ZERO = "undefined_counted_as_zero"
    MEAN_OF_FOLDS = "mean_of_folds"
    POOLED_OUT_OF_FOLD = "pooled_out_of_fold"
    MEAN_OF_PAIRS = "mean_of_pairs"
    FULLY_SCORED = "fully_scored"
    MEAN_OF_SEQUENCES = "mean_of_sequences"
    POOLED_SEGMENTS = "pooled_segments"
    OF_ACCURACY = "of_accuracy"
    AT_THIS_PREVALENCE = "at_this_prevalence"
    ACTING_AT_RISK = "acting_at_risk"
    PEOPLE = "people"


@dataclass(frozen=True)
class Note:
    """A reason or a scope. fields: the plain numbers that its sentence names, by name."""

    code: Code
    fields: Mapping[str, int | float] = field(default_factory=dict, hash=False)


def note(code: Code, **fields: int | float) -> Note:
    """A note with its fields: `note(Code.FEW_PATIENTS, patients=12, needed=15)`."""
    return Note(code, fields)
