"""Which side of a confusion matrix is the true class: told by titles, by the corner, or by names such as `pred_VT`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

TRUE, PREDICTED = "true", "predicted"
# The words of some languages that hospitals write in.
TRUE_WORDS = (
    r"true|truth|actual(?:ly)?|reference|gold|ground[\s_-]*truth|gt|observed|target|labels?|wahr\w*|tatsächlich\w*|ist"
    r"|r[ée]el(?:le)?s?|vrai(?:e)?s?|verdad\w*|real(?:es)?|reale|vero|verit[àa]|werkelijk\w*|faktisk\w*|gerçek\w*"
    r"|rzeczywist\w*|prawdziw\w*|факт\w*|истин\w*|реальн\w*|实际\w*|真实\w*|實際\w*|実際\w*|正解\w*|row_0"
)
PREDICTED_WORDS = (
    r"pred\w*|prédi\w*|classified(?: as)?|called|model|classifier|algorithm|output|vorhe\w*|vorausge\w*|voorspel\w*"
    r"|previst\w*|przewid\w*|prognoz\w*|tahmin\w*|прогноз\w*|предсказ\w*|预测\w*|預測\w*|予測\w*|col_0"
)
WORDS = re.compile(rf"(?<![^\W_])(?:(?P<true>{TRUE_WORDS})|(?P<predicted>{PREDICTED_WORDS}))(?![^\W_])", re.IGNORECASE)
MARKS = re.compile(
    r"(?P<rows>(?<![^\W_])rows?(?![^\W_])|[↓⇓])|(?P<columns>(?<![^\W_])col(?:umn)?s?(?![^\W_])|[→⇒])", re.IGNORECASE
)
# Beside another word in the corner, these tell its side, too; elsewhere they may be about anything.
TRUE_IN_CORNER = re.compile(
    r"r[eéè]f[eéè]r\w*|diagnos\w*|patholog\w*|histolog\w*|expert\w*|\w+ologists?|physicians?|clinicians?|doctors?"
    r"|adjudicat\w*|consensus|standard|disease|condition|status|annotat\w*|befund\w*|outcome",
    re.IGNORECASE,
)
PREDICTED_IN_CORNER = re.compile(
    r"estimat\w*|assigned|a\.?i\.?|k\.?i\.?|i\.?a\.?|(?:index )?tests?|test results?|mod[eèé]l\w*|\w*nn|network"
    r"|system\w*|algorit\w*|software|detect\w*|automat\w*|screening|computed|forecast\w*",
    re.IGNORECASE,
)
SEPARATOR = re.compile(r"\s*[\\/|╲⧵]\s*|\s+(?:vs\.?|versus|×|x|by)\s+", re.IGNORECASE)
CLAUSES = re.compile(r"[,;/|()]|(?<!\w)(?:vs\.?|versus|against)(?!\w)", re.IGNORECASE)
IN_BRACKETS = re.compile(r"[(\[]\s*(rows?|col(?:umn)?s?)\s*[)\]]", re.IGNORECASE)  # predicted (rows)
NOT_ALONE = {"labels", "label", "real", "ist", "model", "output", "target"}  # may just as well be a class
BETWEEN = r"[\s_:.=\-]+"


def axis_of(text: str) -> str | None:
    """TRUE or PREDICTED when the text names exactly one of the two."""
    found = {match.lastgroup for match in WORDS.finditer(text)}
    if len(found) != 1 or text.strip().casefold() in NOT_ALONE:
        return None
    return found.pop()


def corner_axes(text: str) -> tuple[str | None, str | None]:
    """(meaning of the rows, meaning of the columns) as a corner or a title says it: `predicted \\ true`, `rows: truth`.

    Of two words the first is for the rows, unless arrows or the words row and column say otherwise.
    """
    for clause in CLAUSES.split(IN_BRACKETS.sub(r" \1 ", text)):
        word = WORDS.search(clause)
        marks = [mark for mark in MARKS.finditer(clause) if not word or not word.start() <= mark.start() < word.end()]
        meaning = _meaning(clause) if marks else None
        if meaning:  # either all marks stand before their words or all behind
            return (meaning, _other(meaning)) if marks[0].lastgroup == "rows" else (_other(meaning), meaning)
    meanings = [match.lastgroup for match in WORDS.finditer(text)]
    if len(set(meanings)) == 2:
        return meanings[0], _other(meanings[0])
    return axis_of(text), None


def corner_sides(text: str) -> tuple[str, str] | None:
    """The words on both sides of a corner such as `CNN \\ Reference`; None where it has no two sides."""
    parts = [part.strip() for part in SEPARATOR.split(text)]
    return (parts[0], parts[1]) if len(parts) == 2 and all(any(map(str.isalpha, part)) for part in parts) else None


def meanings_of(sides: tuple[str, str]) -> tuple[str | None, str | None]:
    """The meaning of the rows and of the columns, where the words of one side or of both tell it; else None, None."""
    first, second = map(_meaning, sides)
    if first == second:
        return None, None
    return first or _other(second), second or _other(first)


def side_of(text: str) -> str | None:
    """The meaning of a side that stands by itself beside the names of classes: also of `AI` and `Histology`."""
    return axis_of(text) or _meaning(text)


def _meaning(side: str) -> str | None:
    in_corner = ((TRUE, TRUE_IN_CORNER), (PREDICTED, PREDICTED_IN_CORNER))
    found = {match.lastgroup for match in WORDS.finditer(side)} or {
        meaning for meaning, words in in_corner if any(map(words.fullmatch, _runs(side)))
    }
    return found.pop() if len(found) == 1 else None


def _runs(side: str) -> list[str]:
    """The words of a side, alone and two by two."""
    words = side.split()
    return [*words, *map(" ".join, pairwise(words))]


def _other(meaning: str | None) -> str:
    return PREDICTED if meaning == TRUE else TRUE


def without_prefix(names: Sequence[str]) -> tuple[list[str], str | None]:
    """`pred_VT`, `pred_AF` -> `VT`, `AF` and PREDICTED; other names as they are, and None."""
    for meaning, words in ((TRUE, TRUE_WORDS), (PREDICTED, PREDICTED_WORDS)):
        for pattern in (rf"(?:{words}){BETWEEN}(?P<name>.+)", rf"(?P<name>.+?)[\s_]*[(\[]\s*(?:{words})\s*[)\]]"):
            matches = [re.fullmatch(pattern, name.strip(), re.IGNORECASE) for name in names]
            if matches and all(matches):
                return [match["name"].strip() for match in matches if match], meaning
    return list(names), None
