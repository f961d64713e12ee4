"""Whether a system reaches its target: READY, NOT YET or CANNOT TELL YET, as the gate judges it.

A target is a share of documents that must be completely right, or any other rules of a gate.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Literal, TypeAlias

from breakeven.analysis.advice.in_mind import reservations_of
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.duplicates import search_near
from breakeven.analysis.findings.finding import Finding
from breakeven.analysis.selection.leak_sides import LeakSides, sides_in
from breakeven.analysis.selection.selected_evaluation import check_evaluated
from breakeven.analysis.selection.selection import Selection
from breakeven.analysis.versions.earlier_version import baseline_of
from breakeven.data.records import Review
from breakeven.data.splits import role_of
from breakeven.data.wording import count_of, figure_of, hundredths, listed, percent
from breakeven.gate.gate_rules import (
    EXACT_MATCH,
    TARGET_CONFIDENCE,
    GateRule,
    GateRules,
    MeasureRule,
)
from breakeven.gate.gate_verdict import GateOutcome, GateVerdict, overall_outcome
from breakeven.gate.judging import JudgedReview, judge
from breakeven.gate.rules_file import checked_rules, rules_data
from breakeven.results import values
from breakeven.results.table_formats import in_markdown
from breakeven.results.target_lines import (
    LineSign,
    VerdictDoubt,
    VerdictLine,
    check_lines,
    doubts_of,
    leak_doubt,
    lines_of,
)
from metrics.typing import DEFAULT_BETA
from metrics.uncertainty.intervals import Interval

# a share of documents, the file of a gate, or what one says
AnyTarget: TypeAlias = "float | str | Path | Mapping[str, Any] | GateRules"
TargetOutcome = Literal["READY", "NOT YET", "CANNOT TELL YET"]
OUTCOME_OF: Mapping[GateOutcome, TargetOutcome] = {
    "passed": "READY",
    "failed": "NOT YET",
    "cannot tell": "CANNOT TELL YET",
}
SIGN_OF: Mapping[GateOutcome, LineSign] = {
    "passed": "yes",
    "failed": "no",
    "cannot tell": "unknown",
}
# of the classes of a rule, how many are so
OF_CLASSES: Mapping[GateOutcome, str] = {
    "passed": "met by",
    "failed": "not met by",
    "cannot tell": "cannot tell for",
}
SIGNS: Mapping[LineSign, str] = {"yes": "✓", "no": "✗", "unknown": "?"}
NO_TARGET, DO_NOT_USE = "NO TARGET YET", "DO NOT USE THESE NUMBERS YET"
# beyond so many times the documents that there are, nobody labels more
MOST_MORE = 100
ASKS_FOR_TARGET = "What share of documents must be completely right?"


@dataclass(frozen=True, kw_only=True, repr=False)
class TargetVerdict:
    """What a review says to its target, and the facts beside it.

    `rules`: of the target, None where there is none. `verdicts`: of the gate, of each rule.
    `value`: the share of the documents that are completely right, in [0, 1], NaN where undefined,
    with its 95 % `interval`; `one_class`: each document has one class, so that it is the accuracy.
    `lines`: what speaks for
    the system, what against it, and what nobody can tell. `doubts`: why the numbers cannot be used
    yet; where there is one, nothing is ready.
    """

    review: str
    system: str
    split: str | None
    documents: int
    value: float
    interval: Interval
    one_class: bool
    rules: GateRules | None
    verdicts: tuple[GateVerdict, ...]
    lines: tuple[VerdictLine, ...]
    doubts: tuple[VerdictDoubt, ...]

    @property
    def outcome(self) -> TargetOutcome | None:
        """As the gate judges the rules; None without a target. With a doubt nothing is READY."""
        if self.rules is None:
            return None
        found = OUTCOME_OF[overall_outcome(self.verdicts)]
        return "CANNOT TELL YET" if self.doubts and found == "READY" else found

    @property
    def head(self) -> str:
        """The outcome, or what stands in its place, in capitals."""
        if self.outcome is None:
            return NO_TARGET
        return DO_NOT_USE if self.doubts else self.outcome

    @property
    def main(self) -> GateVerdict | None:
        """The verdict on the share of documents that are completely right; None without one."""
        rule = main_rule(self.rules)
        return None if rule is None else next(v for v in self.verdicts if v.rule == rule.number)

    @property
    def target(self) -> float | None:
        """The share of documents that must be completely right; None where no rule says it."""
        rule = main_rule(self.rules)
        return None if rule is None else rule.limit

    @property
    def more_documents(self) -> int | None:
        """How many more documents would likely decide; None where no number is known to."""
        needed = [
            verdict.needed - (verdict.documents or 0)
            for verdict in self.verdicts
            if verdict.outcome == "cannot tell" and verdict.needed is not None
        ]
        undecided = sum(verdict.outcome == "cannot tell" for verdict in self.verdicts)
        return max(needed) if needed and len(needed) == undecided else None

    @property
    def sentences(self) -> tuple[str, ...]:
        """What is reached, what is asked, and what would decide; plain text."""
        return tuple(self._sentences())

    def _sentences(self) -> Iterator[str]:
        main = self.main
        if self.rules is None:
            yield ASKS_FOR_TARGET
        elif main is not None:
            bounded = not main.reason and main.low is not None and main.high is not None
            ends = (main.low or 0.0, main.high or 0.0)
            yield self._share_and_target(self._shown_ends(*ends)) if bounded else main.reason
        if self.rules is not None and (main is None or len(self.rules.rules) > 1):
            met = sum(overall_outcome(verdicts) == "passed" for _, verdicts in by_rule(self))
            yield f"{met:,} of {count_of(len(self.rules.rules), 'rule')} {_are(met)} met."
        if self.outcome == "CANNOT TELL YET" and not self.doubts:
            yield from self._undecided()

    def _shown_ends(self, low: float, high: float) -> tuple[float, float]:
        """The interval as it is read everywhere, or the bounds that decided where these differ."""
        ends, target = (float(self.interval.low), float(self.interval.high)), self.target
        assert target is not None
        alike = (ends[0] >= target, ends[1] < target) == (low >= target, high < target)
        return ends if alike else (low, high)

    def _share_and_target(self, ends: tuple[float, float]) -> str:
        value, target = self.value, self.target
        assert target is not None
        digits = _digits(target, (value, *ends))
        within = "–".join(hundredths(end, digits) for end in ends)
        right = "right" if self.one_class else "completely right"
        goal = percent(target, _digits(target, ()))
        return (
            f"{percent(value, digits)} of documents are {right} ({within} %). Your target: {goal}."
        )

    def _undecided(self) -> Iterator[str]:
        more = self.more_documents
        if more is None or more > MOST_MORE * self.documents:
            if any(not verdict.reason for verdict in self.verdicts):
                yield "It is too close to the target for more documents to decide."
            return
        kind = "test " if self.split is not None and role_of(self.split) == "test" else ""
        about = f"{_roughly(more):,} more {kind}documents"
        yield f"About {about} would likely decide it."

    @property
    def line(self) -> str:
        """The outcome with its sentences, on one line."""
        texts = [*(doubt.text for doubt in self.doubts), *self.sentences]
        return f"{self.head}: {' '.join(texts)}"

    @property
    def all_lines(self) -> tuple[VerdictLine, ...]:
        """Every rule but that of the first sentence, then what else stands beside it."""
        main = main_rule(self.rules)
        rules = [
            _rule_line(rule, verdicts)
            for rule, verdicts in by_rule(self)
            if rule is not main and verdicts
        ]
        return (*rules, *self.lines)

    @property
    def story(self) -> str:
        """Target and verdict in the words of a slide."""
        if self.rules is None:
            return f"{ASKS_FOR_TARGET} No target is set yet."
        if self.doubts:
            return f"Do not use these numbers yet: {self.doubts[0].text}"
        if self.target is None or self.main is None or self.main.low is None:
            return f"{' '.join(self.sentences)} {self.outcome}."
        value, target = self.value, self.target
        goal = percent(target, _digits(target, ()))
        ends: dict[TargetOutcome | None, str] = {
            "READY": "ready",
            "NOT YET": "not yet",
            "CANNOT TELL YET": "too few documents to tell",
        }
        reached = percent(value, _digits(target, (value,)))
        others = "" if len(self.rules.rules) == 1 else ", by all rules together"
        return f"Your target is {goal}. It reaches {reached}: {ends[self.outcome]}{others}."

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven evaluate --target … --format json` prints of it; undefined is None."""
        main = self.main
        return {
            "outcome": self.outcome,
            "head": self.head,
            "text": " ".join(self.sentences),
            "value": _plain(self.value),
            "low": None if main is None else _plain(main.low),
            "high": None if main is None else _plain(main.high),
            "target": self.target,
            "more_documents": self.more_documents,
            "doubts": [asdict(doubt) | {"share": _plain(doubt.share)} for doubt in self.doubts],
            "lines": [asdict(line) for line in self.all_lines],
            "rules_digest": None if self.rules is None else self.rules.digest,
            "rules": None if self.rules is None else rules_data(self.rules),
        }

    def to_markdown(self) -> str:
        """What `breakeven evaluate --target …` prints first."""
        head = [f"**{self.head}**", *(in_markdown(doubt.text) for doubt in self.doubts)]
        first = f"{head[0]}: {' '.join([*head[1:], in_markdown(' '.join(self.sentences))])}"
        lines = [f"- {SIGNS[line.sign]} {in_markdown(line.text)}" for line in self.all_lines]
        return "\n".join([first, *(["", *lines] if lines else [])])

    def __str__(self) -> str:
        lines = [f"{SIGNS[line.sign]} {line.text}" for line in self.all_lines]
        return "\n".join([self.line, *lines])

    def __repr__(self) -> str:
        return f"<TargetVerdict of {self.review}, {self.system}: {self}>"

    def _repr_html_(self) -> str:
        return "".join(map(values.html_paragraph, str(self).splitlines()))


def main_rule(rules: GateRules | None) -> MeasureRule | None:
    """The first rule that asks for a share of documents that are completely right."""
    for rule in () if rules is None else rules.rules:
        if isinstance(rule, MeasureRule) and (rule.measure, rule.asks) == (EXACT_MATCH, "min"):
            return rule
    return None


def by_rule(verdict: TargetVerdict) -> Iterator[tuple[GateRule, list[GateVerdict]]]:
    """Each rule of the target with its verdicts."""
    for rule in () if verdict.rules is None else verdict.rules.rules:
        yield rule, [found for found in verdict.verdicts if found.rule == rule.number]


def _rule_line(rule: GateRule, verdicts: Sequence[GateVerdict]) -> VerdictLine:
    sign = SIGN_OF[overall_outcome(verdicts)]
    if isinstance(rule, MeasureRule) and len(verdicts) > 1:
        return VerdictLine(sign=sign, key="rule", text=_of_each_class(rule, verdicts))
    (verdict,) = verdicts
    text = verdict.name.replace(": ", " ", 1)
    reached = verdict.value if verdict.difference is None else verdict.difference
    if verdict.reason:
        reason = "" if sign == "yes" else f": {verdict.reason}"
        return VerdictLine(sign=sign, key="rule", text=f"{text}{reason}")
    assert reached is not None
    doubt = ", too few documents to tell" if sign == "unknown" else ""
    text = f"{text}: it reaches {figure_of(reached)}{doubt}"
    return VerdictLine(sign=sign, key="rule", text=text)


def _of_each_class(rule: MeasureRule, verdicts: Sequence[GateVerdict]) -> str:
    """A rule of several classes in a line: how many keep it, and which do not."""
    with_positives = (
        f" with {count_of(rule.min_positives, 'document')} or more" if rule.min_positives else ""
    )
    parts = []
    for outcome, words in OF_CLASSES.items():
        names = [verdict.class_name for verdict in verdicts if verdict.outcome == outcome]
        if names:
            named = "" if outcome == "passed" else f" ({listed(names, 3)})"
            parts.append(f"{words} {len(names):,}{named}")
    return f"{rule.measured} of each class{with_positives} {rule.limit_text}: {', '.join(parts)}"


def _digits(target: float, others: Sequence[float]) -> int:
    """So many digits of a share of 100 that each is on its own side of the target, 3 at most."""
    numbers = [other for other in others if not math.isnan(other)]
    for digits in range(3):
        shown_target = round(100 * target, digits)
        if abs(shown_target - 100 * target) > 1e-9:
            continue
        shown = [float(hundredths(number, digits)) for number in numbers]
        if all(
            (rounded < shown_target) == (100 * number < shown_target - 1e-9)
            for rounded, number in zip(shown, numbers, strict=True)
        ):
            return digits
    return 3


def _roughly(number: int) -> int:
    """A number of documents to two digits: it is itself an estimate."""
    size = 10 ** max(0, len(str(number)) - 2)
    return math.ceil(number / size) * size


def _plain(value: float | None) -> float | None:
    return None if value is None or math.isnan(value) else float(value)


def _are(number: int) -> str:
    return "is" if number == 1 else "are"


# --- the rules of a target, and what a review says to them


def rules_of_target(target: AnyTarget) -> GateRules:
    """Rules of a share of documents, a file, or what one says; ReadError with all that is wrong."""
    if isinstance(target, GateRules):
        return target
    if isinstance(target, str | Path | Mapping):
        return checked_rules(target)
    rule = {"measure": EXACT_MATCH, "min": target}
    return checked_rules({"confidence": TARGET_CONFIDENCE, "rule": [rule]})


def target_verdict_of(
    review: Review,
    selection: Selection,
    evaluation: Evaluation,
    rules: GateRules | None,
    *,
    limits: Limits,
    leaks: LeakSides[Evaluation] | None,
    others: Sequence[Evaluation],
    findings: Sequence[Finding] = (),
) -> TargetVerdict:
    """What a review says to a target. `evaluation`: of the selection, whose leaks are `leaks`.

    `others`: what other systems decide on its split; `limits`: from which precision and recall on a
    class is not weak, and how many leaks are an error. `findings`: what the checks found; errors
    that void the numbers are doubts. ReadError where rules ask for what there is not.
    """
    mind = reservations_of(findings, () if leaks is None else leaks.codes)
    doubts = [
        *doubts_of(review, selection, evaluation, leaks, limits),
        *(VerdictDoubt(key="checks", text=f"{f.title}: {f.what}") for f in mind.errors),
    ]
    verdicts: list[GateVerdict] = []
    if rules is not None:
        verdicts = judge(rules, _judged(review, selection, evaluation))
        if overall_outcome(verdicts) == "passed" and not doubts and leaks is not None:
            doubts += _hanging_on_leaks(review, selection, evaluation, rules, leaks)
    return TargetVerdict(
        review=review.name,
        system=evaluation.system,
        split=evaluation.split,
        documents=evaluation.documents,
        value=evaluation.exact_match,
        interval=evaluation.exact_match_share()[2],
        one_class=evaluation.single_label or evaluation.yes_or_no,
        rules=rules,
        verdicts=tuple(verdicts),
        lines=(*lines_of(review, evaluation, others, leaks, limits), *check_lines(mind)),
        doubts=tuple(doubts),
    )


def _judged(review: Review, selection: Selection, evaluation: Evaluation) -> JudgedReview:
    """The same that `breakeven gate` asks; a pinned earlier version is the baseline."""
    before = baseline_of(review, evaluation.system)

    def findings() -> Sequence[Finding]:
        near = search_near(review.truth, Limits())
        return check_evaluated(review, evaluation, None, Limits(), DEFAULT_BETA, near).findings

    return JudgedReview(
        review,
        replace(selection, split=evaluation.split),
        None if before is None else before.system,
        findings,
        evaluated=(evaluation,),
    )


def _hanging_on_leaks(
    review: Review,
    selection: Selection,
    evaluation: Evaluation,
    rules: GateRules,
    leaks: LeakSides[Evaluation],
) -> Iterator[VerdictDoubt]:
    """However few leak: the rules must pass without them too."""
    shown = sides_in(evaluation, leaks)
    if shown is None:
        return
    if overall_outcome(judge(rules, _judged(review, selection, shown.without))) != "passed":
        yield leak_doubt(review.truth, shown)
