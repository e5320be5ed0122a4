"""Files that seem clean and mean something else: splits, weights, counts, codes, and two tables in one."""

from __future__ import annotations

import io
import json

import numpy as np

from tests.predictions.helpers import pairs
from tests.predictions.odd.containers import workbook, zipped
from tests.predictions.odd.expected import HEADER, IDS, PREDICTED, SCORES, TRUTH, Odd, rows, text

TABLE = [list(HEADER), *map(list, rows())]
HALVES = ["train", "test"] * 6
LINES = [json.dumps(dict(zip(HEADER, row, strict=True))) for row in rows()]


def beside(name: str, cells: list[object]) -> str:
    """The same cases with one more column."""
    return text([(*row, cell) for row, cell in zip(rows(), cells, strict=True)], header=[*HEADER, name])


def coded(names: dict[str, object], truth: list[str] = TRUTH, predicted: list[str] = PREDICTED) -> str:
    """The same cases with other names of the classes, and one score without a class."""
    table = rows([names[label] for label in truth], [names[label] for label in predicted])
    return text(table, header=[*HEADER[:3], "score"])


def numpy_file(array: np.ndarray) -> bytes:
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


def npz(**arrays: np.ndarray) -> bytes:
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


CODES = np.array([label == "sepsis" for label in TRUTH]).astype(int)
SPLITS = [
    Odd(f"splits in a column named {name}", beside(name, values), says=f"“{name}” was taken as the split", cells=None)
    for name, values in (
        ("phase", HALVES),
        ("data_split", HALVES),
        ("cohort", ["development", "validation"] * 6),
        ("stage", ["Training", "Testing "] * 6),
    )
]
FLAGS = [
    Odd(f"a flag named {name}", beside(name, values), says=f"“{name}” was taken as the split")
    for name, values in (("is_train", [1, 0] * 6), ("is_test", [True, False] * 6), ("in train", ["yes", "no"] * 6))
]
WEIGHTS = [
    Odd(f"weights named {name}", beside(name, [2.5, 1] * 6), says=f"“{name}” looks like weights")
    for name in ("case_weight", "Sampling weight", "ipw", "survey_weight", "freq_weight")
]
READERS = [
    Odd(
        f"readers named {name}",
        text([(*row, reader) for row in rows() for reader in "AB"], header=["case_id", *HEADER[1:], name]),
        refused=f"several readers of the same cases in “{name}”",
    )
    for name in ("Reviewer", "expert", "grader_id", "dermatologist")
]

UNDERSTOOD = [
    *SPLITS,
    *FLAGS,
    *WEIGHTS,
    *READERS,
    Odd(
        "counts of cases beside scores, without ids",
        text([row[1:] + (n % 5,) for n, row in enumerate(rows(), 2)], header=[*HEADER[1:], "count"]),
        says="“count” looks like weights",
    ),
    *(
        Odd(
            f"{name} of cases beside scores, without ids",
            text([row[1:] + (n % 5,) for n, row in enumerate(rows(), 2)], header=[*HEADER[1:], name]),
            says=f"“{name}” looks like weights",
        )
        for name in ("n", "Anzahl", "nombre")
    ),
    Odd(
        "numbers of rows named n",
        text([row[1:] + (n,) for n, row in enumerate(rows(), 1)], header=[*HEADER[1:], "n"]),
        says=r"(?s)^(?!.*looks like weights)",
    ),
    Odd("folds named fold_id", beside("fold_id", [1, 2, ""] * 4), says="4 rows with a blank fold in “fold_id”"),
    Odd("names of the product's own pages", text(header=["Case ID", "True class", "Predicted class", "Score sepsis"])),
    Odd("names on two lines of a cell", text(header=["patient_id", '"True\nclass"', '"Predicted\nclass"', HEADER[3]])),
    Odd(
        "ids with and without leading zeros",
        text(rows(ids=[f"{n // 2:03d}" if n % 2 else n // 2 for n in range(12)])),
        says="6 IDs .* differ only in leading zeros",
    ),
    Odd(
        "a plus sign in one column",
        coded({"sepsis": "+1", "healthy": "-1"}).replace(",+1,0.9", ",1,0.9"),
        says="leading zeros or a plus sign",
        cells=None,
        auc=None,
    ),
    Odd(
        "quotation marks around one column's names",
        text(rows(truth=[f"\u201c{label}\u201d" if label == "healthy" else label for label in TRUTH])),
        says="quotation marks",
        cells=None,
        auc=None,
    ),
    Odd(
        "classes 1 and 2, of which the second scores higher",
        coded({"healthy": 1, "sepsis": 2}),
        says="positive class “2”, because",
        cells=pairs(*([{"healthy": "1", "sepsis": "2"}[label] for label in each] for each in (TRUTH, PREDICTED))),
    ),
    Odd(
        "255 for rows without a label",
        npz(y_true=np.where(np.arange(12) == 3, 255, CODES).astype(np.uint8), y_pred=CODES.astype(np.uint8)),
        says="“255” is treated as a class",
        cells=None,
        auc=None,
        file="a.npz",
    ),
    Odd("a saved confusion matrix", numpy_file(np.array([[5, 2], [2, 3]])), refused="confusion matrix", file="a.npy"),
    Odd(
        "two columns of codes",
        numpy_file(np.column_stack([CODES, CODES[::-1]])),
        says="two columns without names",
        cells=pairs(CODES.astype(str), CODES[::-1].astype(str)),
        auc=None,
        file="a.npy",
    ),
    Odd(
        "another table below in a workbook",
        workbook([*TABLE, [], ["y_true", "y_pred"], ["sepsis", "healthy"]]),
        refused="another table seems to stand below",
        file="a.xlsx",
    ),
    Odd(
        "another table below in text",
        text() + "y_true,y_pred,,\nsepsis,healthy,,\n",
        refused="another table seems to stand below",
    ),
    Odd("NDJSON broken on its first line", "\n".join(['{"y_true": "a", "y_pred"', *LINES]), refused="at line 1:"),
    Odd("NDJSON broken on its first line after a mark", '\ufeff{"y_true"\n' + "\n".join(LINES), refused="at line 1:"),
    Odd("random bytes named Excel", b"\x01\x02" * 2000, refused="is not an Excel file", file="a.xlsx"),
    Odd("a document of Apple", zipped({"Index/Document.iwa": "x"}), refused="Apple Numbers", file="a.numbers"),
    Odd(
        "columns of JSON whose rows are numbered in another order",
        json.dumps(
            {
                name: {str(n): rows()[n][at] for n in (range(12) if at % 2 else range(11, -1, -1))}
                for at, name in enumerate(HEADER)
            }
        ),
        file="a.json",
    ),
    Odd(
        "classes in another order than their scores",
        json.dumps(
            {"classes": ["sepsis", "healthy"], "y_true": TRUTH, "y_score": [[s, round(1 - s, 2)] for s in SCORES]}
        ),
        says="highest score",
        file="a.json",
    ),
    Odd(
        "a line of another encoding",
        text(rows(ids=["Müller", *IDS[1:]])).encode() + "Jörg,healthy,healthy,0.2\n".encode("latin-1"),
        refused="mixes two encodings: line 2 is UTF-8, line 14 is not",
    ),
]
