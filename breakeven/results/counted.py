"""An evaluation that an engine counted, by the names of any evaluation.

What needs the documents themselves is left out, and said.

Tested in `test_losses` and `test_evaluation`.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from breakeven.analysis.estimation.probabilities import NotProbabilities
from breakeven.analysis.evaluation.counted import CountedEvaluation
from breakeven.analysis.evaluation.counts import NotCounted
from breakeven.analysis.evaluation.document_kinds import average_intervals_of
from breakeven.analysis.evaluation.evaluation import sampled_as
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.selection.leak_sides import sides_counted
from breakeven.analysis.story.verdict import PlainVerdict, verdict_of_counted
from breakeven.data.own_measures import OwnMeasure
from breakeven.results.averages import averages_of
from breakeven.results.class_distribution import ClassDistribution, class_distribution
from breakeven.results.evaluation_export import (
    DocumentSampling,
    EvaluationExport,
    EvaluationNumbers,
)
from breakeven.results.own_measures import OwnMeasures, counted_own_measures
from breakeven.results.probability_losses import ProbabilityLosses, counted_losses
from breakeven.results.rankings import ranking_averages
from breakeven.results.sklearn_report import WithSklearnReport
from breakeven.results.variants import leak_variants
from metrics.averaging import Undefined

# what of it stands with the averages
AVERAGE_PARTS = ("macro_intervals", "eleven_points", "roc_intervals")


def averages_not_counted(evaluation: CountedEvaluation) -> NotCounted | None:
    """What memory would print beside the averages and was not counted; None where nothing is."""
    missing = evaluation.not_counted
    text = "; ".join(str(missing[name]) for name in AVERAGE_PARTS if name in missing)
    return NotCounted(f"not counted by an engine: {text}") if text else None


def counted_numbers(
    evaluation: CountedEvaluation, beta: float, undefined: Undefined
) -> EvaluationNumbers:
    """Everything that was counted, as of an evaluation in memory."""
    intervals = average_intervals_of(evaluation.kinds, beta, undefined)
    curves = evaluation.curves
    return EvaluationNumbers(
        evaluation=evaluation,
        beta=beta,
        undefined=undefined,
        averages=averages_of(evaluation, beta, undefined, intervals),
        sampling=None if evaluation.alone else _sampling_of(evaluation),
        rankings=None if curves is None else ranking_averages(evaluation.eleven_points, undefined),
        engine=evaluation.engine,
    )


def _sampling_of(evaluation: CountedEvaluation) -> DocumentSampling:
    kinds, worth = evaluation.kinds, evaluation.kinds.independent()
    return DocumentSampling(
        weights=evaluation.weight_column,
        clusters=evaluation.cluster_column,
        total_weight=float(kinds.weight @ kinds.times),
        drawn=kinds.drawn,
        unit="document" if evaluation.gathered is None else "cluster",
        text=sampled_as(evaluation, evaluation.documents, worth),
        independent_documents=worth,
    )


def counted_export(
    evaluation: CountedEvaluation,
    verdict: PlainVerdict,
    beta: float,
    undefined: Undefined,
    measures: tuple[OwnMeasure, ...] = (),
) -> EvaluationExport:
    """Everything that was counted, with what was not and what belongs beside it.

    `measures`: of one's own.
    """
    sides = sides_counted(evaluation)
    absent = [averages_not_counted(evaluation)]
    if evaluation.curves is not None:
        absent.append(evaluation.not_counted.get("average_precision"))
    return EvaluationExport(
        review=evaluation.name,
        verdict=verdict,
        numbers=counted_numbers(evaluation, beta, undefined),
        leaks=None if sides is None else leak_variants(sides, beta, undefined),
        own=counted_own_measures(evaluation, measures, undefined),
        mix=class_distribution(evaluation),
        losses=None if evaluation.curves is None else counted_losses(evaluation),
        where=evaluation.filter_count,
        notes=evaluation.notes,
        not_counted=[each for each in absent if each is not None],
    )


@dataclass(frozen=True, kw_only=True, repr=False)
class CountedResult(CountedEvaluation, WithSklearnReport):
    """What an engine counted, with the numbers that an evaluation in memory prints.

    `measures`: of one's own.
    """

    beta: float
    undefined: Undefined
    measures: tuple[OwnMeasure, ...] = ()

    def own_measures(self) -> OwnMeasures | None:
        """The measures of one's own, without intervals; None without any."""
        return counted_own_measures(self, self.measures, self.undefined)

    def class_distribution(self) -> ClassDistribution:
        """The mix of true and of assigned classes, and how far they are apart."""
        return class_distribution(self)

    def probability_losses(self) -> ProbabilityLosses | NotProbabilities:
        """Log loss and Brier score of the probabilities; why not, where scores are none."""
        return counted_losses(self)

    def verdict(self, limits: Limits | None = None) -> PlainVerdict:
        """How good it is in plain answers, as of an evaluation in memory.

        What the counts do not tell is said not to have been counted. `limits.cut`: from which
        precision and recall on a class is not weak, 0.5 by default.
        """
        return verdict_of_counted(self, limits or Limits())

    def _export(self) -> EvaluationExport:
        return counted_export(self, self.verdict(), self.beta, self.undefined, self.measures)

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven evaluate --format json` prints of it; undefined is None."""
        return self._export().to_dict()

    def to_markdown(self) -> str:
        """What `breakeven evaluate` prints of it."""
        return self._export().to_markdown()

    @property
    def _counted(self) -> CountedEvaluation:
        return self


def counted_result(
    evaluation: CountedEvaluation,
    beta: float,
    undefined: Undefined,
    measures: tuple[OwnMeasure, ...] = (),
) -> CountedResult:
    """A counted evaluation as a result that shows itself."""
    values = {field.name: getattr(evaluation, field.name) for field in fields(evaluation)}
    return CountedResult(**values, beta=float(beta), undefined=undefined, measures=measures)
