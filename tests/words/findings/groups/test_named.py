import pytest

from words.findings.groups.named import Member, as_it_is, columns_said, in_markdown, row_names, titled


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


def test_rows_keep_the_whole_value_and_cut_the_name_of_the_column() -> None:
    weights = [Member((("consensus_weight", value),)) for value in ("0.25", "0.5", "1")]
    assert row_names(weights, 20) == ("consensus_weig… 0.25", "consensus_weight 0.5", "consensus_weight 1")
    risks = [Member((("risk_group", value),)) for value in ("low", "intermediate", "high")]
    assert row_names(risks, 20) == ("risk_group low", "risk_g… intermediate", "risk_group high")
    assert titled("risk_g… intermediate") == "risk_g… intermediate"


def test_a_value_that_fills_a_row_stands_alone() -> None:
    site = Member((("site", "University Hospital"),))
    assert row_names([site], 20) == ("University Hospital",)
    crossed = [Member((("sex", "F"), ("risk_group", "intermediate"))), Member((("sex", "M"), ("risk_group", "low")))]
    assert row_names(crossed, 27) == ("women, risk_g… intermediate", "men, risk_group low")
    assert row_names(crossed, 20) == ("women, intermediate", "men, low")
    where = [Member((("localization", value),)) for value in ("trunk", "lower extremity", "palms and soles")]
    assert row_names(where, 20) == ("trunk", "lower extremity", "palms and soles")
    assert row_names([*where, Member((("site", "West"),))], 20)[-1] == "site West"


def test_columns_that_begin_alike_can_be_told_apart_in_their_rows() -> None:
    members = [Member(((f"risk_group_at_{when}", "intermediate"),)) for when in ("admission", "discharge")]
    assert row_names(members, 26) == ("…at_admission intermediate", "…at_discharge intermediate")
