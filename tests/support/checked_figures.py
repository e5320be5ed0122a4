"""Every figure that a test draws is one that Plotly would accept, and would send to the browser as it is."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from typing import Any

import plotly.graph_objects as go
import pytest
from plotly.io.json import to_json_plotly

from charts.style import theme

_accepted: set[int] = set()  # hashes of traces and layout


@pytest.fixture(scope="session", autouse=True)
def figures_are_checked() -> Iterator[None]:
    """The pages do not, as checking is most of the time of making one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(theme, "_unchecked", checked(theme._unchecked))
        yield


def checked(draw: Any) -> Any:
    """draw: from traces and layout. Raises AssertionError or ValueError for a figure that Plotly would change.

    A figure that is drawn again, as by each run of a page, was checked the first time.
    """

    def drawn(data: list[dict[str, Any]], layout: dict[str, Any]) -> go.Figure:
        found, given = draw(data, layout), hash(pickle.dumps((data, layout)))
        if given not in _accepted:
            assert _sent(found) == _sent(go.Figure(data, layout))
            _accepted.add(given)
        return found

    return drawn


def _sent(figure: go.Figure) -> dict[str, Any]:
    """What the browser gets; a list of no shapes or annotations is none."""
    told: dict[str, Any] = json.loads(to_json_plotly(figure.to_dict()))
    told["layout"] = {name: value for name, value in told["layout"].items() if value != []}
    return told
