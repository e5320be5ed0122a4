"""The report of the browser is that of the command line, with the chosen parts and small counts withheld on request."""

import re
from pathlib import Path

import pandas as pd
import pytest

from predictions.groups.by import By
from report.class_decisions import ClassDecisions
from report.formats.html import Layout, Section, as_html, made_or_why_not
from report.results import report_of_views, results_of
from reviews.cache import Cache
from tests.predictions.sources.counted.test_groups import change, counted, rhythm
from tests.support.studies import seen
from tests.support.text import as_read
from tests.support.visitor import Visitor
from ui.report_page.choose import views
from words import markdown


def heart() -> Visitor:
    return Visitor(study="heart-rhythm").go("report")


def made(visitor: Visitor, layout: Layout) -> str:
    view = visitor.app.session_state["open_study"].view
    return as_html(report_of_views(views(view, [(view.model, view.split)])), layout).decode()


def body(page: str) -> str:
    return re.sub(r"<script>.*?</script>|<style>.*?</style>", "", page, flags=re.DOTALL)


def test_the_page_offers_every_model_and_split_and_begins_with_the_one_looked_at() -> None:
    visitor = heart()
    assert (
        visitor.finding == "A report on Heart rhythm \\(simulated\\), in one file." or "Heart rhythm" in visitor.finding
    )
    pills = visitor.widget("report_slices")
    assert len(pills.options) == len(visitor.study.slices)
    assert len(pills.value) == 1
    visitor.set("report_slices", [])
    assert "Choose at least one model and split." in visitor.text


def test_it_goes_with_the_model_looked_at_until_somebody_picks() -> None:
    visitor = heart().choose("Model", "Model B")
    pills = visitor.widget("report_slices")
    assert [as_read(pills.options[at]) for at in pills.indices] == ["Model B · test"]
    visitor.set("report_slices", [0]).choose("Model", "Model A").choose("Split", "valid")
    assert visitor.widget("report_slices").value == [0]


@pytest.mark.thorough
def test_what_was_chosen_is_there_on_coming_back_above_all_that_small_counts_are_withheld() -> None:
    visitor, chosen = heart(), {"report_slices": [1], "report_fewest": 5, "report_paper": "letter"}
    chosen |= {"report_title": "Board of May", "report_sections": [1, 4]}
    for key in ("report_sections", "report_slices", "report_paper", "report_title", "report_fewest"):
        visitor.set(key, chosen[key])
    visitor.go("overview").go("report")
    assert {key: visitor.widget(key).value for key in chosen} == chosen


@pytest.mark.thorough
def test_names_of_models_stay_text() -> None:
    names = {"y_true": ["VT", "Normal"] * 20, "*A*": ["VT", "Normal"] * 20, "[B](x)": ["VT", "Normal"] * 20}
    visitor = Visitor().bring(pd.DataFrame(names)).read_anew("Predicted class", ["*A*", "[B](x)"]).go("report")
    assert list(visitor.widget("report_slices").options) == [markdown("*A*"), markdown("[B](x)")]


def test_the_page_itself_shows_no_number_and_says_nothing_of_intervals() -> None:
    visitor = heart()
    assert "One row per patient." not in visitor.text
    assert "One row per patient." in body(made(visitor, Layout()))


@pytest.mark.thorough
@pytest.mark.parametrize("study", ["typed matrix", "labels only", "one class", "hostile names", "20 classes"])
def test_every_kind_of_study_has_a_report(study: str) -> None:
    visitor = seen(study, "report")
    assert visitor.errors == []
    assert "<h1>" in made(visitor, Layout())


@pytest.mark.thorough
def test_a_file_that_changed_is_said_in_place_of_a_preview_that_asks_for_more(tmp_path: Path) -> None:
    visitor = heart()
    visitor.opened.study, visitor.opened.cache = counted(tmp_path, rhythm()), Cache()
    lost = "Hand–Till AUC, Brier score: counting took too long, or the table has changed."
    assert lost not in made(visitor.run(), Layout())
    change(tmp_path)
    visitor.opened.cache = Cache()
    assert lost in made(visitor.run(), Layout())
    assert "Average precision" in made(visitor, Layout())
    assert "has changed since it was opened" in visitor.set("report_preview", True).text
    for other in ("overview", "curves", "threshold", "definitions"):
        assert visitor.go(other).errors == []


@pytest.mark.thorough
def test_it_says_the_same_as_the_report_of_the_command_line() -> None:
    visitor = heart()
    said = Layout(sections=frozenset({Section.FINDINGS}))
    whole = body(as_html(results_of(visitor.study, classes=ClassDecisions("VT")), said).decode())
    sentences = re.findall(r'<p class="f[^"]*">([^<]+)</p>', body(made(visitor, said)))
    assert sentences
    assert [each for each in sentences if each not in whole] == []


@pytest.mark.thorough
def test_sections_title_and_paper_are_those_chosen() -> None:
    page = body(made(heart(), Layout("Board <of> May", frozenset({Section.TABLES}), "letter")))
    assert "Board &lt;of&gt; May" in page
    assert 'class="picture"' not in page
    assert 'class="finding"' not in page
    assert "@page { size: letter;" in made(heart(), Layout(paper="letter"))


def test_withheld_counts_are_nowhere_in_the_file() -> None:
    page = body(made(heart(), Layout(fewest=11)))
    assert "withheld" in page
    numbers = {int(each.replace(",", "")) for each in re.findall(r"<td>(?:<b>)?([\d,]+)(?=<)", page)}
    assert not numbers & set(range(1, 11))
    assert 'class="picture"' not in page


@pytest.mark.thorough
def test_a_report_with_groups_of_a_file_that_changed_is_a_page_that_says_so(tmp_path: Path) -> None:
    visitor = heart()
    visitor.opened.study, visitor.opened.cache = counted(tmp_path, rhythm()), Cache()
    view = visitor.opened.view

    def with_groups() -> bytes:
        return as_html(report_of_views([view], ways=((By("sex"),),)))

    assert "Women" in made_or_why_not(with_groups).decode()
    change(tmp_path)
    visitor.opened.cache = Cache()
    view = visitor.opened.view
    told = made_or_why_not(with_groups).decode()
    assert "has changed since it was opened" in told
    assert told.count("<p>") == 1
