"""What a number's name means, for the question mark beside it: the same words as the catalog's."""

from __future__ import annotations

from metrics import METRICS

__all__ = ["help_for", "help_of"]

WHOLE_MATRIX = {
    "Accuracy": (
        "Of all cases, what share is called right? Where one class is common, a model that always says it looks good."
    ),
    "Balanced accuracy": "The mean of the sensitivities of all classes that have cases: every class counts the same.",
    "MCC": "Agreement of calls and truth over the whole matrix: 1 is perfect, 0 is what guessing gives.",
    "Cohen's kappa": "Agreement beyond what the class sizes alone would give: 1 is perfect, 0 is chance.",
    "Macro AUC": (
        "The mean over the classes of: given one case with it and one without, how often is the first scored higher?"
    ),
    "AUC": (
        "Given one case with it and one without, how often is the first scored higher? Equal scores count half. "
        "0.5 is what guessing gives, 1 is perfect order; it says nothing about where to draw the line."
    ),
    "Average precision": (
        "The share of calls that are right, averaged over the cases found one after another from the highest score. "
        "By chance it is the share of the class, so it cannot be compared between places where that differs."
    ),
    "Macro F1": "The mean over the classes of F1, the balance of finding and being right.",
    "False reassurance": (
        "Risk score: of the cases called all clear, what share is not? "
        "It depends on how common disease is here, and is undefined when nobody is called all clear."
    ),
    "Missed disease": (
        "Miss rate: of the cases with a disease, what share is called all clear? "
        "Other than false reassurance, it does not depend on how common disease is."
    ),
    "Called all clear": "How many cases the model called all clear: the total of the risk score.",
}


def help_for(name: str) -> str | None:
    """The question behind a number, its formula and its other names; None for a name that is not known."""
    if name in WHOLE_MATRIX:
        return WHOLE_MATRIX[name]
    key = next((metric.key for metric in METRICS.values() if metric.name == name), None)
    return help_of(key) if key else None


def help_of(key: str) -> str:
    """Question, other names and formula of a metric of the catalog."""
    entry = METRICS[key]
    also = f" Also: {', '.join(entry.aliases)}." if entry.aliases else ""
    return f"{entry.question}{also}\n\n$\\displaystyle {entry.rule.latex}$"
