"""A threshold for every class against a decision made row by row."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from reviews.cache import Cache
from tests.predictions.sources.counted.test_groups import change, counted
from tests.predictions.sources.counted.test_groups import rhythm as rhythm_rows
from tests.support.studies import HOSTILE, first_view, opened, scored, two_scales
from tests.support.visitor import Visitor
from ui.threshold.per_class_thresholds import DELIVERED, OPEN, THRESHOLDS


def visit(visitor: Visitor) -> Visitor:
    return visitor.go("threshold").keep(OPEN, True).run()


@pytest.fixture
def rhythm() -> Visitor:
    return visit(Visitor(study="heart-rhythm"))


def figures(visitor: Visitor, head: str = "All classes") -> pd.DataFrame:
    tables = [visitor.table(place) for place in range(len(visitor.tables))]
    table = next(each for each in tables if head in each.columns)
    table.index = [cell.split(" | ")[0] for cell in table[head]]
    return table


def of(part: int, total: int) -> str:
    return f"{part:,} of {total:,}"


@pytest.mark.thorough
def test_each_class_its_own_threshold_else_no_prediction(rhythm: Visitor) -> None:
    labels, table = list(rhythm.study.labels), first_view("heart-rhythm")
    scores = table[[f"score_{label}" for label in labels]].to_numpy(float)
    plain = figures(rhythm)
    assert (plain[THRESHOLDS] == plain[DELIVERED]).all()
    for i, threshold in enumerate(thresholds := (0.6, 0.2, 0.4)):
        rhythm.set(f"several_lines_{i}", threshold)
    reached = np.where(scores >= thresholds, scores, -1)
    predicted = np.where(reached.max(1) >= 0, np.array(labels)[reached.argmax(1)], "none")
    truth, shown = table.y_true.to_numpy(), figures(rhythm)
    assert of((predicted == "none").sum(), len(truth)) in shown.loc["No prediction", THRESHOLDS]
    assert of((predicted == truth).sum(), len(truth)) in shown.loc["Accuracy", THRESHOLDS]
    by_class = figures(rhythm, "Correct")
    assert list(by_class.index) == ["VT", "Ectopic", "Normal"]
    for name in labels:
        cases = (truth == name).sum()
        assert by_class.loc[name, THRESHOLDS] == of(((predicted == name) & (truth == name)).sum(), cases)
        assert by_class.loc[name, "No prediction"] == f"{((predicted == 'none') & (truth == name)).sum():,}"
    rhythm.go("overview")
    kept = figures(visit(rhythm))
    assert of((predicted == "none").sum(), len(truth)) in kept.loc["No prediction", THRESHOLDS]


@pytest.mark.thorough
def test_each_model_has_thresholds_of_its_own_which_begin_at_its_own_lowest_scores() -> None:
    visitor = visit(Visitor().bring(two_scales())).set("several_lines_2", 0.6)
    visitor.choose("Model", "B")
    shown = figures(visitor)
    assert (shown[THRESHOLDS] == shown[DELIVERED]).all()
    assert visitor.widget("several_lines_2").value < -20
    assert visitor.choose("Model", "A").widget("several_lines_2").value == 0.6


@pytest.mark.thorough
def test_the_delivered_predictions_stand_beside_and_rows_with_gaps_are_excluded() -> None:
    table = scored(["Normal", "Murmur", "Artifact"], 90).assign(y_pred="Murmur")
    table.loc[:4, "score_Normal"] = np.nan
    visitor = visit(Visitor().bring(table))
    assert figures(visitor, "Correct").loc["Murmur", DELIVERED] == "29 of 29"
    assert "5 cases without a score of every class excluded here." in visitor.text


@pytest.mark.thorough
def test_only_3_to_12_classes_have_the_section_and_hostile_names_stay_text() -> None:
    assert "One threshold per class" not in visit(opened("20 classes")).text
    visitor = visit(opened("hostile names"))
    assert "no prediction if none is" in visitor.text
    assert not [text for kind, text in visitor.texts() if kind == "markdown" and any(n in text for n in HOSTILE)]


def large(path: Path) -> Visitor:
    visitor = Visitor(study="heart-rhythm").go("overview")
    visitor.opened.study, visitor.opened.cache = counted(path, rhythm_rows()), Cache()
    return visitor


@pytest.mark.thorough
def test_of_rows_that_an_engine_holds_the_same_is_said(rhythm: Visitor, tmp_path: Path) -> None:
    visitor = visit(large(tmp_path))
    for each in (rhythm, visitor):
        for place, threshold in enumerate((0.6, 0.2, 0.4)):
            each.set(f"several_lines_{place}", threshold)
    for head in ("All classes", "Correct"):
        assert figures(visitor, head).to_numpy().tolist() == figures(rhythm, head).to_numpy().tolist()


@pytest.mark.thorough
def test_a_file_that_changed_is_said_and_the_page_stays(tmp_path: Path) -> None:
    visitor = large(tmp_path)
    change(tmp_path)
    visitor = visit(visitor)
    assert "has changed" in " ".join(each.value for each in visitor.app.error)
    assert visitor.app.header
