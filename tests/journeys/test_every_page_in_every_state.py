"""Each page in each state: it opens, speaks the words of the field, and shows no sign of a missing number."""

import re
from functools import cache

import pytest

from tests.support.pages import PAGES
from tests.support.studies import STUDIES, WITHOUT_SCORES, opened
from tests.support.visitor import Visitor
from tests.support.vocabulary import private

once = cache(opened)
NEEDS_SCORES = {
    "curves": "No scores in this dataset.",
    "threshold": "This study has predicted labels but no scores",
    "net_benefit": "This study has predicted labels but no scores",
}
MISSING = re.compile(r"(?<![\w`])-?(nan|NaN|None|inf|Infinity|null|NA)(?!\w)")


def signs_of_missing_numbers(visitor: Visitor) -> list[str]:
    texts = [text for _, text in visitor.texts() if MISSING.search(text)]
    return texts + [
        f"column {column} shows {placeholder}"
        for frame, placeholder in visitor.frames()
        for column in frame
        if frame[column].isna().any() and MISSING.search(placeholder)
    ]


def private_terms(visitor: Visitor) -> list[str]:
    """With what is folded, where it is pointed at, placeholders, tables and pictures in words; see test_vocabulary."""
    return [found for _, text in visitor.texts() for found in private(text)]


@pytest.mark.parametrize("page", [*PAGES, "report"])
@pytest.mark.parametrize("study", STUDIES)
def test_a_page_says_its_finding_and_never_a_missing_number(study: str, page: str) -> None:
    visitor = once(study).go(page)
    assert visitor.app.title[0].value
    assert visitor.finding.endswith(".") or page == "definitions"
    assert visitor.errors == []
    assert signs_of_missing_numbers(visitor) == []
    assert private_terms(visitor) == []
    assert visitor.opened.view.normal is not None or "false alarm" not in visitor.text.lower()


@pytest.mark.parametrize("page", [page for page in PAGES[1:] if page != "definitions"])
def test_without_a_study_a_page_leads_to_where_one_is_opened(page: str) -> None:
    visitor = Visitor().go(page)
    assert visitor.finding == "No study is open."
    assert private_terms(visitor) == []
    assert len(visitor.app.get("popover")) == 0
    assert [*visitor.app.metric, *visitor.tables, *visitor.app.dataframe, *visitor.app.get("plotly_chart")] == []
    visitor.press("Open a study")
    assert visitor.app.title[0].value == "Data"


def test_without_a_study_the_data_page_invites() -> None:
    visitor = Visitor()
    assert visitor.finding == "Drop a predictions file to see what the model gets wrong."
    assert len(visitor.app.file_uploader) == 1
    assert [button.label for button in visitor.app.button].count("Open") == 4
    assert visitor.query == {}
    assert private_terms(visitor) == []


@pytest.mark.parametrize("page", NEEDS_SCORES)
@pytest.mark.parametrize("study", WITHOUT_SCORES)
def test_without_scores_a_page_refuses_says_why_and_draws_nothing(study: str, page: str) -> None:
    visitor = once(study).go(page)
    assert visitor.finding.startswith(NEEDS_SCORES[page])
    assert "score_" in visitor.text
    assert len(visitor.app.get("plotly_chart")) == 0
    visitor.press("Go to the data")
    assert visitor.app.title[0].value == "Data"
