"""The numbers of the whole matrix, and of one class within it."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np

from metrics.definition import (
    ALL_DOCUMENTS,
    EQUATIONS,
    NOTE,
    PHASES,
    RHYTHM,
    SOUNDS,
    AlternativeDefinition,
    Definition,
    Formula,
    Proportion,
    Values,
    divided,
)
from metrics.interval_methods import BOOTSTRAP_LOGIT, DELTA, FLEISS_LOGIT, WILSON, via
from metrics.measures.agreement import accuracy, balanced_accuracy, kappa, mcc, mean_class_accuracy
from metrics.measures.averages import macro
from metrics.measures.risk import missed_as_normal, missed_as_normal_by_class, risk_score, risk_scores
from metrics.notes import Code

LETTERS = {
    r"\mathrm{TP}_i": "true positives of class $i$",
    r"\mathrm{TN}_i": "true negatives of class $i$",
    "C_{iz}": "cases of class $i$ classified as Normal",
    "z": "the Normal class",
    "n_i": "cases of class $i$",
    "m_i": "predictions of class $i$",
    "m_z": "all cases classified as Normal",
    "D": "the classes that have cases",
    "K": "the number of classes",
    "N": "all cases",
}


def explained(definition: Definition, letters: dict[str, str] = LETTERS) -> Definition:
    """The same with what the letters of its formula stand for."""
    used = [each for each in letters if re.search(rf"(?<![A-Za-z]){re.escape(each)}(?![A-Za-z])", definition.latex)]
    return replace(definition, where="; ".join(f"${each}$: {letters[each]}" for each in used))


def _zero_filled_recall(cells: Values) -> float | Values:
    """scikit-learn's macro recall: 0 for a class that is predicted but has no case, absent classes excluded."""
    counts = np.asarray(cells, np.float64)
    support, predicted = counts.sum(-1), counts.sum(-2)
    found = divided(np.diagonal(counts, axis1=-2, axis2=-1), support)
    return macro(np.where((support == 0) & (predicted > 0), 0.0, found))


def _predicted_normal(cells: Values, normal: int) -> Values:
    counts = np.asarray(cells, np.float64)
    return divided(counts[..., normal].sum(-1), counts.sum((-2, -1)))


def _count(key: str, name: str, meaning: str, aliases: tuple[str, ...], latex: str) -> Definition:
    """A plain count of one class: never undefined, no interval."""
    return Definition(
        key=key, name=name, meaning=meaning, aliases=aliases, undefined=None,
        rule=Formula(latex, lambda counts: sum(np.asarray(getattr(counts, part)) for part in PARTS[key])),
        better={"tp": "higher", "tn": "higher", "fp": "lower", "fn": "lower"}.get(key, "neither"),  # type: ignore[arg-type]
        highest=np.inf, documents=(PHASES, RHYTHM, EQUATIONS), path=f"classes.{key}",
    )  # fmt: skip


PARTS = {"tp": ("tp",), "fn": ("fn",), "fp": ("fp",), "tn": ("tn",), "support": ("tp", "fn"), "predicted": ("tp", "fp")}
MISSED = _count(
    "fn",
    "False negatives",
    "Cases of the class that are not classified as it (missed).",
    ("missed", "FN"),
    r"\mathrm{FN}",
)
COUNTS = (
    _count(
        "tp", "True positives", "Cases of the class that are classified as it (detected).", ("detected", "TP"),
        r"\mathrm{TP}",
    ),
    replace(
        MISSED,
        readings=(
            AlternativeDefinition(
                RHYTHM,
                "Its example matrix writes FN into every off-diagonal cell. A misclassified case is a false negative "
                "of its true class and a false positive of its predicted class.",
            ),
        ),
    ),
    _count(
        "fp", "False positives", "Cases of other classes that are classified as this class.", ("FP",),
        r"\mathrm{FP}",
    ),
    _count(
        "tn", "True negatives", "Cases of other classes that are not classified as this class.", ("TN",),
        r"\mathrm{TN}",
    ),
    _count(
        "support", "Cases", "Cases whose true class is this one.", ("support", "positives", "number of true examples"),
        r"\mathrm{TP} + \mathrm{FN}",
    ),
    Definition(
        key="false_discovery_rate", name="False discovery rate",
        meaning="Proportion of positive predictions that are incorrect (1 − PPV).",
        rule=Proportion("fp", "tp fp"), undefined=Code.NO_PREDICTIONS,
        aliases=("FDR", "1 − PPV", "incorrect predictions"), better="lower", by_prevalence=True, interval=WILSON,
    ),
    Definition(
        key="false_omission_rate", name="False omission rate",
        meaning="Proportion of negative predictions that are incorrect (1 − NPV).",
        rule=Proportion("fn", "fn tn"), undefined=Code.ONLY_PREDICTIONS,
        aliases=("FOR", "1 − NPV"), better="lower", by_prevalence=True, interval=WILSON,
    ),
    _count(
        "predicted", "Predictions", "Cases classified as this class.", ("predicted positives",),
        r"\mathrm{TP} + \mathrm{FP}",
    ),
)  # fmt: skip

AGREEMENT = (
    Definition(
        key="overall_accuracy", name="Accuracy", level="matrix", path="overall.accuracy",
        meaning="Proportion of all cases classified correctly. Misleading when one class dominates.",
        rule=Formula(r"\frac{\sum_i \mathrm{TP}_i}{N}", accuracy), undefined=Code.NO_CASES,
        aliases=("overall accuracy", "proportion correct"), by_prevalence=True, interval=WILSON,
        documents=ALL_DOCUMENTS,
        readings=(
            AlternativeDefinition(
                f"{RHYTHM}; {PHASES}, in one of two places",
                "The mean of the one-vs-rest accuracies: a case confused between two other classes counts as "
                "correct for the rest, so that this mean is never below 1 − 2/K.",
                mean_class_accuracy,
            ),
        ),
    ),
    Definition(
        key="balanced_accuracy", name="Balanced accuracy", level="matrix", path="overall.balanced_accuracy",
        meaning="Mean sensitivity over the classes that have cases; each class has equal weight.",
        rule=Formula(r"\frac{1}{|D|} \sum_{i \in D} \frac{\mathrm{TP}_i}{n_i}", balanced_accuracy),
        undefined=Code.NO_CASES, aliases=("mean sensitivity", "macro recall"),
        interval=DELTA,
        documents=(SOUNDS,),
        readings=(
            AlternativeDefinition(
                "scikit-learn, macro recall",
                "Counts a class that is predicted but has no case as 0; its balanced accuracy excludes that class, "
                "as here.",
                _zero_filled_recall,
            ),
        ),
    ),
    Definition(
        key="mean_class_accuracy", name="Mean one-vs-rest accuracy", level="matrix",
        path="overall.mean_class_accuracy",
        meaning="Mean of the one-vs-rest accuracies of all classes. Inflated, increasingly so with more classes.",
        rule=Formula(
            r"\frac{1}{K} \sum_i \frac{\mathrm{TP}_i + \mathrm{TN}_i}{N}", mean_class_accuracy
        ),
        undefined=Code.NO_CASES, aliases=("macro accuracy",),
        by_prevalence=True, interval=via(WILSON, "accuracy"), documents=(RHYTHM,),
        readings=(
            AlternativeDefinition(
                f"{SOUNDS}; {PHASES}; {NOTE}", "What these name accuracy is the proportion of cases classified "
                "correctly.", accuracy
            ),
        ),
    ),
    Definition(
        key="mcc", name="MCC", level="matrix", path="overall.mcc",
        meaning="Correlation between true and predicted class over the whole matrix: 1 is perfect, 0 is chance "
        "level.",
        rule=Formula(
            r"\frac{N \sum_i \mathrm{TP}_i - \sum_i n_i m_i}{\sqrt{(N^2 - \sum_i n_i^2)(N^2 - \sum_i m_i^2)}}", mcc
        ),
        undefined=Code.ONE_SIDED,
        aliases=("Matthews correlation coefficient", "phi coefficient"), lowest=-1.0, by_prevalence=True,
        interval=BOOTSTRAP_LOGIT, documents=(SOUNDS, PHASES),
        readings=(
            AlternativeDefinition(
                f"{SOUNDS}; {PHASES}",
                "One sums the true class over columns, the other exchanges the words row and column. MCC stays the "
                "same (here computed on the transposed matrix); sensitivity and PPV would be exchanged.",
                lambda cells: mcc(np.swapaxes(cells, -1, -2)),
            ),
            AlternativeDefinition(
                SOUNDS,
                "Its triple sum lacks the brackets around the difference: with them it equals the formula above, "
                "without them it is not defined.",
            ),
            AlternativeDefinition(
                f"{SOUNDS}; {PHASES}",
                "−1 is described as total disagreement. That is so for two classes; for more the minimum lies "
                "between −1 and 0.",
            ),
            AlternativeDefinition("scikit-learn", "Returns 0 for 0/0.", lambda cells: np.nan_to_num(mcc(cells))),
        ),
    ),
    Definition(
        key="kappa", name="Cohen's kappa", level="matrix", path="overall.kappa",
        meaning="Agreement beyond chance: 1 is perfect, 0 is chance level. Depends on prevalence.",
        rule=Formula(
            r"\frac{N \sum_i \mathrm{TP}_i - \sum_i n_i m_i}{N^2 - \sum_i n_i m_i}", kappa
        ),
        undefined=Code.CHANCE_AGREES,
        aliases=("kappa", "chance-corrected agreement"), lowest=-1.0, by_prevalence=True,
        interval=FLEISS_LOGIT, documents=(PHASES,),
        readings=(
            AlternativeDefinition(
                PHASES,
                "Written with observed and chance agreement as proportions; multiplied by N² above and below it is "
                "the formula shown here.",
            ),
        ),
    ),
)  # fmt: skip

OF_NORMAL = (
    Definition(
        key="risk_score", name="False reassurance", level="matrix", path="overall.risk_score", needs_normal=True,
        meaning="Proportion of cases classified as Normal that have disease (1 − PPV of Normal). "
        "Depends on prevalence.",
        rule=Formula(r"\frac{\sum_{i \ne z} C_{iz}}{m_z}", risk_score), undefined=Code.NO_NORMAL_PREDICTIONS,
        aliases=("risk score", "1 − PPV of the Normal class", "false omission rate of any disease"),
        better="lower", by_prevalence=True, interval=WILSON, documents=(SOUNDS,),
        readings=(
            AlternativeDefinition(
                SOUNDS,
                "Its formula is this one; its words ask for the proportion of patients with disease who are "
                "classified as Normal, which is disease classified as Normal: the same cases over another "
                "denominator.",
                missed_as_normal,
            ),
            AlternativeDefinition(
                SOUNDS,
                "Described as rising when fewer cases are classified as Normal. That is so only while the "
                "incorrect ones stay; it is undefined for a model that never predicts Normal.",
            ),
        ),
    ),
    Definition(
        key="missed_as_normal", name="Disease classified as Normal", level="matrix", path="overall.missed_as_normal",
        needs_normal=True,
        meaning="Proportion of cases with disease that are classified as Normal. Unlike false "
        "reassurance, it does not depend on the prevalence of disease; it does depend on the mix of diseases.",
        rule=Formula(r"\frac{\sum_{i \ne z} C_{iz}}{\sum_{i \ne z} n_i}", missed_as_normal),
        undefined=Code.NO_DISEASED_CASES, aliases=("missed as Normal",), better="lower", interval=WILSON,
        documents=(SOUNDS,),
        readings=(
            AlternativeDefinition(
                SOUNDS, "Its words for risk_score describe this quantity; its formula is another one.", risk_score
            ),
        ),
    ),
    Definition(
        key="predicted_normal", name="Classified as Normal", level="matrix", needs_normal=True,
        meaning="Proportion of all cases classified as Normal.",
        rule=Formula(r"\frac{m_z}{N}", _predicted_normal), undefined=Code.NO_CASES, better="neither",
        by_prevalence=True, interval=WILSON,
    ),
    Definition(
        key="class_risk_score", name="False reassurance, by disease", path="classes.risk_score", needs_normal=True,
        meaning="Proportion of cases classified as Normal that have this disease. Over all diseases "
        "these add up to the false reassurance.",
        rule=Formula(r"\frac{C_{iz}}{m_z}", risk_scores), undefined=Code.NO_NORMAL_PREDICTIONS,
        aliases=("risk score of a disease", "disease-specific risk score"),
        better="lower", by_prevalence=True, interval=WILSON, documents=(SOUNDS,),
    ),
    Definition(
        key="class_missed_as_normal", name="Missed as Normal", path="classes.missed_as_normal", needs_normal=True,
        meaning="Proportion of cases of this disease classified as Normal.",
        rule=Formula(r"\frac{C_{iz}}{n_i}", missed_as_normal_by_class), undefined=Code.NO_TRUE_CASES,
        aliases=("missed as Normal rate",), better="lower", interval=WILSON,
    ),
)  # fmt: skip

MATRIX = tuple(explained(each) for each in (*AGREEMENT, *OF_NORMAL))
