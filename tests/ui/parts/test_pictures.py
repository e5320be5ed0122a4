"""Every figure can be saved as SVG or PNG with study, number of cases and date in its name and in the picture."""

import json
import re
import tomllib
from typing import Any

import pytest

from charts.style.source_line import ROOM
from charts.style.theme import INK, PAGE
from tests.support.studies import seen
from tests.support.visitor import Visitor
from ui.parts.page import PAGES


def options(visitor: Visitor) -> dict[str, object]:
    chart = visitor.app.get("plotly_chart")[0]
    config = json.loads(chart.proto.config)
    assert config["modeBarButtons"] == [["toImage"]]
    assert config["displaylogo"] is False
    return dict(config["toImageButtonOptions"])


def title(visitor: Visitor) -> str:
    layout: dict[str, Any] = json.loads(visitor.app.get("plotly_chart")[0].proto.spec)["layout"]
    return str(layout["title"]["text"]).replace("\u00a0", " ")


@pytest.mark.parametrize("page", ["confusion", "curves"])
def test_the_file_is_named_after_study_figure_cases_and_date(page: str) -> None:
    found = options(seen("heart-rhythm", page))
    assert re.fullmatch(r"rounds-heart-rhythm-simulated-[a-z-]+-n1150-\d{4}-\d\d-\d\d", str(found["filename"]))
    assert found["format"] == "svg"


@pytest.mark.thorough
def test_the_format_is_chosen_once_for_all_figures() -> None:
    visitor = Visitor(study="heart-rhythm").go("confusion").set("pick_picture_format", "png")
    assert options(visitor)["format"] == "png"
    assert options(visitor.go("curves"))["format"] == "png"


def test_the_picture_says_study_cases_model_split_and_date() -> None:
    said = title(seen("heart-rhythm", "confusion"))
    expected = r"Confusion matrix<br>Heart rhythm \(simulated\)<br>1,150 patients · Model A · test · \d{4}-\d\d-\d\d"
    assert re.search(expected, said)


def test_the_picture_has_the_legend_that_the_page_writes_beside_it() -> None:
    said = re.sub("<[^>]*>", "", title(seen("heart-rhythm", "curves")))
    assert said.endswith("■ VT   ■ Ectopic   ■ Normal")


@pytest.mark.thorough
def test_the_name_of_a_file_is_no_markup_in_a_picture() -> None:
    visitor = Visitor().go("data").open_example("heart-rhythm")
    content = b"y_true,y_pred\n" + b"a,b\nb,b\n" * 10
    said = title(visitor.go("data").upload(content, "<b>x$1$.csv").go("confusion"))
    assert "&lt;b&gt;x&#36;1&#36;" in said


def test_figures_take_the_ink_and_the_ground_of_each_mode() -> None:
    root = PAGES.parent
    style, look = (root / "ui" / "page.css").read_text(), tomllib.loads((root / ".streamlit/config.toml").read_text())
    for color, name, meant in ((INK, "ink", "textColor"), (PAGE, "ground", "backgroundColor")):
        rgb = ", ".join(str(part) for part in bytes.fromhex(color[1:]))
        assert f'fill: rgb({rgb})"] {{ fill: var(--{name})' in style
        modes = (look["theme"][mode][meant] for mode in ("light", "dark"))
        assert f"--{name}: light-dark({', '.join(modes)})" in style


def test_the_page_takes_away_the_room_of_the_lines_that_it_hides() -> None:
    assert f"margin-bottom: -{ROOM}px" in (PAGES.parent / "ui" / "page.css").read_text()
