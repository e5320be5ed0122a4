"""Printed arrays, LaTeX and Markdown as plain lines of cells: what only decorates a table is taken away."""

from __future__ import annotations

import re

from predictions.problems import Problem

ARRAY = re.compile(r"\s*(?:\w+\s*=\s*)?(?:[\w.]*(?:array|tensor|matrix)\s*\()?\s*[\[{]", re.IGNORECASE)
LATEX = re.compile(r"\\\\|\\tabularnewline|\\begin\s*\{tabular")
TABULAR = re.compile(r"\\begin\s*\{(tabular[x*]?|array)\}(.*?)\\end\s*\{\1\}", re.DOTALL)
LATEX_SPACES = {"~": "\u00a0", "\\,": "\u202f", "\\ ": " ", "{,}": ","}
RULES = re.compile(
    r"\\(?:hline|toprule|midrule|bottomrule|centering|small|footnotesize)\b"
    r"|\\(?:cline|cmidrule|addlinespace|rowcolor|cellcolor|arrayrulecolor)\b(?:\([^)]*\))?(?:\[[^\]]*\])?(?:\{[^{}]*\})?"
)
SPANNING = re.compile(r"\\multicolumn\s*\{(\d{1,3})\}\s*\{[^{}]*\}\s*\{((?:[^{}]|\{[^{}]*\})*)\}")
SPANNING_ROWS = re.compile(r"\\multirow\s*(?:\[[^\]]*\])?\s*\{[^{}]*\}\s*\{[^{}]*\}\s*\{((?:[^{}]|\{[^{}]*\})*)\}")
COMMAND = re.compile(r"\\[a-zA-Z]+\*?(?:\[[^\]]*\])?\s*\{([^{}]*)\}")
NUMBER_OF_NUMPY = re.compile(r"\bn(?:um)?py?\.\w+\(([^()]*)\)")  # np.int64(5)
EMPHASIS = re.compile(r"^(\*\*\*|\*\*|\*|__|`)(.+)\1$")


def array_rows(text: str) -> list[list[str]] | None:
    """The rows of a printed array, of nested lists or of MATLAB's [1 2; 3 4]; None for any other text."""
    if not ARRAY.match(text):
        return None
    text = NUMBER_OF_NUMPY.sub(r"\1", text).replace("{", "[").replace("}", "]")
    rows: list[str] = re.findall(r"\[([^\[\]]*)\]", text)
    if len(rows) == 1 and (";" in rows[0] or "\n" in rows[0].strip()):
        rows = [row for row in re.split(r"[;\n]", rows[0]) if row.strip()]
    return [[cell.strip("\"'") for cell in re.split(r"\s*,\s*|\s+", row.strip())] for row in rows]


def is_latex(text: str) -> bool:
    """Whether the text is the body of a LaTeX table."""
    return "&" in text and LATEX.search(text) is not None


def latex_rows(text: str) -> list[list[str]]:
    """The cells of one table. Raises Problem for several tables."""
    tables = TABULAR.findall(text)
    if len(tables) > 1:
        raise Problem(f"The text holds {len(tables)} LaTeX tables (two matrices or more). Paste one matrix.")
    body = re.sub(r"^\s*\{(?:[^{}]|\{[^{}]*\})*\}", "", tables[0][1]) if tables else text
    body = RULES.sub(" ", re.sub(r"(?<!\\)%[^\n]*", "", body))
    rows = re.split(r"\\\\(?:\*|\[[^\]]*\])?|\\tabularnewline\b", body)
    return [_latex_cells(row) for row in rows if row.strip()]


def _latex_cells(row: str) -> list[str]:
    row = SPANNING.sub(lambda match: match[2] + " & " * (int(match[1]) - 1), row)
    row = SPANNING_ROWS.sub(lambda match: match[1], row)
    return [_latex_text(cell) for cell in re.split(r"(?<!\\)&", row)]


def _latex_text(cell: str) -> str:
    for code, text in LATEX_SPACES.items():
        cell = cell.replace(code, text)
    before = ""
    while cell != before:
        before, cell = cell, COMMAND.sub(r"\1", cell)
    cell = re.sub(r"\\([%_&#${}])", r"\1", cell.replace("$", ""))
    return " ".join(re.sub(r"\\backslash", r"\\", cell).split(" ")).strip("{} \n\t")


def without_emphasis(cell: str) -> str:
    """A Markdown cell without bold, italics or code marks."""
    before = ""
    while cell != before:
        before, cell = cell, EMPHASIS.sub(r"\2", cell).strip()
    return cell
