"""Run where the catalog holds one metric more, Youden's J: it stands in every place that shows metrics.

Each line that is printed names a place in which it was found.
"""

import json
from functools import cache

import numpy as np
import pytest

from metrics import METRICS, Evaluation
from metrics.glossary import GLOSSARY
from metrics.requirements import OF_ALL, assessed
from predictions.demo import open_example
from report.formats.html import as_html
from report.formats.json_document import document
from report.formats.plain_text import summary
from report.results import Report, results_of
from reviews.requirement_text import parsed
from reviews.review import Review
from reviews.view import View
from tests.support.visitor import Visitor
from ui.cross_validation.pick_metrics import OPTIONS
from ui.parts.help import help_for
from ui.tables.class_frame import class_frame
from ui.tables.class_table import class_table

KEY, NAME = "youden_j", "Youden’s J"
AVERAGES = ("macro", "micro", "weighted")


@cache
def report() -> Report:
    return results_of(open_example("breast-cancer"))


@cache
def evaluation_of(key: str) -> Evaluation:
    return open_example(key).evaluate()


def in_json() -> None:
    found = json.loads(json.dumps(document(report())))["evaluations"][0]
    for each in found["classes"].values():
        given = each[KEY]
        assert given["value"] == pytest.approx(each["sensitivity"]["value"] + each["specificity"]["value"] - 1)
        assert given["low"] < given["value"] < given["high"]
        assert given["method"].startswith("bootstrap SE, logit scale, t(")
    assert {KEY in found[average] for average in AVERAGES} == {True}
    macro = [each[KEY]["value"] for each in found["classes"].values()]
    assert found["macro"][KEY]["value"] == pytest.approx(np.mean(macro))


def in_reports() -> None:
    text, html = summary(report()), as_html(report()).decode()
    for shown in (text, html):
        assert shown.count(NAME) >= 2, "by class and among the averages"


def in_tables_of_a_page() -> None:
    study = open_example("heart-sounds")
    evaluation = evaluation_of("heart-sounds")
    voice = View(study, Review.begin(study)).plain_voice
    table = class_table(evaluation, voice, {})
    (column,) = [name for name in table if NAME in name]
    for cell, figures in zip(table[column], (evaluation.classes[i] for i in voice.order), strict=True):
        assert ("–" in cell) == (figures[KEY].method or "").startswith("patient bootstrap SE")
        assert figures[KEY].low is not None or figures[KEY].note is not None
    assert sum("–" in cell for cell in table[column]) == 4  # one class is never predicted, and nothing varies there
    assert {KEY, f"{KEY}_low", f"{KEY}_high"} <= set(class_frame(evaluation, voice).columns)


def in_averages() -> None:
    evaluation = evaluation_of("heart-sounds")
    for average in AVERAGES:
        given = getattr(evaluation, average)[KEY]
        assert given.low is not None or given.note is not None
        assert f"{average}_{KEY}" in GLOSSARY
    assert (KEY, True) in OPTIONS, "folds"


def in_requirements() -> None:
    evaluation = evaluation_of("breast-cancer")
    for text, state in (("malignant Youden's J at least 0.2", "met"), ("macro youden j at least 0.999", "not met")):
        requirement = parsed(text, evaluation.labels)
        assert requirement.key.endswith(KEY)
        assert assessed(requirement, evaluation).verdict.state == state
    assert f"macro_{KEY}" in OF_ALL


def in_tooltips() -> None:
    assert METRICS[KEY].meaning in (help_for(NAME) or "")


def on_definitions() -> None:
    visitor = Visitor(study="breast-cancer").go("definitions").set("definitions_search", NAME)
    assert NAME in visitor.text
    assert METRICS[KEY].meaning in visitor.text


if __name__ == "__main__":
    for look in (in_json, in_reports, in_tables_of_a_page, in_averages, in_requirements, in_tooltips, on_definitions):
        look()
        print(look.__name__)  # noqa: T201
