"""Which side of a confusion matrix is the true class: told by titles, by the corner, or by names such as `pred_VT`."""

from __future__ import annotations

import re
from collections.abc import Sequence

TRUE, PREDICTED = "true", "predicted"
# The words of some languages that hospitals write in.
TRUE_WORDS = (
    r"true|truth|actual(?:ly)?|reference|gold|ground[\s_-]*truth|gt|observed|target|labels?|wahr\w*|tatsächlich\w*|ist"
    r"|r[ée]el(?:le)?s?|vrai(?:e)?s?|verdad\w*|real(?:es)?|reale|vero|verit[àa]|werkelijk\w*|row_0"
)
PREDICTED_WORDS = (
    r"pred\w*|prédi\w*|classified(?: as)?|called|model|classifier|algorithm|output|vorhe\w*|vorausge\w*|voorspel\w*"
    r"|previst\w*|col_0"
)
WORDS = re.compile(rf"(?<![^\W_])(?:(?P<true>{TRUE_WORDS})|(?P<predicted>{PREDICTED_WORDS}))(?![^\W_])", re.IGNORECASE)
MARKS = re.compile(
    r"(?P<rows>(?<![^\W_])rows?(?![^\W_])|[↓⇓])|(?P<columns>(?<![^\W_])col(?:umn)?s?(?![^\W_])|[→⇒])", re.IGNORECASE
)
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
    for clause in re.split(r"[,;/|()]", text):
        word = WORDS.search(clause)
        marks = [mark for mark in MARKS.finditer(clause) if word and not word.start() <= mark.start() < word.end()]
        if word and marks:
            mark = marks[0]  # either all marks stand before their words or all behind
            meaning = word.lastgroup
            return (meaning, _other(meaning)) if mark.lastgroup == "rows" else (_other(meaning), meaning)
    meanings = [match.lastgroup for match in WORDS.finditer(text)]
    if len(set(meanings)) == 2:
        return meanings[0], _other(meanings[0])
    return axis_of(text), None


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
