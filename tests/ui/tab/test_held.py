"""What a closed study holds on to, and what it lets go of."""

from predictions.demo import open_example
from reviews import Cache, Review
from ui.data.inbox import Inbox
from ui.data.loading import Loading
from ui.state.session import OpenStudy, Reader
from ui.tab.held import Held


def keeps(example: str | None) -> bool:
    """Whether what was worked out is there after a rest: for whoever holds the cache, such as a fragment of a page."""
    study, cache = open_example("heart-rhythm"), Cache()
    cache.get("numbers", lambda: 1)
    opened = OpenStudy(study, Review.begin(study), Reader(), example, cache=cache)
    Held(opened, Inbox(), Reader(), 1, {}).rest()
    return "numbers" in cache


def test_a_closed_study_rests_and_an_example_keeps_what_all_share() -> None:
    assert not keeps(None)
    assert keeps("heart-rhythm")


def test_what_only_asks_or_is_being_read_has_nothing_to_let_go_of() -> None:
    Held(None, Inbox(), Reader(), 1, {}).rest()


def test_a_file_that_is_being_read_counts_and_one_that_is_read_again_counts_once() -> None:
    files = [("a.csv", b"y_true,y_pred\na,b\n")]
    held = [Held(None, Inbox(before, loading=Loading(files)), Reader(), 1, {}) for before in (None, files)]
    assert [each.size for each in held] == [len(files[0][1])] * 2
