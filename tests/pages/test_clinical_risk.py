"""The clinical risk page counts misses, where they went, and both sides of a false all-clear."""

from dataclasses import replace

import pytest

from metrics import by_danger, wilson
from predictions.demo import EXAMPLES
from tests.support.studies import first_view, opened
from tests.support.text import as_read
from tests.support.visitor import Visitor
from words import bounds

KEYS = [example.key for example in EXAMPLES if example.key != "surgical-phases"]


def normal_of(visitor: Visitor) -> str:
    return visitor.label_of_choices().rsplit("all-clear is ", 1)[1]


@pytest.mark.parametrize("key", KEYS)
def test_each_disease_has_its_misses_false_alarms_and_risk_score(key: str) -> None:
    table, visitor = first_view(key), Visitor(study=key).go("clinical_risk")
    normal, text = normal_of(visitor), visitor.text
    cleared = int((table.y_pred == normal).sum())
    for disease in set(table.y_true) - {normal}:
        has, called = table.y_true == disease, table.y_pred == disease
        assert f"**Missed: {(has & ~called).sum():,} of {has.sum():,}**" in text
        if called.any():
            assert f"**False alarms: {(~has & called).sum():,} of {called.sum():,} {disease} calls**" in text
        reassured = int((has & (table.y_pred == normal)).sum())
        unit = next(example.unit[1] for example in EXAMPLES if example.key == key)
        verb = "are" if disease.islower() else "have"
        assert f"of {cleared:,} {unit} called {normal}, {reassured:,} {verb} {disease}." in text


@pytest.mark.parametrize("key", KEYS)
def test_risk_score_and_miss_rate_share_a_numerator_and_not_a_total(key: str) -> None:
    table, visitor = first_view(key), Visitor(study=key).go("clinical_risk")
    normal = normal_of(visitor)
    cleared = int((table.y_pred == normal).sum())
    for _, row in visitor.table().iterrows():
        _, risk, miss, _ = row
        has = table.y_true == row["Disease"]
        both = int((has & (table.y_pred == normal)).sum())
        assert f"| {both:,} of {cleared:,} ·" in risk
        assert f"| {both:,} of {has.sum():,} ·" in miss


def test_the_whole_of_false_reassurance_is_counted() -> None:
    table, visitor = first_view("heart-sounds"), Visitor(study="heart-sounds").go("clinical_risk")
    reassured = int(((table.y_pred == "Normal") & (table.y_true != "Normal")).sum())
    metrics = visitor.metrics
    assert f"{reassured:,} of {(table.y_pred == 'Normal').sum():,} | CI" in metrics["False reassurance"]
    assert f"{reassured:,} of {(table.y_true != 'Normal').sum():,} | CI" in metrics["Missed disease"]
    assert f"{(table.y_pred == 'Normal').sum():,} of {len(table):,} | CI" in metrics["Called Normal"]


def test_where_patients_have_several_recordings_whole_patients_are_drawn() -> None:
    visitor = Visitor(study="heart-sounds").go("clinical_risk")
    study, normal = visitor.study, normal_of(visitor)
    whole = replace(study.evaluate(*study.slices[0]), normal=study.labels.index(normal))
    assert whole.is_clustered
    text, found = visitor.text, whole.overall["missed_as_normal"]
    assert as_read(bounds(found)) in visitor.metrics["Missed disease"]
    assert found.low != wilson(found.successes or 0, found.trials or 0).low
    for label in by_danger(whole.matrix, whole.normal):
        of_calls, of_others = whole.classes[label]["ppv"].complement(), whole.classes[label]["npv"].complement()
        assert not of_calls.is_defined or f"({as_read(bounds(of_calls, 0.95))})" in text
        assert f", {as_read(bounds(of_others))})." in text
        assert f"({as_read(bounds(whole.classes[label]['risk_score']))}): of " in text


def test_the_panels_stand_in_the_order_of_the_page_and_the_finding_names_the_first() -> None:
    visitor = Visitor(study="heart-rhythm").go("clinical_risk")
    panels = [each.value for each in visitor.app.subheader if each.value in ("VT", "Ectopic", "Normal")]
    assert sorted(panels) == ["Ectopic", "VT"], "the all-clear class is no disease"
    assert visitor.finding.startswith(f"{panels[0]} is missed in ")


def test_another_all_clear_class_counts_other_misses() -> None:
    table, visitor = first_view("heart-rhythm"), Visitor(study="heart-rhythm").go("clinical_risk")
    visitor.make_normal("Ectopic")
    assert visitor.label_of_choices().endswith("all-clear is Ectopic")
    assert "Called Ectopic" in visitor.metrics
    wrong = int(((table.y_pred == "Ectopic") & (table.y_true != "Ectopic")).sum())
    assert f"{wrong:,} of {(table.y_pred == 'Ectopic').sum():,} | CI" in visitor.metrics["False reassurance"]


def test_without_an_all_clear_class_the_page_asks_for_one_and_invents_no_risk() -> None:
    visitor = Visitor(study="heart-rhythm").go("clinical_risk").make_normal(None)
    assert any("No class is chosen" in warning for warning in visitor.warnings)
    assert visitor.metrics == {}
    assert "Risk score" not in [str(title)[:10] for table in visitor.app.table for title in table.value]
    assert "**Missed: " in visitor.text


def test_a_class_that_is_never_called_has_no_false_alarms() -> None:
    text = opened("never called").go("clinical_risk").text
    assert "**Missed: 60 of 60**" in text
    assert "**False alarms: no calls** · not estimable" in text


def test_many_diseases_are_six_panels_and_a_table() -> None:
    visitor = opened("20 classes").go("clinical_risk")
    frame, _ = next(visitor.frames())
    assert sum("**Missed: " in text for _, text in visitor.texts()) == 6
    assert len(frame) == 14
