"""The left column of VOICE as patterns: terms of our own that the field does not know."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

ROOMS = ("metrics", "words", "predictions", "charts", "reviews", "report", "ui", "pages", "benchmarks", "tests")
# A term -> a text in which it once stood. No page, report, notice, document, docstring or comment has it. What is
# honest beside it is in the pattern: "rule-out", a parameter `truth`, folds that share training data.
PRIVATE = {
    r"calls?|called": "5 were called Normal",
    r"the model said": "the model said VT",
    r'truths?(?!"|[,:] ?("?1"?: )?(predicted|first|standing|\(n|the column))|truly': "truly VT",
    r"rightly|wrongly|(are|is|was|were|be) (right|wrong)(?! with)": "calls that are right",
    r"(right|wrong) (answers?|predictions?|class\w*|calls?)|wrong but sure": "wrong calls",
    r"missed share|missed disease|calls that are right": "VT missed share",
    r"false alarm rate|falsely alarm\w*|\d+ alarms?": "False alarm rate",
    r"cleared|all[- _]clears?": "the all-clear class",
    r"(an?|the|this|true|observed|pooled|which|own|by) shares?|shares of": "the share of cases",
    r"(draw|drag|put|place)(s|ed|n|ging|ing)? the (line|cut)|(two|several) lines (through|for)": "draw the line",
    r"(the|a|own|chosen|new|lowest) cuts?|cut (of|at|off)": "the chosen cut",
    r"(threshold|the|every|listed|each|no) rules?(?! (of the house|of ruff|of three))": "the rule that flags nobody",
    r"rules? `?score": "the rule score >= 0.5",
    r"by hand": "a threshold by hand",
    r"undecided|no call": "the undecided zone",
    r"(highest|first) score wins": "the highest score wins",
    r"keeps? to it|(holds?|leaves? out|include) (0|zero|the truth)|cannot tell": "the interval keeps to it",
    r"whole patients": "drawing whole patients",
    r"(row|case|one)s? (stands?|stood) for (it|them)sel(f|ves)|rows independent": "each row stood for itself",
    r"st(ands?|ood) behind": "948 stand behind",
    r"swap(s|ped|ping)? (\w+ ){0,4}(within|models)": "swapped within patients",
    r"how sure|surest|surer|sureness|but sure|(un|as )sure": "the surest first",
    r"by chance|guessing": "what guessing gives",
    r"how common|my prevalence": "how common it is",
    r"stretched|stretch(es)?": "stretched scale",
    r"(of|for|on) the whole(?= *([.,;:)]|$))": "accuracy of the whole",
    r"against the rest|pairs? of classes": "one against the rest",
    r"counted as one|middle half|lies? far": "the middle half of folds",
    r"may be worse by|not inferior": "may be worse by 5 points",
    r"length errors?": "Length error",
    r"(left|leaves?|leaving) (it |them )?out": "rows that were left out",
    r"kept with each case|mean a blank cell": "kept with each case",
    r"taken along|running numbers": "can be taken along",
}
# No page, report or document has these either; code may ("a level that is no probability").
ON_SCREEN = {
    r"(it|this|that|which) is no": "this is no class",
    r"shares?(?! (training|the highest|a step|a score|some|data))": "97 % share",
    r"cuts?|rules?": "a cut at 0.5",
    r"right|wrong": "2 right",
    r"found": "found, %",
    r"risk scores?(?!, 1 − PPV| of (a|one) disease)": "Risk score 1.9 %",  # an alias of document 000
}
_HONEST = (  # other meanings on a page
    r"gets wrong|went wrong|from left to right|at the right|upper right|both models share|Bonferroni rule",
    r"Bayes' rule|trapezoid(al)? rule|material/rule|\\rule|^(middle |top |bottom\+)?right$",
)


def pattern(terms: Iterator[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{'|'.join(terms)})(?![\w-])", re.IGNORECASE)


COMMENT = re.compile(r"(?:^|\s)# .*")  # tokenize, which sees what is a text, takes four times as long
_IN_CODE, _SHOWN = pattern(iter(PRIVATE)), pattern(iter(PRIVATE | ON_SCREEN))
_MEANT = re.compile("|".join(_HONEST), re.IGNORECASE)


def _hits(terms: re.Pattern[str], text: str) -> list[str]:
    told = " ".join(text.split())
    return [told[max(0, match.start() - 40) : match.end() + 20] for match in terms.finditer(told)]


@lru_cache(2000)
def private(text: str) -> tuple[str, ...]:
    """The private terms in what people read, with the words around them; menus and helps stand on many pages."""
    return tuple(_hits(_SHOWN, _MEANT.sub("", text)))


def private_in_code(text: str) -> list[str]:
    """The same in a docstring or a comment."""
    return _hits(_IN_CODE, without_code(text))


def without_code(text: str) -> str:
    """Markdown without what stands between backticks: names of columns, options and files."""
    return re.sub(r"```.*?```|`[^`\n]*`", " ", text, flags=re.DOTALL)


def comments(source: str) -> Iterator[tuple[int, str]]:
    """(line, text) of every comment of a module."""
    for line, text in enumerate(source.splitlines(), 1):
        yield from ((line, said) for said in COMMENT.findall(text))


def prose(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """(line, text) of every docstring of a module, and the names of its tests as words."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node.lineno, node.name.replace("_", " ")
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and (said := ast.get_docstring(node)):
            yield node.body[0].lineno, said


def sentences(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """(line, text) of what a module says: texts of several words that are no docstring, each value of it as {}."""
    parts = {part for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            parts.add(node.value)
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            said = "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in parts:
            said = node.value
        else:
            continue
        if " " in said.strip():
            yield node.lineno, said


def modules(root: Path) -> Iterator[Path]:
    """Every module of the project."""
    for room in ROOMS:
        yield from sorted((root / room).rglob("*.py"))
    yield root / "app.py"
