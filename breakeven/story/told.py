"""A review told in six screens, in words that need no explanation."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from breakeven.comparison.paired_tests import mcnemar, right_documents
from breakeven.documents.order import score_at
from breakeven.evaluation.evaluation import Evaluation
from breakeven.findings.finding import Finding
from breakeven.records import Truth
from breakeven.story.screen import FoundAndMissed, Hundred, Screen, Ways
from breakeven.text import amount_of, count_of, listed, percent, quoted
from breakeven.workload.workload import Workload
from metrics.baselines import baselines
from metrics.intervals import Interval
from metrics.measures import precision, recall
from metrics.typing import Array

# fewer documents are shown themselves, and not as so many of 100
FEW = 20
# of the documents, to people: what the fifth screen tells
TO_PEOPLE = 0.1
SURE = 0.05
STEPS = 3
WEIGHED = "Documents count by their weights."


def story_of(
    truth: Truth,
    evaluation: Evaluation,
    ends: Interval | None,
    others: Sequence[Evaluation],
    work: Workload | None,
) -> tuple[Screen, ...]:
    """The first five screens, of an evaluation of at least one document.

    `ends`: the interval of the share of documents that are right, None where there is none;
    `others`: what other systems decide on the same documents; `work`: how sure the system is of
    each document, None where nobody can say.
    """
    return (
        _what(truth, evaluation),
        _good(evaluation, ends),
        _fails(truth, evaluation),
        _beside(evaluation, others),
        _people(evaluation, work),
    )


def of_hundred(share: float) -> int:
    """A share as a whole number of 100."""
    return round(100 * share)


def _what(truth: Truth, evaluation: Evaluation) -> Screen:
    name, k = quoted(evaluation.system), len(evaluation.classes)
    if truth.positive is not None:
        what = f"{name} says of each document whether it is {quoted(truth.positive)}."
    elif evaluation.one_of:
        what = f"{name} reads a document and gives it one of {count_of(k, 'class', 'classes')}."
    else:
        what = (
            f"{name} reads a document and says which of {count_of(k, 'class', 'classes')} it has."
        )
    right = np.flatnonzero(right_documents(evaluation) & (evaluation.document_tables.tp > 0))
    # of a table of counts there is no document to show
    readable = truth.documents is not None
    more = [
        "Here it was tried on documents for which the right answer is known.",
    ]
    if evaluation.optimistic:
        more.append("It was tuned on these very documents, so it looks better than it is.")
    return Screen(
        key="what",
        number=count_of(evaluation.documents, "document"),
        said=what,
        more=tuple(more),
        page="pages/documents.py" if readable else "pages/confusion.py",
        examples=tuple(
            ("It got this one right.", int(evaluation.rows[d])) for d in right[:1] if readable
        ),
    )


def _good(evaluation: Evaluation, ends: Interval | None) -> Screen:
    share, n = evaluation.exact_match, evaluation.documents
    what = "the right class" if evaluation.one_of else "exactly the right classes"
    if n < FEW:
        right = int(right_documents(evaluation).sum())
        said = f"Of {count_of(n, 'document')} here, {right} get {what}."
        picture = Hundred(right=right, of=n, low=right, high=right)
    else:
        right = of_hundred(share)
        low, high = (right, right)
        if ends is not None:
            low, high = of_hundred(float(ends.low)), of_hundred(float(ends.high))
        said = f"Of 100 documents, {right} get {what}."
        picture = Hundred(right=right, of=100, low=low, high=high)
    more = [] if evaluation.weights is None else [WEIGHED]
    if picture.low < picture.high:
        more.append(
            f"On other documents like these it would be {picture.low} to {picture.high} of 100."
        )
    if not evaluation.one_of:
        pooled = evaluation.tables.pooled()
        found, named = float(recall(pooled)), float(precision(pooled))
        if not np.isnan(found):
            more.append(f"Of 100 classes that documents truly have, it finds {of_hundred(found)}.")
        if not np.isnan(named):
            more.append(f"Of 100 classes that it gives, {of_hundred(named)} are right.")
    return Screen(
        key="good",
        number=f"{picture.right} of {picture.of}",
        said=said,
        more=tuple(more),
        page="pages/overview.py",
        picture=picture,
    )


def _fails(truth: Truth, evaluation: Evaluation) -> Screen:
    tables = evaluation.tables
    errors = tables.fp + tables.fn
    c = int(np.argmax(errors))
    name = evaluation.classes[c]
    if not errors[c]:
        said = "It made no mistake on these documents."
        return Screen(key="fails", number="0", said=said, more=(), page="pages/classes.py")
    missed, extra, true = float(tables.fn[c]), float(tables.fp[c]), float(tables.positives[c])
    said = (
        f"It goes wrong most often with {quoted(name)}: it misses {amount_of(missed)} of its "
        f"{count_of(true, 'document')}, and gives that class to {count_of(extra, 'other')} that "
        "are not in it."
    )
    wrong_on = int((~right_documents(evaluation)).sum())
    share = float(errors[c] / errors.sum())
    more = (
        f"That is {percent(share)} of all its mistakes, which are on "
        f"{count_of(wrong_on, 'document')}.",
        *([] if evaluation.weights is None else [WEIGHED]),
    )
    examples = (
        ()
        if truth.documents is None
        else (
            *_clearest(evaluation, c, "fn", "This one it missed."),
            *_clearest(evaluation, c, "fp", "This one it took for one of them."),
        )
    )
    return Screen(
        key="fails",
        number=quoted(name),
        said=said,
        more=more,
        page="pages/classes.py",
        picture=FoundAndMissed(name=name, found=float(tables.tp[c]), missed=missed, extra=extra),
        examples=examples,
    )


def _clearest(evaluation: Evaluation, c: int, cell: str, why: str) -> list[tuple[str, int]]:
    """The document of a cell of which the system was surest, by its score where it has one."""
    positions = evaluation.documents_in_cell(c, cell)
    if not len(positions):
        return []
    at: Array = positions
    if evaluation.scored.scores is not None:
        scores = score_at(evaluation.scored.scores, np.full(len(positions), c), positions)
        known = np.nan_to_num(scores, nan=-np.inf)
        at = positions[np.argsort(known if cell == "fn" else -known, kind="stable")]
    return [(why, int(evaluation.rows[at[0]]))]


def _beside(evaluation: Evaluation, others: Sequence[Evaluation]) -> Screen:
    fixed = [
        each
        for each in baselines(
            evaluation.tables, evaluation.truth, evaluation.weights, evaluation.scored.unjudged
        )
        if each.class_index is not None
    ]
    ways = [(quoted(evaluation.system), evaluation.exact_match, False)]
    ways += [
        (quoted(other.system), other.exact_match, False)
        for other in others
        if np.array_equal(other.rows, evaluation.rows)
    ]
    ways += [
        (f"always {quoted(evaluation.classes[each.class_index or 0])}", each.exact_match, True)
        for each in fixed
    ]
    order = sorted(range(len(ways)), key=lambda i: -ways[i][1])
    picture = Ways(
        names=tuple(ways[i][0] for i in order),
        right=tuple(100 * float(ways[i][1]) for i in order),
        mine=order.index(0),
        fixed=tuple(place for place, i in enumerate(order) if ways[i][2]),
    )
    mine, simple = (
        of_hundred(evaluation.exact_match),
        max((f.exact_match for f in fixed), default=0),
    )
    better = "Yes" if evaluation.exact_match > simple else "No"
    said = (
        f"{better}: always giving the same class would be right for {of_hundred(simple)} of 100 "
        f"documents, {quoted(evaluation.system)} is for {mine}."
    )
    return Screen(
        key="beside",
        number=f"{mine} against {of_hundred(simple)}",
        said=said,
        more=tuple(_against(evaluation, others)),
        page="pages/compare.py" if len(ways) > len(fixed) + 1 else "pages/overview.py",
        picture=picture,
    )


def _against(evaluation: Evaluation, others: Sequence[Evaluation]) -> list[str]:
    """The best of the other systems beside this one, document by document."""
    same = [other for other in others if np.array_equal(other.rows, evaluation.rows)]
    if not same:
        return []
    best = max(same, key=lambda other: other.exact_match)
    right, others_right = right_documents(evaluation), right_documents(best)
    mine, theirs = int((right & ~others_right).sum()), int((others_right & ~right).sum())
    said = (
        f"Beside {quoted(best.system)}: {count_of(mine, 'document')} that only "
        f"{quoted(evaluation.system)} gets right, {amount_of(theirs)} that only "
        f"{quoted(best.system)} does."
    )
    p = mcnemar(best, evaluation).p
    if mine == theirs or np.isnan(p):
        return [said]
    chance = "More than chance would give." if p <= SURE else "That may be chance."
    return [said, chance]


def _people(evaluation: Evaluation, work: Workload | None) -> Screen:
    wrong = int((~right_documents(evaluation)).sum())
    if work is None or not work.evaluation.documents:
        said = (
            f"People would have to look at every document to find the {amount_of(wrong)} that are "
            "wrong: how sure it is of each is not known."
        )
        return Screen(
            key="people", number=amount_of(wrong), said=said, more=(), page="pages/workload.py"
        )
    before, step = work.nothing_sent(), work.sending(TO_PEOPLE)
    now, then = of_hundred(before.wrong), of_hundred(step.wrong)
    said = (
        f"If people look at the {percent(step.share)} of documents that it is least sure of, "
        f"{now} wrong ones of 100 become {then}."
    )
    more = (
        f"Of 1,000 documents a month that is {amount_of(round(1000 * step.share))} to look at.",
        "What people look at is taken to be right then.",
    )
    picture = Hundred(
        right=100 - then,
        of=100,
        low=100 - of_hundred(float(step.wrong_interval.high)),
        high=100 - of_hundred(float(step.wrong_interval.low)),
    )
    return Screen(
        key="people",
        number=f"{now} become {then}",
        said=said,
        more=more,
        page="pages/workload.py",
        picture=picture,
    )


def what_to_decide(evaluation: Evaluation, findings: Sequence[Finding]) -> Screen:
    """The last screen: the question, and what would help most. `findings`: in their order."""
    right = of_hundred(evaluation.exact_match)
    said = f"Are {right} of 100 documents right enough for what it is to do?"
    more = [_step(evaluation, finding) for finding in findings[:STEPS]]
    return Screen(
        key="decide",
        number=f"{right} of 100",
        said=said,
        more=tuple(more) or ("Nothing was found that should be mended first.",),
        page="pages/guidance.py",
    )


def _step(evaluation: Evaluation, finding: Finding) -> str:
    """What to do about a finding is behind the link; here is what it is, and of which classes."""
    if not finding.classes:
        return f"{finding.title}."
    return f"{finding.title}: {listed([evaluation.classes[c] for c in finding.classes], 3)}."
