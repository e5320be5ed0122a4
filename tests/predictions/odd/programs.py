"""Tables as programs write them: statistics packages, databases, notebooks and word processors."""

from __future__ import annotations

from tests.predictions.helpers import pairs
from tests.predictions.odd.expected import (
    ANYTHING,
    HEADER,
    PREDICTED,
    SCORES,
    TRUTH,
    Odd,
    area,
    rows,
    text,
)

PIPES = text([("", *row, "") for row in rows()], " | ", header=["", *HEADER, ""]).replace("\n ", "\n").strip() + "\n"
MARKDOWN = PIPES.replace("\n", "\n|:---|:---|:---|---:|\n", 1)
LONE = ["y_true", "y_pred", "score"]
WIDE = [14, 10, 10, 14]


def aligned(before: str = "") -> str:
    """Columns of fixed width."""
    lines = [HEADER, *rows()]
    return "".join(
        before + "".join(f"{cell!s:<{width}}" for cell, width in zip(line, WIDE, strict=True)) + "\n" for line in lines
    )


def numbered(first: str) -> str:
    return text([(number, *row) for number, row in enumerate(rows(), 1)], header=[first, *HEADER])


WITHOUT_LAST = area(scores=[*SCORES[:-1], None])

PROGRAMS = [
    Odd("row names of R", text([(f'"{n}"', *row) for n, row in enumerate(rows(), 1)], header=['""', *HEADER])),
    Odd(
        "row names of R without a name for them",
        text([(n, *row) for n, row in enumerate(rows(), 1)]),
        refused="fields|columns",
    ),
    Odd("an observation number of SAS", numbered("Obs")),
    Odd("an index of pandas", numbered("Unnamed: 0")),
    Odd(
        "predictions of caret",
        text(
            [(p, t, round(1 - s, 2), s, n, f"Fold{n % 3 + 1}") for n, (_, t, p, s) in enumerate(rows())],
            header=["pred", "obs", "healthy", "sepsis", "rowIndex", "Resample"],
        ),
    ),
    Odd(
        "predictions of tidymodels",
        text(
            [(p, round(1 - s, 2), s, n, t) for n, (_, t, p, s) in enumerate(rows(), 1)],
            header=[".pred_class", ".pred_healthy", ".pred_sepsis", ".row", "truth"],
        ),
    ),
    *(
        Odd(
            f"predictions of mlr3 from {threshold} on",
            text(
                [
                    (n, t, "sepsis" if s >= threshold else "healthy", round(1 - s, 2), s)
                    for n, (_, t, _, s) in enumerate(rows(), 1)
                ],
                header=["row_ids", "truth", "response", "prob.healthy", "prob.sepsis"],
            ),
            cells=pairs(TRUTH, ["sepsis" if s >= threshold else "healthy" for s in SCORES]),
        )
        for threshold in (0.5, 0.2)
    ),
    *(
        Odd(
            f"predictions of SAS in {name}",
            text(
                [(i, t, t, "sepsis" if s >= 0.2 else "healthy", round(1 - s, 2), s) for i, t, _, s in rows()],
                header=["id", "outcome", first, name, "P_healthy", "P_sepsis"],
            ),
            cells=pairs(TRUTH, ["sepsis" if s >= 0.2 else "healthy" for s in SCORES]),
        )
        for first, name in (("_FROM_", "_INTO_"), ("F_outcome", "I_outcome"))
    ),
    Odd(
        "predictions of Weka",
        text(
            [(n, f"1:{t}", f"1:{p}", "+" if t != p else "", s) for n, (_, t, p, s) in enumerate(rows(), 1)],
            header=["inst#", "actual", "predicted", "error", "prediction"],
        ),
        says="“prediction”",
        cells=None,
        auc=None,
    ),
    Odd(
        "predictions of H2O",
        text([(t, p, round(1 - s, 2), s) for _, t, p, s in rows()], header=["y_true", "predict", "healthy", "sepsis"]),
    ),
    Odd(
        "predictions of H2O at another threshold",
        text(
            [(t, "sepsis" if s >= 0.2 else "healthy", round(1 - s, 2), s) for _, t, _, s in rows()],
            header=["y_true", "predict", "healthy", "sepsis"],
        ),
        says="predict",
        cells=None,
    ),
    Odd(
        "predictions of H2O for 0 and 1 at another threshold",
        text(
            [(int(t == "sepsis"), int(s >= 0.2), round(1 - s, 2), s) for _, t, _, s in rows()],
            header=["y_true", "predict", "p0", "p1"],
        ),
        says="differs from the highest score",
        cells=pairs([int(t == "sepsis") for t in TRUTH], [int(s >= 0.2) for s in SCORES]),
        auc=None,
    ),
    *(
        Odd(
            f"a prediction named after the true class, {predicted} after {truth}",
            text(header=["id", truth, predicted, "prob"]),
            says=f"“{truth}” was taken as the true class, by its name beside “{predicted}”",
        )
        for truth, predicted in (
            ("diagnosis", "diagnosis_pred"),
            ("class", "class_pred"),
            ("Stage", "predicted stage"),
            ("y", "yhat"),
            ("Y", "Y_PRED"),
        )
    ),
    *(
        Odd(
            f"a probability named after the true class, {score}",
            text(
                [(i, int(t == "sepsis"), n % 2, s) for n, (i, t, _, s) in enumerate(rows())],
                header=["id", "sepsis", "sex", score],
            ),
            says=f"“sepsis” was taken as the true class, by its name beside “{score}”",
            cells=pairs([int(t == "sepsis") for t in TRUTH], [int(s >= 0.5) for s in SCORES]),
            auc=area([str(int(t == "sepsis")) for t in TRUTH], positive="1"),
        )
        for score in ("sepsis_prob", "prob_sepsis", "Sepsis probability")
    ),
    Odd(
        "a model's own class beside its probability",
        text(
            [(i, int(t == "sepsis"), int(s >= 0.5), s) for i, t, _, s in rows()],
            header=["id", "infection", "sepsis", "sepsis_prob"],
        ),
        refused="true class",
    ),
    Odd("names of scikit-learn", text(header=["id", "y_test", "y_pred", "y_proba"])),
    Odd("names of MATLAB", text(header=["id", "YTrue", "YPred", "Scores"])),
    Odd(
        "predictions of Azure",
        text([(t, p, s) for _, t, p, s in rows()], header=["y_true", "Scored Labels", "Scored Probabilities"]),
        says="“Scored Probabilities” was taken as the score",
    ),
    Odd(
        "predictions of RapidMiner",
        text(
            [(t, p, round(1 - s, 2), s) for _, t, p, s in rows()],
            header=["label", "prediction(label)", "confidence(healthy)", "confidence(sepsis)"],
        ),
    ),
    Odd(
        "predictions of SPSS",
        text(
            [(n, int(t == "sepsis"), s, int(p == "sepsis")) for n, (_, t, p, s) in enumerate(rows(), 1)],
            header=["id", "outcome", "PRE_1", "PGR_1"],
        ),
        says="“PRE_1” names none of the classes",
        cells=pairs([int(t == "sepsis") for t in TRUTH], [int(p == "sepsis") for p in PREDICTED]),
        auc=area([str(int(t == "sepsis")) for t in TRUTH], positive="1"),
    ),
    *(
        Odd(
            f"predictions of PyCaret 2 of {name}",
            text(
                [(60 + n, code(t), code(p), max(s, round(1 - s, 2))) for n, (_, t, p, s) in enumerate(rows())],
                header=["age", name, "Label", "Score"],
            ),
            says="“Score” is 0.5 or more in every row",
            cells=pairs([*map(code, TRUTH)], [*map(code, PREDICTED)]),
            auc=None,
        )
        for name, code in (("infection", str), ("outcome", lambda label: str(int(label == "sepsis"))))
    ),
    Odd(
        "predictions of KNIME",
        text(
            [(t, p, round(1 - s, 2), s) for _, t, p, s in rows()],
            header=["target", "Prediction (target)", "P (target=healthy)", "P (target=sepsis)"],
        ),
        says=ANYTHING,
        auc=None,
    ),
    Odd(
        "three header lines of Orange",
        text(rows(), "\t").replace("\n", "\nstring\td\td\tc\nmeta\tclass\tmeta\tmeta\n", 1),
        says="header|units or types",
        refused="header|types",
    ),
    Odd(
        "labels below the names of SPSS",
        text().replace("\n", "\nPatient ID,True class,Predicted class,Score\n", 1),
        says="“True class”|label",
        refused="label|header",
    ),
    Odd(
        "data of Weka",
        "@relation sepsis\n@attribute y_true {healthy,sepsis}\n@attribute y_pred {healthy,sepsis}\n"
        "@data\n" + "".join(f"{t},{p}\n" for _, t, p, _ in rows()),
        refused="header|column|Weka",
    ),
    Odd(
        "a table of psql",
        text(rows(), " | ").replace("\n", "\n------------+--------+--------+-------\n", 1) + "(12 rows)\n",
        says=ANYTHING,
        refused="line 2|fields|rule",
    ),
    Odd(
        "a table of psql without ids",
        text([(t, p, s) for _, t, p, s in rows()], " | ", header=LONE).replace("\n", "\n-----+-----+-----\n", 1)
        + "(12 rows)\n",
        says="totals",
    ),
    Odd("the rows that SQL*Plus counts", text([r[1:] for r in rows()], header=LONE) + "\n12 rows selected.\n"),
    Odd(
        "a comment below, in the column of the true class",
        text([r[1:] for r in rows()], header=LONE) + "# written by the registry\n",
        says="without a prediction",
    ),
    Odd(
        "a table of mysql",
        "+----+----+\n" + PIPES.replace("\n", "\n+----+----+\n", 1) + "+----+----+\n",
        says=ANYTHING,
        refused="fields|line|column",
    ),
    Odd("a table of Markdown", MARKDOWN, says=ANYTHING),
    Odd("a table of Markdown without outer pipes", text(rows(), " | ").replace("\n", "\n---|---|---|---\n", 1)),
    Odd("a table of Emacs", PIPES.replace("\n", "\n|---+---+---+---|\n", 1), says=ANYTHING, refused="fields|line"),
    Odd("a table of LaTeX", text(rows(), " & ", " \\\\\n"), refused="column|separate"),
    Odd("a printed table", aligned(), refused="blanks between its . columns"),
    Odd("a printed table with row numbers", aligned("  1 "), refused="blanks between its . columns"),
    Odd("a table of HTML saved as .xls", "<table><tr><th>y_true</th></tr></table>", refused="HTML", file="a.xls"),
    Odd("a web page after a mark", b"\xef\xbb\xbf\r\n<HTML><body>Please log in</body></HTML>", refused="HTML"),
    Odd("a workbook in XML", '<?xml version="1.0"?><Workbook/>', refused="XML", file="a.xls"),
    Odd(
        "statements of SQL",
        "INSERT INTO p (y_true, y_pred) VALUES ('a', 'b');\n" * 5,
        refused="header|column|true class",
    ),
    Odd("YAML", "- y_true: a\n  y_pred: b\n- y_true: b\n  y_pred: b\n", refused="one column"),
    Odd("a log", "2024-01-01 10:00:00 INFO started\n2024-01-01 10:00:01 WARN y_true missing\n", refused="column"),
    Odd(
        "a message of Git LFS",
        "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n",
        refused="column|pointer",
    ),
    Odd("missing values of MATLAB", text(rows(scores=[*SCORES[:-1], "NaN"])), says="without a score", auc=WITHOUT_LAST),
    Odd(
        "an undefined category of MATLAB",
        text(rows(truth=["<undefined>", *TRUTH[1:]])),
        says="<undefined>",
        cells=None,
        auc=None,
    ),
    Odd("missing codes of Stata", text(rows(truth=[".a", *TRUTH[1:]])), says="“.a”", cells=None, auc=None),
    Odd("a backslash N of MySQL", text(rows(truth=["\\N", *TRUTH[1:]])), says=r"“\\N”", cells=None, auc=None),
    Odd(
        "numbers as np.savetxt writes them",
        text(
            [(f"{int(t == 'sepsis'):.18e}", f"{int(p == 'sepsis'):.18e}", f"{s:.18e}") for _, t, p, s in rows()],
            header=["# y_true", "y_pred", "y_score"],
        ),
        says="e\\+00|class",
        cells=None,
        auc=None,
    ),
    Odd(
        "codes as floats",
        text(
            [(f"{int(t == 'sepsis')}.0", int(p == "sepsis"), s) for _, t, p, s in rows()],
            header=["y_true", "y_pred", "y_score"],
        ),
        says="decimals|1\\.0",
        cells=None,
    ),
    Odd("byte texts of Python", text(rows(truth=[f"b'{t}'" for t in TRUTH])), refused="none in common"),
]
