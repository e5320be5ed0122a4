"""The questions about a table, with their answers: only what is not known, the likeliest answer first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from predictions.mapping import Mapping
from predictions.question import Answer, Asked, Gave, Question
from predictions.roles import candidates
from predictions.roles.normal_class import guess_normal, guess_positive
from predictions.roles.several_labels import Label, agreeing, paired_labels, say_the_same
from predictions.roles.understood import Understood

MANY_LABELS, MOST_LABELS = 3, 24


def about_truth(table: Understood) -> Question:
    """Which column holds the true class, or which of several labels is evaluated."""
    found = candidates.true_classes(table)
    several = _yes_no(found)
    if paired := paired_labels(table, several):
        answers = tuple(_one_label(table, each, found[each.truth]) for each in paired[:MOST_LABELS])
        return Question(Asked.LABEL, answers, labels=tuple(each.name for each in paired))
    is_multi = len(several) >= MANY_LABELS and len(several) == len(found) and not say_the_same(table, several)
    if is_multi and not candidates.scores(table):
        return Question(Asked.LABEL, labels=tuple(several))
    known, likely = replace(table.mapping, asks=True), candidates.likeliest(found)
    answers = tuple(Answer(replace(known, truth=name), (name,), classes=classes) for name, classes in likely.items())
    agreements = () if is_multi else tuple(candidates.agreements(table, likely))
    return Question(Asked.TRUTH, answers, labels=tuple(several) if is_multi else (), agreements=agreements)


def of_its_label(table: Understood) -> Mapping:
    """With what the model gave for the label that is chosen: what it gave for other labels is no model of this one."""
    known = table.mapping
    if not known.truth or known.predicted is not None or known.names_scores:
        return known
    found = candidates.true_classes(table)
    own = [each for each in paired_labels(table, _yes_no(found)) if each.truth == known.truth]
    return _one_label(table, own[0], found[own[0].truth]).mapping if own else known


def _yes_no(found: dict[str, dict[str, int]]) -> list[str]:
    return [name for name, classes in found.items() if candidates.is_yes_no(list(classes))]


def _one_label(table: Understood, label: Label, classes: dict[str, int]) -> Answer:
    mapping = replace(
        table.mapping, truth=label.truth, predicted=(label.predicted,) if label.predicted else (), scores={},
        score=label.score, score_models=(), model_scores={}, asks=False,
    )  # fmt: skip
    return Answer(mapping, label.columns, label.name, classes=classes)


def about_the_model(table: Understood, labels: Sequence[str]) -> Question:
    """What the model gave. labels: of the true class; a lone score needs two."""
    known = replace(table.mapping, predicted=None, asks=False)
    base = replace(known, scores=None, score=None, score_models=(), model_scores=None)
    classes = candidates.predicted_classes(table, labels)
    scores = candidates.scores(table) if len(labels) == 2 else []
    own = [each for each in scores if not candidates.describes(each)]  # nobody's age is a model's
    likely = agreeing(table, classes, str(known.truth)) if candidates.is_yes_no(list(labels)) else classes
    if own:  # a class that begins at some score was made from it
        likely = sorted(likely, key=lambda each: not candidates.begins_at_a_score(table, each, own[0]))
    answers = [_both(base, each, _of_the_positive(table, each, own, labels)) for each in likely[:1] if own]
    answers = [each for each in answers if not _is_of_the_call(table, *each.columns)]
    if len(likely) > 1:
        answers.append(Answer(replace(base, predicted=tuple(likely)), tuple(likely), gave=Gave.CLASSES))
    answers += [_class(base, each) for each in likely[:2]]
    answers += [_score(base, each) for each in scores[:3]]
    together = tuple(each for each in own if candidates.are_probabilities(table, each))
    together = together if len(together) > 1 else tuple(own)
    if len(together) > 1:
        mapping = replace(base, predicted=(), score_models=together)
        answers.append(Answer(mapping, together, gave=Gave.SCORES))
    answers += [replace(_class(base, each), is_likely=False) for each in classes if each not in likely]
    return Question(Asked.GAVE, tuple(answers[: candidates.MOST]), str(table.mapping.truth))


def _is_of_the_call(table: Understood, predicted: str, score: str) -> bool:
    """Whether it may be the probability of whichever class is predicted, which no threshold tells apart."""
    return candidates.from_half_to_one(table, score) and not candidates.begins_at_a_score(table, predicted, score)


def _of_the_positive(table: Understood, predicted: str, scores: Sequence[str], labels: Sequence[str]) -> str:
    """The first score from which on the class is predicted that a lone score is for by its name, else the first."""
    positive, beside = guess_positive(labels, guess_normal(labels)[0]), table.settled(predicted=(predicted,))
    known = "" if positive is None else labels[positive]
    found = [each for each in scores if known and candidates.decided_by(beside, each, labels, str) == known]
    return [*found, *scores][0]


def _both(base: Mapping, predicted: str, score: str) -> Answer:
    mapping = replace(base, predicted=(predicted,), score=score)
    return Answer(mapping, (predicted, score), gave=Gave.CLASS_AND_SCORE)


def _class(base: Mapping, column: str) -> Answer:
    alone = replace(base, predicted=(column,), scores={}, score="", model_scores={})
    return Answer(alone, (column,), gave=Gave.CLASS)


def _score(base: Mapping, column: str) -> Answer:
    return Answer(replace(base, predicted=(), score=column), (column,), gave=Gave.SCORE)


def about_a_high_score(table: Understood, labels: Sequence[str]) -> Question:
    """Which of two classes a high score means."""
    columns = table.mapping.score_models or tuple(filter(None, (table.mapping.score,)))
    answers = tuple(Answer(replace(table.mapping, positive=label), columns, label) for label in labels)
    return Question(Asked.POSITIVE, answers, str(table.mapping.truth))


def about_readers(table: Understood, column: str, conditions: Sequence[str]) -> Question:
    """Whether several readers of the same cases are several models, one under each of the conditions in a column."""
    known = table.mapping
    apart = [replace(known, reader=column, model=name) for name in conditions if not known.model]
    answers = [Answer(each, (column, str(each.model))) for each in apart]
    answers += [Answer(replace(known, reader=said), (column,)) for said in (column, "")]
    return Question(Asked.READERS, tuple(answers), str(known.truth))
