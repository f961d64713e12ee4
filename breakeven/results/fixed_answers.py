"""What answers reach that are the same for every document, which a system is held against."""

from __future__ import annotations

from dataclasses import dataclass

from breakeven.analysis.comparison.fixed_answer import NAMED
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.data.wording import name_of
from metrics import measures
from metrics.averaging import Undefined, macro
from metrics.baselines import BaselineName, baselines
from metrics.tallies import ContingencyTable

# those whose name says which classes they give
SAY_ALL: tuple[BaselineName, ...] = ("always no", "always yes")


@dataclass(frozen=True, kw_only=True)
class FixedAnswer:
    """An answer that never reads a document, and what it reaches.

    `classes`: their names, which it gives to every document; `positions`: the same as positions
    in the truth. `tables`: the contingency table of each class, shape (classes,). `exact_match`:
    the share of documents that it is exactly right for. Measures are in [0, 1], NaN where 0/0.
    """

    kind: BaselineName
    classes: tuple[str, ...]
    positions: tuple[int, ...]
    tables: ContingencyTable
    exact_match: float
    micro_f: float
    macro_f: float

    @property
    def name(self) -> str:
        """What it is called, with the first of its classes as in the files."""
        if self.kind in SAY_ALL:
            return self.kind
        return f"{self.kind} ({', '.join([*map(name_of, self.named), *self.more])})"

    @property
    def named(self) -> tuple[str, ...]:
        """The classes that its name holds."""
        return self.classes[:NAMED]

    @property
    def more(self) -> tuple[str, ...]:
        """How many classes its name leaves out, in words; empty where it holds them all."""
        left_out = len(self.classes) - NAMED
        return (f"{left_out:,} more",) if left_out > 0 else ()


def fixed_answers(
    evaluation: Evaluation, beta: float, undefined: Undefined
) -> tuple[FixedAnswer, ...]:
    """The fixed answers to the same documents, as `metrics.baselines.baselines` has them.

    Where each document has one class and gets one, only those that name one class.
    """
    answers = baselines(
        evaluation.tables, evaluation.truth, evaluation.weights, evaluation.scored.unjudged
    )
    return tuple(
        FixedAnswer(
            kind=answer.name,
            classes=tuple(evaluation.classes[c] for c in answer.classes),
            positions=answer.classes,
            tables=answer.tables,
            exact_match=float(answer.exact_match),
            micro_f=float(measures.f_beta(answer.tables.pooled(), beta)),
            macro_f=macro(answer.tables, beta, undefined)["f"].value,
        )
        for answer in answers
        if len(answer.classes) == 1 or not evaluation.one_of
    )
