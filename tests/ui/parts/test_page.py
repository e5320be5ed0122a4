"""The grammar of a page: its definitions stand in one closed expander."""

import numpy as np
import pandas as pd
import pytest

from metrics.glossary import GLOSSARY
from tests.support.studies import scored, seen
from tests.support.visitor import Visitor
from ui.parts.help import MEANINGS

PAGES = ("overview", "clinical_risk", "curves", "threshold", "compare_models", "timeline", "cross_validation")
EXAMPLE = {"timeline": "surgical-phases", "cross_validation": "breast-cancer"}


def expanders(visitor: Visitor) -> list[str]:
    return [each.label for each in visitor.app.expander if each.label == "Definitions"]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_one_expander_of_definitions_which_is_worded_when_it_is_opened(page: str) -> None:
    visitor = Visitor(study=EXAMPLE.get(page, "heart-rhythm")).go(page)
    assert expanders(visitor) == ["Definitions"]
    assert "All definitions" not in visitor.text
    visitor.app.session_state[MEANINGS] = True
    assert "All definitions" in visitor.run().text


def test_the_anchor_of_the_table_headers_stands_above_the_definitions() -> None:
    visitor = seen("heart-rhythm", "curves")
    assert any(f'id="{MEANINGS}"' in each.proto.body for each in visitor.app.get("html"))
    assert f"(#{MEANINGS}" in visitor.tables[0].columns[0]


@pytest.mark.thorough
def test_an_opened_definition_has_its_name_its_question_and_its_formula() -> None:
    visitor = Visitor(study="heart-rhythm").go("curves")
    visitor.app.session_state[MEANINGS] = True
    said = visitor.run().text
    for key in ("auc", "average_precision", "sensitivity"):
        assert f"**{GLOSSARY[key].name}.** " in said
        assert GLOSSARY[key].latex in said


@pytest.mark.parametrize("name", ["curves", "threshold", "calibration", "net_benefit"])
def test_a_reader_beside_a_model_has_no_scores_and_nothing_is_said_of_the_dataset(name: str) -> None:
    table = scored(["Normal", "VT"], 60).assign(model="net")
    reader = table.assign(model="reader", score_Normal=np.nan, score_VT=np.nan)
    visitor = Visitor().bring(pd.concat([table, reader])).go("overview").choose("Model", "reader")
    assert visitor.warnings == []
    assert visitor.go(name).finding == "None of these cases has a score."
    assert "Choose another model or split at the top of the page." in visitor.text
