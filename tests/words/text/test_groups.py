import pytest

from words.text.groups import group_said, plain_group


@pytest.mark.parametrize(
    ("column", "value", "said"),
    [
        ("sex", "F", "women"),
        ("Sex", "male", "men"),
        ("patient gender", "Female", "women"),
        ("Geschlecht", "w", "women"),
        ("Geschlecht", "m", "men"),
        ("age", "under 50", "under 50 years"),
        ("age", "50–64", "50–64 years"),
        ("age", "80 and over", "80 years and over"),
        ("age_band", "65-79", "65-79 years"),
        ("age", "70 years", "70 years"),
        ("date", "2026-03", "March 2026"),
        ("date", "2026-Q4", "Q4 2026"),
        ("site", "North", "site North"),
    ],
)
def test_a_group_is_said_as_people_say_it(column: str, value: str, said: str) -> None:
    assert plain_group(column, value) == said


@pytest.mark.parametrize(
    ("column", "value"),
    [("sex", "1"), ("sex", "2"), ("sexo", "M"), ("stage", "F"), ("dosage", "50–64"), ("age", "adult"), ("sex", "X")],
)
def test_what_is_not_known_is_not_guessed(column: str, value: str) -> None:
    assert plain_group(column, value) == f"{column} {value}"


def test_a_name_of_a_file_stays_text() -> None:
    said = group_said("<b>ward</b>", "![x](http://a.b) " + "long " * 30)
    assert "<b>" not in said.replace("\\<", "").replace("\\>", "")
    assert "![" not in said
    assert len(plain_group("w" * 500, "v" * 500)) <= 81
    assert "\n" not in plain_group("a\nb", "c\u202ed")
    assert "\u202e" not in plain_group("a", "c\u202ed")
