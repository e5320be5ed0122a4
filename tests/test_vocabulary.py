"""The words of the field, everywhere: no private term in a report, a message, a document or in code.

Pages are held to it by tests/journeys/test_every_page_in_every_state.py.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from metrics.glossary import GLOSSARY
from predictions.demo import EXAMPLES
from report.formats.html import as_html
from report.formats.plain_text import summary
from tests.report.helpers import example_file, report_of
from tests.support.vocabulary import (
    ON_SCREEN,
    PRIVATE,
    comments,
    modules,
    private,
    private_in_code,
    prose,
    sentences,
    without_code,
)

ROOT = Path(__file__).parents[1]
MODULES = [each.relative_to(ROOT).as_posix() for each in modules(ROOT)]
ROOM = {"tests", *(name.split("/")[0] for name in MODULES)} - {"app.py"}
DOCUMENTS = sorted(
    path.relative_to(ROOT).as_posix() for folder in ("", "docs", "benchmarks") for path in (ROOT / folder).glob("*.md")
)
# Files whose texts are terms to be recognised in a file or a requirement, old ones too, or keys of the contract.
RECOGNISES = (
    "predictions/matrix/axes.py",
    "reviews/requirement_text.py",
    "metrics/glossary/matrix.py",
    "predictions/build/checks/labels.py",
)
CONTRACT = ("no truth",)
SAYS_NOTHING = ("tests", "benchmarks")  # to people


@pytest.mark.parametrize("once", [*(PRIVATE | ON_SCREEN).values()])
def test_every_term_is_recognised(once: str) -> None:
    assert private(once)


@pytest.mark.parametrize(
    "honest",
    [
        "Drop a predictions file to see what the model gets wrong.",
        "Rule-out: highest score meeting the sensitivity target.",
        "Folds share training data.",
        "The header was taken from line 3; the lines above it were excluded.",
        "From left to right: 12 by both.",
        "Also: risk score, 1 − PPV of the Normal class",
    ],
)
def test_what_is_honest_stays(honest: str) -> None:
    assert private(honest) == ()


@pytest.mark.thorough
@pytest.mark.parametrize("key", [each.key for each in EXAMPLES])
def test_reports_do(key: str) -> None:
    report = report_of(example_file(key))
    visible = re.sub(r"<(script|style)[^>]*>.*?</\1>|<[^>]+>", " ", as_html(report).decode(), flags=re.DOTALL)
    assert private(summary(report)) + private(visible) == ()


def test_definitions_do() -> None:
    told = [text for each in GLOSSARY.values() for text in (each.name, each.meaning, each.where)]
    assert [found for text in told for found in private(text)] == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_documents_do(name: str) -> None:
    assert private(without_code((ROOT / name).read_text(encoding="utf-8"))) == ()


@pytest.mark.thorough
@pytest.mark.parametrize("room", sorted(ROOM))
def test_messages_labels_docstrings_comments_and_names_of_tests_do(room: str) -> None:
    """Notices, refusals, reasons, help and errors of the command line: every sentence that a module can say."""
    found: list[tuple[str, int, str]] = []
    for name in (name for name in MODULES if name.startswith(f"{room}/")):
        source = (ROOT / name).read_text(encoding="utf-8")
        tree = ast.parse(source)  # once for both: half of the time
        if room not in SAYS_NOTHING and name not in RECOGNISES:
            said = ((line, without_code(text)) for line, text in sentences(tree) if text not in CONTRACT)
            found += [(name, line, term) for line, text in said for term in private(text)]
        if "vocabulary" not in name:
            said = (*comments(source), *prose(tree))
            found += [(name, line, term) for line, text in said for term in private_in_code(text)]
    assert found == []
