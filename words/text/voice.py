"""How a study speaks of its classes and its cases: "50 patients with VT", "212 malignant cases"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from words.text.apart import distinct
from words.text.escape import JOINER
from words.text.numbers import NBSP, whole
from words.text.phrases import sentence_case

CASES = ("case", "cases")
MANY = 6  # classes, from which on each has a number: numbers fit where names do not
SHORT = 3  # characters of a name that fits wherever a number does: "0" to "5", "N1"
IN_COLUMN = 25  # characters of a name in a column that leaves a phone room for the next
ADJECTIVES = {"normal", "abnormal", "healthy", "benign", "malignant", "positive", "negative"}  # also with a capital
OF_PEOPLE = {"normal", "healthy"}  # adjectives that a patient can be
IN_TIME = ("frame", "epoch")  # rows of recordings
PEOPLE = ("patient", "person", "subject", "participant")
# Read as another word of the sentence: "no cases", "all cases", "other cases".
FUNCTION_WORDS = {
    "all", "any", "false", "first", "last", "more", "most", "no", "none", "not", "only", "other", "others", "rest",
    "same", "some", "true", "yes",
}  # fmt: skip


def has_numbers(names: Sequence[str]) -> bool:
    """Whether classes are so many, and their names so long, that numbers stand for them where there is little room."""
    return len(names) >= MANY and max(len(_seen(name)) for name in names) > SHORT


def _seen(name: str) -> str:
    """A name without what keeps Markdown and the ends of lines from it."""
    return name.replace("\\", "").replace(JOINER, "")


def reader_said(name: str | None) -> str:
    """A reader as the subject of a sentence: "Dr. Meyer", "Reader 3", without a name "The reader"."""
    return "The reader" if name is None else f"Reader{NBSP}{name}" if name.isdigit() else name


@dataclass(frozen=True)
class Voice:
    """How a study speaks: its class names (already made safe for where they go), its unit, its Normal class.

    order: every class once, as lists and pictures show them; () as in `names`. not_diseases: classes that are neither
    Normal nor a disease. interest: the class that leads every headline. noun: what a class is, such as a phase.
    who: predicts, as the subject of a sentence; a reader where one read the cases.
    """

    names: tuple[str, ...]
    unit: tuple[str, str]
    normal: int | None = None
    order: tuple[int, ...] = ()
    not_diseases: frozenset[int] = frozenset()
    interest: int = 0
    noun: str = "class"
    who: str = "The model"

    def __post_init__(self) -> None:
        object.__setattr__(self, "order", self.order or tuple(range(len(self.names))))

    @property
    def diseases(self) -> tuple[int, ...]:
        """The classes that are diseases, in their order."""
        return tuple(i for i in self.order if i != self.normal and i not in self.not_diseases)

    @property
    def has_numbers(self) -> bool:
        """Whether there are so many classes that each has its number, its place in the order."""
        return has_numbers(self.names)

    def number(self, label: int) -> int:
        """The place of a class in the order; 1 is the first."""
        return self.order.index(label) + 1

    def numbered(self, label: int) -> str:
        """A class in a table or beside a row: "VT", "class 1", "3 Clipping" among many."""
        return f"{self.number(label)}{NBSP}{self.names[label]}" if self.has_numbers else self.beside_counts[label]

    @property
    def beside_counts(self) -> tuple[str, ...]:
        """Every class as it is named beside counts: "VT", but "class 1", which alone would be one more count."""
        return tuple(self.name(i) if _seen(name).lstrip("-").isdigit() else name for i, name in enumerate(self.names))

    @property
    def narrow(self) -> Voice:
        """The same with plain names for a narrow column, cut so that they can still be told apart."""
        return replace(self, names=distinct(self.names, IN_COLUMN))

    def brief(self, label: int) -> str:
        """A class where there is little room: "VT", "3" among many."""
        return str(self.number(label)) if self.has_numbers else self.names[label]

    def name(self, label: int) -> str:
        """The class in a sentence: "VT", but "class 1" or "phase 1" where the name alone would read as another word.

        Noun and name stay on one line.
        """
        return f"{self.noun}{NBSP}{self.names[label]}" if self._reads_otherwise(label) else self.names[label]

    def _reads_otherwise(self, label: int) -> bool:
        """Whether a name is a count, a letter such as "a", or a word such as "no" and "other"."""
        name = _seen(self.names[label]).lstrip("-")
        is_letter = len(name) == 1 and (name.islower() or name in "AI")
        return name[:1].isdigit() or is_letter or name.casefold() in FUNCTION_WORDS

    def title(self, label: int) -> str:
        """The class at the start of a heading: "VT", "Class 1", "Malignant"; a noun keeps its own case."""
        name = self.name(label)
        return name if self.preposition(label) and not self._reads_otherwise(label) else sentence_case(name)

    def preposition(self, label: int) -> str:
        """Between unit and class: "with" VT, "" for an adjective, "of" class 1 or a phase."""
        name = self.names[label]
        if self._reads_otherwise(label):
            return "of"
        if name.casefold() in ADJECTIVES or (name.islower() and name.isalpha()):
            return ""
        return "of" if self.unit[0] in IN_TIME else "with"

    def cases(self, label: int, number: int = 2) -> str:
        """ "patients with VT", "malignant cases", "case of class 1"; `number` decides between one and many."""
        unit, preposition = self.unit[number != 1], self.preposition(label)
        if preposition:
            return f"{unit} {preposition} {self.name(label)}"
        return f"{self.names[label]} {CASES[number != 1]}" if self._is_of_a_sample(label) else self.ones(label, number)

    def _is_of_a_sample(self, label: int) -> bool:
        """Whether the name is an adjective that no patient can be, who is no more malignant than the sample is."""
        is_adjective = not self.preposition(label) and self.names[label].casefold() not in OF_PEOPLE
        return is_adjective and self.unit[0] in PEOPLE

    def ones(self, label: int, number: int = 2) -> str:
        """ "Normal patients", "cases of class 0": what a count of them is followed by."""
        unit = self.unit[number != 1]
        return f"{unit} of {self.name(label)}" if self._reads_otherwise(label) else f"{self.names[label]} {unit}"

    def group_phrase(self, number: int, label: int) -> str:
        """ "50 patients with VT", "212 malignant cases", "60 cases of class 1"."""
        return f"{whole(number)}{NBSP}{self.cases(label, number)}"

    def part_phrase(self, part: int, total: int, label: int) -> str:
        """ "5 of 50 patients with VT"."""
        return f"{whole(part)}{NBSP}of{NBSP}{self.group_phrase(total, label)}"

    def verb_phrase(self, number: int, label: int) -> str:
        """ "have VT", "are malignant", of patients "are malignant cases", "is of class 1": what is true of so many."""
        if self._is_of_a_sample(label):
            article = "an" if self.names[label][:1].lower() in "aeiou" else "a"
            return f"is {article} {self.cases(label, 1)}" if number == 1 else f"are {self.cases(label)}"
        one, many = ("has", "have") if self.preposition(label) == "with" else ("is", "are")
        of = "of " if self._reads_otherwise(label) else ""
        return f"{one if number == 1 else many} {of}{self.name(label)}"

    def count_phrase(self, number: int, label: int) -> str:
        """ "5 have VT", "17 are malignant", "1 is of class 1"."""
        return f"{whole(number)} {self.verb_phrase(number, label)}"


@dataclass(frozen=True)
class Nouns:
    """The study's words for a recording, a row and a phase, each in singular and plural."""

    recording: tuple[str, str]
    row: tuple[str, str]
    phase: tuple[str, str]

    def named(self, name: str) -> str:
        """ "Video SIM09", "Night 3" of night 3 and of a night that is named "Night 3"."""
        one = self.recording[0]
        is_named_so = name[: len(one)].casefold() == one and not name[len(one) : len(one) + 1].isalpha()
        return name if is_named_so else f"{one.capitalize()} {name}"
