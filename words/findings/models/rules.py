"""What is said about several models where a kept threshold is in use: the threshold at which each model predicts.

A difference between two thresholds is not one between two models and makes neither the better one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from words.findings.finding import Finding, sentences
from words.findings.models.compare import MOST_NAMED, Told, part_said, same_cases, verdict
from words.findings.thresholds.kept import named
from words.text.amounts import ONE_BY_ONE, Amounts
from words.text.numbers import weighted_beside
from words.text.voice import Voice

DELIVERED = "as delivered"
AT_SAME = "At the same specificity, "
NO_VERDICT = "The thresholds were chosen differently: no verdict on the models."


def rule_said(at: float, label: int, voice: Voice) -> str:
    """How a model with a kept threshold in use predicts: "at threshold 0.104"."""
    return f"at {named(at, label, voice)}"


def rules_said(rules: Mapping[str, str]) -> str:
    """ "Model A at threshold 0.104, Model B as delivered."; "" without any.

    rules: what `rule_said` gives, under the name of each model.
    """
    changed = [f"{name} {rule}" for name, rule in rules.items() if rule != DELIVERED]
    kept = [name for name, rule in rules.items() if rule == DELIVERED]
    others = [f"{kept[0] if len(kept) == 1 else 'the others'} {DELIVERED}"] if kept else []
    return f"{', '.join([*changed, *others])}." if rules else ""


def rules_finding(
    lead: Told,
    others: Sequence[Told],
    moved: Told | None,
    rules: Mapping[str, str],
    label: int,
    voice: Voice,
    level: float,
    amounts: Amounts = ONE_BY_ONE,
) -> Finding:
    """Who detects more at the same specificity, as the table; then the counts of each model with its own threshold.

    moved: the leading model at the specificity of the reference; None without scores of both, where the counts lead.
    """
    same = same_cases([lead, *others], voice)
    if not lead.sensitivity.cases:
        return Finding(verdict(lead, label, voice, level, amounts)[0], same)
    named_too = [each for each in others if each.sensitivity.cases] if len(others) <= MOST_NAMED else []
    further = [f"{_ruled(each.names.model, rules)} {part_said(each.sensitivity, 0, amounts)}." for each in named_too]
    counts = _by_rules(lead, rules, label, voice, amounts)
    if moved is None:
        return Finding(counts, sentences(*further, NO_VERDICT, same))
    headline, rest = verdict(moved, label, voice, level, amounts, AT_SAME)
    return Finding(headline, sentences(rest, f"As on all pages, {counts}", *further, same))


def _by_rules(told: Told, rules: Mapping[str, str], label: int, voice: Voice, amounts: Amounts) -> str:
    """ "A at threshold 0.104 detects 45 of 50 patients with VT, B as delivered 38.", the reference first."""
    found, names = told.sensitivity, told.names
    part = f"{amounts.part_of_group(found.second, found.cases, label, voice)}" + weighted_beside(
        found.values[1], found.second, found.cases
    )
    detects = f"classifies {part} correctly" if label == voice.normal else f"detects {part}"
    beside = f"{amounts.alone(found.first)}{weighted_beside(found.values[0], found.first, found.cases)}"
    return f"{_ruled(names.reference, rules)} {detects}, {_ruled(names.model, rules)} {beside}."


def _ruled(name: str, rules: Mapping[str, str]) -> str:
    return f"{name} {rules[name]}"
