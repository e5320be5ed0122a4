"""Lines for several classes at once: both rules against a decision made row by row."""

import numpy as np
import pandas as pd
import pytest

from tests.support.studies import HOSTILE, first_view, opened, scored
from tests.support.visitor import Visitor
from ui.threshold.per_class_thresholds import OPEN, WAY

OWN = 1


def visit(visitor: Visitor) -> Visitor:
    return visitor.go("threshold").keep(OPEN, True).run()


@pytest.fixture
def rhythm() -> Visitor:
    return visit(Visitor(study="heart-rhythm"))


def figures(visitor: Visitor) -> pd.DataFrame:
    tables = [visitor.table(place) for place in range(len(visitor.app.table))]
    table = next(each for each in tables if "Rule" in each.columns)
    table.index = [cell.split(" | ")[0] for cell in table["Rule"]]
    return table


def of(part: int, total: int) -> str:
    return f"{part:,} of {total:,}"


def labels_and_scores(visitor: Visitor) -> tuple[list[str], pd.DataFrame, np.ndarray]:
    labels, table = list(visitor.study.labels), first_view("heart-rhythm")
    return labels, table, table[[f"score_{label}" for label in labels]].to_numpy(float)


def test_the_safety_rule_calls_normal_only_from_its_line_on(rhythm: Visitor) -> None:
    labels, table, scores = labels_and_scores(rhythm)
    normal = labels.index("Normal")
    rhythm.set(f"several_lines_0_{normal}", 0.9)
    others = scores.copy()
    others[:, normal] = -1
    called = np.where(scores[:, normal] >= 0.9, "Normal", np.array(labels)[others.argmax(1)])
    truth = table.y_true.to_numpy()
    shown = figures(rhythm)
    missed, cleared = ((called == "Normal") & (truth != "Normal")).sum(), (called == "Normal").sum()
    assert of(missed, cleared) in shown.loc["False reassurance", "these lines"]
    assert of(missed, (truth != "Normal").sum()) in shown.loc["Missed disease", "these lines"]
    assert of((called == truth).sum(), len(truth)) in shown.loc["Accuracy", "these lines"]
    wins = np.array(labels)[scores.argmax(1)]
    assert of((wins == truth).sum(), len(truth)) in shown.loc["Accuracy", "highest score wins"]


def test_each_class_its_own_line_else_no_call(rhythm: Visitor) -> None:
    labels, table, scores = labels_and_scores(rhythm)
    rhythm.set(WAY, OWN)
    plain = figures(rhythm)
    assert (plain["these lines"] == plain["highest score wins"]).all()
    for i, line in enumerate(lines := (0.6, 0.2, 0.4)):
        rhythm.set(f"several_lines_{OWN}_{i}", line)
    reached = np.where(scores >= lines, scores, -1)
    called = np.where(reached.max(1) >= 0, np.array(labels)[reached.argmax(1)], "none")
    truth, shown = table.y_true.to_numpy(), figures(rhythm)
    assert of((called == "none").sum(), len(truth)) in shown.loc["No call", "these lines"]
    assert of((called == truth).sum(), len(truth)) in shown.loc["Accuracy", "these lines"]
    uncalled = [
        f"{name} {((called == 'none') & (truth == name)).sum()} of {(truth == name).sum():,}" for name in labels
    ]
    assert f"No call, by true class: {uncalled[0]}, {uncalled[1]} and {uncalled[2]}." in rhythm.text
    text = next(trace["text"] for trace in rhythm.chart("several_lines_matrix_0")["data"] if trace["type"] == "bar")
    assert f">{((called == labels[0]) & (truth == labels[0])).sum():,}<" in text[0]
    rhythm.go("overview")
    assert rhythm.kept("pick_several_lines")[WAY] == OWN
    assert of((called == "none").sum(), len(truth)) in figures(visit(rhythm)).loc["No call", "these lines"]


def test_the_calls_of_the_file_stand_beside_where_they_differ_and_rows_with_gaps_are_left_out() -> None:
    table = scored(["Normal", "Murmur", "Artifact"], 90).assign(y_pred="Murmur")
    table.loc[:4, "score_Normal"] = np.nan
    visitor = visit(Visitor().upload(table))
    assert "the file's own calls" in figures(visitor).columns
    assert "5 cases without a score of every class left out here." in visitor.text


def test_only_3_to_12_classes_have_the_section_and_hostile_names_stay_text() -> None:
    assert "Several lines" not in visit(opened("20 classes")).text
    visitor = visit(opened("hostile names"))
    assert "Of the classes whose score reaches their own line" in visitor.text
    for normal in (0, 1):
        assert not [text for kind, text in visitor.texts() if kind == "markdown" and any(n in text for n in HOSTILE)]
        visitor.make_normal(visitor.study.labels[normal])
    assert "only when its score is at least" in visitor.text
