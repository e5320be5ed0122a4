"""Sentences are made once, at the end: no production code searches, cuts or edits what `words` has worded."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from inspect import isfunction
from pathlib import Path
from pkgutil import iter_modules

import pytest

import words
import words.findings

ROOT = Path(__file__).parents[2]
ROOMS = ("charts", "metrics", "pages", "predictions", "report", "reviews", "ui", "words")
FINDINGS = [import_module(f"words.findings.{each.name}") for each in iter_modules(words.findings.__path__)]
WORDED = {"why", "reason", "no_interval", "worded", "undefined_when"}
WORDED |= {
    name
    for module in FINDINGS
    for name, value in vars(module).items()
    if isfunction(value) and value.__module__ == module.__name__ and not name.startswith("_")
}
WORDED |= {name for name in words.__all__ if isfunction(getattr(words, name))}
WORDED -= {"distinct", "html", "markdown", "no_formula", "short", "told_apart"}  # text of the user, not ours
METHODS = {name for name in vars(words.Voice) if name.endswith("_phrase")}
NAMED = re.compile(rf"\b({'|'.join(sorted(WORDED | METHODS))})\(")
CUTS = {
    "replace", "split", "rsplit", "splitlines", "partition", "rpartition", "startswith", "endswith", "find", "index",
    "count", "removeprefix", "removesuffix", "translate", "strip", "lower", "casefold",
}  # fmt: skip


def is_worded(node: ast.AST, names: set[str]) -> bool:
    """Whether it runs a function that words something, or a name that holds what one gave."""
    if isinstance(node, ast.Call):
        called = node.func
        if isinstance(called, ast.Attribute):
            return called.attr in METHODS
        return isinstance(called, ast.Name) and called.id in WORDED
    return isinstance(node, ast.Name) and node.id in names


def read_back(source: str) -> Iterator[int]:
    """Lines in which worded text is searched, cut or edited, function by function; none where nothing is worded."""
    tree = ast.parse(source if NAMED.search(source) else "")
    for function in (each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)):
        nodes = list(ast.walk(function))
        given = [each for each in nodes if isinstance(each, ast.Assign | ast.NamedExpr)]
        held = {
            target.id
            for each in given
            if is_worded(each.value, set())
            for target in (each.targets if isinstance(each, ast.Assign) else [each.target])
            if isinstance(target, ast.Name)
        }
        yield from (each.lineno for each in nodes if _reads(each, held))


def _reads(node: ast.AST, held: set[str]) -> bool:
    if isinstance(node, ast.Compare):
        return any(isinstance(each, ast.In | ast.NotIn) for each in node.ops) and is_worded(node.comparators[0], held)
    if isinstance(node, ast.Subscript):
        return is_worded(node.value, held)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        of = node.func.value
        if isinstance(of, ast.Name) and of.id == "re":
            return any(is_worded(each, held) for each in node.args)
        return node.func.attr in CUTS and is_worded(of, held) and not _is_typography(node)
    return False


def _is_typography(call: ast.Call) -> bool:
    """Blanks that break no line, or break one: what is said stays."""
    blanks = [ast.unparse(each) for each in call.args]
    return blanks in (["' '", "NBSP"], ["NBSP", "' '"])


@pytest.mark.thorough
@pytest.mark.parametrize("room", ROOMS)
def test_no_worded_text_is_read_back(room: str) -> None:
    found = [
        f"{file.relative_to(ROOT)}:{line}"
        for file in sorted((ROOT / room).rglob("*.py"))
        for line in read_back(file.read_text(encoding="utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(
    "line",
    [
        'text = re.sub("it", "VT", why(estimate))',
        'if "mean of" in why(estimate): pass',
        'said = worded(notice); icon = said.startswith("2")',
        "text = reason(note)[3:]",
        'if said := why(estimate): part = said.partition(" (")',
    ],
)
def test_the_search_finds_what_reads_words_back(line: str) -> None:
    assert list(read_back(f"def shown():\n    {line}"))


def test_joining_and_showing_words_is_no_reading() -> None:
    shown = (
        'def shown():\n    said = why(estimate) or "no interval"\n    return f"{said}." + ", ".join([said, reason(n)])'
    )
    assert not list(read_back(shown))
