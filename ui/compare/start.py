"""What can be compared, and what the page says where nothing can."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from predictions.study import Capability
from reviews import View
from reviews.frames import amounts_of
from reviews.models.compared import Compared
from reviews.models.comparison import Comparison
from reviews.models.rival import Rival
from ui.parts import page
from words import markdown
from words.findings.finding import Finding
from words.findings.models.compare import Names, Told, area_finding, compare_finding, verdict_on
from words.findings.models.rules import DELIVERED, rule_said, rules_finding

MOST_BRIEF = 100_000  # rows
NOTHING_IN_COMMON = Finding("These models have no cases in common.", "")
NEEDS = (
    "A comparison needs the predictions of two models for the same cases: a file with a column `model` and a case ID, "
    "a file with a prediction column for each model (`pred_A`, `pred_B`), or one file for each model."
)


def comparison_or_stop(view: View) -> Comparison:
    """The models of the split beside the one of the title line; where none can stand beside it the page says why."""
    if Capability.CASES not in view.study.capabilities:
        page.nothing_to_show("No individual cases: only a confusion matrix was given.", NEEDS)
    if Capability.SEVERAL_MODELS not in view.study.capabilities:
        page.nothing_to_show("No second model in this dataset.", NEEDS)
    now = Comparison(view)
    if not now.others:
        page.nothing_to_show(
            "No other model has cases in this split.",
            "Models are compared within one split. Choose another split or model at the top of the page.",
        )
    if not now.rivals:
        why = "  \n".join(dict.fromkeys(markdown(str(problem), 600) for _, problem in now.unmatched))
        page.nothing_to_show("These models cannot be compared case by case.", why)
    return now


def names_of(now: Comparison, model: int) -> Names:
    """A model and the reference, short and safe for Markdown."""
    return Names(safe_name(now, model), safe_name(now, now.view.model))


def safe_name(now: Comparison, model: int) -> str:
    """The short name of a model for Markdown."""
    return markdown(now.names[model], 40)


def rules_of(now: Comparison) -> dict[str, str]:
    """How each compared model predicts, under its name: "at threshold 0.104" or "as delivered"; {} where all are as
    delivered."""
    models = now.view.model, *(each.model for each in now.rivals)
    used = {model: replace(now.view, model=model).used_threshold for model in models}
    if not any(used.values()):
        return {}
    voice = now.view.voice
    return {
        safe_name(now, model): rule_said(kept.threshold, kept.label, voice) if kept else DELIVERED
        for model, kept in used.items()
    }


def as_on_all_pages(now: Comparison) -> str:
    """What the models predict where some use a kept threshold, beside a table that may move them; else ""."""
    return ", as on all pages" if rules_of(now) else ""


def finding(now: Comparison) -> Finding:
    """The verdict on the class of interest: the leading model, then the others; of lone scores by their AUC.

    Where a kept threshold is in use, the verdict at the same specificity, and each model with its threshold.
    """
    label, view = now.view.interest, now.view
    if rules := {} if now.is_assumed else rules_of(now):
        return _finding_by_rules(now, rules)
    lead = now.leading_by_area(label) if now.is_assumed else now.leading(label)
    if lead is None:
        return NOTHING_IN_COMMON
    others = [_told(now, *each) for each in now.compared(label) if each[0] is not lead[0]]
    if now.is_assumed:
        return area_finding(_told(now, *lead), others, label, view.voice, view.level)
    return compare_finding(_told(now, *lead), others, label, view.voice, view.level, amounts_of(now.view))


def _finding_by_rules(now: Comparison, rules: Mapping[str, str]) -> Finding:
    label, view = now.view.interest, now.view
    moved = now.leading(label, "specificity")
    every = {each: _told(now, each, found) for each, found in now.compared(label)}
    first = moved or now.leading(label)
    if first is None:
        return NOTHING_IN_COMMON
    lead, others = every[first[0]], [each for rival, each in every.items() if rival is not first[0]]
    same = _told(now, *moved) if moved else None
    return rules_finding(lead, others, same, rules, label, view.voice, view.level, amounts_of(view))


def brief(view: View) -> str:
    """The verdict in a few words, for the page before it; "" where there is none, the cases are too many to wait, or
    a kept threshold is in use."""
    study = view.study
    if not {Capability.LOADED, Capability.SEVERAL_MODELS} <= study.capabilities or study.used > MOST_BRIEF:
        return ""
    now = Comparison(view)
    lead = None if now.is_assumed or rules_of(now) else now.leading(view.interest)
    return verdict_on(safe_name(now, lead[0].model), lead[1].sensitivity, amounts_of(view)) if lead else ""


def _told(now: Comparison, rival: Rival, compared: Compared) -> Told:
    names = names_of(now, rival.model)
    return Told(names, compared.sensitivity, compared.specificity, len(rival.pair), compared.auc)
