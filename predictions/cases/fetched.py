"""The single cases of one model where an engine holds the rows: counted by their cells, fetched a page at a time."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import numpy as np
import pyarrow as pa

from metrics.kernels.cached import cached_property
from predictions.cases.case_list import CONFIDENT, CaseList, lone_of
from predictions.cases.filters import CaseFilter, among, matching
from predictions.cases.groups import is_few, names_of_groups
from predictions.cases.kinds import CaseKind, CaseOrder
from predictions.cases.other_models import Elsewhere
from predictions.counted import CaseCounter, CaseQuestion
from predictions.groups.grouping import Grouping, by_values
from predictions.rows import Predictions
from predictions.study import RowStudy, Study


@dataclass(frozen=True, eq=False)
class FetchedCases:
    """What a `CaseList` is, of rows that are not held. The fields mean the same; counter: finds the rows.

    What other models said about a case is not known.
    """

    study: Study
    counter: CaseCounter
    model: int
    split: str | None
    harm: np.ndarray | None
    names: tuple[str, ...]
    order: tuple[int, ...]
    elsewhere: tuple[Elsewhere, ...] = ()

    @property
    def labels(self) -> tuple[str, ...]:
        """The classes as they are shown."""
        return self.names or tuple(self.study.labels)

    @property
    def has_confidence(self) -> bool:
        """Whether any class has scores."""
        return any(self.study.scored)

    @property
    def has_ids(self) -> bool:
        """Whether an id can be looked for."""
        return self.counter.has_ids

    @property
    def has_order(self) -> bool:
        """Whether the file has an order of its rows."""
        return self.counter.has_order

    @property
    def lone(self) -> int | None:
        """The only one of two classes that has scores."""
        return lone_of(self.study.scored)

    @property
    def has_probabilities(self) -> bool:
        """Whether the score of every predicted class lies between 0 and 1; False without any."""
        found = self.counter.confident_from(CONFIDENT)
        return found is not None and bool(np.isnan(found[2]))

    @cached_property
    def confident_from(self) -> float:
        """As `CaseList.confident_from`."""
        found = self.counter.confident_from(CONFIDENT)
        return CONFIDENT if found is None or np.isnan(found[2]) else float(f"{found[2]:.3g}")

    @cached_property
    def groups(self) -> tuple[Grouping, ...]:
        """Columns by whose values the list can be narrowed; their codes are those of the distinct values."""
        names = names_of_groups(self.study, self.counter.head)
        found = ((name, self.counter.values(name)) for name in names)
        return tuple(each for name, values in found if values is not None and is_few(each := by_values(name, values)))

    def group(self, name: str) -> Grouping:
        """The groups of one of these columns."""
        return next(each for each in self.groups if each.name == name)

    @cached_property
    def cells(self) -> CaseList:
        """The cells of the matrix, one row each, as a list that can be narrowed by classes."""
        size = len(self.study.labels)
        truth, predicted = np.divmod(np.arange(size * size), size)
        return self.holding(Predictions(None, self.study.labels, truth, predicted))

    def holding(self, rows: Predictions) -> CaseList:
        """A list of rows that are held."""
        known = {each.name: getattr(self.study, each.name) for each in fields(Study)}
        return CaseList(RowStudy(**known, models=(rows,)), 0, None, self.harm, self.names, self.order)

    def asked(self, wanted: CaseFilter) -> CaseQuestion:
        """A filter as the rows are asked for it."""
        size, values = len(self.study.labels), tuple[object, ...]()
        if wanted.group is not None and wanted.value is not None:
            group, every = self.group(wanted.group), self.counter.values(wanted.group)
            assert every is not None
            values = tuple(every.filter(pa.array(group.of(wanted.value))).to_pylist())
        of_cells = replace(wanted, kinds=wanted.kinds - {CaseKind.CONFIDENT}, group=None, value=None, case_id="")
        is_confident = CaseKind.CONFIDENT in wanted.kinds
        return CaseQuestion(
            matching(self.cells, of_cells).reshape(size, size),
            (wanted.group or "") if values else "",
            values,
            wanted.least if is_confident else None,
            wanted.case_id,
        )

    def could_be(self, wanted: CaseFilter) -> np.ndarray:
        """(K, K) True for the cells of which the wanted ones are a part."""
        size = len(self.study.labels)
        return among(self.cells, replace(wanted, group=None, value=None, case_id="")).reshape(size, size)

    def counts(self, asked: CaseQuestion) -> np.ndarray:
        """(K, K) how many rows meet a question: known already unless it asks for more than classes."""
        if asked.column or asked.case_id or asked.least is not None:
            return self.counter.cells(asked)
        return np.where(asked.cells, self.study.evaluate(self.model, self.split).matrix.cells, 0)

    def page(self, asked: CaseQuestion, order: CaseOrder, start: int, number: int) -> CaseList:
        """The rows from one place of the list on, in its order."""
        return self.holding(self.counter.page(asked, self.harm, order, start, number))
