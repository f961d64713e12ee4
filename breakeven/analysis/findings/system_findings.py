"""Findings about a system as a whole.

No better than a fixed answer or than another system, scores turned round, answers that say no
class, and slices of the documents in which more of them are wrong than elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from breakeven.analysis.comparison.bootstrap import ALPHA
from breakeven.analysis.comparison.comparison import SystemPair, compare_systems, pair_of
from breakeven.analysis.comparison.fixed_answer import (
    BestFixed,
    compare_with_best_fixed,
    pooled_as,
)
from breakeven.analysis.comparison.shared_documents import (
    ComparisonSettings,
    SharedDocuments,
    share_documents,
)
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.findings import check_rules
from breakeven.analysis.findings.finding import Finding, f_macro, f_micro
from breakeven.analysis.findings.score_findings import inverse_classes
from breakeven.analysis.slices.weak_slices import NamedSlice, SliceFindings
from breakeven.data.records import OUTCOMES, USABLE, Predictions, Truth
from breakeven.data.wording import f_name, p_of, percent, quoted, signed
from metrics import measures
from metrics.baselines import fixed_tables
from metrics.chance import FEWEST, SURE
from metrics.tallies import ContingencyTable
from metrics.typing import EQUAL, F1_BETA
from metrics.uncertainty.intervals import Interval

# --- Findings about answers of a language model that say no class


# of the documents; fewer is a slip
FEWEST_UNUSABLE, LEAST_UNUSABLE, MANY_UNUSABLE = 3, 0.01, 0.05
WORDS = {
    "outside": "outside the classes",
    "unparseable": "unparseable",
    "ambiguous": "ambiguous",
    "refused": "refused or in error",
}


def answer_findings(mine: Predictions, evaluation: Evaluation) -> Iterator[Finding]:
    """A finding where many answers say no class, and not on purpose."""
    if mine.answered is None:
        return
    outcome = mine.answered.outcome[evaluation.scored.positions]
    counts = np.bincount(outcome, minlength=len(OUTCOMES))
    unusable = np.flatnonzero(~np.isin(outcome, USABLE))
    n, share = len(unusable), len(unusable) / max(1, len(outcome))
    if n < FEWEST_UNUSABLE or share < LEAST_UNUSABLE:
        return
    rule, tables = check_rules.UNUSABLE, evaluation.document_tables
    kinds = [(int(counts[i]), name) for i, name in enumerate(OUTCOMES) if name in WORDS]
    kinds.sort(key=lambda kind: -kind[0])
    wrong = tables.fp + tables.fn
    yield rule.finding(
        documents=evaluation.rows[unusable],
        explains=(float(np.sum(wrong[unusable])), float(np.sum(wrong))),
        severity=None if share >= MANY_UNUSABLE else "notice",
        evidence={name: number for number, name in kinds if number},
        n=n,
        share=percent(share, 1),
        kinds=", ".join(f"{number:,} {WORDS[name]}" for number, name in kinds if number),
        step=rule.clauses[kinds[0][1]],
    )


# --- whether another system is better on the same documents, by a paired test


# enough to tell which side of 5 % a difference is on; the page on comparison draws more
REPLICATES = 2_000


def better_system_findings(
    evaluation: Evaluation,
    others: Sequence[Evaluation],
    beta: float,
    tuning: TuningSplit | None = None,
) -> Iterator[Finding]:
    """A finding where the best of the others by micro F is better beyond chance.

    `others`: what the other systems decide, on documents of the same truth. The p-value is of the
    pair on the documents that both spoke of, and held against 5 % divided by the number of others.
    `tuning`: what any system decides on the split that systems are chosen on; None without one.
    """
    pairs = [share_documents([evaluation, other]) for other in others]
    pairs = [common for common in pairs if common.documents]
    if not pairs:
        return
    common = max(pairs, key=lambda candidate: _lead(candidate, beta))
    if not _lead(common, beta) > 0:
        return
    pair = pair_of(
        compare_systems(common, ComparisonSettings("f", beta, "drop", ()), REPLICATES), 0, 1
    )
    p = pair.p_of("micro")
    if pair.claim("micro") != "beyond" or p * len(pairs) > ALPHA:
        return
    micro, macro = pair.averages["micro"], pair.averages["macro"]
    mine, its = pair.old.tables, pair.new.tables
    wrong, fewer = ((t.fp + t.fn).sum() for t in (mine, its))
    rule, reverse = check_rules.BETTER_SYSTEM, _on_tuning(pair, tuning, beta)
    yield rule.finding(
        evidence={
            "system": pair.new.system,
            "low": float(micro.low),
            "high": float(micro.high),
            "micro_f": pair.old_values.averages["micro"],
            "micro_f_of_the_other": pair.new_values.averages["micro"],
            "p": p,
            "documents": common.documents,
            "other_systems": len(pairs),
        },
        explains=(max(float(wrong - fewer), 0.0), float(wrong)),
        gains=(float(macro.points), float(micro.points)),
        better=pair.new.system,
        f=f_name(beta),
        its=pair.new_values.averages["micro"],
        mine=pair.old_values.averages["micro"],
        system=pair.old.system,
        points=signed(100 * float(micro.points), 1),
        low=signed(100 * float(micro.low), 1),
        high=signed(100 * float(micro.high), 1),
        p=p_of(p),
        macro=_of_macro(float(macro.points), beta) + reverse.text,
        step=reverse.step or rule.clause("use", better=pair.new.system),
        several=rule.clause("several", n=len(pairs)) if len(pairs) > 1 else "",
    )


TuningSplit = Callable[[str], Evaluation | None]


@dataclass(frozen=True)
class _Reverse:
    """That the split on which systems are chosen says the reverse, and what to do; "" if not."""

    text: str = ""
    step: str = ""


def _on_tuning(pair: SystemPair, tuning: TuningSplit | None, beta: float) -> _Reverse:
    """What the split on which systems are chosen says, where it clearly says the reverse."""
    if tuning is None:
        return _Reverse()
    mine, its = tuning(pair.old.system), tuning(pair.new.system)
    if mine is None or its is None or mine.split == pair.old.split:
        return _Reverse()
    common = share_documents([mine, its])
    if not common.documents or not _lead(common, beta) < 0:
        return _Reverse()
    settings = ComparisonSettings("f", beta, "drop", ())
    there = pair_of(compare_systems(common, settings, REPLICATES), 0, 1)
    if there.claim("micro") != "beyond":
        return _Reverse()
    micro = there.averages["micro"]
    low, high = sorted((-float(micro.low), -float(micro.high)))
    rule, here = check_rules.BETTER_SYSTEM, pair.old.split
    text = rule.clause(
        "reverse",
        split=mine.split,
        system=pair.old.system,
        points=signed(-100 * float(micro.points), 1),
        low=signed(100 * low, 1),
        high=signed(100 * high, 1),
    )
    shown = "these documents" if here is None else quoted(here)
    return _Reverse(text, rule.clause("ask", split=mine.split, here=shown))


def _of_macro(points: float, beta: float) -> str:
    if np.isnan(points) or points >= 0:
        return ""
    lower = signed(100 * points, 1)
    return check_rules.BETTER_SYSTEM.clause("macro", f=f_name(beta), points=lower)


def _lead(common: SharedDocuments, beta: float) -> float:
    """By how much the second system's micro F is above the first's; 0 where undefined."""
    mine, its = (f_micro(evaluation.tables, beta) for evaluation in common.evaluations)
    return float(np.nan_to_num(its) - np.nan_to_num(mine))


# --- Findings about a system as a whole: no better than a fixed answer, or scores turned round


def baseline_findings(evaluation: Evaluation) -> Iterator[Finding]:
    """A finding where the decisions are not shown to be better than the best fixed answer.

    It speaks of the same answer as the verdict, which says yes where there is no finding.
    """
    rule, tables, chance = check_rules.BASELINE, evaluation.tables, evaluation.chance
    fixed = compare_with_best_fixed(evaluation)
    if fixed is None or fixed.shown_better or (fixed.claim == "undefined" and chance.beyond):
        return
    value, its = (
        float(measures.f_beta(decisions.table, F1_BETA)) for decisions in (fixed.mine, fixed.its)
    )
    both = tables, fixed_tables(tables, fixed.classes)
    macro, best_macro = (float(np.nan_to_num(f_macro(decisions, F1_BETA))) for decisions in both)
    higher = fixed.points > EQUAL
    # where everything or nothing is assigned shuffling changes nothing, and the answer is fixed
    small = chance.independent < FEWEST
    helps = bool(not higher and chance.beyond and macro > best_macro + EQUAL)
    single = evaluation.yes_or_no
    if chance.z < -SURE:
        how, step = "below", "match"
    elif chance.fixed:
        how, step = "same", "more" if small else "why"
    elif chance.at_chance:
        how, step = "chance" if higher else "fixed", "doubt"
    elif fixed.claim == "undefined":
        how, step = "unknown", "more"
    elif value >= 1 - EQUAL and not higher:
        how, step = "equal", "others"
    elif higher:
        how, step = "few", "more"
    else:
        help_step = "worth" if single else "rare"
        how, step = "fixed", help_step if helps else "more" if small else "doubt"
    worse = fixed.claim == "beyond" and not higher
    notice = (helps and not worse) or small or how in ("equal", "few")
    errors = float(np.sum(tables.fp + tables.fn))
    name = "accuracy" if single else "micro_f1"
    finding = rule.finding(
        explains=(0.0 if notice else errors, errors),
        severity="notice" if notice else None,
        evidence={
            name: value,
            f"baseline_{name}": its,
            "hits": chance.hits,
            "hits_by_chance": chance.expected,
        },
        how=rule.clauses[how],
        measure="Accuracy" if single else "Micro F₁",
        value=value,
        others=_others(evaluation, fixed, its),
        helped=_helped(evaluation, macro, best_macro) if helps else "",
        steps=rule.clauses[step],
    )
    # where the system helps with some classes, or too few documents tell, it may still be of use
    yield replace(finding, effect="uncertain") if notice or helps else finding


def _helped(evaluation: Evaluation, macro: float, best_macro: float) -> str:
    """What a system is worth though a fixed answer is right as often."""
    if not evaluation.yes_or_no:
        return check_rules.BASELINE.clause("macro", mine=macro, its=best_macro)
    table = evaluation.tables[0]
    words = {"found": table.tp, "true": table.positives, "yes": evaluation.classes[0]}
    return check_rules.BASELINE.clause("finds", **words)


def _others(evaluation: Evaluation, fixed: BestFixed, its: float) -> str:
    """What the best fixed answer and shuffled decisions reach."""
    if np.isnan(its):  # without true negatives nobody knows what it would wrongly assign
        return "with open-ended classes other answers have no such number"
    others = [f"the best fixed answer, {fixed.name}, would reach {its:.3f}"]
    shuffled = pooled_as(evaluation, _shuffled(evaluation.tables))
    value = float(measures.f_beta(shuffled.table, F1_BETA))
    if evaluation.chance.deviation > 0 and not np.isnan(value):
        others.append(f"shuffled predictions {value:.3f}")
    return ", ".join(others)


def _shuffled(tables: ContingencyTable) -> ContingencyTable:
    """What to expect of the same decisions on shuffled documents."""
    total = np.maximum(tables.total, 1)
    tp = tables.positives * tables.assigned / total
    fp, fn = tables.assigned - tp, tables.positives - tp
    return ContingencyTable(tp, fp, fn, tables.total - tp - fp - fn)


def inverse_findings(evaluation: Evaluation) -> Iterator[Finding]:
    """A finding of the classes whose scores rank the wrong way round."""
    classes, area = inverse_classes(evaluation)
    if not len(classes):
        return
    yield check_rules.INVERSE.finding(
        classes=classes,
        evidence={"classes": len(classes), "lowest_area": float(area[0])},
        n=len(classes),
        classes_named=[evaluation.classes[c] for c in classes],
        lowest=evaluation.classes[classes[0]],
        area=area[0],
    )


# so many slices are said, the most telling first
MOST_SLICES = 5
# a slice that is clearly weaker is a warning
CLEARLY_WEAKER = 0.01


def search_wrong(
    truth: Truth, evaluation: Evaluation, tuning: Evaluation | None = None
) -> SliceFindings | None:
    """Slices with many wrong documents; None where documents were not drawn one by one.

    `tuning`: the same system on another split, whose documents are searched too where those under
    review are few and tell nothing.
    """
    if evaluation.scored.sampled:
        return None
    # slow to import
    from breakeven.analysis.slices.joined_ranges import with_joined_ranges
    from breakeven.analysis.slices.slice_conditions import conditions_of
    from breakeven.analysis.slices.two_splits import search_both_splits, second_search_helps
    from breakeven.analysis.slices.weak_slices import search_slices, usual_outcome
    from breakeven.data.corpus import Texts

    texts = None if truth.text_column is None else Texts(truth)
    conditions = conditions_of(truth, texts)
    joined = with_joined_ranges(conditions, truth, evaluation.rows)
    alone = search_slices(evaluation, joined, usual_outcome(evaluation))
    if tuning is None or not second_search_helps(alone, evaluation, tuning):
        return alone
    return search_both_splits(truth, evaluation, tuning, conditions)


def slice_findings(
    evaluation: Evaluation, weak: SliceFindings | None, tuning: Evaluation | None = None
) -> Iterator[Finding]:
    """A finding for each of the most telling slices; `weak` as `search_wrong` finds them.

    `tuning`: the same system on another split, where the slice may be weak too.
    """
    rule = check_rules.WEAK_SLICE
    if weak is None:
        return
    tables = evaluation.document_tables
    errors = tables.fp + tables.fn
    for named in weak.slices[:MOST_SLICES]:
        weak_slice = named.weak
        # of two splits only one is under review
        rows = np.intersect1d(named.rows, evaluation.rows, assume_unique=True)
        inside = np.searchsorted(evaluation.rows, rows)
        beyond = (weak_slice.inside - weak_slice.rest) / weak_slice.inside
        kind = "wrong" if weak.outcome.share else "errors"
        finding = rule.finding(
            documents=rows,
            severity="warning" if weak_slice.p <= CLEARLY_WEAKER else None,
            evidence={
                "slice": named.words,
                "documents": weak_slice.documents,
                "wrong": weak_slice.inside,
                "wrong_elsewhere": weak_slice.rest,
                "p": weak_slice.p,
                "false_discovery_rate": weak_slice.q,
            },
            slice=named.words,
            numbers=rule.clause(
                kind, n=weak_slice.documents, inside=weak_slice.inside, rest=weak_slice.rest
            ),
            likely=_likely(weak_slice.interval, share=weak.outcome.share),
            p=p_of(weak_slice.p),
            looked_at=sum(weak.searched.slices_searched),
            elsewhere=_elsewhere(named, weak, evaluation, tuning),
            gain=rule.clause(
                f"{kind} gain", gain=round(weak_slice.gain * len(rows) / weak_slice.documents)
            ),
            explains=(round(beyond * float(errors[inside].sum())), float(errors.sum())),
        )
        yield replace(finding, met=named.conditions)


def _likely(interval: Interval, *, share: bool) -> str:
    """How much worse a slice is, in points or in wrong decisions a document."""
    low, high = float(interval.low), float(interval.high)
    low = low if low >= 0.01 else 0.0
    ends = f"{100 * low:.0f}", f"{100 * high:.0f} points"
    if not share:
        ends = f"{low:.2f}", f"{high:.2f}"
    return check_rules.WEAK_SLICE.clause("apart", low=ends[0], high=ends[1])


def _elsewhere(
    named: NamedSlice, weak: SliceFindings, evaluation: Evaluation, tuning: Evaluation | None
) -> str:
    """Whether the slice is weak on another split too, in a sentence; "" where nobody knows.

    Where both were searched together: how weak it is under review alone.
    """
    outcome, other = weak.outcome, tuning if weak.also is None else evaluation
    if other is None:
        return ""
    # loads what searches need
    from breakeven.analysis.slices.weak_slices import slice_elsewhere

    elsewhere = slice_elsewhere(named, outcome, other)
    if elsewhere is None:
        return ""
    inside, rest = (
        percent(value) if outcome.share else f"{value:.2f}"
        for value in (elsewhere.inside, elsewhere.rest)
    )
    rule = check_rules.WEAK_SLICE
    if weak.also is not None:
        return rule.clause(
            "together", split=elsewhere.split, other=weak.also, inside=inside, rest=rest
        )
    which = {True: "too", False: "not", None: "perhaps"}[elsewhere.weak]
    return rule.clause(which, split=elsewhere.split, inside=inside, rest=rest)
