"""Which of two systems is better, as plain data and Markdown."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from breakeven.analysis.comparison.bootstrap import (
    LEVEL,
    REPLICATES,
)
from breakeven.analysis.comparison.caveats import Caveat, caveats
from breakeven.analysis.comparison.comparison import (
    ComparedSystems,
    SystemPair,
    compare_systems,
    pair_of,
)
from breakeven.analysis.comparison.evaluated_losses import why_no_losses
from breakeven.analysis.comparison.shared_documents import (
    COMPARED_AVERAGES,
    COMPARED_MEASURES,
    ComparisonSettings,
    averages_compared,
    largest_classes,
    share_answered,
)
from breakeven.analysis.comparison.spending import Spending, spending_of
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.selection.errors import ChoiceError
from breakeven.analysis.selection.leak_sides import LeakSides, shared_sides
from breakeven.analysis.selection.where import FilteredDocuments, restricted_to
from breakeven.data.own_measures import OwnMeasure
from breakeven.data.records import Review
from breakeven.data.wording import NOTHING, cell_of, count_of, p_of, quoted
from breakeven.results import scope, values
from breakeven.results.differences import (
    ComparedAverage,
    ComparedClass,
    DifferenceUnit,
    PointDifference,
    caveat_values,
    compared_average,
    compared_class,
    in_favour,
    significance_values,
    unit_of,
)
from breakeven.results.evaluation import EvaluationResult
from breakeven.results.scope import filter_data, under_title
from breakeven.results.spending import spending_in_markdown, spending_values
from breakeven.results.table_formats import in_markdown, markdown_table
from breakeven.results.values import written_number
from breakeven.results.variants import (
    AsIfVariants,
    ComparedMeasure,
    LeakVariants,
    SystemsVariant,
    as_if_variants_of_two,
    leak_variants_of_two,
    variants_of_two_in_markdown,
)
from metrics.averaging import Undefined
from metrics.catalogue import TESTS
from metrics.catalogue.names import average_of, meant_by, measure_of
from metrics.typing import AVERAGES, DEFAULT_BETA, AverageName

if TYPE_CHECKING:
    import pandas as pd


AVERAGE_NAMES: Mapping[AverageName, str] = {
    "micro": "micro",
    "macro": "macro",
    "weighted": "weighted",
    "per_document": "per document",
}


# what to do where a loss is asked of scores that nobody said to be probabilities
UNDECLARED = "say that they are, with --probabilities or probabilities=True, if that is so; else "

# --- which of two systems is better: a comparison that shows itself


@dataclass(frozen=True, repr=False, eq=False)
class ComparisonResult:
    """Two systems on one measure; differences are the second minus the first, as `unit` has them.

    `sides`: both with and without the documents that leak; None where none does. `loaded`: both
    on the labels as they were loaded; None where these are as loaded.
    """

    side: ComparedSystems
    pair: SystemPair
    average: str
    caveats: tuple[Caveat, ...]
    review: Review
    filtered: FilteredDocuments | None = None
    sides: tuple[LeakSides[Evaluation], LeakSides[Evaluation]] | None = None
    loaded: tuple[Evaluation, Evaluation] | None = None

    @property
    def _measure(self) -> ComparedMeasure | None:
        """What is compared beside leaks and other labels; None for rankings and largest classes."""
        settings = self.side.settings
        average = next((each for each in AVERAGES if each == self.average), None)
        if average is None or not settings.of_decisions:
            return None
        return ComparedMeasure(
            settings.measure, average, settings.beta, settings.undefined, settings.own
        )

    @property
    def _leaks(self) -> LeakVariants[SystemsVariant] | None:
        measure = self._measure
        if self.sides is None or measure is None:
            return None
        return leak_variants_of_two(self.sides, measure)

    @property
    def _as_if(self) -> AsIfVariants[SystemsVariant] | None:
        done, measure = self.review.as_if, self._measure
        if done is None or self.loaded is None or measure is None:
            return None
        return as_if_variants_of_two(done, self.loaded, self.side.common.evaluations, measure)

    @property
    def unit(self) -> DifferenceUnit:
        """What differences are in: points, hundredths of a measure; of a loss as they are."""
        return unit_of(self.pair)

    @cached_property
    def averages(self) -> dict[str, ComparedAverage]:
        """Each average of both; of rankings that of documents is undefined, of losses more are."""
        return {name: compared_average(self.pair, name) for name in COMPARED_AVERAGES}

    @cached_property
    def per_class(self) -> dict[str, ComparedClass]:
        """Each class of both, by its name."""
        classes = self.pair.old.classes
        return {name: compared_class(self.pair, c) for c, name in enumerate(classes)}

    @property
    def difference(self) -> PointDifference:
        """The difference of the average that was chosen."""
        return self.averages[self.average].difference

    @property
    def _spendings(self) -> dict[str, Spending | None]:
        return {"a": spending_of(self.pair.old), "b": spending_of(self.pair.new)}

    @property
    def _beta(self) -> float | str:
        beta = self.side.settings.beta
        return beta if math.isfinite(beta) else "inf"

    @property
    def _metric(self) -> str:
        """What is compared, in Markdown; of one's own, with its formula."""
        settings = self.side.settings
        metric = f"{self.average}_{settings.measure}"
        return metric if settings.own is None else in_markdown(f"{metric} = {settings.own.text}")

    @property
    def _replicates(self) -> int:
        return 0 if self.side.replicates is None else self.side.replicates.number

    @property
    def _task(self) -> str:
        return "single-label" if self.pair.old.single_label else "multi-label"

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven compare --format json` prints; undefined is None.

        Differences are of `b` minus `a`, in points, hundredths of a measure; of a loss `change` has
        them as they are. Infinite is `inf`.
        """
        first, second, settings = self.pair.old, self.pair.new, self.side.settings
        averages = {name: average.to_dict() for name, average in self.averages.items()}
        chosen = self.averages[self.average]
        spendings = {
            key: None if spending is None else spending_values(spending)
            for key, spending in self._spendings.items()
        }
        leaks, as_if = self._leaks, self._as_if
        return {
            "review": self.review.name,
            "a": {"system": first.system, "decisions": str(first.cut)},
            "b": {"system": second.system, "decisions": str(second.cut)},
            "documents": self.side.common.documents,
            "classes": len(first.classes),
            "task": self._task,
            "split": first.split,
            "metric": f"{self.average}_{settings.measure}",
            **({} if settings.own is None else {"own_measure": settings.own.to_dict()}),
            "beta": self._beta,
            "undefined": settings.undefined,
            "level": LEVEL,
            "replicates": self._replicates,
            "seed": self.side.seed,
            "value": {"a": written_number(chosen.a), "b": written_number(chosen.b)},
            "difference": averages[self.average]["difference"],
            "averages": averages,
            "top_classes": [first.classes[c] for c in settings.top],
            "tests": [significance_values(outcome) for outcome in self.pair.tests],
            "per_class": {name: values.to_dict() for name, values in self.per_class.items()},
            "care": [caveat_values(caveat) for caveat in self.caveats],
            **({"spending": spendings} if any(spendings.values()) else {}),
            **({} if leaks is None else {"leaks": leaks.to_dict()}),
            **({} if as_if is None else {"as_if": as_if.to_dict()}),
            **filter_data(self.filtered),
            "notes": [str(note) for note in self.review.notes],
            **scope.class_map_data(self.review),
        }

    def to_markdown(self) -> str:
        """What `breakeven compare` prints: the answer, averages, tests, classes."""
        first, settings = self.pair.old, self.side.settings
        a, b = (in_markdown(name) for name in (first.system, self.pair.new.system))
        care = [f"- {in_markdown(caveat.text)}" for caveat in self.caveats]
        lines = [
            f"# {in_markdown(self.review.name)}: {b} against {a}",
            "",
            f"{count_of(self.side.common.documents, 'document')} of "
            f"{in_markdown(first.split or 'all splits')}, "
            f"{count_of(len(first.classes), 'class', 'classes')}, {self._task}. "
            f"Metric: {self._metric}, β = {self._beta}, "
            f"0/0 in averages: {settings.undefined}. "
            f"{self._replicates:,} replicates, seed {self.side.seed}.",
            "",
            self._answer(a, b),
        ]
        for variants in (self._as_if, self._leaks):
            if variants is not None:
                lines += variants_of_two_in_markdown(variants.text, variants.variants, a, b)
        lines += [
            "",
            self._averages_table(a, b),
            "",
            f"{self._differences_are(b, a)}; the interval is of the paired difference; p "
            "by approximate randomisation; detectable: the smallest true difference found in 80 of "
            "100 such test sets.",
            *spending_in_markdown([*self._spendings.values()]),
            "",
            self._tests_table(b),
            *(["", "Keep in mind:", "", *care] if care else []),
            "",
            self._classes_table(a, b),
        ]
        document = under_title("\n".join(lines), self.filtered)
        return document + scope.class_map_in_markdown(self.review)

    def _answer(self, a: str, b: str) -> str:
        """The difference and whether it may be chance, in a sentence of Markdown."""
        difference, p = self.difference, self.averages[self.average].p
        gap, unit = difference.amount, self.unit
        if self.pair.claim(self.average) == "infinite":
            chosen = self.averages[self.average]
            infinite = [name for name, v in ((a, chosen.a), (b, chosen.b)) if v == math.inf]
            systems = " and ".join(infinite)
            return (
                f"**{self._metric} of {systems} is infinite, so there is no difference to test.**"
            )
        if gap is None:
            return f"**{self._metric} is undefined for one of the two: nothing to compare.**"
        if gap == 0:
            sentence = f"{b} and {a} are equal"
        else:
            least = 10.0**-unit.digits
            by = f"less than {least:g}" if abs(gap) < least / 2 else unit.text(abs(gap))
            by = f"{by} points" if self.pair.in_points else by
            sentence = f"{b} is {by} {'above' if gap > 0 else 'below'} {a}"
            if self.side.settings.lower_is_better:
                sentence += f", which is {'worse' if gap > 0 else 'better'}"
        if difference.beyond_chance is None:
            return f"**{sentence}**; {difference.claim}."
        span = unit.span(difference.low, difference.high)
        evidence = [] if difference.low is None else [f"95 %: {span}"]
        evidence += [] if p is None else [f"p {p_of(p)}"]
        shown = f" ({'; '.join(evidence)})" if evidence else ""
        claim = "" if gap == 0 else f", {difference.claim}"
        return f"**{sentence}{claim}**{shown}."

    def _differences_are(self, b: str, a: str) -> str:
        if self.pair.in_points:
            return f"Points are {b} minus {a}, in hundredths"
        return f"Differences are {b} minus {a}: below 0, {b} is better"

    def _averages_table(self, a: str, b: str) -> str:
        largest = f"micro, {len(self.side.settings.top)} largest classes"
        names = {"micro_top": largest} | {str(key): name for key, name in AVERAGE_NAMES.items()}
        if self.side.settings.of_probabilities:
            names["micro"] += ", of documents" if self.pair.old.single_label else ", of all pairs"
        rows, unit = [], self.unit
        for name, average in self.averages.items():
            if not self.pair.in_points and average.a is None and average.b is None:
                continue
            difference = average.difference
            relative = difference.relative
            rows.append(
                [
                    names[name],
                    cell_of(average.a),
                    cell_of(average.b),
                    unit.text(difference.amount),
                    unit.span(difference.low, difference.high),
                    NOTHING if relative is None else f"{100 * relative:+.1f} %",
                    p_of(average.p),
                    unit.text(difference.smallest_detectable),
                ]
            )
        head = ["average", a, b, unit.name, "95 % interval", "relative", "p", "detectable"]
        return markdown_table(head, rows)

    def _tests_table(self, b: str) -> str:
        rows = [
            [
                facts.name,
                p_of(outcome.p),
                cell_of(in_favour(outcome)),
                f"{outcome.trials:,} {facts.trials}",
                *(facts.asks, facts.assumes, facts.not_for),
            ]
            for outcome in self.pair.tests
            for facts in (TESTS[outcome.key],)
        ]
        return markdown_table(["test", "p", f"for {b}", "of", "asks", "assumes", "not for"], rows)

    def _classes_table(self, a: str, b: str) -> str:
        rows = [
            [
                in_markdown(name),
                cell_of(compared.positives),
                cell_of(compared.a),
                cell_of(compared.b),
                self.unit.text(compared.amount),
                self.unit.span(compared.low, compared.high),
                cell_of(compared.differing_documents),
                *map(p_of, (compared.p, compared.p_holm, compared.p_bh)),
                NOTHING if compared.better is None else in_markdown(compared.better),
            ]
            for name, compared in self.per_class.items()
        ]
        head = ["class", "positives", a, b, self.unit.name, "95 % interval",
                "documents that differ"]  # fmt: skip
        return markdown_table([*head, "p", "p Holm", "p BH", "better"], rows)

    def frame(self) -> pd.DataFrame:
        """One row per class: both values, their difference, interval and p-values."""
        import pandas as pd

        rows = self.per_class.items()
        return pd.DataFrame([{"class": name, **compared.to_dict()} for name, compared in rows])

    def __repr__(self) -> str:
        difference = self.difference
        a, b = quoted(self.pair.old.system), quoted(self.pair.new.system)
        span = f"{self.unit.text(difference.low)} to {self.unit.text(difference.high)}"
        amount = self.unit.text(difference.amount) + (" points" if self.pair.in_points else "")
        return (
            f"<Comparison of {b} against {a} on {self.average} {self.side.settings.measure}: "
            f"{amount}, 95 % interval {span}>"
        )

    def _repr_html_(self) -> str:
        a, b = self.pair.old.system, self.pair.new.system
        head, unit = ["", a, b, self.unit.name, "low", "high"], self.unit
        averages = [
            [name.replace("_", " "), cell_of(average.a), cell_of(average.b),
             *map(unit.text, (average.difference.amount, average.difference.low,
                              average.difference.high))]
            for name, average in self.averages.items()
        ]  # fmt: skip
        classes = [
            [name, cell_of(compared.a), cell_of(compared.b),
             *map(unit.text, (compared.amount, compared.low, compared.high))]
            for name, compared in [*self.per_class.items()][: values.MOST_HTML_ROWS]
        ]  # fmt: skip
        return "".join(
            [
                values.html_paragraph(
                    f"{self.review.name}: {b} against {a}, {self.side.settings.measure}, "
                    f"{self.side.common.documents:,} documents; {unit.name}: {b} minus {a}, with "
                    "their 95 % interval."
                ),
                values.html_table(head, averages),
                values.html_table(["class", *head[1:]], classes, len(self.per_class)),
                *(values.html_paragraph(f"Keep in mind: {caveat.text}") for caveat in self.caveats),
            ]
        )


def compare(
    a: EvaluationResult,
    b: EvaluationResult,
    measure: str | OwnMeasure = "f",
    *,
    average: str = "micro",
    beta: float = DEFAULT_BETA,
    undefined: Undefined = "drop",
    replicates: int = REPLICATES,
    seed: int = 0,
) -> ComparisonResult:
    """Which of two systems is better on the same documents, and whether that may be chance.

    `measure`: f, precision, recall, e, accuracy, error_rate (Hamming loss), fallout, specificity,
    overlap, balanced_accuracy, mcc, kappa, negative_predictive_value, exact_match, break_even,
    eleven_point, average_precision or roc_auc, or, where the scores are probabilities, log_loss or
    brier; or another name of one of them (jaccard, AUPRC); or one of one's own, as `measure` makes
    it, or by its name where the first review has it. `average`: micro, macro, weighted, micro_top
    (the ten largest classes pooled) or, for decisions, per_document; for losses micro or macro; for
    exact match micro or per_document, which are the same; the others are in the result too.
    `replicates`: test sets drawn. Where one evaluation was filtered, the other follows; the filter
    asks about the first's decisions.

    ValueError for another measure, other truths, no common document, or rankings without scores.

    >>> import breakeven as be
    >>> truth = ["a", "b"] * 20
    >>> old = be.evaluate(be.from_arrays(truth, ["a"] * 40, system="old"))
    >>> new = be.evaluate(be.from_arrays(truth, truth, system="new"))
    >>> be.compare(old, new).to_dict()["difference"]["points"]
    50.0
    """
    measure, own = compared_measure(measure, a.review.measures, beta)
    average = average_of(average)
    averages = averages_compared(measure) if own is None else COMPARED_AVERAGES
    if average not in averages:
        raise ValueError(
            f"{measure} has no average {average!r}; choose one of {', '.join(averages)}"
        )
    if replicates < 100:
        raise ValueError(f"{replicates} replicates tell nothing; take at least 100")
    _same_truth(a, b)
    filtered = _one_filter(a, b)
    pair: list[Evaluation] = [a.evaluation, b.evaluation]
    if filtered is not None:
        pair = [restricted_to(evaluation, filtered.rows) for evaluation in pair]
    if a.system == b.system:
        pair = [
            replace(evaluation, system=f"{evaluation.system}, {evaluation.cut}")
            for evaluation in pair
        ]
    comparison = compare_evaluations(
        pair,
        ComparisonSettings(measure, float(beta), undefined, (), own),
        average,
        replicates=replicates,
        seed=seed,
        review=a.review,
        filtered=filtered,
        sides=sides_of_two(a, b),
    )
    return replace(comparison, loaded=loaded_of_two(a, b))


def compared_measure(
    wanted: str | OwnMeasure, own: Sequence[OwnMeasure], beta: float
) -> tuple[str, OwnMeasure | None]:
    """A measure by its key, and the measure itself where it is one's own.

    `own`: those of the review. ValueError where none is so called.
    """
    if isinstance(wanted, OwnMeasure):
        return wanted.name, wanted
    for measure in own:
        if measure.name == wanted:
            return wanted, measure
    key = measure_of(wanted, COMPARED_MEASURES, beta)
    if key in COMPARED_MEASURES:
        return key, None
    measures = ", ".join((*COMPARED_MEASURES, *(measure.name for measure in own)))
    if (meant := meant_by(wanted)) is not None:
        what = f"{wanted!r} means {meant}, which is not compared"
        raise ValueError(f"{what}; choose one of {measures}")
    raise ValueError(f"there is no measure {wanted!r} to compare on; choose one of {measures}")


def sides_of_two(
    a: EvaluationResult, b: EvaluationResult
) -> tuple[LeakSides[Evaluation], LeakSides[Evaluation]] | None:
    """Both with and without the documents that leak; None where none does."""
    if a.leaks is None:
        return None
    return shared_sides(a.leaks, b.evaluation if b.leaks is None else b.leaks.every)


def loaded_of_two(a: EvaluationResult, b: EvaluationResult) -> tuple[Evaluation, Evaluation] | None:
    """Both on their common documents and the labels as loaded; None where these are as loaded."""
    first, second = a.as_loaded, b.as_loaded
    if first is None or second is None:
        return None
    before, after = share_answered([first, second]).evaluations
    return before, after


def compare_evaluations(
    pair: Sequence[Evaluation],
    settings: ComparisonSettings,
    average: str,
    *,
    replicates: int,
    seed: int,
    review: Review,
    filtered: FilteredDocuments | None,
    sides: tuple[LeakSides[Evaluation], LeakSides[Evaluation]] | None,
) -> ComparisonResult:
    """Two evaluations against each other; the ten largest classes are the `top` of the settings.

    ChoiceError where they share no document, or a ranking, or probabilities, are compared that one
    does not have.
    """
    common = share_answered(pair)
    if common.documents == 0 and common.unanswered:
        what = "there is no document on which both systems gave an answer that can be counted"
        raise ChoiceError(what, "look at the answers, and at the rules that read them")
    if common.documents == 0:
        raise ChoiceError(
            "the two systems have no document in common", "compare on the same documents"
        )
    scoreless = [evaluation.system for evaluation in pair if not evaluation.scored.has_scores]
    if settings.of_rankings and scoreless:
        raise ChoiceError(
            f"{' and '.join(scoreless)} has no scores", "choose f, precision or recall"
        )
    if settings.of_probabilities:
        reasons = [reason for each in pair if (reason := why_no_losses(each)) is not None]
        if reasons:
            undeclared = UNDECLARED if any(each.why == "undeclared" for each in reasons) else ""
            raise ChoiceError(
                "; ".join(map(str, reasons)), f"{undeclared}compare by another measure"
            )
    settings = replace(settings, top=largest_classes(common.evaluations[0]))
    side = compare_systems(common, settings, replicates, seed)
    care = tuple(caveats(common, settings))
    return ComparisonResult(side, pair_of(side, 0, 1), average, care, review, filtered, sides)


def _one_filter(a: EvaluationResult, b: EvaluationResult) -> FilteredDocuments | None:
    """The filter of either evaluation. ValueError where both have one and keep other documents."""
    if a.filtered is None or b.filtered is None:
        return a.filtered or b.filtered
    if a.filtered.where.text != b.filtered.where.text or not np.array_equal(a.rows, b.rows):
        raise ValueError("the two evaluations keep other documents; filter one, the other follows")
    return a.filtered


def _same_truth(a: EvaluationResult, b: EvaluationResult) -> None:
    first, second = a.review.truth, b.review.truth
    if first is second:
        return
    if first.classes != second.classes:
        raise ValueError("the two reviews have other classes; give both the same with classes")
    same = first.n == second.n and first.documents is not None and second.documents is not None
    same = same and np.array_equal(first.documents, second.documents)  # type: ignore[arg-type]
    if not same or (first.labels != second.labels).nnz:  # type: ignore[union-attr]
        raise ValueError("the two reviews differ in their documents or truth; compare on the same")
