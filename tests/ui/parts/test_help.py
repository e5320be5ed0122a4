"""Every name on the pages has its question, from one catalog."""

import pytest

from metrics.glossary import GLOSSARY
from ui.parts.help import column_helps, header_of, help_for, help_of, help_of_all
from ui.tables.class_table import NUMBERS
from ui.threshold.operating_point import RATES
from words.findings.definitions import tooltip


def test_a_key_and_its_name_give_the_same_help() -> None:
    for key, definition in GLOSSARY.items():
        assert help_of(key) == help_for(definition.name) == tooltip(definition)


@pytest.mark.parametrize("name", ["Macro AUC", "Macro F1", "macro f1", "recall", "Matthews correlation coefficient"])
def test_other_names_and_any_case_are_known(name: str) -> None:
    assert help_for(name)


def test_what_the_catalog_does_not_know_has_no_help() -> None:
    assert help_for("Secretary") is None


def test_every_shown_column_is_known() -> None:
    assert set(NUMBERS) | set(RATES) <= set(GLOSSARY)
    known = column_helps(["Class", "Cases", "Sensitivity", "PPV", "F1", "AUC", "risk score of a disease", "miss rate"])
    assert set(known) == {"Cases", "Sensitivity", "PPV", "F1", "AUC", "risk score of a disease", "miss rate"}
    assert known["risk score of a disease"]["help"] == help_of("class_risk_score")


def test_a_header_tells_its_meaning_when_pointed_at_and_leads_to_its_meaning() -> None:
    assert header_of("ppv", "correct") == (
        '**[PPV](#definitions "Proportion of positive predictions that are correct. Depends on prevalence. '
        'PPV = TP / (TP + FP)")**  \ncorrect'
    )


def test_a_paragraph_brings_the_help_of_the_numbers_that_it_names() -> None:
    said = help_of_all(("auc", "average_precision"))
    assert said == "\n\n".join(f"**{GLOSSARY[key].name}.** {help_of(key)}" for key in ("auc", "average_precision"))
    assert help_of_all(()) is None
