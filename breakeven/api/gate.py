"""Rules that were fixed beforehand, asked of a review: a result that shows itself.

Tested in `test_gate`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.finding import Finding
from breakeven.analysis.selection.errors import ChoiceError
from breakeven.analysis.selection.selection import Selection
from breakeven.analysis.versions.earlier_version import baseline_of, with_baseline
from breakeven.data.records import Problem, Review
from breakeven.data.wording import count_of, listed
from breakeven.gate.gate_rules import GateRules, MeasureRule
from breakeven.gate.gate_verdict import GATE_OUTCOMES, GateOutcome, GateVerdict, overall_outcome
from breakeven.gate.judging import JudgedReview, judge
from breakeven.gate.ledger import LedgerLooks, question_of, record_look
from breakeven.gate.rules_file import checked_rules
from breakeven.readers.base.problems import ReadError
from breakeven.results import scope, values
from breakeven.results.arguments import selection_of
from breakeven.results.findings import findings_of
from breakeven.results.gate_outputs import gate_markdown
from breakeven.results.scope import cautions
from metrics.typing import DEFAULT_BETA

if TYPE_CHECKING:
    from breakeven.results.arguments import AnyCut

# of outcomes, what a command ends with; 2 is bad input
EXIT: Mapping[GateOutcome, int] = {"passed": 0, "failed": 1, "cannot tell": 3}


@dataclass(frozen=True, repr=False, eq=False)
class GateResult:
    """The verdicts of rules, in their order; of a rule for classes one for each class.

    `looks`: how often the test set was used before, where a ledger is kept.
    """

    review: Review
    system: str
    baseline: str | None
    rules: GateRules
    verdicts: tuple[GateVerdict, ...]
    cautions: tuple[str, ...]
    looks: LedgerLooks | None = None

    @property
    def outcome(self) -> GateOutcome:
        """Failed where any rule failed, else cannot tell where any cannot be told, else passed."""
        return overall_outcome(self.verdicts)

    @property
    def passed(self) -> bool:
        """Whether every rule passed; one that cannot be told did not."""
        return self.outcome == "passed"

    @property
    def exit_status(self) -> int:
        """What `breakeven gate` ends with: 0 passed, 1 failed, 3 cannot tell."""
        return EXIT[self.outcome]

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven gate --format json` prints; undefined is None."""
        counts = {
            outcome: sum(v.outcome == outcome for v in self.verdicts) for outcome in GATE_OUTCOMES
        }
        return {
            "review": self.review.name,
            "fingerprint": self.review.fingerprint,
            "system": self.system,
            "baseline": self.baseline,
            "outcome": self.outcome,
            "counts": counts,
            "rules_digest": self.rules.digest,
            "confidence": self.rules.confidence,
            "family": self.rules.family,
            "asked": None if self.looks is None else str(self.looks),
            "looks": None if self.looks is None else asdict(self.looks),
            "verdicts": [_plain(verdict) for verdict in self.verdicts],
            "cautions": list(self.cautions),
        } | scope.class_map_data(self.review)

    def to_markdown(self) -> str:
        """What `breakeven gate` prints, and `--summary` writes."""
        said = gate_markdown(self.to_dict(), self.verdicts)
        return said + scope.class_map_in_markdown(self.review)

    def to_junit(self) -> str:
        """What `--junit` writes: JUnit XML, cannot tell as skipped."""
        # loads junitparser
        from breakeven.results.gate_outputs import as_junit

        plain_values = self.to_dict()
        keys = ("fingerprint", "system", "baseline", "outcome", "rules_digest", "confidence",
                "family", "asked")  # fmt: skip
        properties = {key: plain_values[key] for key in keys if plain_values[key] is not None}
        if self.cautions:
            properties["cautions"] = " ".join(self.cautions)
        return as_junit(self.review.name, self.verdicts, properties)

    def __repr__(self) -> str:
        shown = [v for v in self.verdicts if v.outcome != "passed"] or self.verdicts
        told = [f"  {v.name}: {v.outcome}. {v.sentence}" for v in shown[:10]]
        more = [f"  and {len(shown) - 10:,} more"] if len(shown) > 10 else []
        care = [f"  Keep in mind: {one}" for one in self.cautions]
        return "\n".join([f"<Gate of {self._subject}: {self.outcome}", *told, *more, *care]) + ">"

    @property
    def _subject(self) -> str:
        return f"{self.review.name}, {self.system}"

    def _repr_html_(self) -> str:
        rows = [[str(v.rule), v.name, v.outcome, v.sentence] for v in self.verdicts]
        head = ["rule", "asked", "verdict", "found"]
        title = values.html_paragraph(f"Gate of {self._subject}: {self.outcome}")
        care = "".join(values.html_paragraph(f"Keep in mind: {one}") for one in self.cautions)
        return (
            title
            + values.html_table(head, rows[: values.MOST_HTML_ROWS], len(rows), longest=500)
            + care
        )


def gate(
    review: Review,
    rules: str | Path | Mapping[str, Any] | GateRules,
    baseline: Review | str | None = None,
    *,
    system: str | None = None,
    split: str | None = None,
    cut: AnyCut | None = None,
    ledger: str | Path | None = None,
) -> GateResult:
    """Whether a review keeps rules that were fixed beforehand: passed, failed, or cannot tell.

    `rules`: a TOML file, or what one says as a dictionary. `baseline`: an earlier review, whose
    documents are known by their ids, or a system of this one. `system`, `split`, `cut`: as for
    `evaluate`; `split` is for rules that name none. `ledger`: a file in which it is kept how often
    the same test set was used.

    ReadError, with all problems at once, for rules that are wrong, or ask for what there is not.

    >>> import breakeven as be
    >>> rule = {"measure": "f", "split": "test", "min": 0.85}
    >>> be.gate(be.sample("reuters"), {"rule": [rule]}, system="svm").passed
    True
    """
    checked = rules if isinstance(rules, GateRules) else checked_rules(rules)
    selection = selection_of(review, system, split, None, cut)
    return gate_of(review, selection, checked, baseline, None if ledger is None else Path(ledger))


def gate_of(
    review: Review,
    selection: Selection,
    rules: GateRules,
    baseline: Review | str | None,
    ledger: Path | None,
) -> GateResult:
    """The same of a selection."""
    if review.truth.labels is None:
        raise ReadError([Problem(what="nobody has labelled these documents",
                                 remedy="give a file with the truth")])  # fmt: skip
    both, baseline_system, shown = _with_baseline(review, selection.system, baseline)
    earlier = baseline if isinstance(baseline, Review) else None
    judged = JudgedReview(
        both, selection, baseline_system, lambda: _findings(review, judged), earlier
    )
    verdicts = judge(rules, judged)
    looks = None if ledger is None else _looks(ledger, review, judged, rules)
    warnings = [
        caution
        for evaluation in judged.evaluations
        for caution in cautions(review.truth, evaluation.rows, optimistic=evaluation.optimistic)
    ]
    warnings += _of_baseline(rules, judged)
    return GateResult(
        review,
        selection.system,
        shown,
        rules,
        tuple(verdicts),
        tuple(dict.fromkeys(warnings)),
        looks,
    )


def _of_baseline(rules: GateRules, judged: JudgedReview) -> list[str]:
    """What makes a baseline easier to reach than it seems, in words."""
    paired = [rule for rule in rules.rules if isinstance(rule, MeasureRule) and rule.paired]
    if not paired:
        return []
    warnings = []
    baseline_classes = (
        judged.review.truth.classes if judged.earlier is None else judged.earlier.truth.classes
    )
    if missing := sorted(set(judged.review.truth.classes) - set(baseline_classes)):
        warnings.append(
            f"The baseline lacks {count_of(len(missing), 'class', 'classes')}: {listed(missing)}. "
            "It never predicts them."
        )
    for rule in paired:
        split = judged.split_of(rule)
        every, common = judged.evaluation(split).documents, judged.compared(rule).common.documents
        if common < every:
            warnings.append(
                f"Of {count_of(every, 'document')}{'' if split is None else f' of {split}'} the "
                f"baseline has {common:,}. Rules with a margin use only those."
            )
        baseline = judged.of_baseline(split)
        warnings += filter(None, (baseline.missing_said, baseline.relabelled_said))
    return warnings


def _findings(review: Review, judged: JudgedReview) -> Sequence[Finding]:
    """What `check` finds on the split that is looked at by default."""
    evaluation = judged.evaluation(judged.selection.split)
    system = judged.selection.system
    return findings_of(review, system, (evaluation, None), Limits(), DEFAULT_BETA, "errors")


def _looks(ledger: Path, review: Review, judged: JudgedReview, rules: GateRules) -> LedgerLooks:
    evaluations = judged.evaluations or [judged.evaluation(judged.selection.split)]
    try:
        return record_look(ledger, question_of(review.truth, evaluations, rules.digest))
    except OSError as error:
        what = f"the ledger cannot be written: {error.strerror or error}"
        remedy = "name a file in a folder that can be written to"
        raise ReadError([Problem(what=what, remedy=remedy, file=str(ledger))]) from None


def _with_baseline(
    review: Review, system: str, baseline: Review | str | None
) -> tuple[Review, str | None, str | None]:
    """The review with the baseline's system beside its own, that system, and what it is called."""
    if baseline is None:
        return review, None, None
    if isinstance(baseline, str):
        others = [other.system for other in review.predictions if other.system != system]
        if baseline not in others:
            remedy = f"choose one of {', '.join(others)}" if others else "name a file"
            what = f"the baseline {baseline!r} is not another system of {review.name}"
            raise ReadError([Problem(what=what, remedy=remedy)])
        return review, baseline, baseline
    try:
        both = with_baseline(review, baseline, 0)
    except ChoiceError as error:
        raise ReadError(
            [Problem(what=f"the baseline: {error.what}", remedy=error.remedy)]
        ) from None
    predictions = baseline_of(both, system)
    if predictions is None:
        what = f"the baseline has no system {system!r}"
        raise ReadError(
            [
                Problem(
                    what=what,
                    remedy="give the system the same name in both, or name one for each",
                )
            ]
        )
    return both, predictions.system, baseline.name


def _plain(verdict: GateVerdict) -> dict[str, Any]:
    """A verdict ready for JSON: undefined is None."""
    said = asdict(verdict) | {"sentence": verdict.sentence}
    return {
        key: None if isinstance(value, float) and isnan(value) else value
        for key, value in said.items()
    }
