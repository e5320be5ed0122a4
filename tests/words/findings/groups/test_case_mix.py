from metrics.intervals.analytic import Estimate
from tests.support.text import plain
from words.findings.groups.case_mix import HEADS, absent, by_rows, means, rate


def test_a_rate_has_its_interval_where_there_is_one() -> None:
    assert plain(rate(Estimate(0.637, 0.42, 0.81), 40)) == "64 % (42–81)"
    assert plain(rate(Estimate(1.0), 12)) == "100 %"


def test_what_has_no_counterpart_is_counted() -> None:
    assert plain(absent(3, 29)) == "without 3 of 29"
    assert absent(0, 29) == ""


def test_columns_have_names_of_their_own() -> None:
    assert len({*HEADS["sensitivity"], *HEADS["fpr"]}) == 6
    assert "within age and site" in means(["age", "site"], False)
    assert "whose stratum the group lacks" not in means(["age"], False)
    assert means(["age"], True).endswith("whose stratum the group lacks.")


def test_what_treats_rows_as_independent_is_said() -> None:
    assert by_rows(["age", "site"]) == "CIs in the groups of age and site treat rows as independent."
    assert by_rows([]) == ""
