"""Write the four bundled examples; running it again gives the same bytes.

    python -m assets.make_examples [FOLDER]

Breast cancer is real data (Breast Cancer Wisconsin, as it ships with scikit-learn); the other three
are simulated, and their patients and recordings carry "SIM" in their ids. A simulated model sees the true class
through noise: it gets latent features around its class, and answers with the softmax of its logits.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from assets.rhythm_patients import Outcomes, patients_of

FOLDER = Path(__file__).parent / "examples"
Row = Sequence[str]
Table = tuple[Row, Iterable[Row]]  # header, rows


def main(folder: Path = FOLDER) -> None:
    """Write every example into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in MAKERS.items():
        header, rows = make()
        text = "".join(",".join(row) + "\n" for row in [header, *rows])
        (folder / name).write_bytes(text.encode())


# ---- shared -----------------------------------------------------------------------------------------


def softmax(logits: np.ndarray) -> np.ndarray:
    """Probabilities over the last axis."""
    raised = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return raised / raised.sum(axis=-1, keepdims=True)


def answers(scores: np.ndarray, decimals: int) -> tuple[np.ndarray, list[list[str]]]:
    """Codes of the highest score and the scores as text; both from the rounded scores, so that they agree."""
    rounded = np.round(scores, decimals)
    return rounded.argmax(axis=1), [[f"{value:.{decimals}f}" for value in row] for row in rounded]


def class_logits(features: np.ndarray, centres: np.ndarray, log_prior: np.ndarray) -> np.ndarray:
    """Logits of a model that knows the class centres and expects the classes in these proportions."""
    distance = ((features[:, None, :] - centres) ** 2).sum(axis=2)
    return log_prior - distance / 2


def score_columns(classes: Sequence[str]) -> list[str]:
    return [f"score_{name}" for name in classes]


# ---- breast cancer: real ----------------------------------------------------------------------------


TUMOURS = ("malignant", "benign")  # in scikit-learn's order; equal scores are predicted malignant


def breast_cancer() -> Table:
    """Out-of-fold answers of two models over 5 stratified folds."""
    header = ["case_id", "fold", "model", "y_true", "y_pred", *score_columns(TUMOURS)]
    return header, list(_breast_cancer_rows())


def _breast_cancer_rows() -> Iterator[Row]:
    from sklearn.datasets import load_breast_cancer
    from sklearn.model_selection import StratifiedKFold

    features, truth = load_breast_cancer(return_X_y=True)
    folds = StratifiedKFold(5, shuffle=True, random_state=1995)
    for model, classifier in _breast_cancer_models():
        probability, fold_of = np.empty((len(truth), 2)), np.empty(len(truth), dtype=int)
        for fold, (train, test) in enumerate(folds.split(features, truth), start=1):
            probability[test] = classifier.fit(features[train], truth[train]).predict_proba(features[test])
            fold_of[test] = fold
        predicted, scores = answers(probability, 6)
        for i, code in enumerate(truth):
            yield [f"WDBC{i + 1:03d}", str(fold_of[i]), model, TUMOURS[code], TUMOURS[predicted[i]], *scores[i]]


def _breast_cancer_models() -> Iterator[tuple[str, Any]]:
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    from sklearn.tree import DecisionTreeClassifier

    # Newton steps converge to the last digit, so that another processor writes the same file.
    regression = LogisticRegression(solver="newton-cholesky", tol=1e-10)
    yield "Logistic regression", make_pipeline(StandardScaler(), regression)
    yield "Decision tree", DecisionTreeClassifier(max_depth=3, random_state=1995)


# ---- heart sounds: simulated ------------------------------------------------------------------------

SOUNDS = ("Normal", "Murmur", "Extra heart sound", "Extrasystole", "Artifact")
SOUND_SHARE = (0.685, 0.205, 0.018, 0.092)  # of the patients; an artefact belongs to a recording
SOUND_CENTRES = np.array([[0, 0, 0], [2.5, 0.4, 0], [1.0, 1.0, 0.2], [0.3, 2.7, 0.3], [0.3, -0.3, 3.4]])
SOUND_PRIOR = np.log([0.62, 0.2, 0.004, 0.09, 0.09])  # hardly any extra heart sound, so it is never predicted
RECORDINGS = 3240
SITES = {"Clinic": 0.03, "Ward": 0.06, "Home": 0.16}  # proportion of recordings that are only noise


def heart_sounds() -> Table:
    """Several recordings per patient, rare classes, one of which the model never predicts."""
    rng = np.random.default_rng(20161)
    patient, disease, site, sex = _sound_patients(rng)
    noise_share = np.array(list(SITES.values()))[site]
    truth = np.where(rng.random(RECORDINGS) < noise_share, SOUNDS.index("Artifact"), disease)
    # One offset per patient, so that the recordings of a patient resemble each other.
    habit = rng.normal(0, 0.5, (patient.max() + 1, 3))[patient]
    spread = 0.85 + 0.25 * (site == 2)
    seen = SOUND_CENTRES[truth] + habit + rng.normal(0, 1, (RECORDINGS, 3)) * spread[:, None]
    predicted, scores = answers(softmax(class_logits(seen, SOUND_CENTRES, SOUND_PRIOR)), 5)
    header = ["patient_id", "recording", "site", "sex", "y_true", "y_pred", *score_columns(SOUNDS)]
    places = list(SITES)
    return header, [
        [f"SIM{patient[i] + 1:04d}", str(i + 1), places[site[i]], "FM"[sex[i]]]
        + [SOUNDS[truth[i]], SOUNDS[predicted[i]], *scores[i]]
        for i in range(RECORDINGS)
    ]


def _sound_patients(rng: np.random.Generator) -> tuple[np.ndarray, ...]:
    """Patient number, disease, site and sex of every recording."""
    counts = rng.integers(1, 7, RECORDINGS)  # more patients than needed; cut where the recordings are full
    patient = np.repeat(np.arange(RECORDINGS), counts)[:RECORDINGS]
    disease = rng.choice(4, RECORDINGS, p=SOUND_SHARE)
    site = rng.choice(3, RECORDINGS, p=(0.5, 0.3, 0.2))
    sex = rng.integers(0, 2, RECORDINGS)
    return patient, disease[patient], site[patient], sex[patient]


# ---- heart rhythm: simulated ------------------------------------------------------------------------

RHYTHMS = ("Normal", "Ectopic", "VT")
RHYTHM_SPLITS = {"train": (1740, 174, 87), "valid": (435, 43, 22), "test": (1000, 100, 50)}
RHYTHM_CENTRES = np.array([[0, 0], [2.6, 0.4], [1.3, 2.9]])
RHYTHM_PRIOR = np.log([0.72, 0.16, 0.12])
RHYTHM_MODELS = {"Model A": 0.4, "Model B": 0.75}  # noise each adds to what the recording shows
WITHOUT_TRUTH = ("Normal", "Normal", "Ectopic")  # three more test patients whose rhythm nobody has read yet


def heart_rhythm() -> Table:
    """Two models on the same patients, split into train, valid and test; 3 test rows have no true class."""
    rng = np.random.default_rng(20172)
    split, truth, is_read = _rhythm_patients(rng)
    rng.choice(4, len(split), p=(0.2, 0.3, 0.35, 0.15)), rng.integers(0, 2, len(split))  # the scores stay as published
    shown = RHYTHM_CENTRES[truth] + 0.75 * rng.standard_t(4, (len(truth), 2))
    given = []
    for noise in RHYTHM_MODELS.values():
        seen = shown + rng.normal(0, noise, shown.shape)
        seen[split == "train"] += 0.15 * (RHYTHM_CENTRES[truth] - seen)[split == "train"]  # fitted to these
        given.append(answers(softmax(0.9 * class_logits(seen, RHYTHM_CENTRES, RHYTHM_PRIOR)), 5))
    details = patients_of(Outcomes(split, truth, given[0][0], is_read))
    rows: list[Row] = []
    for model, (predicted, scores) in zip(RHYTHM_MODELS, given, strict=True):
        for i, detail in enumerate(details):
            named = RHYTHMS[truth[i]] if is_read[i] else ""
            rows.append([*detail, model, named, RHYTHMS[predicted[i]], *scores[i]])
    header = ["patient_id", "split", "age", "sex", "site", "date", "model", "y_true", "y_pred"]
    return header + score_columns(RHYTHMS), rows


def _rhythm_patients(rng: np.random.Generator) -> tuple[np.ndarray, ...]:
    """Split, class code and whether the true class is known, of every patient in the order of their ids."""
    patients = [
        (split, code, True)
        for split, support in RHYTHM_SPLITS.items()
        for code, count in enumerate(support)
        for _ in range(count)
    ]
    patients += [("test", RHYTHMS.index(name), False) for name in WITHOUT_TRUTH]
    order = rng.permutation(len(patients))
    return tuple(np.array(column)[order] for column in zip(*patients, strict=True))


# ---- surgical phases: simulated ---------------------------------------------------------------------

PHASE_SECONDS = {  # typical length, in the proportions of a gallbladder removal cut to twelve minutes
    "Preparation": 42,
    "Calot triangle dissection": 250,
    "Clipping and cutting": 54,
    "Gallbladder dissection": 225,
    "Gallbladder packaging": 35,
    "Cleaning and coagulation": 58,
    "Gallbladder retraction": 30,
}
PHASES = tuple(PHASE_SECONDS)
VIDEOS = 12
CLEANING_FIRST = {3, 8, 11}  # videos in which cleaning comes before packaging
NEVER_RECOGNISED = {5: 5, 9: 2}  # video: code of the phase that the model takes for the one before


def surgical_phases() -> Table:
    """One answer per second of 12 operations: late starts, flicker, and two phases never recognised."""
    rng = np.random.default_rng(20184)
    header = ["video_id", "frame", "y_true", "y_pred", *score_columns(PHASES)]
    return header, [row for video in range(1, VIDEOS + 1) for row in _operation(rng, video)]


def _operation(rng: np.random.Generator, video: int) -> Iterator[Row]:
    order, seconds = _course(rng, video)
    truth = np.repeat(order, seconds)
    missed = NEVER_RECOGNISED.get(video, -1)
    believed = _believed_course(rng, order, seconds, missed)
    slips = _slips(rng, believed)
    slips[slips == missed] = -1
    logits = 6.0 * _leaning(believed) + 8.0 * _leaning(slips) + _slow_noise(rng, truth.size, len(PHASES))
    predicted, scores = answers(softmax(logits), 4)
    for frame, code in enumerate(truth):
        yield [f"SIM{video:02d}", str(frame), PHASES[code], PHASES[predicted[frame]], *scores[frame]]


def _leaning(course: np.ndarray) -> np.ndarray:
    """How far each second leans towards each phase, over a window of 9 seconds, so gradually."""
    window = np.ones(9) / 9
    return np.stack(
        [np.convolve(np.pad(course == code, 4, "edge"), window, "valid") for code in range(len(PHASES))],
        axis=1,
    )


def _course(rng: np.random.Generator, video: int) -> tuple[np.ndarray, np.ndarray]:
    """The phases of an operation in their order, and how many seconds each lasts."""
    order = np.arange(len(PHASES))
    if video in CLEANING_FIRST:
        order[[4, 5]] = order[[5, 4]]
    typical = np.array(list(PHASE_SECONDS.values()))[order]
    pace = rng.lognormal(0, 0.15) * rng.lognormal(0, 0.3, len(PHASES))
    return order, np.round(typical * pace).astype(int)


def _believed_course(rng: np.random.Generator, order: np.ndarray, seconds: np.ndarray, missed: int) -> np.ndarray:
    """The true phases with their boundaries moved, mostly late, and the missed phase taken for the one before it."""
    ends = np.cumsum(seconds)
    late = np.round(rng.exponential(11, len(order) - 1) - 3).astype(int)
    ends[:-1] += np.minimum(late, seconds[1:] // 2)
    taken_for = np.where(order == missed, np.roll(order, 1), order)
    return np.repeat(taken_for, np.diff(ends, prepend=0))


def _slips(rng: np.random.Generator, believed: np.ndarray) -> np.ndarray:
    """The neighbouring phase that the model takes this one for, in a short spell now and then; else -1."""
    slips = np.full(len(believed), -1)
    for start in np.flatnonzero(rng.random(len(believed)) < 1 / 90):
        spell = slice(start, start + int(rng.integers(3, 18)))
        slips[spell] = np.clip(believed[spell] + rng.choice((-1, 1)), 0, len(PHASES) - 1)
    return slips


def _slow_noise(rng: np.random.Generator, frames: int, classes: int) -> np.ndarray:
    """Noise that drifts: each second keeps nine tenths of the one before; its SD is about 1.1."""
    noise = rng.normal(0, 0.48, (frames, classes))
    for frame in range(1, frames):
        noise[frame] += 0.9 * noise[frame - 1]
    return noise


MAKERS = {
    "breast-cancer.csv": breast_cancer,
    "heart-sounds-simulated.csv": heart_sounds,
    "heart-rhythm-simulated.csv": heart_rhythm,
    "surgical-phases-simulated.csv": surgical_phases,
}

if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
