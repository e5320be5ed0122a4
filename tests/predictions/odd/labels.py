"""Class names and ids with marks, codes and characters that nobody sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from tests.predictions.helpers import pairs
from tests.predictions.odd.expected import ANYTHING, IDS, PREDICTED, TRUTH, Odd, rows, text

CODES = {"healthy": 0, "sepsis": 1}
THREE = [["A", "B", "C"][row % 3] for row in range(12)]
SAID = THREE[:8] + ["B", "C", "A", "C"]


def named(name: Callable[[str], object], again: Callable[[str], object] | None = None) -> str:
    """The same cases with other class names, perhaps others among the predictions."""
    return text(rows(truth=[name(label) for label in TRUTH], predicted=[(again or name)(label) for label in PREDICTED]))


def cells_of(name: Callable[[str], object]) -> Counter[tuple[str, str]]:
    return pairs([name(label) for label in TRUTH], [name(label) for label in PREDICTED])


def some(cell: object) -> str:
    """One true class replaced."""
    return text(rows(truth=[cell, *TRUTH[1:]]))


def codes(first: int, second: int) -> str:
    """Three classes as whole numbers, counted from `first` as true classes, from `second` as predictions."""
    table = zip(
        IDS, ["ABC".index(each) + first for each in THREE], ["ABC".index(each) + second for each in SAID], strict=True
    )
    return text([*table], header=["case_id", "y_true", "y_pred"])


LABELS = [
    Odd(
        "numbers from 1 beside numbers from 0",
        codes(1, 0),
        says="counted from",
        refused="counted from",
        cells=None,
        auc=None,
    ),
    Odd(
        "numbers from 0 beside numbers from 1",
        codes(0, 1),
        says="counted from",
        refused="counted from",
        cells=None,
        auc=None,
    ),
    Odd(
        "two classes from 1 beside two from 0",
        named(lambda each: CODES[each] + 1, lambda each: CODES[each]),
        says="counted from",
        refused="counted from",
        cells=None,
        auc=None,
    ),
    Odd(
        "numbers from 1 in both",
        codes(1, 1),
        says=ANYTHING,
        auc=None,
        cells=pairs(["ABC".index(each) + 1 for each in THREE], ["ABC".index(each) + 1 for each in SAID]),
    ),
    Odd("codes beside names", named(str, lambda each: CODES[each]), refused="none in common"),
    Odd(
        "codes with their names",
        named(lambda each: f"{CODES[each]}={each}"),
        says=ANYTHING,
        auc=None,
        cells=cells_of(lambda each: f"{CODES[each]}={each}"),
    ),
    Odd(
        "codes with names beside codes",
        named(lambda each: f"{CODES[each]}={each}", lambda each: CODES[each]),
        refused="none in common",
    ),
    Odd(
        "99 for unknown",
        text(rows(truth=["99", *[CODES[each] for each in TRUTH[1:]]], predicted=[CODES[each] for each in PREDICTED])),
        says="“99” .*(missing|unknown)",
        cells=None,
        auc=None,
    ),
    Odd(
        "9 for unknown",
        text(rows(truth=["9", *[CODES[each] for each in TRUTH[1:]]], predicted=[CODES[each] for each in PREDICTED])),
        says="“9” .*(missing|unknown)",
        cells=None,
        auc=None,
    ),
    Odd(
        "-999 for unknown",
        text(rows(truth=["-999", *[CODES[each] for each in TRUTH[1:]]], predicted=[CODES[each] for each in PREDICTED])),
        says="“-999” .*(missing|unknown)",
        cells=None,
        auc=None,
    ),
    Odd(
        "-1 for unknown",
        text(rows(truth=["-1", *[CODES[each] for each in TRUTH[1:]]], predicted=[CODES[each] for each in PREDICTED])),
        says="“-1”",
        cells=None,
        auc=None,
    ),
    Odd(
        "ten classes with a nine",
        text([(n % 10, n % 10) for n in range(40)], header=["y_true", "y_pred"]),
        auc=None,
        cells=pairs([n % 10 for n in range(40)], [n % 10 for n in range(40)]),
        says=r"(?s)^(?!.*unknown)",
    ),
    Odd("not done", some("not done"), says="“not done”", cells=None, auc=None),
    Odd("pending", some("pending"), says="“pending”", cells=None, auc=None),
    Odd("a question mark", some("?"), says="“\\?” is treated as a class", cells=None, auc=None),
    Odd("two readers in one cell", some("sepsis/healthy"), says="“sepsis/healthy”", cells=None, auc=None),
    Odd("two labels in one cell", some("sepsis;healthy"), says="several labels", cells=None, auc=None),
    Odd("a class with its certainty", some("sepsis?"), says="“sepsis\\?”", cells=None, auc=None),
    Odd(
        "grades that a spreadsheet took for dates",
        named(lambda each: {"sepsis": "02-Jan", "healthy": "03-Apr"}[each]),
        says="dates",
        auc=None,
        cells=None,
    ),
    Odd(
        "grades that a spreadsheet took for days",
        named(lambda each: {"sepsis": "2024-01-02", "healthy": "2024-04-03"}[each]),
        says="dates",
        auc=None,
        cells=None,
    ),
    Odd(
        "months as classes",
        named(lambda each: {"sepsis": "Jan", "healthy": "Feb"}[each]),
        says=ANYTHING,
        auc=None,
        cells=cells_of(lambda each: {"sepsis": "Jan", "healthy": "Feb"}[each]),
    ),
    Odd(
        "a direction mark in one label",
        named(str, lambda each: f"{each}\u200f"),
        says="invisible|none in common",
        refused="invisible|none in common",
        auc=None,
        cells=None,
    ),
    Odd(
        "a direction mark in every label",
        named(lambda each: f"\u202e{each}\u202c"),
        says="invisible",
        auc=None,
        cells=None,
    ),
    Odd(
        "a soft hyphen in some labels",
        text(rows(predicted=["sep\u00adsis" if n == 0 else each for n, each in enumerate(PREDICTED)])),
        says="invisible",
        auc=None,
        cells=None,
    ),
    Odd(
        "a joiner in a word that needs it",
        named(lambda each: {"sepsis": "می‌خواهم", "healthy": "نه"}[each]),
        auc=None,
        says=r"(?s)^(?!.*invisible)",
        cells=cells_of(lambda each: {"sepsis": "می‌خواهم", "healthy": "نه"}[each]),
    ),
    Odd(
        "an escape of a terminal",
        named(lambda each: f"\x1b[31m{each}\x1b[0m"),
        says="control character",
        auc=None,
        cells=None,
    ),
    Odd("a direction mark in ids", text(rows(ids=[f"\u202e{each}" for each in IDS])), says="invisible"),
    Odd("an escape in ids", text(rows(ids=[f"\x1b[1m{each}" for each in IDS])), says="control character"),
    Odd("blanks that do not break", named(lambda each: f"{each}\u00a0"), says="spaces"),
    Odd(
        "a hyphen of another kind",
        text(
            rows(
                truth=[f"non-{each}" for each in TRUTH],
                predicted=[f"non\u2010{each}" if n else f"non-{each}" for n, each in enumerate(PREDICTED)],
            )
        ),
        says="hyphens",
        cells=None,
        auc=None,
    ),
    Odd(
        "full-width letters beside ordinary ones",
        text(rows(predicted=["ｓｅｐｓｉｓ", *PREDICTED[1:]])),
        says="widths",
        cells=None,
        auc=None,
    ),
    Odd("a Cyrillic letter", text(rows(predicted=["sерsis", *PREDICTED[1:]])), says="scripts", cells=None, auc=None),
    Odd("capitals in one column", named(str, str.upper), refused="differ in case, “healthy” and", cells=None, auc=None),
    Odd("capitals in some rows", text(rows(predicted=["Sepsis", *PREDICTED[1:]])), says="case", cells=None, auc=None),
    Odd(
        "a full stop after some",
        text(rows(predicted=["sepsis.", *PREDICTED[1:]])),
        says="sepsis\\.",
        cells=None,
        auc=None,
    ),
    Odd(
        "leading zeros in one column",
        codes(1, 1).replace(",1,", ",01,").replace(",2,", ",02,").replace(",3,", ",03,"),
        says="zeros",
        refused="none in common",
        cells=None,
        auc=None,
    ),
    Odd(
        "yes and no beside 1 and 0",
        named(lambda each: ["no", "yes"][CODES[each]], lambda each: CODES[each]),
        refused="none in common",
    ),
    Odd(
        "true and false beside 1 and 0",
        named(lambda each: ["FALSE", "TRUE"][CODES[each]], lambda each: CODES[each]),
        says="True was taken as 1",
        auc=None,
        cells=cells_of(lambda each: CODES[each]),
    ),
    Odd(
        "T and F",
        named(lambda each: "FT"[CODES[each]]),
        cells=cells_of(lambda each: "FT"[CODES[each]]),
        says=ANYTHING,
        auc=None,
    ),
    Odd(
        "plus one and minus one",
        named(lambda each: ["-1", "+1"][CODES[each]]).replace("score_sepsis", "score"),
        cells=cells_of(lambda each: ["-1", "+1"][CODES[each]]),
        says=r"“\+1”",
    ),
    Odd(
        "a plus and a minus",
        named(lambda each: "-+"[CODES[each]]),
        cells=cells_of(lambda each: "-+"[CODES[each]]),
        says=ANYTHING,
        auc=None,
    ),
    Odd(
        "classes of numbers with fractions",
        named(lambda each: CODES[each] + 0.5),
        says=ANYTHING,
        auc=None,
        cells=cells_of(lambda each: CODES[each] + 0.5),
    ),
    Odd(
        "a truth of many numbers",
        text(rows(truth=[f"{n * 0.37:.2f}" for n in range(12)])),
        refused="none in common|distinct value",
    ),
    Odd(
        "hashes as classes",
        named(lambda each: {"sepsis": "9f86d081", "healthy": "60303ae2"}[each]),
        says=ANYTHING,
        auc=None,
        cells=cells_of(lambda each: {"sepsis": "9f86d081", "healthy": "60303ae2"}[each]),
    ),
    Odd(
        "hashes that look like numbers",
        named(lambda each: {"sepsis": "1e10", "healthy": "10e9"}[each]),
        says=ANYTHING,
        auc=None,
        cells=cells_of(lambda each: {"sepsis": "1e10", "healthy": "10e9"}[each]),
    ),
    Odd(
        "one class only",
        text(rows(truth=["sepsis"] * 12, predicted=["sepsis"] * 12)),
        says="only one class",
        auc=None,
        cells=pairs(["sepsis"] * 12, ["sepsis"] * 12),
    ),
    Odd(
        "a class that is never predicted",
        text(rows(predicted=["healthy"] * 12)),
        says="never predicted",
        cells=pairs(TRUTH, ["healthy"] * 12),
    ),
]
