"""Names from a file inside a sentence."""

from words.text.names import all_models, at_most, listed, quoted

START = "Invasive ductal carcinoma of the left breast, histologic grade"


def test_several_names_are_listed_so_that_they_can_be_told_apart() -> None:
    assert listed(["a", 2, "a"]) == "“a”, “2”, “a”"
    assert listed(["a", "b", "c", "d"], 2) == "“a”, “b” and 2 more"
    shown = "Invasive ductal carcinoma … left breast, histologic grade"
    assert listed([f"{START} 2", f"{START} 1"]) == f"“{shown} 2”, “{shown} 1”"


def test_names_with_commas_are_parted_by_semicolons() -> None:
    """Three blocks read as six: "Right bundle branch block, incomplete, Left anterior fascicular block, …"."""
    assert at_most(["RBBB, incomplete", "LAFB", "AF"], 2) == "RBBB, incomplete; LAFB and 1 more"
    assert at_most(["LAFB", "AF"], 2) == "LAFB, AF"


def test_a_long_name_is_cut() -> None:
    assert quoted("x" * 70) == f"“{'x' * 59}…”"


def test_two_models_are_both_on_every_page() -> None:
    assert (all_models(2), all_models(3)) == ("both models", "all 3 models")
