"""What is said of a group in which errors concentrate, and where none stands out."""

import math
from dataclasses import replace

from metrics.subgroups.search import Group, HeldOut, Search
from words import Voice
from words.findings.groups.apart import Speaker
from words.findings.groups.named import Member
from words.findings.groups.where_it_fails import Where, concentrated, how, shrunken

VOICE = Voice(("Normal", "VT"), ("patient", "patients"), normal=0, interest=1)
GROUP = Group(((0, 1), (1, 0)), 9, 14, 14, 0.481)
FOUND = Search((GROUP,), 37, 10, 50, 50, 0.03, 999)
WOMEN_SOUTH = Member((("sex", "F"), ("site", "South")))


def where(search: Search = FOUND, key: str = "fnr", columns: tuple[str, ...] = ("sex", "age", "site")) -> Where:
    first = WOMEN_SOUTH if search.groups else None
    return Where(search, key, first, WOMEN_SOUTH if search.held_out else None, Speaker(VOICE, 1, columns))


def plain(text: str) -> str:
    return text.replace("\u00a0", " ").replace("\u2060", "")


def said(*given: object, **more: object) -> str:
    return plain(concentrated(where(*given, **more)))  # type: ignore[arg-type]


def test_a_group_that_stands_out_is_named_with_its_counts_and_how_many_were_examined() -> None:
    assert said() == (
        "Misses of VT concentrate in women, site South: 9 of 14 are missed (64 %; shrunken 48 %), 20 % overall; "
        "37 combinations examined, p = 0.030."
    )
    assert said(key="fpr").startswith(
        "False positives of VT concentrate in women, site South: 9 of 14 are predicted as VT (64 %; shrunken 48 %)"
    )


def test_nothing_that_stands_out_is_an_answer() -> None:
    assert said(replace(FOUND, p=0.41)) == (
        "No combination of sex, age and site stands out: 37 combinations examined, p = 0.410."
    )
    one = replace(FOUND, p=0.41, looked_at=1)
    assert said(one, columns=("site",)) == "No group of site stands out: 1 group examined, p = 0.410."


def test_a_half_that_was_not_searched_is_told_beside_a_finding_only() -> None:
    halved = replace(FOUND, held_out=HeldOut(GROUP, 30, 70, (12, 200), 0.01))
    assert said(halved).endswith(
        "Held-out check: searched in one half of the patients, women, site South comes first; in the other half 30 of "
        "70 are missed there, 12 of 200 elsewhere (p = 0.010)."
    )
    untested = replace(halved, held_out=HeldOut(GROUP, 1, 1, (0, 200), math.nan))
    assert said(untested).endswith("in the other half 1 of 1 is missed there, 0 of 200 elsewhere.")
    assert "Held-out" not in said(replace(halved, p=0.2))


def test_where_all_cases_are_alike_or_too_few_it_says_so() -> None:
    alike = replace(FOUND, groups=(), p=math.nan, shuffles=0)
    assert said(replace(alike, errors=0)) == (
        "0 of 50 patients with VT are missed: no combination of sex, age and site can stand out."
    )
    assert said(replace(alike, errors=50), key="fpr") == (
        "50 of 50 patients of other classes are predicted as VT: no combination of sex, age and site can stand out."
    )
    few = said(replace(alike, looked_at=0, errors=3, cases=9))
    assert few == (
        "Nothing to compare: each combination of sex, age and site has fewer than 10 patients with VT, or all of them."
    )


def test_names_of_columns_and_groups_are_no_markdown() -> None:
    hostile = Where(FOUND, "fnr", Member((("a *b*", "<img src=x>"),)), None, Speaker(VOICE, 1, ("a *b*",)))
    text = concentrated(hostile)
    assert "*b*" not in text.replace("\\*", "")
    assert "<img" not in text


def test_how_it_is_made_is_said_with_its_numbers() -> None:
    text = plain(how(where(), is_weighted=True))
    assert "at least 10 patients with VT" in text
    assert "999 permutations over patients, seed 0. Dashed: overall, 20 %." in text
    assert "case weights are not used" in text
    assert "weights" not in how(where(), is_weighted=False)
    assert plain(shrunken(GROUP)) == "48 %"
