"""The bundled examples: what their cards say, and the way to open each like any other file."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Literal

from predictions.limits import Limits
from predictions.opening import open_files
from predictions.sandbox.client import Guard
from predictions.study import Study

FOLDER = Path(__file__).parents[1] / "assets" / "examples"


@dataclass(frozen=True)
class Example:
    """One card of the Data page. unit: what one row is, as one and as several."""

    key: str
    title: str
    text: str
    badge: Literal["real data", "simulated"]
    size: str
    unit: tuple[str, str]
    file: str

    @property
    def name(self) -> str:
        """The title under which the study is shown; it never hides that patients are simulated."""
        return f"{self.title} ({self.badge})"


EXAMPLES = (
    Example(
        key="heart-rhythm",
        title="Heart rhythm",
        text="Which arrhythmias are missed on the ECG? Two models.",
        badge="simulated",
        size="1,150 patients",
        unit=("patient", "patients"),
        file="heart-rhythm-simulated.csv",
    ),
    Example(
        key="heart-sounds",
        title="Heart sounds",
        text="Which heart sounds does a model miss that never predicts one of its classes?",
        badge="simulated",
        size="3,240 recordings",
        unit=("recording", "recordings"),
        file="heart-sounds-simulated.csv",
    ),
    Example(
        key="surgical-phases",
        title="Surgical phases",
        text="How late are the phases of a gallbladder operation recognised?",
        badge="simulated",
        size="12 videos",
        unit=("frame", "frames"),
        file="surgical-phases-simulated.csv",
    ),
    Example(
        key="breast-cancer",
        title="Breast cancer",
        text="How many malignant tumours do two classifiers miss? Published measurements, 5 folds.",
        badge="real data",
        size="569 patients",
        unit=("patient", "patients"),
        file="breast-cancer.csv",
    ),
)


@cache
def open_example(key: str) -> Study:
    """A bundled example by its key, one for all who ask; KeyError for any other key."""
    example = {example.key: example for example in EXAMPLES}[key]
    content = (FOLDER / example.file).read_bytes()
    usual = Guard(Limits(), apart=False)  # whatever a server sets for the files of its readers
    study = open_files([(example.file, content)], guard=usual)
    return replace(study, name=example.name, unit=example.unit)
