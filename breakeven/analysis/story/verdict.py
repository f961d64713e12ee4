"""How good a system is in a few plain answers, each with its condition, the same at every door.

Among them whether it is better than the best fixed answer, or an earlier version.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from breakeven.analysis.advice.in_mind import reservations_of
from breakeven.analysis.comparison.bootstrap import Claim
from breakeven.analysis.comparison.comparison import SystemPair
from breakeven.analysis.comparison.fixed_answer import (
    BestFixed,
    PooledDecisions,
    answering,
    compare_with_best_fixed,
    pooled_of,
)
from breakeven.analysis.evaluation.counted import CountedEvaluation
from breakeven.analysis.evaluation.counts import BaseEvaluation
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.class_assessment import (
    ClassStanding,
    standing_of,
    verdicts_of,
    weaker_classes,
)
from breakeven.analysis.findings.finding import Finding
from breakeven.analysis.selection.leak_sides import LeakSides, sides_counted, sides_in
from breakeven.analysis.selection.where import Where
from breakeven.analysis.story.plain_shares import (
    PlainShare,
    plain_shares,
    positive_in,
    shares_on,
    shares_text,
)
from breakeven.data.records import Truth
from breakeven.data.splits import LearntFrom, learnt_from, learnt_from_splits
from breakeven.data.wording import amount_of, count_of, listed, percent, quoted
from metrics.averaging import mean_of
from metrics.typing import EQUAL, Array
from metrics.uncertainty.intervals import Interval

# --- whether a system is better than the best fixed answer, or an earlier version, in plain words


FIXED_QUESTION = "Is it better than one answer for every document?"
# what may be said of a system that is better, and of one that is worse, before the numbers
BETTER_TEXTS: dict[Claim | None, tuple[str, str]] = {
    "beyond": ("Yes, clearly", "No, it is clearly worse"),
    "edge": ("There is no clear difference",) * 2,
    "chance": ("There is no clear difference",) * 2,
    "untested": ("There are too few documents to tell",) * 2,
    None: ("Here it is, but that was not tested", "Here it is not, but that was not tested"),
}
NEITHER_TEXTS: dict[Claim, str] = {
    "few": "There are too few documents to tell",
    "same": "No, just as good",
    "undefined": "That cannot be told",
}


def fixed_answer_text(evaluation: BaseEvaluation) -> str:
    """Whether it is better than the best that one answer for every document could do.

    Where an engine did not count how each document differs from that, it is said so.
    """
    fixed = compare_with_best_fixed(evaluation)
    if fixed is None:
        return "That cannot be told: no document has a class."
    if fixed.claim == "undefined":
        return (
            "That cannot be told: with open-ended classes nobody knows how many false alarms one "
            "answer for every document would raise."
        )
    numbers = comparison_text(fixed.mine, fixed.its, answering(fixed.name))
    text = f"{better_text(fixed.claim, fixed.points)}: {numbers}."
    return " ".join([text, *_found_anyway(evaluation, fixed), *_no_class(evaluation, fixed)])


def better_text(claim: Claim | None, points: float) -> str:
    """Whether it is clearly better; to be followed by the numbers.

    None where that was not counted.
    """
    if claim is not None and claim in NEITHER_TEXTS:
        return NEITHER_TEXTS[claim]
    return BETTER_TEXTS[claim][0 if points > 0 else 1]


def comparison_text(mine: PooledDecisions, other: PooledDecisions, name: str) -> str:
    """What a system gets right, and beside it what something else does, that is called so."""
    if mine.one_of and other.one_of:
        ours, theirs = share_texts(mine, other)
        return f"{ours} right; {name}: {theirs}"
    recalls, right = _recalls(mine, other), _precisions(mine, other)
    finds = f"it finds {recalls[0].with_noun('true label', 'true labels', 'the true labels')}"
    predicted = " and predicts none"
    if right[0].total:
        are = "is" if right[0].few and right[0].total == 1 else "are"
        share = right[0].with_noun("prediction", "predictions", "its predictions")
        predicted = f", and {share} {are} right"
    theirs = f", with {right[1]} right" if right[1].total else ""
    return f"{finds}{predicted}; {name} finds {recalls[1]}{theirs}"


def _found_anyway(evaluation: BaseEvaluation, fixed: BestFixed) -> list[str]:
    """What a system finds of a rare class, where never naming it is right more often."""
    table = evaluation.tables[0]
    if len(evaluation.tables) > 1 or fixed.classes or fixed.points > 0 or not table.tp > 0:
        return []
    share = PlainShare(hits=float(table.tp), total=float(table.positives), interval=NO_INTERVAL)
    name = quoted(evaluation.classes[0])
    documents = share.with_noun(
        f"document that is {name}",
        f"documents that are {name}",
        f"the documents that are {name}",
    )
    return [f"But it finds {documents}; that answer finds none."]


def _no_class(evaluation: BaseEvaluation, fixed: BestFixed) -> list[str]:
    """Where documents may have several classes: that no class at all would be right more often."""
    if fixed.mine.one_of or evaluation.single_label:
        return []
    counts = evaluation.counts
    judged = counts.judged > 0
    none = np.where(judged, counts.documents.positives == 0, np.nan)
    its = mean_of(none, weights=counts.weights, times=counts.times).value
    mine = evaluation.exact_match
    if not its > mine + EQUAL:
        return []
    total = float(counts.number(judged)) if counts.weights is None else 100.0
    both = [
        PlainShare(hits=round(total * n, 6), total=total, interval=NO_INTERVAL) for n in (its, mine)
    ]
    theirs, ours = _distinct_texts(both)
    return [
        "But always answering no class gets more documents completely right: "
        f"{theirs} against {ours}."
    ]


NO_INTERVAL = Interval(np.nan, np.nan)


def share_texts(*ways: PooledDecisions) -> list[str]:
    """What each way of deciding gets right of documents, or of classes true or given, in words."""
    shares = [way.share for way in ways]
    return _distinct_texts(
        [PlainShare(hits=hits, total=of, interval=NO_INTERVAL) for hits, of in shares]
    )


def document_share_texts(shares: Sequence[float], documents: int) -> list[str]:
    """Shares of so many documents that are right, in words."""
    return _distinct_texts(
        [
            PlainShare(hits=share * documents, total=documents, interval=NO_INTERVAL)
            for share in shares
        ]
    )


def _recalls(*ways: PooledDecisions) -> list[PlainShare]:
    return _shares(*((way.table.tp, way.table.positives) for way in ways))


def _precisions(*ways: PooledDecisions) -> list[PlainShare]:
    return _shares(*((way.table.tp, way.table.assigned) for way in ways))


def _shares(*shares: tuple[Array, Array]) -> list[PlainShare]:
    return [PlainShare(hits=float(n), total=float(of), interval=NO_INTERVAL) for n, of in shares]


def _distinct_texts(shares: list[PlainShare]) -> list[str]:
    """Shares in words, with a digit more where they would look alike and are not."""
    said = ["none" if not share.total else str(share) for share in shares]
    values = [share.value for share in shares]
    if len(set(said)) == 1 and np.ptp(values) > EQUAL:
        return [percent(value, 1) for value in values]
    return said


# --- how good a system is in a few plain answers, each with its condition, the same at every door


VerdictKey = Literal["good", "simple", "before", "classes", "mind", "checks"]
# of the classes that are not good enough
MOST_NAMED_CLASSES = 3


@dataclass(frozen=True, kw_only=True)
class VerdictAnswer:
    """What is asked of a system, and the answer in plain text, names in quotation marks."""

    key: VerdictKey
    question: str
    said: str


@dataclass(frozen=True)
class PlainVerdict:
    """Answers in the order of `VerdictKey`; those that nobody can give are left out."""

    answers: tuple[VerdictAnswer, ...]

    def __str__(self) -> str:
        return "\n".join(f"{of.question} {of.said}" for of in self.answers)

    def answer_text(self, key: VerdictKey) -> str:
        """One answer, "" where nobody can give it."""
        return next((of.said for of in self.answers if of.key == key), "")

    def as_data(self) -> list[dict[str, str]]:
        """Questions and answers, ready for JSON."""
        return [{"question": of.question, "answer": of.said} for of in self.answers]


def verdict_of(
    truth: Truth,
    evaluation: Evaluation,
    limits: Limits,
    *,
    where: Where | None = None,
    leaks: LeakSides[Evaluation] | None,
    before: SystemPair | None,
    findings: Sequence[Finding] = (),
) -> PlainVerdict:
    """The verdict on an evaluation.

    `where`: the filter it was restricted to; `leaks`: the result with and without documents that
    are in an earlier split too; `before`: an earlier version and this one on F, None where none
    stands beside. `limits.cut`: from which precision and recall on a class is not weak. `findings`:
    what the checks found, of which it takes what voids the numbers or makes them uncertain.
    """
    positive = positive_in(evaluation.classes, truth)
    minded = _minded(
        evaluation,
        _learnt(learnt_from(truth, evaluation.rows)),
        _leaking(evaluation, positive, leaks),
    )
    text = None if where is None else where.text
    verdict = _verdict(evaluation, positive, limits, minded, where=text, before=before)
    if not evaluation.documents:
        return verdict
    # what leaks is in the numbers above
    elsewhere = () if leaks is None else leaks.codes
    if checked := reservations_of(findings, elsewhere).short_text:
        answer = VerdictAnswer(key="checks", question="What did the checks find?", said=checked)
        return PlainVerdict((*verdict.answers, answer))
    return verdict


def verdict_of_counted(evaluation: CountedEvaluation, limits: Limits) -> PlainVerdict:
    """The verdict on what an engine counted, in the same words; `limits` as above.

    What its counts do not tell is said not to have been counted.
    """
    positive = positive_in(evaluation.classes, None)
    leaking = _leaking(evaluation, positive, sides_counted(evaluation))
    minded = _minded(evaluation, _learnt_counted(evaluation), leaking)
    text = None if evaluation.filter_count is None else evaluation.filter_count.text
    return _verdict(evaluation, positive, limits, minded, where=text, before=None)


def _verdict(
    evaluation: BaseEvaluation,
    positive: int | None,
    limits: Limits,
    minded: Iterator[str],
    *,
    where: str | None,
    before: SystemPair | None,
) -> PlainVerdict:
    if not evaluation.documents:
        none = VerdictAnswer(
            key="good", question="How good is it?", said="There is no document here."
        )
        return PlainVerdict((none,))
    answers = [
        _good(evaluation, positive, where),
        VerdictAnswer(key="simple", question=FIXED_QUESTION, said=fixed_answer_text(evaluation)),
        *([] if before is None else [_before(before)]),
        _classes(evaluation, limits),
    ]
    if mind := " ".join(minded):
        answers.append(VerdictAnswer(key="mind", question="What must be kept in mind?", said=mind))
    return PlainVerdict(tuple(answers))


def _good(evaluation: BaseEvaluation, positive: int | None, where: str | None) -> VerdictAnswer:
    place = "" if evaluation.split is None else f" of {quoted(evaluation.split)}"
    place += "" if where is None else f" where {quoted(where, 200)}"
    shares = plain_shares(evaluation, positive)
    text = shares_on(evaluation, positive, shares, place)
    sentences = [f"{text[0].upper()}{text[1:]}."]
    if all(share.few and share.total for share in shares):
        sentences.append("So few say little of how it does on others.")
    if evaluation.weights is not None:
        sentences.append("Documents count by their weights.")
    if evaluation.cut.cross_fitted_on(evaluation.split):
        sentences.append("Cross-fitted: thresholds tuned on the other documents decided each.")
    return VerdictAnswer(key="good", question="How good is it?", said=" ".join(sentences))


def _before(pair: SystemPair) -> VerdictAnswer:
    """Beside an earlier version, as Compare sets the two against each other."""
    points = float(pair.averages["micro"].points)
    n = count_of(pair.new.documents, "document")
    numbers = comparison_text(pooled_of(pair.new), pooled_of(pair.old), "the earlier version")
    said = f"{better_text(pair.claim('micro'), points)}: {numbers} (on {n} that both have)."
    question = f"Is it better than {quoted(pair.old.system)}?"
    return VerdictAnswer(key="before", question=question, said=said)


def _classes(evaluation: BaseEvaluation, limits: Limits) -> VerdictAnswer:
    """Which classes it fails on, which cannot be told, and which are only weaker than others."""
    standing = standing_of(evaluation, verdicts_of(evaluation, limits))
    sentences = [_failing(evaluation, standing, limits.cut)]
    if not len(standing.weak) and len(weaker := weaker_classes(evaluation)):
        sentences.append(
            f"Clearly weaker than all others taken together: {_names(evaluation, weaker)}."
        )
    if standing.unknown:
        total = count_of(standing.there, "class", "classes")
        have = "has" if standing.unknown == 1 else "have"
        sentences.append(f"{standing.unknown:,} of {total} {have} too few documents to judge.")
    question = "For which classes is it not good enough?"
    return VerdictAnswer(key="classes", question=question, said=" ".join(sentences))


def _failing(evaluation: BaseEvaluation, standing: ClassStanding, cut: float) -> str:
    if not standing.there:
        return "No class has a document here."
    below = f"clearly below {percent(cut)}"
    if not len(standing.weak):
        return f"No class is {below}."
    weak, total = len(standing.weak), count_of(standing.there, "class", "classes")
    are = "is" if weak == 1 else "are"
    return f"{weak:,} of {total} {are} {below}: {_names(evaluation, standing.weak)}."


def _names(evaluation: BaseEvaluation, classes: Array) -> str:
    return listed([evaluation.classes[c] for c in classes], MOST_NAMED_CLASSES)


def _minded(
    evaluation: BaseEvaluation, learnt: Iterator[str], leaking: Iterator[str]
) -> Iterator[str]:
    """Why the numbers may promise too much, each in a sentence."""
    if evaluation.optimistic:
        yield "It was tuned on these very documents, so it looks better than it is."
    yield from learnt
    yield from leaking
    if evaluation.exactly_true_number:
        yield "It knew how many classes each document has, which nobody knows of a new one."


def _learnt(learnt: LearntFrom | None) -> Iterator[str]:
    if learnt is not None:
        these = "these very documents" if learnt.all_documents else "some of these documents"
        yield f"It may have learnt from {these}, so on new ones it may do worse."


def _learnt_counted(evaluation: CountedEvaluation) -> Iterator[str]:
    """Of a filter on several splits it was not counted which of them it keeps something of."""
    learnt = learnt_from_splits(evaluation.may_be_of)
    if learnt is None or learnt.all_documents or evaluation.filter_count is None:
        yield from _learnt(learnt)
    else:
        yield (
            f"It was not counted whether any of these documents are of {listed(learnt.splits)}, "
            "which it may have learnt from."
        )


def _leaking(
    evaluation: BaseEvaluation, positive: int | None, leaks: LeakSides[BaseEvaluation] | None
) -> Iterator[str]:
    # where a filter leaves out what leaks, nothing of it is in the numbers
    shown = sides_in(evaluation, leaks)
    if shown is not None:
        told = shares_text(shown.without, positive, plain_shares(shown.without, positive))
        yield (
            f"It may have learnt from {amount_of(shown.leaked)} of these documents, which are in "
            f"an earlier split too. Without them, {told}."
        )
