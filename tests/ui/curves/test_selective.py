"""The expander at the end of the Curves page: leaving the least confident cases to a clinician."""

from dataclasses import replace
from pathlib import Path

import pytest

from predictions.sources.counted.groups import GroupCounter
from reviews import KeptThreshold
from reviews.cache import Cache
from tests.predictions.sources.counted.test_groups import change, counted, rhythm
from tests.support.studies import first_view, labels_only, one_score, scored, seen
from tests.support.visitor import Visitor
from words.findings.thresholds.selective import EXPANDER

pytestmark = pytest.mark.thorough

OPEN, COVERAGE = "curves_selective", "selective_coverage"


def open_it(page: Visitor) -> Visitor:
    return page.go("curves").keep(OPEN, True).run()


def test_nothing_is_counted_before_it_is_opened() -> None:
    page = seen("heart-rhythm", "curves")
    assert EXPANDER in page.text
    assert "go to a clinician" not in page.text


def test_the_sentence_counts_the_rows_of_the_example() -> None:
    rows = first_view("heart-rhythm")
    confidence = rows[["score_Normal", "score_Ectopic", "score_VT"]].max(axis=1)
    decided = rows[confidence.rank(ascending=False, method="max") <= 0.8 * len(rows)]
    ill = decided[decided.y_true == "VT"]
    page = open_it(Visitor(study="heart-rhythm"))
    assert f"it misses {(ill.y_pred != 'VT').sum()} of {len(ill)} patients with VT" in page.text
    assert f"{len(rows) - len(decided)} patients go to a clinician" in page.text
    accuracy = 100 * (decided.y_pred == decided.y_true).mean()
    assert f"Accuracy {accuracy:.1f} %" in page.text


def test_another_coverage_can_be_chosen_and_all_is_no_choice() -> None:
    page = open_it(Visitor(study="heart-rhythm"))
    page.set(COVERAGE, 100.0)
    assert "0 patients go to a clinician" in page.text
    assert "it misses 10 of 50 patients with VT (20 %; 95 % CI 11–33) instead of 10 of 50 (20 %)" in page.text


def test_confident_errors_are_the_way_to_their_cases() -> None:
    page = open_it(Visitor(study="heart-rhythm"))
    rows = first_view("heart-rhythm")
    score = rows.apply(lambda row: row[f"score_{row.y_pred}"], axis=1)
    number = int(((rows.y_pred != rows.y_true) & (score >= 0.9)).sum())
    page.press(f"Read the {number}\u00a0confident errors (confidence at least 0.9)")
    assert str(number) in page.finding
    assert len(next(page.frames())[0]) == min(number, 50)


def test_confident_errors_of_delivered_predictions_are_no_way_to_cases_of_others() -> None:
    """Cases lists the predictions in use, of which a used threshold changes some."""
    page = open_it(Visitor(study="heart-rhythm"))
    kept = KeptThreshold(0, 2, 0.1)
    page.opened.review = page.opened.review.keeping(kept)
    assert "confident errors" in links(page.run())
    page.opened.review = page.opened.review.keeping(replace(kept, applied=True))
    assert "confident errors" not in links(page.run())
    assert EXPANDER in page.text


def links(page: Visitor) -> str:
    return " ".join(each.label.replace("\u00a0", " ") for each in page.app.button)


@pytest.mark.parametrize("study", ["heart-sounds", "surgical-phases", "breast-cancer"])
def test_every_example_has_its_sentence(study: str) -> None:
    assert "If the model decides only the" in open_it(Visitor(study=study)).text


def test_one_score_constant_scores_and_many_classes() -> None:
    assert "to a clinician" in open_it(Visitor().bring(one_score())).text
    many = [f"class {at}" for at in range(12)]
    assert "to a clinician" in open_it(Visitor().bring(scored(many, 240))).text
    constant = scored(["Normal", "VT"], 60).assign(score_Normal=0.4, score_VT=0.6)
    assert "have the highest confidence" in open_it(Visitor().bring(constant)).text


def test_labels_alone_have_no_curves() -> None:
    assert EXPANDER not in Visitor().bring(labels_only()).go("curves").text


def said(page: Visitor) -> list[str]:
    return [text for text in page.text.splitlines() if "go to a clinician" in text or "Accuracy" in text]


def test_of_rows_that_an_engine_holds_it_says_the_same_and_asks_when_it_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, ask = [], GroupCounter.by_confidence
    monkeypatch.setattr(GroupCounter, "by_confidence", lambda *given: asked.append(given[1]) or ask(*given))
    held = open_it(Visitor(study="heart-rhythm"))
    page = Visitor(study="heart-rhythm").go("overview")
    page.opened.study, page.opened.cache = counted(tmp_path, rhythm()), Cache()
    page.go("curves")
    assert EXPANDER in page.text
    assert not asked
    assert said(open_it(page)) == said(held) != []
    page.set(COVERAGE, 60.0)
    assert len(asked) == 1


def test_a_file_that_changed_is_said_and_the_page_stays(tmp_path: Path) -> None:
    page = Visitor(study="heart-rhythm").go("overview")
    page.opened.study, page.opened.cache = counted(tmp_path, rhythm()), Cache()
    change(tmp_path)
    page = open_it(page)
    assert "has changed" in " ".join(each.value for each in page.app.error)
    assert page.app.header
