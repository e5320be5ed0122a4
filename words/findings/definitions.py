"""How a definition is said: its tooltip, its range, its formula with the counts of a study, its number."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

from metrics import Counts, Estimate
from metrics.definition import ALL_DOCUMENTS as REFERENCES
from metrics.definition import Definition, Level
from metrics.interval_methods import CONVENTIONAL, Style
from words.findings.finding import sentences
from words.text.marks import MARKS, outcome
from words.text.notes import reason
from words.text.numbers import FEW, NBSP, decimal, key_number, minus, of, percent, percent_of, whole

GROUPS: dict[Level, str] = {
    "class": "Per class",
    "matrix": "Overall",
    "average": "Averages",
    "scores": "Score-based",
    "sequence": "Sequences",
    "folds": "Cross-validation",
    "comparison": "Model comparison",
    "groups": "Groups and time",
    "practice": "In practice",
}
SIGNS = {
    r"\sum": "Σ",
    r"\in": "∈",
    r"\ne": "≠",
    r"\cap": "∩",
    r"\cup": "∪",
    r"\max": "max",
    r"\log": "log",
    r"\ln": "ln",
    r"\pi": "π",
    r"\cdot": "·",
    r"\,": " ",
    r"\displaystyle": "",
}


def tooltip(definition: Definition) -> str:
    """Markdown for the question mark beside a name: meaning, other names, formula and its letters."""
    where = f"  \n{definition.where}." if definition.where else ""
    return f"{_said(definition)}\n\n{display(definition.latex)}{where}"


def meaning(definition: Definition, phase: str = "phase") -> str:
    """One paragraph of Markdown: name, question and other names, below them the formula and when there is none."""
    where = f"\u2003:small[{definition.where}.]" if definition.where else ""
    said = sentences(f"**{definition.name}.** {_said(definition)}", undefined_when(definition, phase))
    return f"{said}  \n{display(definition.latex)}{where}"


def display(latex: str) -> str:
    """A formula in Markdown at the size of a displayed one; a column would clip st.latex.

    In braces, so that it is not broken at its "="; the strut keeps a cell from clipping the top of a fraction.
    """
    return rf"$\displaystyle {{\rule[-0.9em]{{0pt}}{{2.35em}} {latex}}}$"


def question(definition: Definition) -> str:
    """What the number is, in a sentence that is not broken within a difference such as "1 − specificity"."""
    return _tied(definition.meaning)


def names(definition: Definition) -> str:
    """Its other names, in a row."""
    return _tied(", ".join(definition.aliases))


def _tied(text: str) -> str:
    return text.replace("1 − ", f"1{NBSP}−{NBSP}")


def also(definition: Definition) -> str:
    """ "Also: recall, TPR.", or nothing."""
    return f"Also: {names(definition)}." if definition.aliases else ""


def _said(definition: Definition) -> str:
    """The meaning, and the other names of the number."""
    return sentences(question(definition), also(definition))


def in_one_line(definition: Definition) -> str:
    """Plain text for the title of a link: meaning and formula."""
    letters = re.sub(r"\$([^$]*)\$", lambda formula: plain_formula(formula[1]), definition.where)
    where = f". {letters}." if letters else ""
    text = f"{question(definition)} {definition.name} = {plain_formula(definition.latex)}{where}"
    return text.replace('"', "”")


def plain_formula(latex: str) -> str:
    r"""LaTeX as a line of text: "TP / (TP + FN)"."""
    while (start := max(latex.rfind(rf"\{name}{{") for name in ("frac", "sqrt", "overline", "bar"))) >= 0:
        opening = latex.index("{", start)
        middle = _closing(latex, opening)
        before, inside, after = latex[:start], latex[opening + 1 : middle], latex[middle + 1 :]
        if latex.startswith(r"\frac", start):
            end = _closing(after, 0)
            latex = f"{before}{_grouped(inside)} / {_grouped(after[1:end])}{after[end + 1 :]}"
        elif latex.startswith(r"\sqrt", start):
            latex = f"{before}√({inside}){after}"
        else:
            latex = f"{before}mean {inside}{after}"
    latex = re.sub(r"\\(sum|max)_\{([^}]*)\}", r"\\\1(\2)", latex)
    text = re.sub(r"\\mathrm\{([^}]*)\}", r"\1", latex)
    for sign, plain in SIGNS.items():
        text = re.sub(re.escape(sign) + r"(?![a-z])", plain, text)
    return " ".join(re.sub(r"[{}]", "", text).split())


def _closing(latex: str, start: int) -> int:
    """Where the group that opens at `start` closes."""
    depth = 0
    for place in range(start, len(latex)):
        depth += {"{": 1, "}": -1}.get(latex[place], 0)
        if not depth:
            return place
    raise ValueError(f"unbalanced: {latex}")


def _grouped(latex: str) -> str:
    return f"({latex})" if re.search(r"[+\-/ ]|\\,|\\sum", latex) else latex


def undefined_when(definition: Definition, phase: str = "phase") -> str:
    """ "Not estimable when no case has the class.", or nothing for what is always defined."""
    return f"Not estimable when {reason(definition.undefined, phase=phase)}." if definition.undefined else ""


def span(definition: Definition) -> str:
    """ "From 0 to 1, higher is better."."""
    low, high = definition.lowest, definition.highest
    if math.isinf(low):
        said = "Any number" if math.isinf(high) else f"Up to {high:g}"
    else:
        said = f"{low:g} or more" if math.isinf(high) else f"From {low:g} to {high:g}"
    better = "" if definition.better == "neither" else f", {definition.better} is better"
    return minus(f"{said}{better}.")


def interval_said(definition: Definition, style: Style = "default") -> str:
    """ "Interval: Newcombe score, DeLong variance, t."; of another style by the name it has there."""
    named = definition.interval
    if style == "conventional":
        named = CONVENTIONAL.get(named, named)
    return f"Interval: {named}." if named else ""


def documents(definition: Definition) -> str:
    """The source documents that define it, by their numbers in `REFERENCES`; "" for none."""
    numbers = [str(REFERENCES.index(each) + 1) for each in definition.documents]
    return f"References: {', '.join(numbers)}." if numbers else ""


def counts_said(counts: Counts, is_disease: bool) -> list[str]:
    """The four counts of a class with their marks, one entry each; Markdown."""
    numbers = {key: int(getattr(counts, key)) for key in MARKS}
    told = {key: f"{whole(number)} {outcome(key, number, is_disease)}" for key, number in numbers.items()}
    return [f"{MARKS[key]} {key.upper()} {said}" for key, said in told.items()]


def found_by(definition: Definition, searched: str) -> bool:
    """Whether every searched word occurs in a name, the meaning or a reference of the definition."""
    readings = (f"{reading.by} {reading.says}" for reading in definition.readings)
    texts = (definition.key.replace("_", " "), definition.name, definition.meaning, *definition.aliases)
    text = " ".join((*texts, *definition.documents, *readings)).casefold()
    return all(word in text for word in searched.casefold().split())


def with_counts(definition: Definition, counts: Counts) -> str:
    r"""The formula of one class with numbers in place of TP, FP, FN and TN."""
    latex = definition.latex.replace(r"\,", r" \cdot ")
    for name in ("tp", "fp", "fn", "tn"):
        count = f"{int(getattr(counts, name)):,}".replace(",", "{,}")
        latex = latex.replace(rf"\mathrm{{{name.upper()}}}", count)
    return latex


def number(value: float | Iterable[float], like: Estimate) -> str:
    """The number of another convention, written like the definition's own: in percent, or with three decimals."""
    if not isinstance(value, float | int):
        low, high = (number(float(each), like) for each in value)
        return f"{low} to {high}"
    if math.isnan(value):
        return "not estimable"
    if like.trials is None:
        said = key_number(like) if value == like.value else decimal(value)
        return f"{value:,}" if isinstance(value, int) else said
    if like.trials < FEW and value == like.value:
        return of(like.successes or 0, like.trials)
    return percent_of(like) if value == like.value else percent(value, like.trials)
