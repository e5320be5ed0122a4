from metrics.intervals.analytic import Estimate
from tests.support.text import plain
from words.findings.groups.table import head, head_of_gain, marks, points_or_value


def test_differences_are_in_points_and_those_of_areas_are_not() -> None:
    assert plain(points_or_value("sensitivity", Estimate(-0.312, -0.528, -0.082))) == "−31 points (−53 to −8)"
    assert plain(points_or_value("fpr", Estimate(0.0009, -0.021, 0.024))) == "+0.1 points (−2.1 to +2.4)"
    assert plain(points_or_value("auc", Estimate(-0.065, -0.18, -0.006))) == "−0.07 (−0.18 to −0.01)"


def test_the_rate_of_predictions_is_named_by_its_class() -> None:
    assert head("alarm_rate", "VT") == "Predicted VT"
    assert head("ppv", "VT") == "PPV"


def test_bonferroni_is_said_where_there_are_several_groups() -> None:
    assert "simultaneous for the groups (Bonferroni)" in marks(0.95, True)
    assert "Bonferroni" not in marks(0.95, False)


def test_net_benefit_is_named_with_its_threshold_and_where_it_is_shown() -> None:
    assert plain(head_of_gain(0.1)) == "Net benefit at 10 %"
    assert "over the better default there" in marks(0.95, True, has_gain=True)
    assert "Net benefit" not in marks(0.95, True)
