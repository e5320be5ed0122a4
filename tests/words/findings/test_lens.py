from tests.support.text import plain
from words.findings.finding import Finding
from words.findings.lens import everybody, label, look_at, no_longer, nobody, not_there, part_of, within

RECORDINGS = ("recording", "recordings")


def test_the_finding_names_its_group_first() -> None:
    found = within("women, 50–64 years", Finding("5 of 21 patients with VT are missed.", "CI"))
    assert found == Finding("Women, 50–64 years: 5 of 21 patients with VT are missed.", "CI")


def test_labels_speak_of_the_unit_of_the_study() -> None:
    assert (label(RECORDINGS), everybody(RECORDINGS)) == ("Recordings", "All recordings")
    assert look_at("site North") == "Show only site North"
    assert plain(part_of(546, 1150, RECORDINGS)) == "546 of 1,150 recordings"


def test_an_empty_group_and_one_that_is_gone_are_said() -> None:
    empty = nobody("site North", RECORDINGS)
    assert empty.headline == "No recordings of this group in this selection."
    assert empty.detail.startswith("Site North: no row of this model and split")
    assert not_there("women", RECORDINGS) == (
        "No recordings of the group women are in this study: all recordings are shown."
    )


def test_a_group_that_cannot_be_asked_for_is_said_with_the_reason() -> None:
    said = no_longer("site North", RECORDINGS, "“a*b*.parquet” has changed since it was opened. Open it again.")
    assert said == (
        "All recordings are shown, not the group site North: "
        "“a\\*b\\*\\.parquet” has changed since it was opened\\. Open it again\\."
    )
