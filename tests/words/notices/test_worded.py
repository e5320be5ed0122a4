"""Every code of a notice has its words, and no words stand for a code that nobody says."""

import ast
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from predictions.problems import Notes, Notice
from words.notices import WORDINGS, worded
from words.notices.template import Wording, filled

ROOT = Path(__file__).parents[3]
SOURCES = [path for room in ("predictions", "report", "ui", "pages") for path in sorted((ROOT / room).rglob("*.py"))]


def trees() -> Iterator[tuple[Path, ast.Module]]:
    """One after the other: all of them at once keep the garbage collector busy."""
    return ((path.relative_to(ROOT), ast.parse(path.read_text("utf-8"))) for path in SOURCES)


def said() -> Iterator[tuple[str, ast.expr, list[ast.keyword]]]:
    """(where, code, fields) of every place that says something about a file."""
    for path, tree in trees():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in ("fact", "_warning") or (name == "warn" and "note" in ast.unparse(node.func)):
                yield f"{path}:{node.lineno}", node.args[0], node.keywords


def fields_of(wording: Wording) -> set[str]:
    """The names of the fields that a wording needs."""
    if isinstance(wording, str):
        return {name for _, name, _, _ in string.Formatter().parse(wording) if name}
    return {name for name in wording.__annotations__ if name != "return"}


def codes(expression: ast.expr) -> list[str]:
    """Those that it may say, as far as they stand in it."""
    branches = [expression.body, expression.orelse] if isinstance(expression, ast.IfExp) else [expression]
    return [each.value for each in branches if isinstance(each, ast.Constant)]


@pytest.mark.thorough
def test_what_is_said_has_words_for_just_its_fields() -> None:
    found = [(where, code, given) for where, expression, given in said() for code in codes(expression)]
    assert len(found) > 100
    assert [(where, code) for where, code, _ in found if code not in WORDINGS] == []
    named = [(where, code, {each.arg for each in given}) for where, code, given in found]
    assert [
        (where, code) for where, code, given in named if None not in given and given != fields_of(WORDINGS[code])
    ] == []


@pytest.mark.thorough
def test_all_words_are_said() -> None:
    texts = {node.value for _, tree in trees() for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    assert sorted(set(WORDINGS) - texts) == []


def test_a_code_is_a_name_for_programs() -> None:
    assert [code for code in WORDINGS if not code.replace("_", "a").isalnum() or code != code.lower()] == []


@pytest.mark.parametrize(
    ("template", "fields", "text"),
    [
        ("{names:it has|they have} none", {"names": ["a"]}, "it has none"),
        ("{number:it has|they have} none", {"number": 2}, "they have none"),
        ("{names:listed}", {"names": list("abcdefg")}, "“a”, “b”, “c”, “d”, “e” and 2 more"),
        ("{rows:counts}", {"rows": {"a": 1, "b": 2000}}, "“a” 1, “b” 2,000"),
        ("{names:renamed}", {"names": {"dev": "valid"}}, "“dev” as valid"),
        ("{rows:rows}{model:of_model}", {"rows": 1, "model": None}, "1\u00a0row"),
        ("{rows:rows}{model:of_model}", {"rows": 2, "model": "A"}, "2\u00a0rows of model “A”"),
        ("{name:quoted}", {"name": "{rows:rows}"}, "“{rows:rows}”"),
    ],
)
def test_a_template_is_filled(template: str, fields: dict[str, object], text: str) -> None:
    assert filled(template, fields) == text


def test_the_same_is_said_once_and_facts_are_no_warnings() -> None:
    notes = Notes()
    notes.warn("few_rows", rows=3)
    notes.warn("few_rows", rows=3)
    notes.fact("macros", where="“a.xlsm”")
    assert [(each.level, worded(each)[:11]) for each in notes.notices] == [
        ("warning", "Only 3\u00a0rows"),
        ("info", "“a.xlsm” ca"),
    ]


def test_what_nobody_can_word_is_no_notice() -> None:
    with pytest.raises(KeyError):
        worded(Notice("info", "no such code"))
    with pytest.raises(KeyError):
        worded(Notice("info", "few_rows"))
