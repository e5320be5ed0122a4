"""The decision curve on the page, and that of all models with its legend."""

from __future__ import annotations

from charts.html.swatches import line_swatch
from reviews.risks.decision_picture import Picture, curve_picture, models_picture
from reviews.risks.net_benefit import Look, NetBenefit
from ui.parts import pictures
from ui.parts.legend import show_legend
from words import markdown
from words.text.names import names_of_models


def show_curve(found: NetBenefit, look: Look) -> None:
    """The model that is looked at, with its band and its operating points."""
    _show(curve_picture(found, look, names_of_models(found.view.study.model_names)), "Decision curve")


def show_all(models: dict[int, NetBenefit], look: Look) -> None:
    """All models over one another, with a legend below."""
    study = next(iter(models.values())).view.study
    drawn = models_picture(models, look, names_of_models(study.model_names))
    _show(drawn, "Decision curves of all models")
    show_legend(f"{line_swatch(each.style)} {markdown(each.name, 48)}" for each in drawn.lines)


def _show(drawn: Picture, name: str) -> None:
    legend = [(each.style.color, each.name) for each in drawn.lines]
    pictures.show(drawn.figure, name, legend, alt=drawn.alt, key=name)
