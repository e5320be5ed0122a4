"""What the threshold picker gets: every listed rule of a class with all it says, worded here once and for all.

The browser formats no number. It puts the words of a rule together again from what is the same in many rules and
the numbers that are not, so a drag shows the very text that a rerun would.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import count
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import ArrayLike

from charts.style.scale import Scale, scale_of
from charts.style.thinning import Line, thin_pr, thin_roc
from metrics import METRICS, Counts, ListedRules, NaturalFrequencies, ThresholdTable, listed_rules
from metrics.catalog import Proportion
from ui.parts import my_prevalence
from ui.parts.my_prevalence import Mine
from ui.threshold.rule import SHOWN
from words import NBSP, Voice, of, percent, threshold, whole
from words.findings.one_class_threshold import threshold_finding
from words.findings.prevalence import alarms, per_thousand
from words.text.numbers import FEW

__all__ = ["SLOTS", "packed", "payload", "text"]


OUTCOMES = {
    "tp": ("found", "found"),
    "fp": ("false alarm", "false alarms"),
    "fn": ("missed", "missed"),
    "tn": ("cleared", "cleared"),
}
BINS = 40
UNIT = 10_000  # places on an axis are sent as whole parts of its length
PATH_POINTS = 300
ON_AXIS = 400  # rules that a picture of scores has room for
NUMBER = re.compile(r"(\d+(?:[.,]\d+)*)")
SLOTS = (
    "said", "headline", "detail",
    *(f"{key}_{part}" for key in SHOWN for part in ("value", "counts")),
    *(f"{cell}{part}" for cell in OUTCOMES for part in ("", "_word", "_said")),
    "people_title", "has", "has_not", "alarms",
    *(f"{cell}_{part}" for cell in ("tp", "fn", "fp", "tn") for part in ("people", "meaning")),
)  # fmt: skip

_numbers = count(1)
_known: WeakKeyDictionary[ThresholdTable, tuple[tuple[Any, ...], Collection[float], dict[str, Any]]]
_known = WeakKeyDictionary()


def payload(table: ThresholdTable, label: int, voice: Voice, chosen: float, mine: Mine | None) -> dict[str, Any]:
    """The listed rules of one class for the browser, made once as long as nothing but the chosen rule changes.

    voice: with names as plain text. mine: how common the class is among the thousand people, None where cases of
    one kind are missing.
    """
    key = (label, voice, mine and (mine.share, mine.is_own))
    known, listed, made = _known.get(table, ((), (), {}))
    if known == key and chosen in listed:
        return made
    scale = scale_of(table)
    rules = listed_rules(table, [chosen], scale.score(np.linspace(scale.low, scale.high, ON_AXIS)))
    trees = [_people(mine, rules.counts[row]) for row in range(len(rules.thresholds))]
    made = {
        "id": next(_numbers),
        "slots": SLOTS,
        **_rules(table, rules, scale, trees),
        "texts": packed([text(rules, row, label, voice, mine, tree) for row, tree in enumerate(trees)]),
        **_pictures(table, scale),
    }
    _known[table] = key, frozenset(rules.thresholds.tolist()), made
    return made


def _people(mine: Mine | None, counts: Counts) -> NaturalFrequencies | None:
    return None if mine is None else my_prevalence.people(mine, counts)


# ------------------------------------------------------------------ what a rule says


def text(
    rules: ListedRules, row: int, label: int, voice: Voice, mine: Mine | None, people: NaturalFrequencies | None
) -> list[str]:
    """Everything that one rule says, in the order of `SLOTS`."""
    at = float(rules.thresholds[row])
    counts = Counts(*(int(part) for part in rules.counts[row]))
    said = threshold_finding(counts, at, label, voice)
    figures = [part for key in SHOWN for part in _figure(key, counts)]
    cells = [part for cell, word in OUTCOMES.items() for part in _cell(getattr(counts, cell), word)]
    return [threshold(at), *said, *figures, *cells, *_people_lines(mine, people, label, voice)]


def _figure(key: str, counts: Counts) -> tuple[str, str]:
    """A share and its counts; of few cases the counts alone."""
    rule = METRICS[key].rule
    assert isinstance(rule, Proportion)
    successes, trials = (int(part) for part in rule.parts(counts))
    if not trials:
        return "–", METRICS[key].undefined
    if trials < FEW:
        return of(successes, trials), "too few for a percentage"
    return percent(successes / trials, trials), of(successes, trials)


def _cell(number: int, one_or_many: tuple[str, str]) -> tuple[str, str, str]:
    """A count, what it counts, and both on one line."""
    word = one_or_many[number != 1]
    return whole(number), word, f"{whole(number)} {word}".replace(" ", NBSP)


def _people_lines(mine: Mine | None, tree: NaturalFrequencies | None, label: int, voice: Voice) -> list[str]:
    """Heading, who has it, who has not, what alarms are worth; then number and word of the four kinds."""
    if mine is None or tree is None:
        return [""] * 12
    has, has_not, *outcomes = per_thousand(tree, label, voice)
    title = my_prevalence.title(mine, tree, voice)
    return [title, has, has_not, alarms(tree), *(part for outcome in outcomes for part in outcome)]


# ------------------------------------------------------------------ texts in little room


def packed(texts: Sequence[Sequence[str]]) -> list[dict[str, Any]]:
    """Texts of rules, split into words that many rules share and columns of numbers; nothing is lost.

    Of each kind: `words` (n + 1), between them the numbers of columns `at` (n); `rules` that speak so.
    """
    kinds: dict[tuple[str, ...], list[tuple[int, list[str]]]] = {}
    for row, parts in enumerate(texts):
        split = NUMBER.split("\n".join(parts))
        kinds.setdefault(tuple(split[::2]), []).append((row, split[1::2]))
    return [_kind(words, rows) for words, rows in kinds.items()]


def _kind(words: tuple[str, ...], rows: list[tuple[int, list[str]]]) -> dict[str, Any]:
    columns: dict[tuple[str, ...], int] = {}
    kept, at = [words[0]], []
    numbers = list(zip(*(numbers for _, numbers in rows), strict=True))
    for column, after in zip(numbers, words[1:], strict=True):
        if len(set(column)) == 1:  # the same in every rule: as good as a word
            kept[-1] += column[0] + after
        else:
            at.append(columns.setdefault(column, len(columns)))
            kept.append(after)
    return {"words": kept, "at": at, "columns": [" ".join(each) for each in columns], "rules": [row for row, _ in rows]}


# ------------------------------------------------------------------ where things stand


def _rules(
    table: ThresholdTable, rules: ListedRules, scale: Scale, trees: Sequence[NaturalFrequencies | None]
) -> dict[str, Any]:
    """Per rule its exact threshold, where it cuts the axis of scores, its points and its people."""
    people = [(tree.tp, tree.fn, tree.fp, tree.diseased + tree.healthy) for tree in trees if tree]
    return {
        "thresholds": [repr(each) for each in rules.thresholds.tolist()],
        "places": _units(scale, rules.thresholds),
        "tp": rules.counts.tp.tolist(),
        "fp": rules.counts.fp.tolist(),
        "totals": [table.n_positive, table.n_negative],
        "people": [list(each) for each in zip(*people, strict=True)] or None,
    }


def _units(scale: Scale, scores: np.ndarray) -> list[int]:
    return _part(scale, np.clip(scale.place(scores), scale.low, scale.high))


def _part(scale: Scale, places: ArrayLike) -> list[int]:
    return np.rint((np.asarray(places) - scale.low) / (scale.high - scale.low) * UNIT).astype(int).tolist()


def _pictures(table: ThresholdTable, scale: Scale) -> dict[str, Any]:
    places, texts = scale.ticks()
    return {
        "bars": _bars(table, scale),
        "ticks": list(zip(_part(scale, places), texts, strict=True)),
        "roc": _path(thin_roc(table, PATH_POINTS)),
        "pr": _path(thin_pr(table, PATH_POINTS)),
        "stretched": scale.stretched,
        "signed": bool(len(table.scores) and table.scores[-1] < 0),
    }


def _bars(table: ThresholdTable, scale: Scale) -> list[list[float]]:
    """Heights of the cases with the class and without, each in parts of its own highest bar."""
    limits = scale.score(np.linspace(scale.low, scale.high, BINS + 1))
    limits[0], limits[-1] = -np.inf, np.inf
    rows = len(table.scores) - np.searchsorted(table.scores[::-1], limits, side="left")
    cases = [-np.diff(counts[rows]) for counts in (table.counts.tp, table.counts.fp)]
    return [np.round(each / max(int(each.max()), 1), 4).tolist() for each in cases]


def _path(line: Line) -> list[list[int]]:
    return [np.rint(part * UNIT).astype(int).tolist() for part in (line.x, line.y)]
