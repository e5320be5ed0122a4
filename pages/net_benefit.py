"""Net benefit of one class: the decision curve, and what the model is worth at a threshold."""

from reviews.risks.net_benefit import STEPS, Lack, NetBenefit, can_change, changed, lack
from ui.net_benefit import picture, settings, table
from ui.net_benefit.more import show_more
from ui.parts import page
from words import markdown
from words.findings.calibration.made import how_recalibrated
from words.findings.calibration.verdict import few
from words.findings.finding import Finding, sentences
from words.findings.methods import NET_BENEFIT
from words.findings.utility import net_benefit as said
from words.findings.utility.acts import Acts

view = page.view_or_stop("Net benefit of acting on the model at any threshold of risk.").delivered
voice = view.voice
page.scores_or_stop(view, *said.NO_SCORES)
lacks = {label: lack(view.evaluation, label) for label in voice.order}
options = [label for label, lacking in lacks.items() if lacking is None]
options = options or [label for label, lacking in lacks.items() if lacking is Lack.PROBABILITIES]
if not options:
    page.nothing_to_show(*said.NO_CASES)
label = view.interest_among(options)
chosen, are_risks = settings.settings(), lacks[label] is None
other = changed(view, label) if chosen.is_changed or not are_risks else None
if other is None and not are_risks:
    page.nothing_to_show(said.not_probabilities(label, voice).headline, said.NOT_PROBABILITIES)
found = NetBenefit(view, label, chosen.harm, changed=other).told
view = found.view
acts = Acts.of(label, voice, view.is_in_time)
finding = said.finding(found.worth(chosen.look.threshold), acts, voice, view.level)
has_interval = found.drawn.method is not None
where = said.worthwhile(found.worthwhile, float(STEPS[0]), float(STEPS[-1])) if has_interval else ""
detail = sentences(finding.detail, where, said.harm_said(chosen.harm * 1000))
page.finding(Finding(finding.headline, detail, finding.named))

page.warnings(view)
settings.controls(acts, are_risks and can_change(view, label))
picture.show_curve(found, chosen.look)
table.show_table(found, chosen, acts)
show_more(found, chosen, acts)
page.meanings(("net_benefit", "sensitivity", "fpr", "prevalence"))
split = markdown(other.split, 40) if other and other.split else None
scores = how_recalibrated(split, view.study.unit) if other else said.as_given(found.observed_to_expected)
advised = few(view.evaluation.table(label), label, voice, said.ADVISED)
page.footnote(view, said.MEANS, scores, advised, methods=(NET_BENEFIT,) if has_interval else ())
