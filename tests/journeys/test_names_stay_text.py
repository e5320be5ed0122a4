"""Labels, columns, ids, model, split and file names are hostile: on no page does one of them come to life."""

import re
from functools import cache
from itertools import product

import pandas as pd
import pytest

from tests.support.data.hostile import NAMES
from tests.support.drawn import Element, drawn
from tests.support.pages import PAGES
from tests.support.studies import HOSTILE, opened, scored
from tests.support.visitor import ROOT, Visitor
from ui.parts.help import MEANINGS

OURS = {"div", "span", "a", "script"}  # the script is the one that fetches the scripts of the pages to come
LOOKS = {"style", "title", "role", "aria-label", "href"}
LIVE = re.compile(r"<(?:img|script|a )|\$\\{1,2}alpha\$")


def with_hostile_columns() -> pd.DataFrame:
    table = scored(["Normal", "VT"], 120).assign(model=HOSTILE[0], split=HOSTILE[2])
    table["case_id"] = [f"{HOSTILE[i % 5]}{i}" for i in range(len(table))]
    return table.assign(**{name: HOSTILE[-i] for i, name in enumerate(HOSTILE)})


def pasted() -> Visitor:
    names = "\t".join(("", *HOSTILE))
    rows = [f"{name}\t" + "\t".join("9" if i == j else "2" for j in range(5)) for i, name in enumerate(HOSTILE)]
    return Visitor().paste("\n".join((names, *rows)))


def folds_and_videos_of_many_names() -> Visitor:
    """All names as classes, folds and videos, too: every page has something to show."""
    table = scored(list(NAMES), 20 * len(NAMES)).drop(columns="case_id")
    named = [NAMES[i // 20] for i in range(len(table))]
    fold = [NAMES[i % 5] for i in range(len(table))]
    visitor = Visitor().bring(table.assign(video_id=named, frame=range(len(table)), fold=fold))
    assert visitor.study.used == 880
    return visitor


STYLES = (ROOT / "ui" / "page.css").read_text()  # our own, and not a letter more
WAYS_IN = {
    "as many classes, folds and videos": folds_and_videos_of_many_names,
    "as classes": lambda: opened("hostile names"),
    "as columns, ids, model, split and file": lambda: Visitor().bring(with_hostile_columns(), f"{HOSTILE[0]}.csv"),
    "as classes of a pasted matrix": pasted,
    "as columns of an unclear file": lambda: Visitor().upload(pd.DataFrame({name: [1.5, 2.5] for name in HOSTILE})),
    "in a refused file": lambda: Visitor().upload(f"y_true\n{HOSTILE[0]}\n".encode(), f"{HOSTILE[2]}.csv"),
}
REFUSED = ("as columns of an unclear file", "in a refused file")  # no page but Data says more than that nothing is open
OPENED = [way for way in WAYS_IN if way not in REFUSED]
once = cache(lambda way: WAYS_IN[way]())


def html_of(visitor: Visitor) -> list[Element]:
    shown = [each for block in visitor.app.get("html") for each in drawn(block.proto.body).all()]
    places = [each for each in shown if each.given != {"id": MEANINGS}]  # that the heads of tables lead to
    return [each for each in places if each.inside != [STYLES]]


@pytest.mark.thorough
@pytest.mark.parametrize(("way", "page"), [*product(OPENED, PAGES), *product(REFUSED, ("data", "overview"))])
def test_a_hostile_name_stays_text(way: str, page: str) -> None:
    visitor = once(way).go(page)
    alive = [text for kind, text in visitor.texts() if kind == "markdown" and any(name in text for name in HOSTILE)]
    assert alive == []
    assert [each for each in html_of(visitor) if each.name not in OURS or not set(each.given) <= LOOKS] == []
    assert [chart.proto.spec for chart in visitor.app.get("plotly_chart") if LIVE.search(chart.proto.spec)] == []


@pytest.mark.parametrize("way", ["as classes", "as classes of a pasted matrix"])
def test_a_hostile_name_is_still_shown_in_full(way: str) -> None:
    visitor = once(way).go("confusion")
    boxes = [box for box in visitor.app.selectbox if box.label in ("True class", "Predicted class")]
    for box in boxes:
        assert set(box.options) == set(HOSTILE), "a list shows plain text: an escape would be visible"
    assert len(boxes) == 2


@pytest.mark.thorough
def test_names_that_begin_alike_can_be_told_apart_and_chosen() -> None:
    start = "Atrioventricular conduction disturbance of unknown origin and "
    visitor = Visitor().bring(scored(["Normal", f"{start}first", f"{start}second"], 300)).go("confusion")
    options = visitor.choices_in("Predicted class")
    assert len(set(options)) == 3
    for option in options:
        visitor.choose("Predicted class", option)
        assert plain_value(visitor, "Predicted class") == option


def plain_value(visitor: Visitor, label: str) -> str:
    """What the list shows as chosen after the rerun."""
    box = next(box for box in visitor.app.selectbox if box.label == label)
    return visitor.choices_in(label)[box.index]
