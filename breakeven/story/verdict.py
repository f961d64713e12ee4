"""How good a system is in a few plain answers, each with its condition, the same at every door."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from breakeven.comparison.comparison import Pair
from breakeven.comparison.fixed_answer import pooled_of
from breakeven.evaluation.counted import AnyEvaluation, CountedEvaluation
from breakeven.evaluation.evaluation import Evaluation
from breakeven.findings.class_assessment import (
    Standing,
    standing_of,
    verdicts_of,
    weaker_classes,
)
from breakeven.findings.limits import Limits
from breakeven.records import Truth
from breakeven.selection import Where
from breakeven.selection.leaks import AnySides, LeakSides, sides_counted
from breakeven.splits import LearntFrom, learnt_from, learnt_from_splits
from breakeven.story.fixed_answer import QUESTION, beside_fixed, better, instead
from breakeven.story.shares import over_all, positive_in, shares_of, told_of
from breakeven.text import amount_of, count_of, listed, percent, quoted
from metrics.typing import Array

Key = Literal["good", "simple", "before", "classes", "mind"]
# of the classes that are not good enough
NAMED = 3


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What is asked of a system, and the answer in plain text, names in quotation marks."""

    key: Key
    question: str
    said: str


@dataclass(frozen=True)
class Verdict:
    """Answers in the order of `Key`; those that nobody can give are left out."""

    answers: tuple[Answer, ...]

    def __str__(self) -> str:
        return "\n".join(f"{of.question} {of.said}" for of in self.answers)

    def said(self, key: Key) -> str:
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
    before: Pair | None,
) -> Verdict:
    """The verdict on an evaluation.

    `where`: the filter it was restricted to; `leaks`: the result with and without documents that
    are in an earlier split too; `before`: an earlier version and this one on F, None where none
    stands beside. `limits.cut`: from which precision and recall on a class is not weak.
    """
    positive = positive_in(evaluation.classes, truth)
    minded = _minded(
        evaluation,
        _learnt(learnt_from(truth, evaluation.rows)),
        _leaking(evaluation, positive, leaks),
    )
    text = None if where is None else where.text
    return _verdict(evaluation, positive, limits, minded, where=text, before=before)


def verdict_of_counted(evaluation: CountedEvaluation, limits: Limits) -> Verdict:
    """The verdict on what an engine counted, in the same words; `limits` as above.

    What its counts do not tell is said not to have been counted.
    """
    positive = positive_in(evaluation.classes, None)
    leaking = _leaking(evaluation, positive, sides_counted(evaluation))
    minded = _minded(evaluation, _learnt_counted(evaluation), leaking)
    text = None if evaluation.kept is None else evaluation.kept.text
    return _verdict(evaluation, positive, limits, minded, where=text, before=None)


def _verdict(
    evaluation: AnyEvaluation,
    positive: int | None,
    limits: Limits,
    minded: Iterator[str],
    *,
    where: str | None,
    before: Pair | None,
) -> Verdict:
    if not evaluation.documents:
        none = Answer(key="good", question="How good is it?", said="There is no document here.")
        return Verdict((none,))
    found = [
        _good(evaluation, positive, where),
        Answer(key="simple", question=QUESTION, said=beside_fixed(evaluation)),
        *([] if before is None else [_before(before)]),
        _classes(evaluation, limits),
    ]
    if mind := " ".join(minded):
        found.append(Answer(key="mind", question="What must be kept in mind?", said=mind))
    return Verdict(tuple(found))


def _good(evaluation: AnyEvaluation, positive: int | None, where: str | None) -> Answer:
    documents = count_of(evaluation.documents, "document")
    on = "this" if evaluation.documents == 1 else "these"
    on = f"On {on} {documents}"
    on += "" if evaluation.split is None else f" of {quoted(evaluation.split)}"
    on += "" if where is None else f" where {quoted(where, 200)}"
    shares = shares_of(evaluation, positive)
    said = [f"{on}, {told_of(evaluation, positive, shares)}."]
    ends = [share.ends for share in shares]
    if all(ends):
        said.append(over_all(ends))
    elif all(share.of for share in shares):
        said.append("So few say little of how it does on others.")
    if evaluation.weights is not None:
        said.append("Documents count by their weights.")
    return Answer(key="good", question="How good is it?", said=" ".join(said))


def _before(pair: Pair) -> Answer:
    """Beside an earlier version, as Compare sets the two against each other."""
    points = float(pair.averages["micro"].points)
    n = count_of(pair.new.documents, "document")
    said = (
        f"{better(pair.claim('micro'), points)}: on {n} that both know, it would "
        f"{instead(pooled_of(pair.old), pooled_of(pair.new))}."
    )
    question = f"Is it better than {quoted(pair.old.system)}?"
    return Answer(key="before", question=question, said=said)


def _classes(evaluation: AnyEvaluation, limits: Limits) -> Answer:
    """Which classes it fails on, which cannot be told, and which are only weaker than others."""
    found = standing_of(evaluation, verdicts_of(evaluation, limits))
    said = [_failing(evaluation, found, limits.cut)]
    if not len(found.weak) and len(weaker := weaker_classes(evaluation)):
        said.append(f"Clearly weaker than the others together: {_names(evaluation, weaker)}.")
    if found.unknown:
        of = count_of(found.there, "class", "classes")
        have = "has" if found.unknown == 1 else "have"
        said.append(f"{found.unknown:,} of {of} {have} too few documents to judge.")
    question = "For which classes is it not good enough?"
    return Answer(key="classes", question=question, said=" ".join(said))


def _failing(evaluation: AnyEvaluation, found: Standing, cut: float) -> str:
    if not found.there:
        return "No class has a document here."
    below = f"clearly below {percent(cut)}"
    if not len(found.weak):
        return f"No class is {below}."
    weak, of = len(found.weak), count_of(found.there, "class", "classes")
    are = "is" if weak == 1 else "are"
    half = "half" if cut == 0.5 else percent(cut)
    return (
        f"{weak:,} of {of} {are} {below}: {_names(evaluation, found.weak)}. It finds less than "
        f"{half} of {'it' if weak == 1 else 'each'}, or less than {half} of what it calls so is "
        "right."
    )


def _names(evaluation: AnyEvaluation, classes: Array) -> str:
    return listed([evaluation.classes[c] for c in classes], NAMED)


def _minded(
    evaluation: AnyEvaluation, learnt: Iterator[str], leaking: Iterator[str]
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
        these = "these very documents" if learnt.whole else "some of these documents"
        yield f"It may have learnt from {these}, so on new ones it may do worse."


def _learnt_counted(evaluation: CountedEvaluation) -> Iterator[str]:
    """Of a filter on several splits it was not counted which of them it keeps something of."""
    learnt = learnt_from_splits(evaluation.may_be_of)
    if learnt is None or learnt.whole or evaluation.kept is None:
        yield from _learnt(learnt)
    else:
        yield (
            f"It was not counted whether any of these documents are of {listed(learnt.splits)}, "
            "which it may have learnt from."
        )


def _leaking(
    evaluation: AnyEvaluation, positive: int | None, leaks: AnySides | None
) -> Iterator[str]:
    # where a filter leaves out what leaks, nothing of it is in the numbers
    shown = leaks is not None and leaks.every.documents == evaluation.documents
    if leaks is not None and shown and leaks.without.documents:
        told = told_of(leaks.without, positive, shares_of(leaks.without, positive))
        yield (
            f"It may have learnt from {amount_of(leaks.leaked)} of these documents, which are in "
            f"an earlier split too. Without them, {told}."
        )
