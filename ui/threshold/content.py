"""Everything that the Threshold page says of one class at one threshold, but its intervals: one text per slot.

The picker gets it for every listed threshold at once, the plain page for the one that is kept: both say the same.
"""

from __future__ import annotations

from metrics import METRICS, Counts, NaturalFrequencies
from metrics.definition import Proportion
from ui.parts import my_prevalence
from ui.parts.my_prevalence import Prevalence
from ui.threshold.operating_point import RATES
from words import NBSP, Voice, of, percent, threshold, whole
from words.findings.prevalence import per_thousand, predictive_values
from words.findings.thresholds.one_class import threshold_finding
from words.text.notes import reason
from words.text.numbers import FEW

OUTCOMES = {  # what a count of each is of: one, and several
    "tp": ("found", "found"),
    "fp": ("false alarm", "false alarms"),
    "fn": ("missed", "missed"),
    "tn": ("cleared", "cleared"),
}
SLOTS = (
    *("said", "headline", "detail"),
    *(f"{key}_{part}" for key in RATES for part in ("value", "counts")),
    *(f"{cell}{part}" for cell in OUTCOMES for part in ("", "_word", "_said")),
    *("people_title", "has", "has_not", "alarms"),
    *(f"{cell}_{part}" for cell in ("tp", "fn", "fp", "tn") for part in ("people", "meaning")),
)


def said_at(
    at: float,
    counts: Counts,
    label: int,
    voice: Voice,
    prevalence: Prevalence | None,
    people: NaturalFrequencies | None,
) -> list[str]:
    """The texts in the order of `SLOTS`; those of the people are "" where cases of one kind are missing."""
    finding = threshold_finding(counts, at, label, voice)
    rates = [part for key in RATES for part in _rate(key, counts)]
    cells = [part for cell, words in OUTCOMES.items() for part in _cell(getattr(counts, cell), words)]
    return [threshold(at), finding.headline, finding.detail, *rates, *cells, *_people(prevalence, people, label, voice)]


def _rate(key: str, counts: Counts) -> tuple[str, str]:
    """A share and its counts; of few cases the counts alone."""
    rule = METRICS[key].rule
    assert isinstance(rule, Proportion)
    successes, trials = (int(part) for part in rule.parts(counts))
    if not trials:
        return "–", reason(METRICS[key].undefined_note)
    if trials < FEW:
        return of(successes, trials), "too few for a percentage"
    return percent(successes / trials, trials), of(successes, trials)


def _cell(number: int, one_or_many: tuple[str, str]) -> tuple[str, str, str]:
    """A count, what it counts, and both on one line."""
    word = one_or_many[number != 1]
    return whole(number), word, f"{whole(number)} {word}".replace(" ", NBSP)


def _people(prevalence: Prevalence | None, tree: NaturalFrequencies | None, label: int, voice: Voice) -> list[str]:
    """Heading, who has it, who has not, what alarms are worth; then number and word of the four outcomes."""
    if prevalence is None or tree is None:
        return [""] * 12
    has, has_not, *outcomes = per_thousand(tree, label, voice)
    title = my_prevalence.title(prevalence, tree, voice)
    return [title, has, has_not, predictive_values(tree), *(part for outcome in outcomes for part in outcome)]
