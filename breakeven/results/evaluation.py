"""How good is a system: an evaluation that shows itself, also in notebooks.

Tested in `test_evaluated_review`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from breakeven.analysis.estimation.probabilities import NotProbabilities
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.evaluation.label_ranking import AT, RankedLabels, ranked_labels
from breakeven.analysis.findings.check_limits import MOST_AT_ONCE, Limits
from breakeven.analysis.findings.duplicates import search_near
from breakeven.analysis.findings.finding import Finding
from breakeven.analysis.label_errors.label_noise import NoisyTruth, noisy_truth, stated_noise
from breakeven.analysis.selection.leak_sides import LeakSides
from breakeven.analysis.selection.selected_evaluation import (
    check_evaluated,
    evaluate_selection,
    leak_sides,
    other_evaluations,
)
from breakeven.analysis.selection.selection import positive_class
from breakeven.analysis.selection.where import FilteredDocuments
from breakeven.analysis.story.verdict import PlainVerdict, verdict_of
from breakeven.analysis.versions.changes import pair_before
from breakeven.data.hierarchy import Fold
from breakeven.data.records import Review
from breakeven.data.wording import cell_of, count_of
from breakeven.results import values
from breakeven.results.answers import answer_summary
from breakeven.results.arguments import require_documents, selection_of
from breakeven.results.ceiling import people_and_system
from breakeven.results.class_distribution import ClassDistribution, class_distribution
from breakeven.results.columns import columns
from breakeven.results.evaluated_review import EvaluatedReview
from breakeven.results.evaluation_export import EvaluationExport, evaluation_numbers
from breakeven.results.own_measures import OwnMeasures, own_measures_of
from breakeven.results.probability_losses import ProbabilityLosses, probability_losses
from breakeven.results.scope import CROSS_FITTED_TEXT, OPTIMISTIC, cautions
from breakeven.results.signed_numbers import SignedNumbers, digest_of, numbers_of
from breakeven.results.sklearn_report import WithSklearnReport
from breakeven.results.variants import (
    AsIfVariants,
    LeakVariants,
    ResultVariant,
    as_if_variants,
    leak_variants,
)
from metrics.averaging import Average, Undefined
from metrics.typing import AVERAGES, DEFAULT_BETA, AverageName

if TYPE_CHECKING:
    import pandas as pd

    from breakeven.analysis.class_structure.hierarchical_measures import HierarchicalMeasures
    from breakeven.analysis.class_structure.merge_search import PairGains
    from breakeven.analysis.evaluation.matrix_part import MatrixOrder, MatrixPart
    from breakeven.analysis.slices.slice_comparison import SliceAverage
    from breakeven.analysis.workload.costs import Prices
    from breakeven.analysis.workload.workload import Workload
    from breakeven.results.arguments import AnyCut
    from breakeven.results.dividing import DividedResult
    from breakeven.results.merging import MergeResult
    from breakeven.results.target_verdict import AnyTarget, TargetVerdict
    from breakeven.results.test_size import TestSize
    from breakeven.results.weak_slices import WeakSlices


# --- an evaluation in words and in HTML, for notebooks


def evaluation_in_html(result: EvaluationResult) -> str:
    """Averages and the first classes."""
    averages = {"macro": {name: a.value for name, a in result.macro().items()}}
    averages["weighted"] = {name: a.value for name, a in result.weighted().items()}
    if not result.one_of:
        per_document = {name: a.value for name, a in result.per_document().items()}
        averages = {"micro": result.micro(), **averages, "per document": per_document}
    left_out = result.macro()["f"].left_out
    frame = result.frame()
    columns_shown = columns("notebook")
    shown = [column.key for column in columns_shown if column.entry]
    cells = [column.key for column in columns_shown]
    classes = [
        [_cell(value) for value in row]
        for row in frame.loc[: values.MOST_HTML_ROWS - 1, cells].itertuples(index=False)
    ]
    return "".join(
        [
            values.html_paragraph(subject_of(result)),
            values.html_paragraph(
                f"Predictions: {result.cut}. β = {result.beta:g}."
                + (f" Macro F leaves out {count_of(left_out, 'class', 'classes')}: 0/0."
                   if left_out else "")
                + (f" {OPTIMISTIC.capitalize()}." if result.optimistic else "")
                + (f" {CROSS_FITTED_TEXT.capitalize()}."
                   if result.cut.cross_fitted_on(result.split) else "")
                + (f" {accuracy_of(result).capitalize()}." if result.one_of else "")
            ),
            values.html_table(
                ["average", *shown],
                [[kind, *(cell_of(a[m]) for m in shown)] for kind, a in averages.items()],
            ),
            values.html_table(cells, classes, len(frame)),
        ]
    )  # fmt: skip


def accuracy_of(evaluation: EvaluatedReview) -> str:
    """The share of documents that are exactly right, as a word and a number."""
    return f"accuracy {cell_of(evaluation.exact_match)}"


def subject_of(evaluation: EvaluatedReview) -> str:
    """Which system, on which documents of which review."""
    split = "all documents" if evaluation.split is None else evaluation.split
    documents = (
        count_of(evaluation.documents, "document")
        if evaluation.filtered is None
        else str(evaluation.filtered)
    )
    return (
        f"{evaluation.review.name}: {evaluation.system} on {split}, {documents}, "
        f"{count_of(len(evaluation.classes), 'class', 'classes')}"
    )


def _cell(value: Any) -> str:
    if isinstance(value, str):
        return value
    return cell_of(float(value)) if isinstance(value, float) and value % 1 else f"{value:,.6g}"


# --- how good is a system: an evaluation that shows itself


NO_HIERARCHY = "the class hierarchy is not known; give a hierarchy, or the separator in class names"


@dataclass(frozen=True, kw_only=True, repr=False)
class EvaluationResult(EvaluatedReview, WithSklearnReport):
    """A system's decisions beside the truth, with the numbers that the pages show.

    `beta` and `undefined` hold where a method is not given its own. `filtered`: the documents that
    the filter keeps; None without one.
    """

    def micro(self, beta: float | None = None) -> dict[str, float]:
        """Every measure of the pooled table, by name; NaN where it is 0/0."""
        return self.evaluation.micro(self.beta if beta is None else beta)

    def macro(
        self, beta: float | None = None, undefined: Undefined | None = None
    ) -> dict[str, Average]:
        """The mean of every measure over the classes, by name, with what it left out."""
        return self.evaluation.macro(
            self.beta if beta is None else beta, self.undefined if undefined is None else undefined
        )

    def weighted(
        self, beta: float | None = None, undefined: Undefined | None = None
    ) -> dict[str, Average]:
        """As `macro`, over the classes that have positives, each weighing as these."""
        return self.evaluation.weighted(
            self.beta if beta is None else beta, self.undefined if undefined is None else undefined
        )

    def per_document(
        self, beta: float | None = None, undefined: Undefined | None = None
    ) -> dict[str, Average]:
        """The mean of every measure over the documents, by name, with what it left out."""
        return self.evaluation.per_document(
            self.beta if beta is None else beta, self.undefined if undefined is None else undefined
        )

    @cached_property
    def leaks(self) -> LeakSides[Evaluation] | None:
        """This result with and without the documents that are in an earlier split too, if any."""
        return leak_sides(self.review, self.selection)

    @cached_property
    def as_loaded(self) -> Evaluation | None:
        """This result on the labels as they were loaded; None where these are as loaded."""
        if self.review.as_if is None:
            return None
        return evaluate_selection(self.review.loaded, self.selection)[0]

    @cached_property
    def numbers(self) -> SignedNumbers:
        """What is signed and shared of this result: `measures` by name, `counts` of each class.

        Rounded, so that another machine or version of NumPy gives the same; undefined is None.
        """
        return numbers_of(self.evaluation, self.beta, self.undefined, self.review.measures)

    @cached_property
    def findings_in_mind(self) -> list[Finding]:
        """What `check` finds that voids these numbers or makes them uncertain, in its order.

        By the usual limits. Weak slices, which do neither, are not searched for; of more than
        `MOST_AT_ONCE` documents nothing is checked unless asked.
        """
        if self.review.truth.n > MOST_AT_ONCE:
            return []
        near = search_near(self.review.truth, Limits())
        checked = check_evaluated(
            self.review, self.evaluation, self.filtered, Limits(), self.beta, near, slices=False
        )
        return [finding for finding in checked.findings if finding.effect != "improves"]

    def own_measures(self) -> OwnMeasures | None:
        """The measures of one's own that the review has, with 95 % intervals; None without any.

        What `breakeven evaluate --measures` prints. The same numbers each time.
        """
        return own_measures_of(self.evaluation, self.review.measures, self.undefined)

    def class_distribution(self) -> ClassDistribution:
        """The mix of true and of assigned classes, and how far they are apart."""
        return class_distribution(self.evaluation)

    def probability_losses(self) -> ProbabilityLosses | NotProbabilities:
        """Log loss and Brier score of the probabilities; why not, where scores are none."""
        return probability_losses(self.review, self.evaluation)

    def verdict(self, limits: Limits | None = None) -> PlainVerdict:
        """How good it is in plain answers, as the app, the report and `breakeven evaluate` say it.

        `limits.cut`: from which precision and recall on a class is not weak, 0.5 by default.
        """
        before = pair_before(self.review, self.selection, self.evaluation, self.filtered)
        return verdict_of(
            self.review.truth,
            self.evaluation,
            limits or Limits(),
            where=self.selection.where,
            leaks=self.leaks,
            before=before,
            findings=self.findings_in_mind,
        )

    def target_verdict(
        self,
        target: AnyTarget | None = None,
        limits: Limits | None = None,
    ) -> TargetVerdict:
        """Whether it reaches a target: READY, NOT YET or CANNOT TELL YET, as the app says it.

        `target`: the share of documents that must be completely right, or rules as `gate` takes
        them. `limits`: from which precision and recall on a class is not weak, and how many leaks
        are an error. ReadError, with all problems at once, for rules that are wrong, or ask for
        what there is not.

        >>> import breakeven as be
        >>> be.evaluate(be.sample("reuters"), "svm").target_verdict(0.85).outcome
        'NOT YET'
        """
        # few ask for it: an evaluation does not wait
        from breakeven.results.target_verdict import rules_of_target, target_verdict_of

        return target_verdict_of(
            self.review,
            self.selection,
            self.evaluation,
            None if target is None else rules_of_target(target),
            limits=limits or Limits(),
            leaks=self.leaks,
            others=other_evaluations(self.review, self.evaluation, self.filtered),
            findings=self.findings_in_mind,
        )

    @property
    def numbers_digest(self) -> str:
        """SHA-256, in hex, of `numbers` as JSON with sorted keys and without spaces."""
        return digest_of(self.numbers)

    def with_label_noise(self, share: float) -> NoisyTruth:
        """What F may truly be if this share of the labels is wrong, and as many are missing.

        A band, `average("micro", beta, undefined)` or `per_class(beta)`, as the errors coincide
        with the decisions or are independent of them. ValueError outside 0 to below 1.
        """
        return noisy_truth(self.evaluation, stated_noise(share), True)

    def frame(self) -> pd.DataFrame:
        """One row per class, as on the Classes page; undefined is NaN."""
        # loads pandas
        from breakeven.results.classes import class_frame

        return class_frame(self.review.truth, self.evaluation, self.beta)

    def hierarchical(
        self, beta: float | None = None, undefined: Undefined | None = None
    ) -> HierarchicalMeasures:
        """What the review's hierarchy says of the decisions, as `breakeven hierarchy` prints it.

        ValueError where the review has none.
        """
        # few ask for it: an evaluation does not wait
        from breakeven.analysis.class_structure.hierarchical_measures import hierarchical_measures

        if self.review.hierarchy is None:
            raise ValueError(NO_HIERARCHY)
        return hierarchical_measures(
            self.review.hierarchy,
            self.evaluation,
            self.beta if beta is None else beta,
            self.undefined if undefined is None else undefined,
        )

    def at_level(self, level: int, unfolded: str | None = None) -> Evaluation:
        """The same decisions of classes folded to a level of the hierarchy, 1 at the top.

        As on Confusion and Classes: below `unfolded` its children stand instead. There are no
        scores. ValueError without a hierarchy, for a level below 1, and where nothing is so called.
        """
        # few ask for it: an evaluation does not wait
        from breakeven.analysis.evaluation.merged_classes import folded_evaluation

        if self.review.hierarchy is None:
            raise ValueError(NO_HIERARCHY)
        if level < 1:
            raise ValueError(f"there is no level {level}; the top is level 1")
        if unfolded is not None and unfolded not in self.review.hierarchy.nodes:
            raise ValueError(f"nothing in the hierarchy is called {unfolded!r}")
        return folded_evaluation(self.evaluation, self.review.hierarchy, Fold(level, unfolded))

    def groups(self) -> dict[str, pd.DataFrame]:
        """Tables of `classes` by size, and of the `growing` set of classes.

        What `breakeven groups` prints.
        """
        # loads pandas
        from breakeven.results.classes import group_frames

        return group_frames(self.review.truth, self.evaluation, self.beta)

    def slices(
        self,
        by: str | None = None,
        named: Mapping[str, str] | None = None,
        *,
        edges: Sequence[float] | None = None,
        average: SliceAverage = "micro",
    ) -> pd.DataFrame:
        """Parts of the documents side by side, each against the rest; undefined is NaN.

        What `breakeven slices` prints. `by`: a column, `weekday of` a column of days, or `length`,
        `word` or `near-duplicate` of texts; `edges`: where its ranges of numbers meet. `named`:
        filters by the names of their slices. Without either, by how many classes documents truly
        have. `average`: what the slices differ in, `micro`, `macro`, `weighted` or `per_document`
        F, or `exact_match`. ValueError where documents are not parted so, or a filter cannot be
        used.
        """
        # loads pandas
        from breakeven.results.slices import slices_of_evaluation

        return slices_of_evaluation(self, by, named or {}, edges, average).frame()

    def test_size(self, half_width: float = 0.05) -> TestSize:
        """How many documents tell F of each class, and micro and macro F, to this much.

        And which classes cannot be judged so. What `breakeven test-size` prints. ValueError for a
        width outside 0.005 to 0.5.
        """
        # few ask for it: an evaluation does not wait
        from breakeven.analysis.evaluation.required_size import required_size
        from breakeven.results.test_size import TestSize

        size = required_size(self.evaluation, half_width, self.beta, self.undefined)
        return TestSize(self.review.name, self.evaluation, size, self.filtered)

    def weak_slices(self, outcome: str = "wrong", seed: int = 0) -> WeakSlices:
        """Where an outcome is more frequent than elsewhere, beyond chance, by up to three columns.

        What `breakeven slices --search` prints. `outcome`: `wrong`, `missed:CLASS`,
        `false-alarm:CLASS`, `loss` (squared error of the probabilities), `better:SYSTEM` or
        `worse:SYSTEM` than another. ValueError where there is no such outcome, or documents were
        not drawn one by one.
        """
        # loads pandas
        from breakeven.results.weak_slices import weak_slices_of

        return weak_slices_of(self, outcome, seed)

    def ranked_labels(self, at: Sequence[int] = AT) -> RankedLabels:
        """How well the classes of each document are ranked, as `breakeven ranked` prints it.

        ValueError where there are no scores, or for a k below 1.
        """
        return ranked_labels(self.review.truth, self.evaluation, at)

    def confusion_part(self, order: MatrixOrder = "blocks", *, every: bool = False) -> MatrixPart:
        """The confusion matrix of the classes most often confused, all others in one row.

        As on Confusion and as `breakeven confusion` prints it: all classes where they are few;
        `every`: all that are confused. `order`: `blocks` of confused classes, by `size`, by
        `name`, or as in the `file`. The whole matrix is `confusion`.
        """
        # few ask for it: an evaluation does not wait
        from breakeven.analysis.evaluation.matrix_part import first_classes, ordered, part_of
        from metrics.confusion import confused_classes

        classes = (confused_classes if every else first_classes)(self.confusion)
        laid = ordered(self.confusion, classes, order, self.classes)
        return part_of(self.confusion, laid, nothing=not self.one_of)

    def merged(self, classes: Sequence[str] = (), *, best: int | None = None) -> MergeResult:
        """What would be if these classes were one, or if the best pairs were, one after another.

        `classes`: two names or more. `best`: so many steps at most, each taking the pair that gains
        most beyond what classes of its sizes would. As `breakeven merge` prints it. ValueError for
        a class that there is not, for both or neither of them, or where no pair gains.
        """
        # loads pandas
        from breakeven.results.merging import merged_of

        return merged_of(self, classes, best)

    def divided(self, class_name: str) -> DividedResult:
        """Whether a class falls into two parts by its words, and how many errors each has.

        As `breakeven merge --divide` prints it. ValueError for a class that there is not, without
        texts, and for documents with weights or clusters.
        """
        # few ask for it: an evaluation does not wait
        from breakeven.results.dividing import divided_of

        return divided_of(self, class_name)

    def best_merges(self) -> PairGains:
        """Pairs of classes that gain as one class, by how much more than their sizes would."""
        # few ask for it: an evaluation does not wait
        from breakeven.analysis.class_structure.merge_search import pair_gains

        return pair_gains(self.evaluation, self.beta)

    def workload(self, prices: Prices | None = None) -> Workload:
        """What stays wrong as people look at what the system is least sure of, and what it costs.

        What `breakeven workload` prints; `prices`: `breakeven.analysis.workload.costs.Prices`,
        errors of 1 each by default. ValueError where nobody can say how sure the system is.
        """
        # few ask for it: an evaluation does not wait
        from breakeven.analysis.label_errors.label_evidence import NoEvidence
        from breakeven.analysis.workload.costs import Prices
        from breakeven.analysis.workload.workload import workload_of

        workload = workload_of(self.review, self.evaluation, prices or Prices())
        if isinstance(workload, NoEvidence):
            raise ValueError(str(workload))
        return workload

    @property
    def _leaks(self) -> LeakVariants[ResultVariant] | None:
        leaks = self.leaks
        return None if leaks is None else leak_variants(leaks, self.beta, self.undefined)

    @property
    def _as_if(self) -> AsIfVariants[ResultVariant] | None:
        done, loaded = self.review.as_if, self.as_loaded
        if done is None or loaded is None:
            return None
        return as_if_variants(done, loaded, self.evaluation, self.beta, self.undefined)

    def _export(self) -> EvaluationExport:
        review, evaluation = self.review, self.evaluation
        return EvaluationExport(
            review=review.name,
            verdict=self.verdict(),
            positive_class=positive_class(review),
            numbers=evaluation_numbers(evaluation, self.beta, self.undefined, review.truth.ids),
            own=self.own_measures(),
            mix=self.class_distribution(),
            losses=self.probability_losses() if evaluation.scored.has_scores else None,
            cautions=cautions(review.truth, evaluation.rows, optimistic=evaluation.optimistic),
            leaks=self._leaks,
            as_if=self._as_if,
            people=people_and_system(review.truth, evaluation, self.beta, self.undefined),
            answers=answer_summary(review, evaluation, self.beta, self.undefined),
            where=self.filtered,
            notes=[str(note) for note in review.notes],
            class_map=review.class_map,
        )

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven evaluate --format json` prints; undefined is None."""
        return self._export().to_dict() | {"numbers_digest": self.numbers_digest}

    def to_markdown(self) -> str:
        """What `breakeven evaluate` prints."""
        return self._export().to_markdown()

    @property
    def _counted(self) -> Evaluation:
        return self.evaluation

    def _f_of(self, average: AverageName) -> float:
        return self.evaluation.averaged("f", average, self.beta, self.undefined)

    def __repr__(self) -> str:
        if self.one_of:
            macro = cell_of(self._f_of("macro"))
            return f"<Evaluation of {subject_of(self)}: {accuracy_of(self)}, macro F {macro}>"
        f = {kind: self._f_of(kind) for kind in AVERAGES}
        listed = ", ".join(f"{kind.replace('_', ' ')} {cell_of(v)}" for kind, v in f.items())
        return f"<Evaluation of {subject_of(self)}: F {listed}>"

    def _repr_html_(self) -> str:
        return evaluation_in_html(self)


def evaluate(
    review: Review,
    system: str | None = None,
    split: str | None = None,
    cut: AnyCut | None = None,
    beta: float = DEFAULT_BETA,
    undefined: Undefined = "drop",
    *,
    where: str | None = None,
) -> EvaluationResult:
    """How good a system is on a split, with the same defaults as the app and the command line.

    `system`: by default the best on dev by micro F1, else the first. `split`: test, else all
    documents; `all` for all. `cut`: a `Cut`, fitted thresholds, or one threshold for all classes;
    by default the decisions given, else the largest score (single-label), else a threshold.
    `undefined`: what 0/0 counts as in averages: `drop`, `zero`, `one` or `partition`. `where`:
    only documents that this filter keeps, such as `n_words>200 true:grain`; what a cut is fitted
    on stays as it is.

    ValueError where there is no such system or split, no truth, a filter that cannot be used, or
    a rule that needs what is missing.

    >>> import breakeven as be
    >>> review = be.from_arrays(["a", "b", "b", "a"], ["a", "b", "a", "a"])
    >>> be.evaluate(review).micro()["f"]
    0.75
    """
    if not beta >= 0:
        raise ValueError(f"beta is {beta}; give a number from 0 on, or inf")
    evaluation, filtered = evaluate_selection(
        review, selection_of(review, system, split, where, cut)
    )
    require_documents(filtered)
    return evaluation_result(review, evaluation, filtered, float(beta), undefined)


def evaluation_result(
    review: Review,
    evaluation: Evaluation,
    filtered: FilteredDocuments | None,
    beta: float,
    undefined: Undefined,
) -> EvaluationResult:
    """An evaluation of a review as a result that shows itself."""
    return EvaluationResult(
        review=review, evaluation=evaluation, beta=beta, undefined=undefined, filtered=filtered
    )
