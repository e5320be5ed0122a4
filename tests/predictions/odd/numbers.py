"""Scores as countries, laboratories and spreadsheets write them."""

from __future__ import annotations

from collections.abc import Callable

from tests.predictions.odd.expected import SCORES, TRUTH, Odd, area, rows, text


def scored(write: Callable[[float], str], mark: str = ",") -> str:
    """The same cases with their scores written in another way."""
    return text(rows(scores=[write(score) for score in SCORES]), mark)


def one(cell: str, at: int = 0, mark: str = ",") -> str:
    """One score written in another way."""
    return text(rows(scores=[cell if row == at else score for row, score in enumerate(SCORES)]), mark)


def grouped(mark: str) -> list[str]:
    """Scores of 50 to 9100 with a mark before the last three digits."""
    return [f"{int(score * 10000):,}".replace(",", mark) for score in SCORES]


WITHOUT_FIRST = area(scores=[None, *SCORES[1:]])
WITHOUT_LAST = area(scores=[*SCORES[:-1], None])
THOUSANDS = r"thousands"
GERMAN = [f"{score:.2f}".replace(".", ",") for score in SCORES]

NUMBERS = [
    Odd("German decimal commas", text(rows(scores=GERMAN), ";"), says="decimal commas"),
    Odd("decimal commas in quotes", text(rows(scores=[f'"{score}"' for score in GERMAN])), says="decimal commas"),
    Odd("a tab file with decimal commas", text(rows(scores=GERMAN), "\t"), says="decimal commas"),
    Odd("dots before three digits", text(rows(scores=grouped("."))), refused=THOUSANDS),
    Odd("quoted commas before three digits", text(rows(scores=[f'"{s}"' for s in grouped(",")])), refused=THOUSANDS),
    Odd("semicolons and commas before three digits", text(rows(scores=grouped(",")), ";"), refused=THOUSANDS),
    Odd(
        "Swiss thousands",
        text(rows(scores=grouped("'"))),
        says="not a number|thousands",
        refused="no number|thousands",
        auc=None,
    ),
    Odd(
        "French thousands",
        text(rows(scores=grouped("\u202f"))),
        says="not a number|thousands",
        refused="no number|thousands",
        auc=None,
    ),
    Odd(
        "two dots in a number",
        text(rows(scores=[f"1.{int(s * 100):03d}.000" for s in SCORES])),
        refused="no number|thousands",
    ),
    Odd("three decimals are no thousands", scored(lambda score: f"{score:.3f}")),
    Odd("three decimals above one are none", scored(lambda score: f"{score + 1:.3f}"), says="outside 0 and 1"),
    Odd("three decimals beside a whole zero", one("0", 10)),
    Odd("three decimals beside a whole one", text(rows(scores=["1", *[f"{s:.3f}" for s in SCORES[1:]]]))),
    Odd("dots and commas in one column", text(rows(scores=[*GERMAN[:6], *SCORES[6:]]), ";"), refused="mixes decimal"),
    Odd("percent signs", scored(lambda score: f"{score:.0%}"), says="percent signs"),
    Odd("percent signs after a blank", scored(lambda score: f"{score * 100:.0f} %"), says="percent signs"),
    Odd("some percent signs", text(rows(scores=["91%", *SCORES[1:]])), refused="mixes percentages"),
    Odd(
        "percent without a sign in half of the rows",
        text(rows(scores=[round(s * 100) if row < 6 else s for row, s in enumerate(SCORES)])),
        says="fractions and percentages",
        refused="fractions and percentages",
        auc=None,
    ),
    Odd(
        "below the limit of detection",
        one("<0.06", 10),
        says="not a number, such as “<0.06”",
        auc=area(scores=[None if row == 10 else score for row, score in enumerate(SCORES)]),
    ),
    Odd("above the limit", one(">0.9"), says="not a number, such as “>0.9”", auc=WITHOUT_FIRST),
    Odd("a range", one("0.9-1.0"), says="not a number", auc=WITHOUT_FIRST),
    Odd("a unit in every cell", scored(lambda score: f"{score} mg/L"), refused="no number"),
    Odd("a unit in one cell", one("0.91 mg/L"), says="not a number", auc=WITHOUT_FIRST),
    Odd("a flag beside the number", one("0.91 H"), says="not a number", auc=WITHOUT_FIRST),
    Odd("a footnote mark", one("0.91*"), says="not a number", auc=WITHOUT_FIRST),
    Odd("a number with an apostrophe", scored(lambda score: f"'{score}"), refused="no number"),
    Odd("an ordinal", scored(lambda score: ["low", "medium", "high"][int(score * 3)]), refused="no number"),
    Odd(
        "full-width digits",
        text(rows(scores=[str(s).translate(str.maketrans("0123456789.", "０１２３４５６７８９．")) for s in SCORES])),
        says="digits of another script",
    ),
    Odd(
        "Devanagari digits",
        text(rows(scores=[str(s).translate(str.maketrans("0123456789", "०१२३४५६७८९")) for s in SCORES])),
        says="digits of another script",
    ),
    Odd(
        "Persian digits and decimal sign",
        text(rows(scores=[str(s).translate(str.maketrans("0123456789.", "۰۱۲۳۴۵۶۷۸۹٫")) for s in SCORES])),
        says="digits of another script",
    ),
    Odd("a mathematical minus", scored(lambda score: f"−{1 - score:.2f}"), says="negative"),
    Odd("scientific notation", scored(lambda score: f"{score:.2e}")),
    Odd("scientific notation of Fortran", scored(lambda score: f"{score:.2e}".replace("e", "D")), refused="no number"),
    Odd("a plus sign", scored(lambda score: f"+{score}")),
    Odd("no zero before the dot", scored(lambda score: f"{score:.2f}"[1:])),
    Odd("quoted numbers with blanks", scored(lambda score: f'" {score} "')),
    Odd("parts of a whole", scored(lambda score: f"{score * 100:.0f}/100"), refused="no number"),
    Odd("numbers as NumPy prints them", scored(lambda score: f"np.float64({score})")),
    Odd("numbers as PyTorch prints them", scored(lambda score: f"tensor({score})")),
    Odd("numbers of a graphics card", scored(lambda score: f"\"tensor({score}, device='cuda:0')\"")),
    Odd("lists of one number", scored(lambda score: f"[{score}]")),
    Odd(
        "percentages in columns that name the class before the sign",
        text(
            [(i, t, round(100 - 100 * s), round(100 * s)) for i, t, _, s in rows()],
            header=["case_id", "y_true", "healthy %", "sepsis %"],
        ),
        says="percent",
    ),
    Odd("a tensor that is cut off", scored(lambda score: f"tensor({score}"), refused="no number"),
    Odd("lists of numbers", scored(lambda score: f'"[{1 - score:.2f}, {score}]"'), refused="no number"),
    Odd(
        "log odds without predictions",
        text(
            [row[:2] + row[3:] for row in rows(scores=[f"{s - 0.5:.2f}" for s in SCORES])],
            header=("patient_id", "y_true", "score_sepsis"),
        ),
        says="negative",
        cells=None,
    ),
    Odd("infinite log odds", one("Inf"), says="infinite", auc=WITHOUT_FIRST),
    Odd("1.#INF of Windows", one("1.#INF"), says="not a number", auc=WITHOUT_FIRST),
    Odd("a dot for missing", one(".", 11), says="not a number|without a score", auc=WITHOUT_LAST),
    Odd("NA for missing", one("NA", 11), says="not a number|without a score", auc=WITHOUT_LAST),
    Odd("NaN for missing", one("NaN", 11), says="without a score", auc=WITHOUT_LAST),
    Odd("a backslash N for missing", one("\\N", 11), says="not a number|without a score", auc=WITHOUT_LAST),
    Odd("missing, as Julia writes it", one("missing", 11), says="not a number|without a score", auc=WITHOUT_LAST),
    Odd("-9 for missing", one("-9", 11), says="-9", auc=None),
    Odd("999 for missing", one("999", 11), says="999|outside", auc=None),
    Odd("true and false as scores", scored(lambda score: str(score >= 0.5)), refused="no number"),
    Odd(
        "the score of the other class",
        scored(lambda score: f"{1 - score:.2f}"),
        says="no single threshold",
        auc=area(TRUTH, [1 - score for score in SCORES]),
    ),
    Odd(
        "scores for the classes the wrong way round",
        text(
            [(i, t, p, s, round(1 - s, 2)) for i, t, p, s in rows()],
            header=("patient_id", "y_true", "y_pred", "score_healthy", "score_sepsis"),
        ),
        says="differs from the highest score",
        auc=None,
    ),
]
