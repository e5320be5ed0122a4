"""Where misses or false positives concentrate, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from metrics.subgroups.combinations import FEWEST_PATIENTS
from metrics.subgroups.search import SEED, Group, Search
from words.findings.finding import sentences
from words.findings.groups.apart import Speaker
from words.findings.groups.named import Member, columns_said
from words.text.differences import p_said
from words.text.numbers import counted, percent, whole

TITLES: Mapping[str, str] = {"fnr": "Misses", "fpr": "False positives"}
RATES: Mapping[str, str] = {"fnr": "Miss rate", "fpr": "False positive rate"}
EXPANDER = "Where errors concentrate: combinations of columns"
ALPHA = 0.05
SHRUNKEN = "Shrunken"
NEEDS_CASES = "This search needs the rows of each patient; the file is too large to load."
NO_COLUMNS = "Choose a column that tells at least two groups apart."


def too_many_cases(most: int) -> str:
    """most: cases that are searched."""
    return f"This search takes up to {whole(most)} cases. Look at one group of patients, chosen in the title line."


@dataclass(frozen=True)
class Where:
    """key: "fnr" or "fpr". first: the group that stands out most; half: the one of the searched half of the patients;
    None without any."""

    search: Search
    key: str
    first: Member | None
    half: Member | None
    speaker: Speaker

    @property
    def is_clear(self) -> bool:
        """Whether the highest of all ratios is beyond random."""
        return self.search.p <= ALPHA

    @property
    def among(self) -> str:
        """ "combination of sex, age and site", of one column "group of sex"."""
        columns = self.speaker.columns
        return f"{'combination' if len(columns) > 1 else 'group'} of {columns_said(columns)}"

    @property
    def cases(self) -> str:
        """Whom the rate is of."""
        voice = self.speaker.voice
        return voice.cases(self.speaker.label) if self.key == "fnr" else f"{voice.unit[1]} of other classes"

    @property
    def is_error(self) -> str:
        """What happens to an error: "missed", "predicted as VT"."""
        return "missed" if self.key == "fnr" else f"predicted as {self.speaker.name}"

    def part(self, errors: int, cases: int) -> str:
        return self.speaker.amounts.part(errors, cases)


def concentrated(where: Where) -> str:
    """In which group errors concentrate, or that none stands out; then what a half that was not searched tells."""
    search = where.search
    if not search.looked_at:
        return f"Nothing to compare: each {where.among} has fewer than {FEWEST_PATIENTS} {where.cases}, or all of them."
    if search.errors in (0, search.cases):
        many = where.part(search.errors, search.cases)
        return f"{many} {where.cases} {_are(search.errors)} {where.is_error}: no {where.among} can stand out."
    examined = f"{counted(search.looked_at, _nouns(where))} examined, {p_said(search.p)}."
    if not where.is_clear:
        return f"No {where.among} stands out: {examined}"
    return sentences(f"{_first(where)}; {examined}", held_out(where))


def held_out(where: Where) -> str:
    """The group of one half of the patients in the other half; "" below 400 patients."""
    found, half = where.search.held_out, where.half
    if found is None or half is None:
        return ""
    rest_errors, rest_cases = found.rest
    tested = p_said(found.p)
    return (
        f"Held-out check: searched in one half of the patients, {half.said} comes first; in the other half "
        f"{where.part(found.errors, found.cases)} {_are(found.errors)} {where.is_error} there, "
        f"{where.part(rest_errors, rest_cases)} elsewhere{f' ({tested})' if tested else ''}."
    )


def shrunken(group: Group) -> str:
    """ "48 %"."""
    return percent(group.shrunken, group.cases)


def how(where: Where, is_weighted: bool) -> str:
    """How the table is read, and how its numbers are made."""
    search = where.search
    overall = percent(search.errors / max(search.cases, 1), search.cases)
    weights = "Each case counts once: case weights are not used here. " if is_weighted else ""
    return (
        f"Groups of at least {FEWEST_PATIENTS} {where.cases}, by likelihood ratio (Bernoulli scan statistic); p: its "
        f"maximum in {whole(search.shuffles)} permutations over patients, seed {SEED}. Dashed: overall, {overall}. "
        f"{weights}The highest of many rates is too high by selection; the {SHRUNKEN.casefold()} one (empirical Bayes, "
        f"beta-binomial) is not."
    )


def _first(where: Where) -> str:
    assert where.first is not None
    search, first = where.search, where.search.groups[0]
    overall = percent(search.errors / search.cases, search.cases)
    own = f"{percent(first.rate, first.cases)}; shrunken {shrunken(first)}"
    return (
        f"{TITLES[where.key]} of {where.speaker.name} concentrate {where.first.where}: "
        f"{where.part(first.errors, first.cases)} {_are(first.errors)} {where.is_error} ({own}), {overall} overall"
    )


def _nouns(where: Where) -> tuple[str, str]:
    return ("combination", "combinations") if len(where.speaker.columns) > 1 else ("group", "groups")


def _are(number: int) -> str:
    return "is" if number == 1 else "are"
