"""Net benefit of the class of interest in a report: what is said of it and its table."""

from __future__ import annotations

from report.formats.tables import Cell, Table
from reviews import View
from reviews.risks.net_benefit import Look, NetBenefit, lack, listed
from words import Voice, of
from words.findings.finding import Finding
from words.findings.prevalence import common
from words.findings.utility import net_benefit as said
from words.findings.utility.acts import Acts
from words.findings.utility.net_benefit import between_per_100, per_100, places_of
from words.text.numbers import minus

LOOK = Look(is_set=False)  # whoever reads a report has no setting


def reported(view: View) -> NetBenefit | None:
    """Of the class of interest, where its scores are probabilities; None for pieces of recordings, which nobody acts on
    one by one."""
    interest = view.review.interest
    if interest is None or view.is_in_time or lack(view.evaluation, interest) is not None:
        return None
    return NetBenefit(view, interest).told


def net_benefit_finding(found: NetBenefit, voice: Voice) -> Finding:
    """What the page says first."""
    acts = Acts.of(found.label, voice)
    return said.finding(found.worth(LOOK.threshold), acts, voice, found.view.level)


def net_benefit_table(found: NetBenefit, voice: Voice) -> Table:
    """A row per threshold, per 100 cases."""
    acts, risks = Acts.of(found.label, voice), listed(*LOOK.setting, LOOK.threshold)
    curve = found.curve(risks)
    rows: list[list[Cell]] = []
    for at, risk in enumerate(risks.tolist()):
        tp, fp, fn, tn = (int(each[at]) for each in curve.counts)
        model, gain = (curve.estimate(line, at) for line in (curve.model, curve.gain))
        avoided = minus(f"{float(curve.avoided.value[at]):z.0f}")
        worth = per_100(model.value, places_of(model)), per_100(gain.value, places_of(gain), sign=True)
        rows.append(
            [common(risk), of(tp, tp + fn), of(fp, fp + tn), worth[0], (worth[1], between_per_100(gain)), avoided]
        )
    head = ["threshold", "true positives", "false positives", "net benefit", "gain", acts.avoided.lower()]
    title = f"Net benefit per 100 {voice.unit[1]}: {voice.name(found.label)}"
    return Table(title, head, rows, [said.MEANS, said.as_given(found.observed_to_expected)])
