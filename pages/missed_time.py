"""For phases and stages: how much time of each is missed, where in it, and how late it is recognised."""

from ui.missed_time.elsewhere import show_elsewhere
from ui.missed_time.lateness import show_lateness
from ui.missed_time.parts import show_numbers, show_parts
from ui.parts import page
from ui.timeline.phases import start_rows
from ui.timeline.timeline import show_warnings, timeline_or_stop
from words import markdown
from words.findings.recordings.missed_time import missed_time

view = page.view_or_stop("How much time of each phase is missed, where in the phase, and how late it is recognised.")
timeline = timeline_or_stop(view)
names = [markdown(name) for name in timeline.names]
page.finding(missed_time(timeline.scores, timeline.errors, names, timeline.label, timeline.phrases))
show_warnings(timeline)
show_parts(timeline)
if not timeline.has_stages and start_rows(timeline):
    show_lateness(timeline)
else:
    show_numbers(timeline)
show_elsewhere(timeline)
page.meanings(("start_error", "missed_phases"), phase=timeline.nouns.phase[0])
