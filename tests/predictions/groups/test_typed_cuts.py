import pytest

from predictions.groups.typed_cuts import cuts_of, cuts_said
from predictions.problems import Problem


@pytest.mark.parametrize("text", ["18, 65", "65 18", " 18;65, 18"])
def test_numbers_are_taken_in_any_order_and_once(text: str) -> None:
    assert cuts_of(text) == (18.0, 65.0)
    assert cuts_of(cuts_said((18.0, 65.0))) == (18.0, 65.0)


def test_minus_and_decimals_are_numbers() -> None:
    assert cuts_of("−1.5, 0, 2e1") == (-1.5, 0.0, 20.0)


@pytest.mark.parametrize("text", ["", " , ", "young", "18, old", "nan", "inf", ", ".join(map(str, range(20)))])
def test_anything_else_is_refused_in_words(text: str) -> None:
    with pytest.raises(Problem, match=r"[Nn]umber|too many"):
        cuts_of(text)
