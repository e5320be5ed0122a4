"""Which class is Normal, recognised by its name and said; and which one a single score is for."""

from __future__ import annotations

import re
from collections.abc import Sequence

from predictions.problems import Problem
from words.text.names import listed, quoted

# In order of preference: a file may hold both `normal` and `benign`.
NORMAL_NAMES = (
    "normal", "norm", "healthy", "health", "sinus rhythm", "normal sinus rhythm", "nsr", "sinus", "negative", "neg",
    "control", "controls", "no", "none", "absent", "no finding", "no findings", "no disease", "without", "benign",
    "false", "n", "well", "gesund", "unauffällig", "negativ", "kein befund", "nein", "sain", "saine", "négatif",
    "sano", "negativo", "falsch", "faux", "falso",
)  # fmt: skip
NORMAL_STARTS = ("normal ", "healthy ", "no ", "none ", "without ", "negative ")
NEGATIONS = ("not ", "non ")  # among several classes, "non-small cell" and "non-proliferative" are diseases
BY_NAME = "recognised by name"
POSITIVE_NAMES = (
    "positive", "pos", "yes", "true", "1", "+1", "case", "disease", "diseased", "sick", "present", "abnormal",
    "krank", "positiv", "ja", "malade", "positif", "oui", "wahr", "vrai", "verdadero", "verdadeiro", "vero",
)  # fmt: skip


def without_number(label: str) -> str:
    """ "benign" of "1:benign", as Weka writes its classes; any other label as it is."""
    return re.sub(r"^\d{1,3}\s*[:=]\s*(?=[^\W\d])", "", label)


def _key(label: str) -> str:
    """Hyphens between words are blanks, the sign of -1 is none."""
    return " ".join(re.sub(r"_|(?<=\w)-", " ", without_number(label).casefold()).split())


def guess_normal(labels: Sequence[str]) -> tuple[int | None, str]:
    """The Normal class by its name, and the reason; 0 only beside one other class."""
    keys = [_key(label) for label in labels]
    names = [*NORMAL_NAMES, *(["0"] if len(labels) == 2 else [])]
    for name in names:
        if keys.count(name) == 1:
            return keys.index(name), BY_NAME
    starts = NORMAL_STARTS + (NEGATIONS if len(labels) == 2 else ())
    starting = [index for index, key in enumerate(keys) if key.startswith(starts)]
    if len(starting) == 1:
        return starting[0], BY_NAME
    return None, "no class name that usually means Normal"


def find_normal(labels: Sequence[str], chosen: str | None) -> tuple[int | None, str]:
    """The class chosen in the mapping, else the guess. Raises Problem for a class that no row uses."""
    if chosen is None:
        return guess_normal(labels)
    if not chosen:
        return None, "set by you: no class is Normal"
    if chosen not in labels:
        raise Problem(f"No row uses the class {quoted(chosen)}. Choose the Normal class among {listed(labels, 12)}.")
    return list(labels).index(chosen), "set by you"


def guess_positive(labels: Sequence[str], normal: int | None) -> int | None:
    """The class a lone score is for: a usual name for positive, else the one that is not Normal."""
    keys = [_key(label) for label in labels]
    for name in POSITIVE_NAMES:
        if keys.count(name) == 1:
            return keys.index(name)
    return 1 - normal if normal is not None and len(labels) == 2 else None
