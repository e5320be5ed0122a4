"""Headers, rows, separators and quotation marks where they are not expected."""

from __future__ import annotations

from tests.predictions.odd.expected import ANYTHING, HEADER, PREDICTED, Odd, rows, text

TABLE = text()
NAMES = ",".join(HEADER)
QUOTED = text([tuple(f'"{cell}"' for cell in row) for row in rows()], header=[f'"{name}"' for name in HEADER])
TWO_SCORES = [(i, t, p, round(1 - s, 2), s) for i, t, p, s in rows()]

LAYOUTS = [
    Odd(
        "comments between the rows",
        TABLE.replace("P05", "# second ward\nP05"),
        says=ANYTHING,
        refused="line 6|fields|comment",
    ),
    Odd("a blank line between wards", TABLE.replace("P05", "\n\nP05")),
    Odd("a page break between the rows", TABLE.replace("P05", "\fP05"), says=ANYTHING),
    Odd(
        "the header on every page",
        TABLE.replace("P05", f"{NAMES}\nP05").replace("P09", f"{NAMES}\nP09"),
        says="2 rows with the column names again",
    ),
    Odd(
        "the header on every page, in capitals and with blanks",
        TABLE.replace("P05", f"{NAMES.upper()}\nP05").replace("P09", " " + NAMES.replace(",", " , ") + "\nP09"),
        says="2 rows with the column names again",
    ),
    Odd(
        "the header once more in another order and case",
        TABLE.replace("P05", "PATIENT_ID,Y_PRED,Y_TRUE,SCORE_SEPSIS\nP05"),
        refused="another order",
    ),
    Odd("units in words below the names", TABLE.replace("\n", "\n-,class,class,0-1\n", 1), says="units"),
    Odd("short names below the names", TABLE.replace("\n", "\nID,Truth,Prediction,Score\n", 1), says="names, units"),
    Odd("a footnote", TABLE + "* read by two physicians,,,\n", says="footnote|no true class|no truth"),
    Odd("a footnote of one cell", TABLE + "Source: the registry of 2024\n", says="no true class|fewer fields"),
    Odd("rows of totals", TABLE + "Total,5,5,\n", says="total"),
    Odd("a total below the names", TABLE.replace("\n", "\nTotal,12,12,5.15\n", 1), says="totals"),
    Odd("totals of two wards", TABLE.replace("P07", "Subtotal,6,6,\nP07") + "Subtotal,6,6,\n", says="totals"),
    Odd("a patient named Total", TABLE.replace("P05", "Total"), says=ANYTHING),
    Odd("a line of counts", TABLE + "n = 12,,,\n", says="no true class|total"),
    Odd("a grand total in capitals", TABLE + "GRAND TOTAL,12,12,5.15\n", says="total"),
    Odd(
        "two tables below each other",
        TABLE + "\n\nhospital,n\nNorth,12\n",
        says=ANYTHING,
        refused="line|fields|another table",
    ),
    Odd(
        "two tables beside each other",
        "\n".join(f"{line},,North,12" for line in TABLE.splitlines()[:3])
        + "\n"
        + "\n".join(f"{line},,," for line in TABLE.splitlines()[3:])
        + "\n",
        refused="more than one|header|columns",
        says=ANYTHING,
    ),
    Odd("groups above the names", f",Reference,Model,\n{TABLE}", says="header was taken from line 2"),
    Odd(
        "names on two lines",
        ",Reference,Model,Model\npatient_id,y_true,y_pred,score_sepsis\n" + "".join(TABLE.split("\n", 1)[1]),
        says="header was taken from line 2",
    ),
    Odd(
        "half of the names on the line above",
        TABLE.replace(NAMES, "patient_id,,,score_sepsis\n,y_true,y_pred,"),
        says="header was taken from line 2",
    ),
    Odd("quoted everything", QUOTED),
    Odd("quoted everything, ends of Windows", QUOTED.replace("\n", "\r\n")),
    Odd("quoted lines", "".join(f'"{line}"\n' for line in TABLE.splitlines()), refused="column|quot"),
    Odd("doubly quoted", QUOTED.replace('"', '""'), refused="quot|column|none in common|true class", says=ANYTHING),
    Odd("blanks around commas", TABLE.replace(",", " , "), says="spaces"),
    Odd("a separator at every end", TABLE.replace("\n", ",\n")),
    Odd("a separator at the ends of rows only", TABLE.replace("\n", ",\n").replace(",\n", "\n", 1), says="trailing"),
    Odd("separators of two kinds", TABLE.replace("P05,", "P05;"), refused="line 6|fields|seem", says="fewer fields"),
    Odd(
        "a short row with a semicolon in its note",
        text([(*row, "ok", "") for row in rows()], header=[*HEADER, "note", "more"]).replace(
            "ok,\n", "fever; cough\n", 1
        ),
        says="fewer fields",
    ),
    Odd("a separator that is stated", "sep=|\n" + TABLE.replace(",", "|")),
    Odd("caret as separator", TABLE.replace(",", "^"), refused="one column"),
    Odd("two-character separators", TABLE.replace(",", "||"), says=ANYTHING, refused="column|repeated"),
    Odd("a case of two lines", text([(f'"{i}\nA"', t, p, s) for i, t, p, s in rows()])),
    Odd(
        "names with a line break",
        text(rows(), header=['"patient\nid"', "y_true", "y_pred", '"score\nsepsis"']),
    ),
    Odd("a name twice", TABLE.replace("score_sepsis", "y_pred"), refused="more than one column named “y_pred”"),
    Odd(
        "names that differ in case only",
        text(
            [(t, PREDICTED[(n + 1) % 12], p, s) for n, (_, t, p, s) in enumerate(rows())],
            header=["y_true", "Y_True", "y_pred", "score_sepsis"],
        ),
        refused="differ only in case",
    ),
    *(
        Odd(
            f"other scores under the same name with {what}",
            text([(*row, round(1 - float(str(row[3])), 2)) for row in rows()], header=[*HEADER, name]),
            refused="name the same score",
        )
        for what, name in (("a hyphen", "score-sepsis"), ("a blank", "score sepsis"), ("a dot", "score.sepsis"))
    ),
    Odd(
        "the same scores under two spellings",
        text([(*row, row[3]) for row in rows()], header=[*HEADER, "score sepsis"]),
    ),
    Odd(
        "scores under bare names in another case",
        text(
            [(*row[:3], round(1 - float(str(row[3])), 2), row[3]) for row in rows()],
            header=[*HEADER[:3], "Healthy", "SEPSIS"],
        ),
        says="“SEPSIS” was taken for class “sepsis”; spelling differs",
    ),
    Odd(
        "the same column under two names",
        text([(t, t, p, s) for _, t, p, s in rows()], header=["y_true", "Y_True", "y_pred", "score_sepsis"]),
    ),
    Odd(
        "a score per class and the same again", text(TWO_SCORES, header=[*HEADER[:3], "score_healthy", "score_sepsis"])
    ),
    Odd("no header at all", "".join(TABLE.split("\n", 1)[1]), refused="no header"),
    Odd("a header alone", NAMES + "\n", refused="no rows"),
    Odd(
        "rows sideways",
        "\n".join(",".join(map(str, line)) for line in zip(*[HEADER, *rows()], strict=True)) + "\n",
        refused="transposed|true class|column",
    ),
    Odd(
        "one line a case with names",
        "".join(f"id={i},y_true={t},y_pred={p}\n" for i, t, p, _ in rows()),
        refused="header|column|true class",
    ),
]
