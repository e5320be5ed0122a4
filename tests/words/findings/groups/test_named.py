import pytest

from words.findings.groups.named import Member, as_it_is, columns_said, in_markdown


@pytest.mark.parametrize(("parts", "where", "title"), [
    ((("sex", "F"),), "in women", "Women"),
    ((("age", "50–64"),), "at 50–64 years", "50–64 years"),
    ((("age", "under 50"),), "under 50 years", "Under 50 years"),
    ((("site", "North"),), "at site North", "Site North"),
    ((("Study Centre", "2"),), "at Study Centre 2", "Study Centre 2"),
    ((("device", "B"),), "with device B", "Device B"),
    ((("date", "2026-03"),), "in March 2026", "March 2026"),
    ((("sex", "F"), ("age", "65–79")), "in women, 65–79 years", "Women, 65–79 years"),
    ((("sex", "1"),), "with sex 1", "Sex 1"),
    ((("scorer_weight", "0.5"),), "with scorer_weight 0.5", "scorer_weight 0.5"),
])  # fmt: skip
def test_a_group_is_named_in_a_sentence_and_alone(parts: tuple[tuple[str, str], ...], where: str, title: str) -> None:
    assert Member(parts).where_in(as_it_is) == where
    assert Member(parts).title == title


def test_columns_and_values_are_kept_as_in_the_file() -> None:
    member = Member((("sex", "F"), ("age", "65–79")))
    assert (member.column, member.value) == ("sex × age", "F × 65–79")


def test_names_are_harmless_in_markdown() -> None:
    member = Member((("[x](http://evil.example)", "<b>"),))
    assert "](" not in member.said
    assert "<b>" not in member.where_in(in_markdown).replace("\\<b\\>", "")
    assert columns_said(["sex", "$a$", "site"]) == "sex, \\$a\\$ and site"
