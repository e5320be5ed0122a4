"""What `benchmarks.peers` lets Rounds and its peers do: the same made study, as each of them wants to have it."""

from __future__ import annotations

import subprocess
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.shared import LABELS, PROPORTIONS, made
from metrics import ConfusionMatrix, Evaluation, ResamplingUnits, ThresholdTable
from metrics.calibration.calibration import Calibration
from metrics.calibration.splines import QUANTILES, basis
from metrics.intervals.linearised import ScoredCases
from metrics.kernels.cached import cached_property
from metrics.measures.calibration import log_odds
from metrics.subgroups.class_figures import PROPORTIONS as PROPORTIONS_OF_GROUPS
from metrics.subgroups.class_figures import proportions_of_counts
from metrics.subgroups.differences import difference_to_rest
from metrics.subgroups.divided import Divided
from metrics.utility.decision_curve import decision_curve

ROOT = Path(__file__).parents[1]
BINARY, GROUPS = (0.7, 0.3), 20
RISKS, RESAMPLES, BOUNDS = np.linspace(0.01, 0.99, 99), 200, (0.025, 0.975)


@dataclass(frozen=True)
class Study:
    """Made predictions. truth, predicted: (n,) codes. scores: per class (n,) probabilities that add up to one."""

    labels: tuple[str, ...]
    truth: np.ndarray
    predicted: np.ndarray
    scores: list[np.ndarray]

    @cached_property
    def texts(self) -> tuple[np.ndarray, np.ndarray]:
        """True and predicted class as the words of a file."""
        names = np.array(self.labels)
        return names[self.truth], names[self.predicted]

    @cached_property
    def frame(self) -> Any:
        """A pandas table; each score stands under the name of its class, where both Rounds and evidently look."""
        import pandas as pd

        columns = {"y_true": self.texts[0], "y_pred": self.texts[1]}
        return pd.DataFrame(columns | dict(zip(self.labels, self.scores, strict=True)))


def study_of(rows: int, proportions: tuple[float, ...] = PROPORTIONS) -> Study:
    truth, by_row = made(np.random.default_rng(5), rows, proportions)
    scores = by_row.T.copy()
    return Study(LABELS[: len(proportions)], truth, scores.argmax(0), list(scores))


# ------------------------------------------------------------------ Rounds


def evaluation(study: Study) -> Evaluation:
    """As `predictions` makes it of a file: the matrix, a table per class, and every row for itself."""
    matrix = ConfusionMatrix.from_codes(study.truth, study.predicted, study.labels)
    tables = tuple(ThresholdTable.from_scores(score, study.truth == i) for i, score in enumerate(study.scores))
    size = len(study.labels)
    units = ResamplingUnits(study.truth, study.predicted, size, len(study.truth), tuple(study.scores))
    return Evaluation(matrix, tables, normal=0, units=units)


def numbers(found: Evaluation) -> object:
    """Every number with its interval."""
    return found.classes, found.overall, found.macro, found.weighted, found.micro


def curves(table: ThresholdTable) -> object:
    """All points of the ROC and the precision-recall curve as rates, which Rounds else makes only for what it draws."""
    tp, fp = table.counts.tp, table.counts.fp
    return tp / tp[-1], fp / fp[-1], tp[1:] / (tp[1:] + fp[1:])


def all_of_metrics(study: Study) -> object:
    found = evaluation(study)
    return numbers(found), [curves(table) for table in found.tables if table is not None]


def numbers_of_pairs(truth: np.ndarray, predicted: np.ndarray) -> object:
    """The matrix of two columns and every number of it with its interval."""
    return numbers(Evaluation(ConfusionMatrix.from_labels(truth, predicted)))


def report(python: Path, study: Path, page: Path) -> None:
    """The command line in a process of its own, from its start to its end."""
    command = [str(python), "-m", "report", str(study), "--html", str(page)]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def calibrated(scores: np.ndarray, truth: np.ndarray) -> object:
    """From raw probabilities to curve, band, distances, line and calibration in the large, all with intervals."""
    found = Calibration(ScoredCases(ThresholdTable.from_scores(scores, truth)))
    curve = found.curve
    assert curve is not None
    return curve.at(RISKS), curve.band(RISKS), found.distances, found.line, found.citl


def net_benefit_curve(study: Study) -> object:
    """From raw probabilities to the decision curve of the last class, with its interval."""
    found = decision_curve(evaluation(study), len(study.labels) - 1, RISKS)
    return found.model.value, found.bounds(found.model), found.bounds(found.gain)


def group_table(study: Study, groups: np.ndarray) -> object:
    """Four rates of the last class in each group with intervals, and their differences to the rest."""
    label = len(study.labels) - 1
    matrix = ConfusionMatrix.from_codes(study.truth, study.predicted, study.labels)
    units = ResamplingUnits(study.truth, study.predicted, len(study.labels), len(study.truth))
    found = Divided(Evaluation(matrix, units=units), groups, GROUPS, label, _no_rows, _no_rows)
    rates = [proportions_of_counts(found.counts[group], 0.95) for group in range(GROUPS)]
    return rates, [difference_to_rest(found, group, key) for group in range(GROUPS) for key in PROPORTIONS_OF_GROUPS]


def _no_rows(_group: int, _scored: bool) -> Evaluation:
    raise AssertionError("independent cases are told by their counts")


# ------------------------------------------------------------------ peers


def with_statsmodels(scores: np.ndarray, truth: np.ndarray) -> object:
    """The same curve and its mean distance, with percentile intervals: a GLM on the same spline in each resample."""
    import statsmodels.api as sm

    x = log_odds(scores)
    knots = np.quantile(x, QUANTILES[0])
    columns, at = (sm.add_constant(basis(values, knots).T) for values in (x, log_odds(RISKS)))
    generator, curves, distances = np.random.default_rng(0), [], []
    for rows in (generator.integers(0, len(x), len(x)) for _ in range(RESAMPLES)):
        fit = sm.GLM(truth[rows], columns[rows], family=sm.families.Binomial()).fit()
        curves.append(fit.predict(at))
        distances.append(np.abs(fit.fittedvalues - scores[rows]).mean())
    return np.quantile(curves, BOUNDS, axis=0), np.quantile(distances, BOUNDS)


def resampled_net_benefit(scores: np.ndarray, truth: np.ndarray) -> object:
    """The same curve and gain with percentile intervals, counted by NumPy in each resample."""
    generator, edges, weight = np.random.default_rng(0), np.append(RISKS, 2.0), RISKS / (1 - RISKS)
    models, gains = [], []
    for rows in (generator.integers(0, len(scores), len(scores)) for _ in range(RESAMPLES)):
        drawn, is_class = scores[rows], truth[rows]
        tp, fp = (np.histogram(drawn[kind], edges)[0][::-1].cumsum()[::-1] for kind in (is_class, ~is_class))
        proportion = is_class.mean()
        models.append(tp / len(rows) - weight * fp / len(rows))
        gains.append(models[-1] - np.maximum(proportion - weight * (1 - proportion), 0))
    return np.quantile(models, BOUNDS, axis=0), np.quantile(gains, BOUNDS, axis=0)


def resampled_groups(study: Study, groups: np.ndarray) -> object:
    """The same rates and differences with percentile intervals, counted by NumPy in each resample."""
    generator, label, found = np.random.default_rng(0), len(study.labels) - 1, []
    kinds = groups * 4 + 2 * (study.predicted == label) + (study.truth == label)
    for rows in (generator.integers(0, len(kinds), len(kinds)) for _ in range(RESAMPLES)):
        cells = np.bincount(kinds[rows], minlength=4 * GROUPS).reshape(GROUPS, 4)
        rates = [_rates(cells), _rates(cells.sum(0) - cells)]
        found.append([rates[0], rates[0] - rates[1]])
    return np.quantile(found, BOUNDS, axis=0)


def _rates(cells: np.ndarray) -> np.ndarray:
    tn, fn, fp, tp = cells.T
    return np.array([tp / (tp + fn), fp / (fp + tn), tp / (tp + fp), (tp + fp) / cells.sum(1)])


def with_confidenceinterval(scores: np.ndarray, truth: np.ndarray) -> object:
    import confidenceinterval

    return confidenceinterval.roc_auc_score(truth, scores, method="delong")


def with_sklearn(study: Study) -> object:
    """The same numbers and points, without intervals; probabilities are taken for each class, one-vs-rest."""
    from sklearn import metrics as reference

    found: list[object] = [
        reference.confusion_matrix(study.truth, study.predicted),
        reference.classification_report(study.truth, study.predicted, target_names=study.labels, output_dict=True),
    ]
    for i, score in enumerate(study.scores):
        own = study.truth == i
        found += [reference.roc_curve(own, score), reference.precision_recall_curve(own, score)]
        found += [reference.roc_auc_score(own, score), reference.average_precision_score(own, score)]
    return found


def with_pycm(truth: np.ndarray, predicted: np.ndarray, page: Path) -> None:
    import pycm

    pycm.ConfusionMatrix(truth, predicted).save_html(str(page.with_suffix("")))  # it adds .html itself


def with_evidently(study: Study, page: Path) -> None:
    from evidently import DataDefinition, Dataset, MulticlassClassification, Report
    from evidently.presets import ClassificationPreset

    task = MulticlassClassification(target="y_true", prediction_labels="y_pred", prediction_probas=list(study.labels))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        data = Dataset.from_pandas(study.frame, data_definition=DataDefinition(classification=[task]))
        Report([ClassificationPreset()]).run(data, None).save_html(str(page))


class Ready:
    """A model that was already run: its one input column is its score of the positive class."""

    classes_ = np.array([0, 1])

    def fit(self, _inputs: Any, _truth: Any) -> Ready:
        return self

    def predict_proba(self, inputs: Any) -> np.ndarray:
        score = np.asarray(inputs)[:, 0]
        return np.column_stack([1 - score, score])

    def predict(self, inputs: Any) -> np.ndarray:
        return (np.asarray(inputs)[:, 0] >= 0.5).astype(int)


def explained(study: Study) -> Any:
    """The last class of a binary study. Its Shapley values are prepared, because it insists, but never asked for."""
    import pandas as pd
    from explainerdashboard import ClassifierExplainer

    inputs, truth = pd.DataFrame({"score": study.scores[-1]}), pd.Series(study.truth)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ClassifierExplainer(Ready(), inputs, truth, shap="kernel", labels=list(study.labels))


def plots_of_explainerdashboard(study: Study) -> object:
    """The seven figures of its page of statistics, not yet written to HTML."""
    own = explained(study)
    figures = [own.plot_precision(), own.plot_confusion_matrix(), own.plot_lift_curve(), own.plot_classification()]
    return figures + [own.plot_cumulative_precision(), own.plot_roc_auc(), own.plot_pr_auc()]


def with_explainerdashboard(study: Study, page: Path) -> None:
    """Its page of statistics as HTML: the seven figures, and its table of metrics at 99 thresholds."""
    from explainerdashboard.dashboard_components import ClassifierModelStatsComposite

    page.write_text(ClassifierModelStatsComposite(explained(study)).to_html())
