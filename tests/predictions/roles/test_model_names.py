"""Models are named by their columns of predictions."""

from predictions.roles.model_names import model_names


def test_model_names_come_from_column_names() -> None:
    assert model_names(["y_pred"]) == [None]
    assert model_names(["pred_A"]) == ["A"]
    assert model_names(["y_pred_A", "B_pred", "call"]) == ["A", "B", "call"]
    assert model_names(["pred_A", "A_pred"]) == ["pred_A", "A_pred"]
