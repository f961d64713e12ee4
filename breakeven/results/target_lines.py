"""What stands beside a target: what speaks for a system, what against it, and what nobody can tell.

And the reasons not to use its numbers yet. Each fact is asked of its owner. Tested in
`test_target_verdict`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from breakeven.analysis.advice.in_mind import Reservations
from breakeven.analysis.comparison.fixed_answer import answering, compare_by_documents
from breakeven.analysis.comparison.paired_tests import mcnemar
from breakeven.analysis.comparison.shared_documents import share_documents
from breakeven.analysis.evaluation.cut import natural_cut
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.class_assessment import standing_of, verdicts_of
from breakeven.analysis.selection.leak_sides import LeakSides, sides_in, with_leaks
from breakeven.analysis.selection.selected_evaluation import evaluate_selection
from breakeven.analysis.selection.selection import Selection, system_of
from breakeven.data.records import Review, Truth
from breakeven.data.splits import SplitRole, learnt_from, role_of
from breakeven.data.wording import count_of, listed, percent, quoted
from metrics.typing import EQUAL

# of a difference between two systems, by the documents that only one gets right
SURE = 0.05
# what data of these roles are called
LEARNT: dict[SplitRole, str] = {"train": "training", "dev": "tuning"}
LineSign = Literal["yes", "no", "unknown"]
LineKey = Literal["rule", "leaks", "fixed", "systems", "weak", "few", "silent", "checks"]
DoubtKey = Literal["leaks", "tuned", "order", "learnt", "number", "filter", "checks"]


@dataclass(frozen=True, kw_only=True)
class VerdictLine:
    """A fact beside the target, as plain text: for the system, against it, or not to be told."""

    sign: LineSign
    key: LineKey
    text: str


@dataclass(frozen=True, kw_only=True)
class VerdictDoubt:
    """Why the numbers cannot be used yet, as plain text, with the number without it, if known.

    `share`: of documents that are completely right, in [0, 1]; NaN where nobody knows.
    """

    key: DoubtKey
    text: str
    share: float = float("nan")


# --- reasons not to use the numbers yet


def doubts_of(
    review: Review,
    selection: Selection,
    evaluation: Evaluation,
    leaks: LeakSides[Evaluation] | None,
    limits: Limits,
) -> Iterator[VerdictDoubt]:
    """Every reason for which nothing may be called ready, the gravest first."""
    truth = review.truth
    if files := truth.joined_by_order:
        text = (
            f"{listed(files, 3)} and the rest were joined by row order, as no column holds ids. If "
            "the order differs, every number is wrong."
        )
        yield VerdictDoubt(key="order", text=text)
    shown = sides_in(evaluation, leaks)
    if shown is not None and many_leak(shown, limits):
        yield leak_doubt(truth, shown)
    yield from _learnt(truth, evaluation)
    if evaluation.optimistic:
        yield _tuned(review, selection)
    if evaluation.exactly_true_number:
        text = (
            "Every document gets exactly as many classes as it truly has, which nobody knows of a "
            "new document."
        )
        yield VerdictDoubt(key="number", text=text)
    if with_leaks(selection.where) is not None:
        yield _filtered(review, selection, evaluation)


def many_leak(leaks: LeakSides[Evaluation], limits: Limits) -> bool:
    """Whether so many leak that the check of the splits calls it an error."""
    return leaks.leaked >= limits.leak_share * leaks.every.documents - EQUAL


def leak_doubt(truth: Truth, leaks: LeakSides[Evaluation]) -> VerdictDoubt:
    """How many documents leak, and the share that is right without them."""
    share = leaks.without.exact_match
    text = f"{_leaking(truth, leaks)}. Without them {_percent(share)}."
    return VerdictDoubt(key="leaks", text=text, share=share)


def _leaking(truth: Truth, leaks: LeakSides[Evaluation]) -> str:
    evaluation = leaks.every
    roles = {role_of(name) for name in truth.splits if name != evaluation.split}
    earlier = [word for role, word in LEARNT.items() if role in roles]
    place = f"the {' or '.join(earlier)} data" if earlier else "an earlier split"
    are = "is" if leaks.leaked == 1 else "are"
    kind = _kind(evaluation)
    documents = count_of(evaluation.documents, f"{kind}document")
    return f"{leaks.leaked:,} of {documents} {are} also in {place}"


def _learnt(truth: Truth, evaluation: Evaluation) -> Iterator[VerdictDoubt]:
    """That a system may have learnt from what is shown."""
    learnt = learnt_from(truth, evaluation.rows)
    if learnt is None:
        return
    names = listed(learnt.splits)
    if learnt.all_documents:
        text = f"The system may have learnt from these documents ({names}). Choose the test split."
        yield VerdictDoubt(key="learnt", text=text)
        return
    positions = [truth.splits.index(name) for name in learnt.splits]
    others = np.flatnonzero(~np.isin(truth.split_of[evaluation.rows], positions))
    share = evaluation.restricted(others).exact_match
    text = (
        f"The system may have learnt from some of these documents ({names}). Without them "
        f"{_percent(share)}."
    )
    yield VerdictDoubt(key="learnt", text=text, share=share)


def _tuned(review: Review, selection: Selection) -> VerdictDoubt:
    """That thresholds were chosen on what is shown, and what the system reaches without."""
    predictions = system_of(review, selection.system)
    cut = natural_cut(predictions, review.truth.task == "single-label")
    share = evaluate_selection(review, replace(selection, cut=cut))[0].exact_match
    how = "With the predictions as uploaded" if cut.rule == "given" else f"Without tuning ({cut})"
    text = (
        f"The thresholds were tuned on these very documents. {how} {_percent(share)}. Tune them on "
        "another split."
    )
    return VerdictDoubt(key="tuned", text=text, share=share)


def _filtered(review: Review, selection: Selection, evaluation: Evaluation) -> VerdictDoubt:
    every, _ = evaluate_selection(review, replace(selection, where=None))
    text = (
        f"A filter keeps {evaluation.documents:,} of {count_of(every.documents, 'document')}. "
        f"Without it {_percent(every.exact_match)}."
    )
    return VerdictDoubt(key="filter", text=text, share=every.exact_match)


# --- what speaks for it, what against it, and what nobody can tell


def lines_of(
    review: Review,
    evaluation: Evaluation,
    others: Sequence[Evaluation],
    leaks: LeakSides[Evaluation] | None,
    limits: Limits,
) -> Iterator[VerdictLine]:
    """What stands beside the target. `others`: what other systems decide."""
    yield from _beside_fixed(evaluation)
    yield from _beside_systems(evaluation, others)
    yield from _of_classes(evaluation, limits)
    shown = sides_in(evaluation, leaks)
    if shown is not None and not many_leak(shown, limits):
        text = f"{_leaking(review.truth, shown)}; without them {percent(shown.without.exact_match)}"
        yield VerdictLine(sign="unknown", key="leaks", text=text)
    if evaluation.split is None:
        return
    # a filter leaves out documents that the system spoke of
    spoken = np.union1d(evaluation.rows, system_of(review, evaluation.system).rows)
    silent = len(np.setdiff1d(review.truth.in_split(evaluation.split), spoken))
    if silent:
        have = "has" if silent == 1 else "have"
        documents = count_of(silent, f"{_kind(evaluation)}document")
        yield VerdictLine(
            sign="unknown", key="silent", text=f"{documents} {have} no prediction and do not count"
        )


def check_lines(mind: Reservations) -> Iterator[VerdictLine]:
    """What the checks found that the numbers hang on, but for what is a doubt; in one line."""
    void = [finding for finding in mind.void if finding.severity != "error"]
    more = len(void[1:]) + len(mind.uncertain)
    if void:
        put = f"{1 + more:,} findings put" if more else "1 finding puts"
        text = f"{put} the numbers in doubt{', first' if more else ':'} “{void[0].title}”"
    elif more:
        make = "finding makes" if more == 1 else "findings make"
        text = f"{more:,} {make} the numbers less certain"
    else:
        return
    yield VerdictLine(sign="unknown", key="checks", text=text)


def _beside_fixed(evaluation: Evaluation) -> Iterator[VerdictLine]:
    """Whether it is better than the best trivial answer, which is named."""
    fixed = compare_by_documents(evaluation)
    if fixed is None:
        return
    answer = f"{answering(fixed.name)} ({percent(fixed.its)})"
    sign: LineSign
    if not evaluation.by_documents and not fixed.its < fixed.mine - EQUAL:
        sign, text = "no", f"no more documents completely right than {answer}"
    elif fixed.shown_better:
        sign, text = "yes", f"clearly better than {answer}"
    elif fixed.claim == "beyond":
        sign, text = "no", f"clearly worse than {answer}"
    elif fixed.claim == "same":
        sign, text = "no", f"no better than {answer}"
    elif fixed.claim == "chance":
        sign, text = "unknown", f"no clear difference from {answer}"
    else:
        sign, text = "unknown", f"too few documents to compare with {answer}"
    yield VerdictLine(sign=sign, key="fixed", text=text)


def _beside_systems(evaluation: Evaluation, others: Sequence[Evaluation]) -> Iterator[VerdictLine]:
    """Which system gets most documents right, and whether clearly so."""
    shared = [share_documents([evaluation, other]) for other in others]
    pairs = [common.evaluations for common in shared if common.documents]
    if not pairs:
        return
    mine, other = max(pairs, key=lambda pair: pair[1].exact_match - pair[0].exact_match)
    name, n = quoted(other.system), len(pairs) + 1
    lead = mine.exact_match - other.exact_match
    # weights and clusters have no place where documents are counted one by one
    p = float("nan") if mine.scored.sampled else mcnemar(other, mine).p
    sign: LineSign = "unknown"
    if lead > EQUAL:
        text = f"best of {n} systems"
        if p <= SURE:
            sign, text = "yes", f"{text}, clearly ahead of {name}"
        elif not np.isnan(p):
            text = f"{text}, no clear difference from {name}"
    elif lead < -EQUAL:
        text = f"{name} gets more right ({percent(other.exact_match)})"
        # the best of so many is looked at
        if p * len(pairs) <= SURE:
            sign, text = "no", f"{name} is clearly better ({percent(other.exact_match)})"
        elif not np.isnan(p):
            text = f"{text}, no clear difference"
    else:
        text = f"no difference from {name}"
    yield VerdictLine(sign=sign, key="systems", text=text)


def _of_classes(evaluation: Evaluation, limits: Limits) -> Iterator[VerdictLine]:
    """How many classes are clearly below the limit, and of how many nobody can tell."""
    standing = standing_of(evaluation, verdicts_of(evaluation, limits))
    weak, total = len(standing.weak), standing.there
    below = f"clearly below {percent(limits.cut)}"
    if weak:
        named = quoted(evaluation.classes[standing.weak[0]])
        many = f"{weak:,} of {count_of(total, 'class', 'classes')}"
        subject = named if total == 1 else many
        text = f"{subject} {'is' if weak == 1 else 'are'} {below}"
        yield VerdictLine(sign="no", key="weak", text=text)
    elif total > standing.unknown:
        subject = quoted(evaluation.classes[0]) if len(evaluation.classes) == 1 else "no class"
        is_not = "is not" if len(evaluation.classes) == 1 else "is"
        yield VerdictLine(sign="yes", key="weak", text=f"{subject} {is_not} {below}")
    if standing.unknown:
        have = "has" if standing.unknown == 1 else "have"
        text = (
            f"{count_of(standing.unknown, 'class', 'classes')} {have} too few "
            f"{_kind(evaluation)}documents to judge"
        )
        yield VerdictLine(sign="unknown", key="few", text=text)


def _kind(evaluation: Evaluation) -> str:
    """`test ` before documents of a test split, else nothing."""
    split = evaluation.split
    return "test " if split is not None and role_of(split) == "test" else ""


def _percent(share: float) -> str:
    """A share in a sentence."""
    return "nothing is left" if np.isnan(share) else percent(share)
