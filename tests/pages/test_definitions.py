"""The Definitions page: the rates of one class with their counts, every other group, search, links."""

import re
from functools import cache
from pathlib import Path

import pytest
from sklearn.metrics import accuracy_score, f1_score, matthews_corrcoef, precision_score, recall_score

from metrics.definition import ALL_DOCUMENTS
from metrics.glossary import GLOSSARY
from reviews.cache import Cache
from tests.predictions.sources.counted.test_groups import counted, rhythm
from tests.support.studies import STUDIES, example_table, first_view, one_score, opened, seen
from tests.support.text import as_read
from tests.support.visitor import Visitor
from ui.definitions.groups import one_class, other_groups
from words.findings.definitions import documents
from words.text.notes import reason

SEARCH = "definitions_search"
EXPECTED, SHARE = "plan sensitivity expected", "plan sensitivity share"


def rows(visitor: Visitor) -> dict[str, dict[str, str]]:
    """Name -> column -> text, of every definition that is shown in a table."""
    found = {}
    for number in range(len(visitor.tables)):
        for _, row in visitor.table(number).iterrows():
            found[row["Name"].split(" | ")[0]] = {name: str(cell) for name, cell in row.items()}
    return found


@cache
def unfolded(study: str) -> Visitor:
    """The page of a study with every group open."""
    visitor = opened(study).go("definitions")
    for group in other_groups():
        visitor.app.session_state[f"definitions {group.title} "] = True
    return visitor.run()


def test_without_a_study_the_definitions_stand_alone() -> None:
    visitor = Visitor().go("definitions")
    assert visitor.finding == "Definitions"
    shown = rows(visitor)
    assert list(shown) == [as_read(each.name) for each in one_class().definitions]
    assert all("Value" not in row for row in shown.values())


def test_the_page_opens_on_one_class_with_its_counts_and_everything_else_is_closed() -> None:
    table, visitor = first_view("heart-rhythm"), seen("heart-rhythm", "definitions")
    is_vt, said = table.y_true == "VT", table.y_pred == "VT"
    assert "One class: VT" in [as_read(each.value) for each in visitor.app.subheader]
    counts = {"TP": (is_vt & said).sum(), "FN": (is_vt & ~said).sum(), "FP": (~is_vt & said).sum()}
    for name, count in counts.items():
        assert f" {name} {count:,} " in visitor.text
    assert len(visitor.tables) == 1
    labels = [each.label for each in visitor.app.expander]
    assert len(labels) == len(other_groups()) + 3
    assert any(label.startswith("Overall: Accuracy") for label in labels)


@pytest.mark.thorough
@pytest.mark.parametrize("study", STUDIES)
def test_every_number_has_a_value_or_says_why_it_has_none(study: str) -> None:
    shown = rows(unfolded(study))
    assert len(shown) == len(GLOSSARY)
    assert [name for name, row in shown.items() if not row.get("Value", "-").strip()] == []


def test_a_definition_says_everything_that_the_catalog_knows() -> None:
    visitor = unfolded("heart-rhythm")
    shown, text = rows(visitor), visitor.text
    for key, definition in GLOSSARY.items():
        row = shown[as_read(definition.name)]
        assert as_read(definition.meaning) in row["Meaning"], key
        assert all(as_read(alias) in row["Name"] for alias in definition.aliases), key
        undefined = reason(definition.undefined) if definition.undefined else ""
        facts = [undefined, documents(definition)]
        facts += [part for each in definition.readings for part in (each.by, each.says)]
        assert [fact for fact in facts if as_read(fact) not in text] == [], key


@pytest.mark.thorough
def test_a_file_that_an_engine_counts_has_every_number_that_a_loaded_one_has(tmp_path: Path) -> None:
    visitor = opened("heart-rhythm")
    visitor.opened.study, visitor.opened.cache = counted(tmp_path, rhythm()), Cache()
    visitor.go("definitions")
    for group in other_groups():
        visitor.app.session_state[f"definitions {group.title} "] = True
    assert rows(visitor.run()) == rows(unfolded("heart-rhythm"))


@pytest.mark.thorough
@pytest.mark.parametrize("unit", [0.5, 1.0])
def test_of_weighted_cases_counts_are_of_the_cases_and_no_formula_claims_what_they_do_not_give(unit: float) -> None:
    table = first_view("heart-rhythm").assign(weight=lambda rows: unit * (1 + rows.index % 3))
    visitor = Visitor().bring(table).go("overview").press("Use as weights").go("definitions")
    for group in other_groups():
        visitor.app.session_state[f"definitions {group.title} "] = True
    shown, text = rows(visitor.run()), as_read(visitor.text)
    is_vt, said = table.y_true == "VT", table.y_pred == "VT"
    found, missed = int((is_vt & said).sum()), int((is_vt & ~said).sum())
    assert text.count("Percentages are weighted, counts are not.") == 1
    assert f" TP {found} " in text
    assert f" FN {missed} " in text
    weight = table.weight.where(is_vt, 0)
    assert shown["Sensitivity"]["Value"].startswith(f"{100 * weight[said].sum() / weight.sum():.0f} %")
    assert [name for name, row in shown.items() if re.search(r"=.*\d{2}", row["Formula"])] == [
        "True positives", "False negatives", "False positives", "True negatives", "Cases", "Predictions",
    ]  # fmt: skip
    assert shown["False negatives"]["Value"] == str(missed)
    assert shown["Cases"]["Value"] == str(found + missed)


@pytest.mark.thorough
def test_the_numbers_are_those_of_the_reference() -> None:
    table, shown = first_view("heart-rhythm"), rows(unfolded("heart-rhythm"))
    is_vt, said = table.y_true == "VT", table.y_pred == "VT"
    found, missed = int((is_vt & said).sum()), int((is_vt & ~said).sum())
    (formula,) = [text for name, text in shown["Sensitivity"].items() if name.startswith("Formula")]
    assert rf"\frac{{{found}}}{{{found} + {missed}}}" in formula
    assert f"{100 * recall_score(is_vt, said):.0f} %" in shown["Sensitivity"]["Value"]
    assert "95 % CI" in shown["PPV"]["Value"]
    assert f"{100 * accuracy_score(table.y_true, table.y_pred):.1f} %" in shown["Accuracy"]["Value"]
    assert f"{matthews_corrcoef(table.y_true, table.y_pred):.3f}" in shown["MCC"]["Value"]
    macro = {of: of_(table.y_true, table.y_pred, average="macro") for of, of_ in MACRO.items()}
    assert f"{macro['f1']:.3f}" in shown["Macro F1"]["Value"]
    harmonic = 2 * macro["ppv"] * macro["sensitivity"] / (macro["ppv"] + macro["sensitivity"])
    assert f"Here: **{harmonic:.3f}**" in unfolded("heart-rhythm").text


MACRO = {"f1": f1_score, "ppv": precision_score, "sensitivity": recall_score}


@pytest.mark.thorough
def test_sequences_and_folds_show_their_numbers_where_there_are_any() -> None:
    table = example_table("surgical-phases")
    assert "video_id" in table
    assert re.search(
        r"[01]\.\d{3} \| mean of \d+ sequences", rows(unfolded("surgical-phases"))["Overlap score"]["Value"]
    )
    assert "no sequences" in rows(unfolded("breast-cancer"))["Overlap score"]["Value"]


def test_a_search_opens_the_groups_with_hits_and_shows_the_hits_alone() -> None:
    visitor = Visitor(study="heart-rhythm").go("definitions").set(SEARCH, "recall")
    shown = rows(visitor)
    assert {"Sensitivity", "Balanced accuracy", "Macro sensitivity"} <= set(shown)
    assert "Specificity" not in shown
    assert "References" not in [each.label for each in visitor.app.expander]
    assert rows(visitor.set(SEARCH, "no such number")) == {}
    assert "No definition matches." in visitor.text


@pytest.mark.parametrize("key", ["f1", "overlap_score", "macro_auc"])
def test_a_link_opens_one_definition_and_leads_back_to_all(key: str) -> None:
    visitor = Visitor(study="heart-rhythm", metric=key).go("definitions")
    assert list(rows(visitor)) == [GLOSSARY[key].name]
    assert visitor.query["metric"] == key
    visitor.press("All definitions")
    assert len(rows(visitor)) == len(one_class().definitions)
    assert "metric" not in visitor.query


def test_an_unknown_metric_in_the_address_is_dropped() -> None:
    visitor = Visitor(study="heart-rhythm", metric="<img src=x>").go("definitions")
    assert len(rows(visitor)) == len(one_class().definitions)
    assert "metric" not in visitor.query


def test_the_source_documents_are_the_last_group_by_their_names() -> None:
    visitor = Visitor().go("definitions")
    assert [each.label for each in visitor.app.expander][-1] == "References"
    assert all(title in visitor.text for title in ALL_DOCUMENTS)


@pytest.mark.thorough
@pytest.mark.parametrize(("position", "name"), [("0", "Newcombe score, DeLong variance, t"), ("1", "DeLong")])
def test_a_definition_names_the_interval_of_the_style_that_is_chosen(position: str, name: str) -> None:
    visitor = Visitor(study="breast-cancer", intervals=position).go("definitions")
    for group in other_groups():
        visitor.app.session_state[f"definitions {group.title} "] = True
    assert f"Interval: {name}. " in visitor.run().text


def test_the_planner_begins_with_the_numbers_of_the_study_and_follows_its_boxes() -> None:
    visitor = Visitor(study="heart-rhythm").go("definitions")
    visitor.app.session_state["planner"] = True
    table = first_view("heart-rhythm")
    sensitivity = (table.y_pred[table.y_true == "VT"] == "VT").mean()
    assert f"Sensitivity {100 * sensitivity:g} % with a 95 % CI of ±5 points:" in as_read(visitor.run().text)
    visitor.set("plan_goal", "requirement")
    text = as_read(visitor.text)
    assert f"Sensitivity at least {100 * sensitivity - 5:g} %, expected {100 * sensitivity:g} %:" in text
    assert "with 80 % power" in text
    assert "with 90 % power" in text
    visitor.set("plan_metric", "auc")
    assert "AUC at least 0." in as_read(visitor.text)


@pytest.mark.thorough
def test_the_planner_begins_anew_for_another_class_and_model_and_keeps_what_was_typed_for_each() -> None:
    visitor = Visitor(study="heart-rhythm").go("definitions")
    visitor.app.session_state["planner"] = True
    table = first_view("heart-rhythm")
    visitor.run().set(EXPECTED, 99.0)
    visitor.choose("Class of interest", "Ectopic")
    ectopic = (table.y_pred[table.y_true == "Ectopic"] == "Ectopic").mean()
    assert visitor.widget(EXPECTED).value == pytest.approx(100 * ectopic, abs=0.05)
    assert visitor.widget(SHARE).value == pytest.approx(100 * (table.y_true == "Ectopic").mean(), abs=0.05)
    visitor.choose("Model", "Model B").choose("Class of interest", "VT")
    assert visitor.widget(EXPECTED).value == 76
    visitor.choose("Model", "Model A")
    assert visitor.widget(EXPECTED).value == 99
    assert "Sensitivity 99 % with a 95 % CI of ±5 points:" in as_read(visitor.text)


def test_without_a_study_the_planner_counts_cases_with_the_class() -> None:
    visitor = Visitor().go("definitions")
    visitor.app.session_state["planner"] = True
    text = as_read(visitor.run().text)
    assert "±5 points:** 250 cases with the class, 2,500 cases in all." in text


def test_while_no_class_is_predicted_no_counts_stand_beside_the_definitions() -> None:
    visitor = Visitor().bring(one_score().assign(score=lambda rows: (rows.score * 10).round())).go("definitions")
    assert "TP" not in visitor.detail
    assert "100 detected" not in visitor.text
