"""The whole review checked: what was found, what is clean, and what could not be checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from breakeven.analysis.advice.findings_list import arrange_findings
from breakeven.analysis.advice.trial_commands import commands_for
from breakeven.analysis.advice.trial_setting import TrialRecords
from breakeven.analysis.advice.trials import with_trials
from breakeven.analysis.evaluation.evaluation import Evaluation, evaluate
from breakeven.analysis.evaluation.fit import fit_cut
from breakeven.analysis.evaluation.scored import score_split
from breakeven.analysis.findings import check_rules as rules_of_systems
from breakeven.analysis.findings.better_threshold import better_thresholds, threshold_findings
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.check_rules import OF_THE_DATA, RULES, WEAK_SLICE
from breakeven.analysis.findings.class_findings import class_findings
from breakeven.analysis.findings.drift import class_mix_findings, drift_findings
from breakeven.analysis.findings.duplicates import leak_findings, repeated_findings
from breakeven.analysis.findings.finding import Finding, GainBaseline
from breakeven.analysis.findings.needs import MissingNeed, ReviewFacts, unchecked
from breakeven.analysis.findings.rule import CheckRule
from breakeven.analysis.findings.score_findings import calibration_findings, disputed_findings
from breakeven.analysis.findings.split_findings import alike_findings, never_trained, split_findings
from breakeven.analysis.findings.system_findings import (
    answer_findings,
    baseline_findings,
    better_system_findings,
    inverse_findings,
    slice_findings,
)
from breakeven.analysis.findings.target_leakage import telling_findings
from breakeven.analysis.findings.validity_findings import (
    data_validity_findings,
    decision_validity_findings,
    with_cost_of_names,
)
from breakeven.analysis.slices.weak_slices import SliceFindings
from breakeven.data.records import Predictions, Review, Truth
from metrics.dataset.near_duplicates import NearDuplicates
from metrics.incidence import united
from metrics.typing import DEFAULT_BETA

# what rows joined in the wrong order would give too
OF_A_BAD_JOIN = (rules_of_systems.BASELINE.code, rules_of_systems.INVERSE.code)
BY_ORDER = "The files were joined by row order, and in a wrong order no system does better:"
CHECK_ORDER = "Check first that the files hold the same documents in the same order."


@dataclass(frozen=True, kw_only=True)
class CheckResults:
    """What came of some checks: each found something, found nothing, or could not be made.

    `rules`: the checks by their code. `findings` as `arrange_findings` has them: in order, one for
    one cause, each followed by those that follow from it. `single`: each as its check found it.
    `unchecked`: why a check could not be made, by its code; none of those has a finding.
    """

    findings: list[Finding]
    single: list[Finding]
    rules: Mapping[str, CheckRule]
    unchecked: Mapping[str, MissingNeed]

    @property
    def raised_rules(self) -> list[CheckRule]:
        """The checks that found something."""
        codes = {finding.code for finding in self.findings}
        return [rule for code, rule in self.rules.items() if code in codes]

    @property
    def clean(self) -> list[CheckRule]:
        """The checks that were made and found nothing."""
        done = {finding.code for finding in self.findings} | set(self.unchecked)
        return [rule for code, rule in self.rules.items() if code not in done]

    @property
    def reasons(self) -> list[tuple[MissingNeed, list[CheckRule]]]:
        """Why checks could not be made, each with those it holds for, in the order of the rules."""
        of: dict[MissingNeed, list[CheckRule]] = {}
        for code, missing in self.unchecked.items():
            of.setdefault(missing, []).append(self.rules[code])
        return list(of.items())


def _checked(
    findings: Iterable[Finding],
    rules: Mapping[str, CheckRule],
    facts: ReviewFacts,
    beta: float = DEFAULT_BETA,
) -> CheckResults:
    single = list(findings)
    codes = {finding.code for finding in single}
    missing = {c: why for c, why in unchecked(rules, facts).items() if c not in codes}
    standing, fitted_on = (
        None if decided is None else GainBaseline(decided.tables, beta)
        for decided in (facts.evaluation, facts.fitted_on)
    )
    return CheckResults(
        findings=arrange_findings(single, facts.truth.classes, standing, fitted_on=fitted_on),
        single=single,
        rules=rules,
        unchecked=missing,
    )


def check_data(
    truth: Truth,
    limits: Limits,
    near: NearDuplicates | None,
    rules: Mapping[str, CheckRule] = OF_THE_DATA,
    systems: int = 1,
) -> CheckResults:
    """What can be said of the data alone, whatever any system does.

    `rules`: more than those of the data where nothing but the data can be checked; `systems`: how
    many spoke, to say why the others cannot be.
    """
    findings = [
        *leak_findings(truth, limits, near),
        *telling_findings(truth, limits),
        *split_findings(truth, limits),
        *class_mix_findings(truth, limits),
        *drift_findings(truth, limits, near),
        *repeated_findings(truth, limits, near),
        *alike_findings(truth, limits),
        *data_validity_findings(truth, limits),
    ]
    checked = _checked(
        findings, rules, ReviewFacts(truth=truth, limits=limits, near=near, systems=systems)
    )
    return replace(checked, findings=with_trials(checked.findings, None, None, DEFAULT_BETA))


def check_slices(
    truth: Truth,
    evaluation: Evaluation,
    limits: Limits,
    weak: SliceFindings | None,
    tuning: Evaluation | None = None,
) -> CheckResults:
    """What can be said of slices; `weak`: as `search_wrong` finds them, None where nobody has.

    `tuning`: the same system on the split to tune on, where a slice may be weak too.
    """
    rules = {WEAK_SLICE.code: WEAK_SLICE}
    facts = ReviewFacts(truth=truth, limits=limits, evaluation=evaluation, weak=weak)
    return _checked(slice_findings(evaluation, weak, tuning), rules, facts)


def without_leaks(evaluation: Evaluation, checked: CheckResults) -> Evaluation:
    """The evaluation without documents that leak, by what `check_data` says.

    Of these the system is right for free, and all others would look weak beside them.
    """
    spoiled = [finding.spoiled for finding in checked.single if finding.about == "leak"]
    leaked = united(spoiled) if spoiled else np.zeros(0, dtype=np.int64)
    return evaluation.restricted(np.flatnonzero(~np.isin(evaluation.rows, leaked)))


def check_decisions(
    truth: Truth,
    predictions: Sequence[Predictions],
    evaluation: Evaluation,
    tuning: Evaluation | None,
    limits: Limits,
    beta: float,
    *,
    others: Sequence[Evaluation],
) -> list[Finding]:
    """What can be said of one system's decisions; `tuning`: the same on the split to fit on.

    `others`: what other systems decide on documents of the same part.
    """
    mine = next(p for p in predictions if p.system == evaluation.system)
    fitted_on = tuning if tuning is not None else evaluation

    def on_tuning(system: str) -> Evaluation | None:
        return _on_split_of(tuning, system, truth, predictions, others)

    better = better_thresholds(fitted_on, limits, beta)
    unseen = never_trained(truth, limits)
    findings = [
        *better_system_findings(evaluation, others, beta, on_tuning),
        *baseline_findings(evaluation),
        *answer_findings(mine, evaluation),
        *inverse_findings(evaluation),
        *class_findings(truth, evaluation, better, limits, beta),
        *threshold_findings(fitted_on, [b for b in better if b.class_index not in unseen], beta),
        *calibration_findings(evaluation, mine),
        *disputed_findings(truth, predictions, evaluation),
        *decision_validity_findings(truth, mine, evaluation, tuning, limits, beta),
    ]
    return [_join_first(finding) for finding in findings] if truth.joined_by_order else findings


def _on_split_of(
    tuning: Evaluation | None,
    system: str,
    truth: Truth,
    predictions: Sequence[Predictions],
    others: Sequence[Evaluation],
) -> Evaluation | None:
    """What a system decides on the tuning split, by the rule that it has here; None without one."""
    if tuning is None or system == tuning.system:
        return tuning
    other = next(each for each in others if each.system == system)
    of_system = next(each for each in predictions if each.system == system)
    part = score_split(truth, of_system, tuning.split)
    return evaluate(of_system, part, tuning.split, fit_cut(truth, of_system, other.cut))


def _join_first(finding: Finding) -> Finding:
    """A finding that rows joined in the wrong order would give, with that before all else."""
    if finding.code not in OF_A_BAD_JOIN:
        return finding
    what, action = f"{BY_ORDER} {finding.what}", f"{CHECK_ORDER} {finding.action}"
    return replace(finding, what=what, action=action)


def check_review(
    review: Review,
    evaluation: Evaluation,
    tuning: Evaluation | None,
    limits: Limits,
    beta: float,
    *,
    before: Sequence[CheckResults],
    others: Sequence[Evaluation],
) -> CheckResults:
    """Every finding over the whole review, in order of the errors it explains.

    `before`: what `check_data` says under these limits, whatever system is looked at, and what
    `check_slices` says where it was asked.
    `others`: what the other systems decide where they spoke of the documents under review.
    """
    truth, predictions = review.truth, review.own
    mine = next(p for p in predictions if p.system == evaluation.system)
    standing = GainBaseline(evaluation.tables, beta)
    findings = [
        _with_gain(finding, standing)
        if finding.code in OF_TRAINING
        else with_cost_of_names(finding, truth, evaluation)
        for checked in before
        for finding in checked.single
    ]
    findings += check_decisions(truth, predictions, evaluation, tuning, limits, beta, others=others)
    facts = ReviewFacts(
        truth=truth,
        limits=limits,
        evaluation=evaluation,
        fitted_on=tuning if tuning is not None else evaluation,
        predictions=mine,
        systems=len(predictions),
    )
    done = {code for checked in before for code in checked.rules}
    of_decisions = {code: rule for code, rule in RULES.items() if code not in done}
    last = _checked(findings, of_decisions, facts, beta)
    commands = commands_for(review, mine, evaluation, limits, beta)
    records = TrialRecords(truth, mine, review.marks, commands)
    last = replace(last, findings=with_trials(last.findings, evaluation, tuning, beta, records))
    missing = {c: why for checked in (*before, last) for c, why in checked.unchecked.items()}
    in_turn = {code: missing[code] for code in RULES if code in missing}
    return replace(last, rules=RULES, unchecked=in_turn)


# findings on the data that say of classes why they are weak
OF_TRAINING = ("split.unseen", "split.few-training")


def _with_gain(finding: Finding, standing: GainBaseline) -> Finding:
    classes, tables = np.array(finding.classes, dtype=np.int64), standing.tables
    macro, micro = standing.if_median(classes)
    errors = float(np.sum(tables.fp[classes]) + np.sum(tables.fn[classes]))
    share = errors / max(standing.errors, 1e-300)
    return replace(finding, errors=errors, error_share=share, gain_macro=macro, gain_micro=micro)
