"""The words of the field, everywhere: no private term in a definition, notice, reason, report, page or document."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from metrics.glossary import GLOSSARY
from predictions.demo import EXAMPLES, open_example
from report.cli.arguments import _parser
from report.formats.html import as_html
from report.formats.plain_text import summary
from report.results import results_of
from tests.support.pages import PAGES
from tests.support.visitor import Visitor
from words.notices import WORDINGS
from words.text.notes import WORDS, reason

ROOT = Path(__file__).parents[1]
# Term of our own -> where it once stood.
PRIVATE = {
    r"all[- ]clears?": "the all-clear class",
    r"missed share": "VT missed share",
    r"missed disease": "Missed disease",
    r"false alarm rate": "False alarm rate",
    r"wrong calls?": "wrong calls",
    r"calls that are right": "calls that are right",
    r"(was|were|is|are|rows) called": "5 were called Normal",
    r"of \w+ calls": "of VT calls",
    r"highest score wins": "highest score wins",
    r"keeps? to it": "the interval keeps to it",
    r"cannot tell": "these cases cannot tell",
    r"draw(s|ing)? (whole )?patients": "drawing whole patients",
    r"stands? behind": "948 stand behind",
    r"stood for itself": "each row stood for itself",
    r"wrong but sure|surest": "wrong but sure",
    r"stretched scale": "stretched scale",
    r"one against the rest": "one against the rest",
    r"middle half": "the middle half",
    r"folds counted as one": "folds counted as one",
    r"not inferior": "not inferior",
    r"length error": "Length error",
    r"taken along": "can be taken along",
    r"running numbers": "running numbers",
    r"truly": "truly VT",
    r"falsely alarm\w*": "falsely alarmed",
    r"(it|this|that|which) is no": "this is no class",
    r"undecided": "the undecided zone",
}
PATTERN = re.compile("|".join(rf"\b(?:{term})\b" for term in PRIVATE), re.IGNORECASE)
STILL_TO_COME: tuple[str, ...] = ()
DOCUMENTS = ("README.md", "docs/statistics.md", "docs/user-guide.md", "docs/file-formats.md", "docs/deployment.md")


def private(text: str) -> list[str]:
    """The private terms in a text, with the words around them."""
    return [text[max(0, match.start() - 40) : match.end() + 20] for match in PATTERN.finditer(text)]


def defined() -> Iterator[str]:
    for each in GLOSSARY.values():
        yield from (each.name, each.meaning, each.where, *each.aliases, *(reading.says for reading in each.readings))


@pytest.mark.parametrize("once", PRIVATE.values())
def test_every_term_is_recognised(once: str) -> None:
    assert private(once)


def test_definitions_speak_the_words_of_the_field() -> None:
    assert [found for text in defined() for found in private(text)] == []


def test_notices_and_reasons_do() -> None:
    notices = [wording for wording in WORDINGS.values() if isinstance(wording, str)]
    reasons = [reason(code) for code, wording in WORDS.items() if isinstance(wording, str) and "{" not in wording]
    assert [found for text in (*notices, *reasons) for found in private(text)] == []


@cache
def shown(page: str) -> tuple[str, ...]:
    """What a page says on every example."""
    return tuple(Visitor(study=example.key).go(page).text for example in EXAMPLES)


@pytest.mark.parametrize("page", [page for page in PAGES if page not in STILL_TO_COME])
def test_pages_do(page: str) -> None:
    assert [found for text in shown(page) for found in private(text)] == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_documents_do(name: str) -> None:
    assert private((ROOT / name).read_text(encoding="utf-8")) == []


def test_the_help_of_the_command_line_does() -> None:
    assert private(_parser().format_help()) == []


@pytest.mark.parametrize("key", [each.key for each in EXAMPLES])
def test_reports_do(key: str) -> None:
    report = results_of(open_example(key))
    text = as_html(report).decode()
    visible = re.sub(r"<(script|style)[^>]*>.*?</\1>|<[^>]+>", " ", text, flags=re.DOTALL)
    assert private(summary(report)) + private(visible) == []
