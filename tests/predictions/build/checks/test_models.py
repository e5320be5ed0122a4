"""What is said of several models: columns of the first, second and third choice of one model are none."""

from tests.predictions.helpers import opened, warnings

TRUTH, CHOICES = ["a", "b", "c"] * 4, ["abc", "bca", "cab"] * 4


def test_choices_that_never_agree_are_said_to_be_those_of_one_model() -> None:
    choices = {f"pred_{at + 1}": [each[at] for each in CHOICES] for at in range(3)}
    assert "“1”, “2”, “3” never give a case the same class" in warnings(opened({"y_true": TRUTH, **choices}))


def test_models_that_agree_once_and_few_rows_are_not() -> None:
    first, second = ([each[at] for each in CHOICES] for at in range(2))
    agreeing = {"y_true": TRUTH, "pred_x": first, "pred_y": [first[0], *second[1:]]}
    few = {"y_true": TRUTH[:6], "pred_x": first[:6], "pred_y": second[:6]}
    for columns in (agreeing, few):
        assert "never give the same class" not in warnings(opened(columns))
