"""Every figure can be saved as SVG or PNG under a name that says study, number of cases and date."""

import json
import re

import pytest

from tests.support.visitor import Visitor


def options(visitor: Visitor) -> dict[str, object]:
    chart = visitor.app.get("plotly_chart")[0]
    config = json.loads(chart.proto.config)
    assert config["modeBarButtons"] == [["toImage"]]
    assert config["displaylogo"] is False
    return dict(config["toImageButtonOptions"])


@pytest.mark.parametrize("page", ["confusion", "curves"])
def test_the_file_is_named_after_study_figure_cases_and_date(page: str) -> None:
    found = options(Visitor(study="heart-rhythm").go(page))
    assert re.fullmatch(r"rounds-heart-rhythm-simulated-[a-z-]+-n1150-\d{4}-\d\d-\d\d", str(found["filename"]))
    assert found["format"] == "svg"


def test_the_format_is_chosen_once_for_all_figures() -> None:
    visitor = Visitor(study="heart-rhythm").go("confusion").set("pick_picture_format", "png")
    assert options(visitor)["format"] == "png"
    assert options(visitor.go("curves"))["format"] == "png"
