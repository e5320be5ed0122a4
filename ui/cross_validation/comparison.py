"""What the cross-validation page compares: the chosen numbers, and the rows of its picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import streamlit as st

import charts
from metrics import MetricChoice, Spread
from predictions.slices.folds import Folds
from predictions.study import Study
from reviews import View
from ui.parts import page
from ui.state import choices
from words import counted, distinct, markdown, whole
from words.findings.finding import Finding
from words.findings.folds import (
    average_said,
    definition_of,
    fold_warnings_of,
    folds_finding,
    gap,
    reading_name,
    several_finding,
)
from words.notices import worded

MOST_FOLDS = 1_000
MOST_CELLS = 20_000_000  # of the matrices of all folds
MOST_ROWS = 12  # of the picture, and columns of the table
MOST_MODELS = MOST_CLASSES = 8


@dataclass(frozen=True, eq=False)
class FoldComparison:
    """What the page compares.

    readings: one, or four at once, each with its plain name, of the chosen model. rows: those of the picture.
    columns: those of the table, under their full names.
    """

    view: View
    folds: Folds
    readings: list[tuple[str, Spread]]
    rows: list[charts.FoldRow]
    columns: list[charts.FoldRow]
    models_left_out: int

    @property
    def study(self) -> Study:
        return self.view.study


def gather(view: View, folds: Folds, readings: Sequence[MetricChoice]) -> FoldComparison:
    """The chosen readings of the chosen model, beside those of the other models; or else beside the classes."""
    labels = distinct(view.study.labels)
    named = [(reading_name(reading, labels), folds.spread(reading)) for reading in readings]
    models = _models(view, len(readings))
    left_out = len(view.study.model_names) - len(models)
    if len(readings) > 1:
        rows = [row for each in named for row in _by_model(view, *each, models)]
        columns = [charts.FoldRow(name, spread, charts.AVERAGE_STYLE) for name, spread in named]
        return FoldComparison(view, folds, named, rows, columns, left_out)
    if len(models) > 1:
        columns = list(_by_model(view, *named[0], models))
        rows = [replace(each, name=each.model, model="") for each in columns]
        return FoldComparison(view, folds, named, rows, columns, left_out)
    rows = _by_class(view, folds, readings[0], named[0][0])
    columns = [replace(row, name=reading_name(row.spread.reading, labels)) for row in rows]
    return FoldComparison(view, folds, named, rows, columns, left_out)


def _models(view: View, readings: int) -> list[int]:
    """The models that have folds in the chosen split, the chosen one among them, as many as fit."""
    others = (i for i in range(len(view.study.model_names)) if i != view.model and _folds(view, i) is not None)
    return sorted([view.model, *islice(others, min(MOST_MODELS, MOST_ROWS // readings) - 1)])


def _folds(view: View, model: int) -> Folds | None:
    """Of a model on the chosen split; None where it has no such split, no folds there or too many."""
    if (model, view.split) not in view.study.slices or _too_many(view.study, model):
        return None
    return replace(view, model=model).folds


def _too_many(study: Study, model: int) -> bool:
    folds = len(study.folds_of(model) or ())
    return folds > MOST_FOLDS or folds * len(study.labels) ** 2 > MOST_CELLS


def _by_model(view: View, name: str, spread: Spread, models: Sequence[int]) -> Iterator[charts.FoldRow]:
    """One reading of each model."""
    names, style = choices.model_names(view.study), _style(view, spread.reading)
    for turn, model in enumerate(models):
        folds = _folds(view, model)
        if folds is not None:
            called = names[model] if len(models) > 1 else ""
            yield charts.FoldRow(name, folds.spread(spread.reading), charts.model_style(style, turn), called)


def _by_class(view: View, folds: Folds, reading: MetricChoice, name: str) -> list[charts.FoldRow]:
    """The reading itself, then every class: the one that is chosen stands first."""
    chosen, labels = reading.average, distinct(view.study.labels)
    if chosen == "overall" or len(labels) > MOST_CLASSES:
        return [charts.FoldRow(name, folds.spread(reading), _style(view, reading))]
    first = [] if not isinstance(chosen, str) else [charts.FoldRow(name, folds.spread(reading), charts.AVERAGE_STYLE)]
    order = sorted(range(len(labels)), key=lambda label: label != chosen)
    readings = [(label, MetricChoice(reading.key, label)) for label in order]
    return first + [charts.FoldRow(labels[i], folds.spread(each), _style(view, each)) for i, each in readings]


def _style(view: View, reading: MetricChoice) -> charts.ClassStyle:
    if isinstance(reading.average, str):
        return charts.AVERAGE_STYLE
    return charts.class_styles(len(view.study.labels), view.normal)[reading.average]


def folds_or_stop(view: View) -> Folds:
    """The folds of the chosen model and split; without any the page says what it would need."""
    page.cases_or_stop(view)
    names = view.study.folds_of(view.model)
    if names is None:
        page.nothing_to_show(
            "This study has no folds to compare.",
            "Cross-validation needs one row per case with a column that says in which fold the case was tested: for "
            "example `fold`, with 1 to 5. A column of another name can be chosen on the Data page.",
        )
    if _too_many(view.study, view.model):
        page.nothing_to_show(
            f"{whole(len(names))} folds are too many to compare.",
            "A number of a fold that holds one or two cases says nothing. Choose another column as the fold on the "
            "Data page, or read the other pages, which count all cases together.",
        )
    found = view.folds
    if found is None:
        page.nothing_to_show(
            "No case of this part of the study has a fold.",
            "Choose another split or model at the top of the page.",
        )
    return found


def finding(compared: FoldComparison) -> Finding:
    """What the chosen model's folds show."""
    if len(compared.readings) > 1:
        return several_finding(compared.readings)
    spread = compared.readings[0][1]
    name = reading_name(spread.reading, compared.view.voice.names)
    return folds_finding(name, spread, compared.folds.each, compared.study.unit)


def show_warnings(compared: FoldComparison) -> None:
    """Everything that misleads about these folds, in one box."""
    said = [
        *map(worded, compared.folds.warnings),
        *(text for each in compared.readings for text in fold_warnings_of(*each)),
    ]
    if said:
        st.warning("  \n".join(markdown(text, 600) for text in said), icon=":material/rule:")


def axis(compared: FoldComparison) -> str:
    """What the picture shows: the metric, or nothing in particular where there are four."""
    if len(compared.readings) > 1:
        return "Value"
    reading = compared.readings[0][1].reading
    return definition_of(reading if reading.average == "overall" else MetricChoice(reading.key, 0)).name


def legend(compared: FoldComparison) -> str:
    """What the marks are, how classes were averaged, and which folds have no mark."""
    marks = f"One mark per fold, larger where it has more {compared.study.unit[1]}."
    said = [marks, "Bar: mean. Band: spread between folds (one standard deviation), not a confidence interval."]
    said += dict.fromkeys(average_said(spread.reading) for _, spread in compared.readings)
    said += [markdown(gap(row.title, row.spread), 300) for row in compared.rows]
    if compared.models_left_out:
        more = counted(compared.models_left_out, ("more model is", "more models are"))
        said.append(f"{more} not shown.")
    return " ".join(text for text in said if text)


def meant(compared: FoldComparison) -> list[str]:
    """Keys of everything that the page shows."""
    return [
        *dict.fromkeys(definition_of(spread.reading).key for _, spread in compared.readings),
        "fold_mean",
        "fold_sd",
    ]
