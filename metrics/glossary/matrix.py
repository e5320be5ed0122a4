"""The numbers of the whole matrix, and of one class within it."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np

from metrics.catalog import ALL_DOCUMENTS, EQUATIONS, NOTE, PHASES, RHYTHM, SOUNDS
from metrics.definition import AlternativeDefinition, Definition, Formula, Proportion, Values, divided
from metrics.interval_methods import BOOTSTRAP_LOGIT, FLEISS_LOGIT, MOVER, WILSON, via
from metrics.measures.agreement import accuracy, balanced_accuracy, kappa, mcc, mean_class_accuracy
from metrics.measures.averages import macro
from metrics.measures.risk import missed_as_normal, missed_as_normal_by_class, risk_score, risk_scores
from metrics.notes import Code

LETTERS = {
    r"\mathrm{TP}_i": "cases of class $i$ that were called it",
    r"\mathrm{TN}_i": "cases of other classes that were not called it",
    "C_{iz}": "cases of class $i$ that were called all clear",
    "z": "the class that means all clear",
    "n_i": "cases of class $i$",
    "m_i": "calls of class $i$",
    "m_z": "all that were called all clear",
    "D": "the classes that have cases",
    "K": "the number of classes",
    "N": "all cases",
}


def explained(definition: Definition, letters: dict[str, str] = LETTERS) -> Definition:
    """The same with what the letters of its formula stand for."""
    used = [each for each in letters if re.search(rf"(?<![A-Za-z]){re.escape(each)}(?![A-Za-z])", definition.latex)]
    return replace(definition, where="; ".join(f"${each}$: {letters[each]}" for each in used))


def _zero_filled_recall(cells: Values) -> float | Values:
    """scikit-learn's macro recall: 0 for a class that is called but never true, absent classes left out."""
    counts = np.asarray(cells, np.float64)
    support, called = counts.sum(-1), counts.sum(-2)
    found = divided(np.diagonal(counts, axis1=-2, axis2=-1), support)
    return macro(np.where((support == 0) & (called > 0), 0.0, found))


def _called_normal(cells: Values, normal: int) -> Values:
    counts = np.asarray(cells, np.float64)
    return divided(counts[..., normal].sum(-1), counts.sum((-2, -1)))


def _count(key: str, name: str, question: str, aliases: tuple[str, ...], latex: str) -> Definition:
    """A plain count of one class: never undefined, no interval."""
    return Definition(
        key=key, name=name, question=question, aliases=aliases, undefined=None,
        rule=Formula(latex, lambda counts: sum(np.asarray(getattr(counts, part)) for part in PARTS[key])),
        better={"tp": "higher", "tn": "higher", "fp": "lower", "fn": "lower"}.get(key, "neither"),  # type: ignore[arg-type]
        highest=np.inf, documents=(PHASES, RHYTHM, EQUATIONS), path=f"classes.{key}",
    )  # fmt: skip


PARTS = {"tp": ("tp",), "fn": ("fn",), "fp": ("fp",), "tn": ("tn",), "support": ("tp", "fn"), "predicted": ("tp", "fp")}
MISSED = _count(
    "fn", "Missed", "How many cases have it and were not called it?", ("false negatives", "FN"), r"\mathrm{FN}"
)
COUNTS = (
    _count("tp", "Found", "How many cases have it and were called it?", ("true positives", "TP"), r"\mathrm{TP}"),
    replace(
        MISSED,
        readings=(
            AlternativeDefinition(
                RHYTHM,
                "Its example matrix writes FN into every wrong cell. A wrong case is a miss of its true class and "
                "at the same time a false alarm of the class that it was called.",
            ),
        ),
    ),
    _count(
        "fp", "False alarms", "How many cases were called it and do not have it?", ("false positives", "FP"),
        r"\mathrm{FP}",
    ),
    _count(
        "tn", "Cleared", "How many cases do not have it and were not called it?", ("true negatives", "TN"),
        r"\mathrm{TN}",
    ),
    _count(
        "support", "Cases", "How many cases truly have it?", ("support", "positives", "number of true examples"),
        r"\mathrm{TP} + \mathrm{FN}",
    ),
    Definition(
        key="wrong_calls", name="Wrong calls", question="When the model calls it, how often is that wrong?",
        rule=Proportion("fp", "tp fp"), undefined=Code.NO_PREDICTIONS,
        aliases=("false discovery rate", "FDR", "1 − PPV"), better="lower", by_prevalence=True, interval=WILSON,
    ),
    Definition(
        key="wrong_all_clears", name="Wrong all-clears",
        question="When the model does not call it, how often is that wrong?",
        rule=Proportion("fn", "fn tn"), undefined=Code.ONLY_PREDICTIONS,
        aliases=("false omission rate", "1 − NPV"), better="lower", by_prevalence=True, interval=WILSON,
    ),
    _count("predicted", "Calls", "How many cases were called it?", ("predicted count",), r"\mathrm{TP} + \mathrm{FP}"),
)  # fmt: skip

AGREEMENT = (
    Definition(
        key="overall_accuracy", name="Accuracy", level="matrix", path="overall.accuracy",
        symbol=r"\mathrm{Acc}", question="Of all cases, what share is called right? Where one class is common, "
        "a model that always says it looks good.",
        rule=Formula(r"\frac{\sum_i \mathrm{TP}_i}{N}", accuracy), undefined=Code.NO_CASES,
        aliases=("overall accuracy", "share correct"), by_prevalence=True, interval=WILSON,
        documents=ALL_DOCUMENTS,
        readings=(
            AlternativeDefinition(
                f"{RHYTHM}, and {PHASES} in one of two places",
                "The mean of the one-against-the-rest accuracies: every case that two other classes are confused in "
                "counts as right for the rest, so it is never below 1 − 2/K.",
                mean_class_accuracy,
            ),
        ),
    ),
    Definition(
        key="balanced_accuracy", name="Balanced accuracy", level="matrix", path="overall.balanced_accuracy",
        symbol=r"\mathrm{BA}",
        question="The mean of the sensitivities of all classes that have cases: every class counts the same.",
        rule=Formula(r"\frac{1}{|D|} \sum_{i \in D} \frac{\mathrm{TP}_i}{n_i}", balanced_accuracy),
        undefined=Code.NO_CASES, aliases=("mean sensitivity", "macro recall"),
        interval=MOVER,
        documents=(SOUNDS,),
        readings=(
            AlternativeDefinition(
                "scikit-learn, macro recall",
                "A class that is called but has no case counts as 0 there; its balanced accuracy leaves it out, "
                "as is done here.",
                _zero_filled_recall,
            ),
        ),
    ),
    Definition(
        key="mean_class_accuracy", name="Mean one-against-the-rest accuracy", level="matrix",
        path="overall.mean_class_accuracy", symbol=r"\overline{\mathrm{Acc}_i}",
        question="For each class: how often is the model right about having it or not? Then the mean. "
        "It flatters, the more the more classes there are.",
        rule=Formula(
            r"\frac{1}{K} \sum_i \frac{\mathrm{TP}_i + \mathrm{TN}_i}{N}", mean_class_accuracy
        ),
        undefined=Code.NO_CASES, aliases=("macro accuracy", "overall accuracy of the heart rhythm document"),
        by_prevalence=True, interval=via(WILSON, "accuracy"), documents=(RHYTHM,),
        readings=(
            AlternativeDefinition(
                f"{SOUNDS}, {PHASES}, {NOTE}", "What they call accuracy is the share of cases called right.", accuracy
            ),
        ),
    ),
    Definition(
        key="mcc", name="MCC", level="matrix", path="overall.mcc", symbol=r"\mathrm{MCC}",
        question="Agreement of calls and truth over the whole matrix: 1 is perfect, 0 is what guessing gives.",
        rule=Formula(
            r"\frac{N \sum_i \mathrm{TP}_i - \sum_i n_i m_i}{\sqrt{(N^2 - \sum_i n_i^2)(N^2 - \sum_i m_i^2)}}", mcc
        ),
        undefined=Code.ONE_SIDED,
        aliases=("Matthews correlation coefficient", "phi coefficient"), lowest=-1.0, by_prevalence=True,
        interval=BOOTSTRAP_LOGIT, documents=(SOUNDS, PHASES),
        readings=(
            AlternativeDefinition(
                f"{SOUNDS}, {PHASES}",
                "One sums truth over columns, the other swaps the words row and column. MCC stays the same "
                "(here computed with the matrix turned over); sensitivity and PPV would change places.",
                lambda cells: mcc(np.swapaxes(cells, -1, -2)),
            ),
            AlternativeDefinition(
                SOUNDS,
                "Its triple sum lacks the brackets around the difference: with them it equals the formula above, "
                "without them it is no number.",
            ),
            AlternativeDefinition(
                f"{SOUNDS}, {PHASES}",
                "−1 is said to be total disagreement. That holds for two classes; for more the lowest value lies "
                "between −1 and 0.",
            ),
            AlternativeDefinition("scikit-learn", "0 where it is 0/0.", lambda cells: np.nan_to_num(mcc(cells))),
        ),
    ),
    Definition(
        key="kappa", name="Cohen's kappa", level="matrix", path="overall.kappa", symbol=r"\kappa",
        question="Agreement beyond what the class sizes alone would give: 1 is perfect, 0 is chance.",
        rule=Formula(
            r"\frac{N \sum_i \mathrm{TP}_i - \sum_i n_i m_i}{N^2 - \sum_i n_i m_i}", kappa
        ),
        undefined=Code.CHANCE_AGREES,
        aliases=("kappa", "chance-corrected agreement"), lowest=-1.0, by_prevalence=True,
        interval=FLEISS_LOGIT, documents=(PHASES,),
        readings=(
            AlternativeDefinition(
                PHASES,
                "Written with the agreement and the chance agreement as shares; multiplied by N² above and below "
                "it is the formula shown here.",
            ),
        ),
    ),
)  # fmt: skip

OF_NORMAL = (
    Definition(
        key="risk_score", name="False reassurance", level="matrix", path="overall.risk_score", needs_normal=True,
        symbol="R", question="Of the cases called all clear, what share is not? "
        "It depends on how common disease is here, and is undefined when nobody is called all clear.",
        rule=Formula(r"\frac{\sum_{i \ne z} C_{iz}}{m_z}", risk_score), undefined=Code.NO_NORMAL_PREDICTIONS,
        aliases=("risk score", "1 − PPV of the all-clear class", "false omission rate of any disease"),
        better="lower", by_prevalence=True, interval=WILSON, documents=(SOUNDS,),
        readings=(
            AlternativeDefinition(
                SOUNDS,
                "Its formula is this one, its words ask for the share of the patients with a disease that is called "
                "normal. That is the miss rate: the same cases over another total.",
                missed_as_normal,
            ),
            AlternativeDefinition(
                SOUNDS,
                "Said to rise as fewer are called normal. It only does so while the wrong ones stay; "
                "a model that never says all clear has none.",
            ),
        ),
    ),
    Definition(
        key="missed_as_normal", name="Missed disease", level="matrix", path="overall.missed_as_normal",
        needs_normal=True,
        symbol="M", question="Of the cases with a disease, what share is called all clear? "
        "Other than false reassurance, it does not depend on how common disease is.",
        rule=Formula(r"\frac{\sum_{i \ne z} C_{iz}}{\sum_{i \ne z} n_i}", missed_as_normal),
        undefined=Code.NO_DISEASED_CASES, aliases=("miss rate",), better="lower", interval=WILSON,
        documents=(SOUNDS,),
        readings=(
            AlternativeDefinition(
                SOUNDS, "Its words for the risk score describe this; its formula is another one.", risk_score
            ),
        ),
    ),
    Definition(
        key="called_normal", name="Called all clear", level="matrix", needs_normal=True,
        question="What share of all cases did the model call all clear? Their number is the total of the risk score.",
        rule=Formula(r"\frac{m_z}{N}", _called_normal), undefined=Code.NO_CASES, better="neither",
        by_prevalence=True, interval=WILSON,
    ),
    Definition(
        key="class_risk_score", name="Risk score", path="classes.risk_score", needs_normal=True,
        symbol="R_i", question="Of the cases called all clear, what share has this disease? "
        "Over all diseases these add up to the false reassurance.",
        rule=Formula(r"\frac{C_{iz}}{m_z}", risk_scores), undefined=Code.NO_NORMAL_PREDICTIONS,
        aliases=("risk score of a disease", "disease-specific risk score"), better="lower", by_prevalence=True,
        interval=WILSON, documents=(SOUNDS,),
    ),
    Definition(
        key="class_missed_as_normal", name="Miss rate", path="classes.missed_as_normal", needs_normal=True,
        symbol="M_i", question="Of the cases with this disease, what share is called all clear?",
        rule=Formula(r"\frac{C_{iz}}{n_i}", missed_as_normal_by_class), undefined=Code.NO_TRUE_CASES,
        aliases=("miss rate of a disease",), better="lower", interval=WILSON,
    ),
)  # fmt: skip

MATRIX = tuple(explained(each) for each in (*AGREEMENT, *OF_NORMAL))
