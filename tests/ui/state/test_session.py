"""Two readers at the same time: neither ever sees a word of the other.

`python -m tests.ui.state.test_session 1000` does it for a thousand reruns.
"""

import itertools
import logging
import random
import sys

import pandas as pd
import pytest

from predictions.demo import open_example
from tests.support.pages import PAGES
from tests.support.studies import scored
from tests.support.visitor import Visitor
from ui.data import inbox
from ui.state.session import cache_for

CANARIES = ("CANARYA", "CANARYB")
FEW = 24


def marked(canary: str, cases: int) -> pd.DataFrame:
    """A study whose labels, ids, model, columns, folds and videos all hold its canary."""
    table = scored([f"{canary} Normal", f"{canary} VT"], cases, seed=cases)
    table["case_id"] = [f"{canary}-{i}" for i in range(cases)]
    video = [f"{canary} video {i % 4}" for i in range(cases)]
    fold = [f"{canary} fold {i % 3}" for i in range(cases)]
    return table.assign(model=f"{canary} model", video_id=video, frame=range(cases), fold=fold, **{f"{canary} x": "y"})


def act(visitor: Visitor, canary: str, cases: int, chance: random.Random) -> None:
    """Go to some page, or open the file again, as a reader may at any moment."""
    if chance.random() < 0.1:
        visitor.upload(marked(canary, cases), f"{canary}.csv")
    else:
        visitor.go(chance.choice(PAGES))


def everything(visitor: Visitor) -> str:
    kept = visitor.app.session_state
    return " ".join(
        (visitor.text, str(visitor.query), *(frame.to_string() for frame, _ in visitor.frames()), str(kept))
    )


def meet(reruns: int) -> int:
    """How often a canary was seen where it belongs; fails where it does not."""
    chance, seen = random.Random(0), 0
    visitors = [Visitor().upload(marked(name, 60 + 30 * i), f"{name}.csv") for i, name in enumerate(CANARIES)]
    for turn in itertools.islice(itertools.cycle((0, 1)), reruns):
        own, other = CANARIES[turn], CANARIES[1 - turn]
        act(visitors[turn], own, 60 + 30 * turn, chance)
        shown = everything(visitors[turn])
        assert other not in shown
        seen += own in shown
    return seen


@pytest.mark.thorough
def test_two_sessions_never_see_each_other_and_logs_see_neither(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, logger="rounds"), caplog.at_level(logging.INFO):
        assert meet(FEW) == FEW
    assert "CANARY" not in caplog.text


if __name__ == "__main__":
    inbox.AT_ONCE = 60  # nobody polls here
    count = int(sys.argv[1])
    sys.stdout.write(f"{meet(count)} of {count} reruns showed their own canary, none the other's\n")


def test_sessions_share_what_was_worked_out_for_an_example_and_nothing_of_a_file() -> None:
    example = open_example("heart-rhythm")
    assert cache_for(example, "heart-rhythm") is cache_for(example, "heart-rhythm")
    assert cache_for(example, "heart-rhythm") is not cache_for(open_example("heart-sounds"), "heart-sounds")
    assert cache_for(example, None) is not cache_for(example, None)
