"""What a review says to rules.

Values by their one-sided bounds, differences to a baseline, findings and slices, and how many
documents would decide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from scipy.special import ndtri

from breakeven.analysis.comparison.bootstrap import POWER
from breakeven.analysis.comparison.comparison import ComparedSystems, compare_systems
from breakeven.analysis.comparison.difference_bounds import PairedDifference, paired_difference
from breakeven.analysis.comparison.evaluated_losses import losses_of, why_no_losses
from breakeven.analysis.comparison.loss_differences import LOSS_AVERAGES, bounded_losses
from breakeven.analysis.comparison.own_values import drawn_average, drawn_classes
from breakeven.analysis.comparison.roc_areas import (
    macro_shares,
    moved_area,
    pooled_shares,
    shares_of_classes,
)
from breakeven.analysis.comparison.shared_documents import ComparisonSettings, share_documents
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.evaluation.value_bounds import (
    BoundedValues,
    bounded_average,
    bounded_classes,
    bounded_of_all_classes,
)
from breakeven.analysis.findings.finding import SEVERITIES, Finding
from breakeven.analysis.findings.system_findings import search_wrong
from breakeven.analysis.selection.errors import ChoiceError
from breakeven.analysis.selection.leak_sides import clean_evaluation
from breakeven.analysis.selection.selected_evaluation import evaluate_selection
from breakeven.analysis.selection.selection import Selection, cut_for, split_of_text, system_of
from breakeven.analysis.slices.weak_slices import SAMPLED, SliceFindings
from breakeven.data.records import Problem, Review
from breakeven.data.wording import cell_of, count_of, quoted
from breakeven.gate.baseline_documents import BaselineDocuments, baseline_documents
from breakeven.gate.gate_rules import (
    ALL_CLASSES,
    LOSSES,
    ROC_AUC,
    FindingsRule,
    GateRules,
    MeasureRule,
    SlicesRule,
)
from breakeven.gate.gate_verdict import GateOutcome, GateVerdict
from breakeven.readers.base.problems import ReadError
from metrics.incidence import count_per_class, judged
from metrics.measures import lowest, measures_of_tables
from metrics.typing import Array
from metrics.uncertainty.intervals import Interval
from metrics.uncertainty.significance import holm_levels

# --- how many documents would decide a rule that cannot be told


def documents_needed(
    values: Array, ends: Interval, levels: Sequence[Array], limit: float, documents: int
) -> Array:
    """How many documents would decide in 8 of 10 test sets, were the values what they are.

    n ((z_alpha + z_beta) error / distance)^2, the distance being that to the limit, and the error
    the way to the bound that is wanting over its z. `levels`: alpha of the low end, and of the
    high. Shape (values,); inf where a value is the limit itself, NaN where it is undefined.
    Source: the normal approximation.
    """
    above = values >= limit
    z = -ndtri(np.where(above, *levels))
    with np.errstate(divide="ignore", invalid="ignore"):
        arm = np.where(above, values - ends.low, ends.high - values)
        factor = ((z + ndtri(POWER)) * (arm / z) / np.abs(values - limit)) ** 2
    return np.ceil(documents * factor)


# --- Rules asked of a review: every rule's values, bounds and verdict
#
# A rule is passed where the bound on its side is beyond the limit, failed where the other bound
# is, and cannot be told otherwise. With Holm the rules are one family twice: of all that pass none
# does so falsely but with chance 1 - confidence, and of all that fail none.


class _Bounds(Protocol):
    """Values with one-sided bounds: `BoundedValues` of one system, `PairedDifference` of two."""

    @property
    def values(self) -> Array: ...
    def bounds(self, alpha: Array) -> Interval: ...
    def tails(self, limit: float) -> tuple[Array, Array]: ...


@dataclass(frozen=True, eq=False)
class JudgedReview:
    """What rules are asked of: a system's decisions, and a baseline's beside them.

    `selection`: its split is for rules that name none. `baseline`: a system of the review;
    `earlier`: the review that it came from, None where it is one of the review's own.
    `findings`: finds them, where a rule is about them. `evaluated`: evaluations of this selection
    that were made already, of a split each.
    """

    review: Review
    selection: Selection
    baseline: str | None
    findings: Callable[[], Sequence[Finding]]
    earlier: Review | None = None
    evaluated: tuple[Evaluation, ...] = ()
    _cache: dict[Any, Any] = field(default_factory=dict)

    def split_of(self, rule: MeasureRule | SlicesRule) -> str | None:
        """The split of a rule; None for all documents. ChoiceError where there is none such."""
        if rule.split is None:
            return self.selection.split
        return split_of_text(rule.split, self.review.truth.splits)

    def evaluation(self, split: str | None) -> Evaluation:
        """The system's decisions on a split."""
        if ("system", split) not in self._cache:
            chosen = replace(self.selection, split=split)
            made = next((made for made in self.evaluated if made.split == split), None)
            self._cache["system", split] = made or evaluate_selection(self.review, chosen)[0]
        found: Evaluation = self._cache["system", split]
        return found

    def compared(self, rule: MeasureRule) -> ComparedSystems:
        """The baseline and the system on their common documents; ChoiceError without any."""
        split = self.split_of(rule)
        key = (split, rule.measure, rule.beta, rule.undefined, rule.own)
        if key not in self._cache:
            assert self.baseline is not None
            predictions = system_of(self.review, self.baseline)
            cut = cut_for(self.review, self.selection, predictions)
            chosen = replace(self.selection, system=predictions.system, split=split, cut=cut)
            old = evaluate_selection(self.review, chosen)[0]
            if rule.measure in LOSSES:
                _check_probabilities(old)
            common = share_documents([old, self.evaluation(split)])
            if not common.documents:
                raise ChoiceError(
                    "shares no document with the baseline", "compare on the same documents"
                )
            settings = ComparisonSettings(rule.measure, rule.beta, rule.undefined, (), rule.own)
            self._cache[key] = compare_systems(common, settings)
        compared: ComparedSystems = self._cache[key]
        return compared

    def of_baseline(self, split: str | None) -> BaselineDocuments:
        """The documents that the baseline decided on a split, beside those of the system."""
        if ("baseline", split) not in self._cache:
            assert self.baseline is not None
            self._cache["baseline", split] = baseline_documents(
                self.review, self.selection.system, self.baseline, self.earlier, split
            )
        found: BaselineDocuments = self._cache["baseline", split]
        return found

    @property
    def evaluations(self) -> list[Evaluation]:
        """Every evaluation that rules asked for so far, one for each split."""
        return [found for key, found in self._cache.items() if key[0] == "system"]


@dataclass(frozen=True, eq=False)
class _Question:
    """A rule with its values: one, or one for every class that it is about.

    `indices`: which of the values are asked for; `names`: the class of each, None for an average.
    `mirrored`: the bounds are of minus the measure, as less of it is better. `baseline`: what it is
    held against, on the same documents.
    """

    rule: MeasureRule
    split: str | None
    bounds: _Bounds
    evaluation: Evaluation
    indices: Array
    names: tuple[str | None, ...]
    mirrored: bool = False
    baseline: Evaluation | None = None

    @cached_property
    def tails(self) -> tuple[Array, Array]:
        """p-values of failing to keep the rule, and of keeping it; 1 where undefined."""
        above, below = (
            np.where(np.isnan(tail) | np.isnan(self._about), 1.0, tail)[self.indices]
            for tail in self.bounds.tails(self.rule.bound)
        )
        return (below, above) if self.rule.asks == "max" else (above, below)

    @property
    def _about(self) -> Array:
        """What the limit is for: values, or differences."""
        of = self.bounds
        return of.points if isinstance(of, PairedDifference) else of.values

    def verdicts(self, pass_levels: Array, fail_levels: Array) -> list[GateVerdict]:
        """The verdict of each value, at the levels that the family leaves it."""
        at_most = self.rule.asks == "max"
        levels = (fail_levels, pass_levels) if at_most else (pass_levels, fail_levels)
        lows, highs = (self._at_level(level) for level in levels)
        low, high, about = lows.low, highs.high, self._about[self.indices]
        keeps, breaks = (
            (high <= self.rule.bound, low > self.rule.bound)
            if at_most
            else (low >= self.rule.bound, high < self.rule.bound)
        )
        if self.rule.paired:  # a margin is what must not be lost, so all of it is too much
            keeps = low > self.rule.bound
        ends = Interval(low, high)
        needed = documents_needed(about, ends, levels, self.rule.bound, self.evaluation.documents)
        return [
            self._verdict(
                i,
                "passed" if keeps[i] else "failed" if breaks[i] else "cannot tell",
                (float(low[i]), float(high[i])),
                (float(levels[0][i]), float(levels[1][i])),
                float(needed[i]),
            )
            for i in range(len(self.indices))
        ]

    def _at_level(self, level: Array) -> Interval:
        every = np.full(len(self._about), 0.5 - 1e-9)
        every[self.indices] = level
        ends = self.bounds.bounds(every)
        return Interval(ends.low[self.indices], ends.high[self.indices])

    def _verdict(
        self,
        i: int,
        outcome: GateOutcome,
        ends: tuple[float, float],
        levels: tuple[float, float],
        needed: float,
    ) -> GateVerdict:
        value = float(self.bounds.values[self.indices[i]])
        about, name = float(self._about[self.indices[i]]), self.names[i]
        paired = self.rule.paired
        if self.mirrored:
            value, about, ends, levels = -value, -about, (-ends[1], -ends[0]), levels[::-1]
        verdict = GateVerdict(
            rule=self.rule.number,
            title=self.rule.title(name),
            outcome=outcome,
            asks=self.rule.asks,
            limit=self.rule.limit,
            class_name=name,
            split=self.split,
            value=value,
            baseline=value - about if paired else None,
            difference=about if paired else None,
            documents=self.evaluation.documents,
            lower_is_better=self.mirrored,
        )
        if (infinite := self._infinite(i)) and (np.isnan(about) or np.isinf(about)):
            # what an infinite loss is held against is broken, or kept, for certain
            decided = outcome if np.isinf(about) else "cannot tell"
            bare = replace(verdict, value=None, baseline=None, difference=None)
            return replace(bare, outcome=decided, reason=infinite)
        if np.isnan(about):
            return replace(verdict, outcome="cannot tell", reason=self._undefined(value))
        return replace(
            verdict,
            # by their range at most; how many documents decide goes by the bounds themselves
            low=max(ends[0], -self._widest) if paired else ends[0],
            high=min(ends[1], self._widest) if paired else ends[1],
            low_confidence=1 - levels[0],
            high_confidence=1 - levels[1],
            needed=int(needed) if outcome == "cannot tell" and np.isfinite(needed) else None,
        )

    @property
    def _widest(self) -> float:
        """By how much two values may differ."""
        if self.rule.own is not None:
            ends = self.rule.own.range
            return np.inf if ends is None else ends[1] - ends[0]
        if self.rule.measure in LOSSES:
            return np.inf
        return 1.0 - lowest(measures_of_tables(self.rule.beta)[self.rule.measure])

    def _infinite(self, i: int) -> str:
        """Whose loss is infinite, how often, and what the others come to; empty where none is."""
        rule, reasons = self.rule, []
        if rule.measure not in LOSSES:
            return ""
        for evaluation in filter(None, (self.baseline, self.evaluation)):
            losses = losses_of(evaluation, rule.measure).averages
            of_class = rule.classes is not None
            mean = losses.per_class[self.indices[i]] if of_class else getattr(losses, rule.average)
            if mean.infinite:
                reasons.append(
                    f"The {rule.measured} of {evaluation.system} is infinite, for {mean.infinite:,}"
                    f" of {mean.number:,}: what turned out had the probability 0. The mean of the "
                    f"others is {cell_of(float(mean.finite.value))}."
                )
        return " ".join(reasons)

    def _undefined(self, value: float) -> str:
        if self.evaluation.drawn < 2:
            unit = self.evaluation.unit
            return f"Measure on at least two {unit}s: one says nothing about others."
        of_which = "of the baseline" if self.rule.paired and not np.isnan(value) else "here"
        return f"It is undefined {of_which} (0/0): there is nothing to measure it on."


def judge(rules: GateRules, judged_review: JudgedReview) -> list[GateVerdict]:
    """The verdict of every rule, in their order; of rules for classes one for each class.

    ReadError lists every split, class or baseline that rules name and that there is not.
    """
    questions, without_values = _questions(rules, judged_review)
    nothing = np.zeros(0)
    p = [np.concatenate([nothing, *(q.tails[i] for q in questions)]) for i in (0, 1)]
    # a rule without values is one of the family too
    p = [np.append(p_values, np.ones(len(without_values))) for p_values in p]
    # that slices are weak is tested, that none is cannot be
    slices = _of_slices(rules, judged_review)
    p = [
        np.append(p[0], np.ones(len(slices))),
        np.append(p[1], [slices_question.p for slices_question in slices]),
    ]
    levels = [_levels(p_values, rules) for p_values in p]
    verdicts = dict(without_values)
    done = 0
    for question in questions:
        part = slice(done, done + len(question.indices))
        done = part.stop
        question_verdicts = question.verdicts(levels[0][part], levels[1][part])
        verdicts[question.rule.number] = _of_same_documents(
            question, judged_review, question_verdicts
        )
    for i, slices_question in enumerate(slices):
        verdicts[slices_question.rule.number] = [
            slices_question.verdict(float(levels[1][len(levels[1]) - len(slices) + i]))
        ]
    for rule in rules.rules:
        if isinstance(rule, FindingsRule):
            verdicts[rule.number] = [_of_findings(rule, judged_review.findings())]
    return [verdict for number in sorted(verdicts) for verdict in verdicts[number]]


def _of_same_documents(
    question: _Question, judged_review: JudgedReview, verdicts: list[GateVerdict]
) -> list[GateVerdict]:
    """The verdicts of a margin beside what is missing of the baseline's documents.

    What both have fails as it does: else one document left out would make a failure a question.
    """
    if not question.rule.paired:
        return verdicts
    baseline = judged_review.of_baseline(question.split)
    marked = [
        replace(v, missing=len(baseline.missing), relabelled=len(baseline.relabelled))
        for v in verdicts
    ]
    if not len(baseline.missing) or not question.rule.same_documents:
        return marked
    return [_without_the_missing(v, baseline) if v.outcome == "passed" else v for v in marked]


def _without_the_missing(verdict: GateVerdict, baseline: BaselineDocuments) -> GateVerdict:
    reason = (
        f"{baseline.missing_said} On the others it is {verdict.sentence} Give predictions "
        "for all of them, or write same_documents = false if these may be missing."
    )
    return replace(verdict, outcome="cannot tell", needed=None, reason=reason)


def _levels(p: Array, rules: GateRules) -> Array:
    if rules.family == "holm":
        return holm_levels(p, rules.alpha)
    return np.full(len(p), rules.alpha)


def _questions(
    rules: GateRules, judged_review: JudgedReview
) -> tuple[list[_Question], dict[int, list[GateVerdict]]]:
    """Rules with their values, and verdicts of those that have none."""
    questions, without_values, problems = [], {}, []
    for rule in rules.rules:
        if not isinstance(rule, MeasureRule):
            continue
        try:
            question = _question(rule, judged_review)
        except ChoiceError as error:
            what = f"rule {rule.number} {error.what}"
            problems.append(Problem(what=what, remedy=error.remedy))
            continue
        if len(question.indices):
            questions.append(question)
        else:
            without_values[rule.number] = [_no_class(question)]
    if problems:
        raise ReadError(problems)
    return questions, without_values


def _question(rule: MeasureRule, judged_review: JudgedReview) -> _Question:
    """A rule with its values. ChoiceError for what there is not."""
    if rule.paired and judged_review.baseline is None:
        raise ChoiceError("is about a baseline, but there is none", "name one with --baseline")
    try:
        split = judged_review.split_of(rule)
    except ChoiceError as error:
        raise ChoiceError(f"is about an unknown split: {error.what}", error.remedy) from None
    indices, names = _asked_for(rule, judged_review.review)
    evaluation = judged_review.evaluation(split)
    bounds: _Bounds
    mirrored, baseline = False, None
    if rule.measure in LOSSES:
        _check_probabilities(evaluation)
    if rule.paired:
        side = judged_review.compared(rule)
        bounds = paired_difference(side, None if rule.classes is not None else rule.average)
        mirrored = side.settings.lower_is_better
        bounds = bounds.mirrored() if mirrored else bounds
        baseline, evaluation = side.common.evaluations
    else:
        bounds = _bounds_of(rule, evaluation)
    if rule.classes is not None:
        truth = judged(evaluation.truth, evaluation.scored.unjudged)
        enough = count_per_class(truth)[indices] >= rule.min_positives
        indices, names = indices[enough], tuple(np.array(names, dtype=object)[enough])
    return _Question(rule, split, bounds, evaluation, indices, names, mirrored, baseline)


def _check_probabilities(evaluation: Evaluation) -> None:
    """ChoiceError where a system's scores are not known to be probabilities."""
    if reason := why_no_losses(evaluation):
        remedy = "say that they are, with --probabilities or probabilities=True, if that is so"
        raise ChoiceError(
            f"is about probabilities: {reason}",
            remedy if reason.why == "undeclared" else "ask of another measure",
        )


def _bounds_of(rule: MeasureRule, evaluation: Evaluation) -> _Bounds:
    """The values of one system that a rule is about."""
    of_classes = rule.classes is not None
    if rule.average == ALL_CLASSES:
        return _of_all_classes(rule, evaluation)
    if rule.own is not None:
        if of_classes:
            return drawn_classes(evaluation, rule.own)
        return drawn_average(evaluation, rule.own, rule.average, rule.undefined)
    if rule.measure == ROC_AUC:
        return _areas_of(rule, evaluation)
    if rule.measure in LOSSES:
        average = None if of_classes else LOSS_AVERAGES[LOSS_AVERAGES.index(rule.average)]
        return bounded_losses(evaluation, rule.measure, average)
    if of_classes:
        return bounded_classes(evaluation, rule.measure, rule.beta)
    return bounded_average(evaluation, rule.measure, rule.average, rule.beta, rule.undefined)


def _of_all_classes(rule: MeasureRule, evaluation: Evaluation) -> _Bounds:
    """A coefficient over all classes at once. ChoiceError unless each document has one class."""
    if not evaluation.one_of:
        raise ChoiceError(
            "is about all classes at once, but not each document has one class and gets one",
            "choose micro or macro",
        )
    return bounded_of_all_classes(evaluation, rule.measure)


def _areas_of(rule: MeasureRule, evaluation: Evaluation) -> _Bounds:
    """Areas under ROC curves, as shares of so many trials. ChoiceError without scores."""
    if not evaluation.scored.has_scores:
        raise ChoiceError(
            f"is about scores, and {evaluation.system} has none", "ask of another measure"
        )
    if rule.classes is not None:
        shares = [*shares_of_classes(evaluation)]
    else:
        shares = [(pooled_shares if rule.average == "micro" else macro_shares)(evaluation)]
    areas = [moved_area(evaluation, each) for each in shares]
    values, trials = (
        np.array([getattr(area, name) for area in areas]) for name in ("area", "trials")
    )
    # what nobody can bound is not told
    values = np.where(np.isnan(trials), np.nan, values)
    return BoundedValues(values, values * trials, trials, np.ones(len(values)))


def _asked_for(rule: MeasureRule, review: Review) -> tuple[Array, tuple[str | None, ...]]:
    """Which values a rule is about, and the names of their classes."""
    if rule.classes is None:
        return np.zeros(1, dtype=np.int64), (None,)
    classes = review.truth.classes
    if "*" in rule.classes:
        return np.arange(len(classes)), classes
    unknown = [name for name in rule.classes if name not in classes]
    if unknown:
        what = f"is about an unknown class: {quoted(unknown[0])}"
        raise ChoiceError(what, suggest_name(unknown[0], classes))
    return np.array([classes.index(name) for name in rule.classes]), rule.classes


def suggest_name(name: str, names: Iterable[str]) -> str:
    """A remedy for a name that there is not."""
    found = get_close_matches(name, list(names), 1)
    return f"did you mean {quoted(found[0])}?" if found else "choose a class of the files"


def _no_class(question: _Question) -> GateVerdict:
    rule = question.rule
    return GateVerdict(
        rule=rule.number,
        title=rule.title(),
        outcome="cannot tell",
        asks=rule.asks,
        limit=rule.limit,
        split=question.split,
        documents=question.evaluation.documents,
        reason=f"No class that it is about has {count_of(rule.min_positives, 'document')} here.",
    )


@dataclass(frozen=True, eq=False)
class _Slices:
    """A rule about slices, with what a search found; None where none can be made."""

    rule: SlicesRule
    split: str | None
    documents: int
    weak: SliceFindings | None

    @property
    def p(self) -> float:
        """Of the slice that stands out most, family-wise among all slices; 1 without any."""
        return min((one.weak.p for one in self.weak.slices), default=1.0) if self.weak else 1.0

    def verdict(self, level: float) -> GateVerdict:
        """Failed where a slice is weak at this level; not to be told where nothing was searched."""
        verdict = GateVerdict(
            rule=self.rule.number,
            title=self.rule.title(),
            outcome="cannot tell",
            split=self.split,
            documents=self.documents,
        )
        if self.weak is None:
            return replace(verdict, reason=SAMPLED)
        searched = sum(self.weak.searched.slices_searched)
        if not searched:
            return replace(verdict, reason="No slice has enough documents to judge.")
        sure = [weak_slice for weak_slice in self.weak.slices if weak_slice.weak.p <= level]
        if not sure:
            reason = f"None of {count_of(searched, 'slice')} clearly stands out."
            return replace(verdict, outcome="passed", reason=reason)
        named = "; ".join(weak_slice.words for weak_slice in sure[:3])
        more = f" and {len(sure) - 3:,} more" if len(sure) > 3 else ""
        return replace(verdict, outcome="failed", reason=f"Weak: {named}{more}.")


def _of_slices(rules: GateRules, judged_review: JudgedReview) -> list[_Slices]:
    """What a search found for each rule about slices; ReadError for a split there is not."""
    questions, problems = [], []
    for rule in rules.rules:
        if isinstance(rule, SlicesRule):
            try:
                split = judged_review.split_of(rule)
            except ChoiceError as error:
                what = f"rule {rule.number} is about an unknown split: {error.what}"
                problems.append(Problem(what=what, remedy=error.remedy))
                continue
            truth = judged_review.review.truth
            evaluation = clean_evaluation(truth, judged_review.evaluation(split))
            weak = search_wrong(truth, evaluation)
            questions.append(_Slices(rule, split, evaluation.documents, weak))
    if problems:
        raise ReadError(problems)
    return questions


def _of_findings(rule: FindingsRule, findings: Sequence[Finding]) -> GateVerdict:
    worst = SEVERITIES[: SEVERITIES.index(rule.severity) + 1]
    counted = [finding for finding in findings if finding.severity in worst]
    titles = list(dict.fromkeys(finding.title for finding in counted))
    more = f" and {len(titles) - 3:,} more kinds" if len(titles) > 3 else ""
    reason = (
        f"{count_of(len(counted), 'finding')}: {'; '.join(titles[:3])}{more}." if counted else ""
    )
    return GateVerdict(
        rule=rule.number,
        title=rule.title(),
        outcome="failed" if counted else "passed",
        reason=reason or "No such finding.",
    )
