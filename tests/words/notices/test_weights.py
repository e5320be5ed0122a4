"""Three weights of notices, by code; only the heaviest are said in amber."""

from predictions.problems import Notice
from words.notices import WORDINGS, Weight, by_weight, losses, weight_of
from words.notices.weights import KNOW, LOST


def test_the_weights_name_codes_and_none_twice() -> None:
    assert sorted((LOST | KNOW) - set(WORDINGS)) == []
    assert set() == LOST & KNOW
    assert [weight_of(code) for code in ("rows_without_truth", "no_id_column", "units_row")] == list(Weight)


def test_notices_stand_under_their_weight_heaviest_first() -> None:
    notices = [Notice("info", code) for code in ("units_row", "no_id_column", "label_minus_one", "few_rows")]
    told = {weight: [each.code for each in said] for weight, said in by_weight(notices).items()}
    assert list(told) == list(Weight)
    assert told[Weight.KNOW] == ["no_id_column", "few_rows"]
    assert list(by_weight(notices[:1])) == [Weight.READ]


def test_a_loss_is_amber_from_one_percent_of_the_rows_on() -> None:
    lost = [Notice("warning", "rows_without_truth", {"rows": rows, "column": "y_true"}) for rows in (9, 10)]
    assert losses(lost, 1000) == lost[1:]
    assert losses([Notice("warning", "label_minus_one"), Notice("warning", "no_id_column")], 1000) == [
        Notice("warning", "label_minus_one")
    ]
